import { createPatch } from '../rewrite/patch.js';
import type { Workbench } from '../workbench/workbench.js';

/** The patch of a program with phases, from its changed files: text by path relative to the project. */
export function phasesPatch({ program, project }: Workbench, files: ReadonlyMap<string, string>): string {
  const changed = [...files].map(([path, after]) => ({
    path,
    before: program.files.find((file) => file.path === path)?.source.written.text ?? '',
    after,
  }));
  return createPatch(changed, project.root);
}
