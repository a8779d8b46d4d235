/** The goal of a study, from the command line and mantissa.json; the command line has precedence. */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { goalMetric, type ProjectFile } from '../frontend/project/project-file-schema.js';
import { splitShellWords } from '../frontend/project/shell-words.js';
import type { Goal } from '../journal/records.js';
import { COUNTING_METRICS, comparesValues, DEFAULT_METRIC, moreIsBetter } from '../numerics/metrics.js';
import { listWords } from '../support/list-words.js';
import type { GoalOptions } from './commands/tune.js';
import { numberFrom, wholeNumber } from './option-values.js';

type ProjectGoal = ProjectFile['goal'];

/** `where` names the compared output in the error message for a missing bound. */
export function goalOf(options: GoalOptions, project: ProjectGoal, where: string): Goal {
  const metric = metricOf(options, project);
  const isCount = moreIsBetter(metric);
  if (options.digits !== undefined && !isCount)
    throw new MantissaError(
      'MX2004',
      `--digits is the bound of the metrics ${listWords(COUNTING_METRICS)}; for ${metric} use --max-error`,
    );
  if (options.maxError !== undefined && isCount)
    throw new MantissaError('MX2004', `--max-error is not the bound of the metric ${metric}; use --digits`);
  const given = isCount ? options.digits : options.maxError;
  const bound =
    given === undefined
      ? sameMetric(metric, project)
        ? (project?.digits ?? project?.maxError)
        : undefined
      : isCount
        ? wholeNumber('--digits', given)
        : numberFrom('--max-error', given, 0);
  if (bound === undefined)
    throw new MantissaError('MX2018', `no error bound given; it would apply to every number on ${where}`);
  return {
    metric,
    bound,
    against: options.against ?? project?.against ?? 'baseline',
    minSpeedup:
      options.minSpeedup === undefined
        ? (project?.minSpeedup ?? null)
        : numberFrom('--min-speedup', options.minSpeedup, 0),
    command: commandOf(metric, options, project),
  };
}

export function metricOf(options: GoalOptions, project: ProjectGoal): Goal['metric'] {
  if (options.metric) return options.metric;
  if (options.errorCommand !== undefined) return 'command';
  const own = project && goalMetric(project.metric);
  if (options.digits !== undefined) return own && moreIsBetter(own) ? own : DEFAULT_METRIC.more;
  if (options.maxError !== undefined) return own && !moreIsBetter(own) ? own : DEFAULT_METRIC.less;
  return own ?? DEFAULT_METRIC.less;
}

function sameMetric(metric: Goal['metric'], project: ProjectGoal): boolean {
  return project !== undefined && metric === goalMetric(project.metric);
}

/** The words of the error command; null for metrics that compare values. */
export function commandOf(metric: Goal['metric'], options: GoalOptions, project: ProjectGoal): string[] | null {
  if (comparesValues(metric)) return null;
  const text = options.errorCommand ?? (typeof project?.metric === 'object' ? project.metric.command : undefined);
  if (text === undefined || text.trim() === '')
    throw new MantissaError('MX2004', 'the metric command needs --error-command, a command that prints the error');
  return splitShellWords(text);
}
