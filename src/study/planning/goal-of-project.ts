import type { ProjectFile } from '../../frontend/project/project-file-schema.js';
import { splitShellWords } from '../../frontend/project/shell-words.js';
import type { Goal } from '../../journal/records.js';

/** The goal in mantissa.json; null if it has none, or no bound. */
export function goalOfProject(project: ProjectFile['goal']): Goal | null {
  const bound = project?.digits ?? project?.maxError;
  if (project === undefined || bound === undefined) return null;
  const { metric, against = 'baseline', minSpeedup = null } = project;
  return typeof metric === 'object'
    ? { metric: 'command', bound, against, minSpeedup, command: splitShellWords(metric.command) }
    : { metric, bound, against, minSpeedup, command: null };
}
