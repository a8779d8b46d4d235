/** The program before `apply --write`, for commands that run after a patch of the study was written into its files. */
import path from 'node:path';
import { ProjectTree } from '../execution/command/project-tree.js';
import { openProject } from '../frontend/project/open-project.js';
import { isInPlace } from '../journal/applied-files.js';
import type { AppliedRecord } from '../journal/applied-record.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { projectRequest, type SourceOptions } from './source-options.js';

export interface WithoutPatch {
  readonly inputs: string[];
  remove(): void;
}

/** A copy of the program's folder without the patch; null if the patch is not in the files. */
export function withoutPatch(
  applied: AppliedRecord | null,
  inputs: readonly string[],
  options: SourceOptions,
): WithoutPatch | null {
  if (!applied) return null;
  const { root } = openProject(projectRequest(inputs, options));
  if (!isInPlace(applied, root)) return null;
  const folder = temporaryFolder('mantissa-unpatched-');
  const copy = path.join(folder.path, path.basename(root));
  const overlay = applied.files.flatMap(({ path: name, before }) => (before ? [[name, before]] : []));
  new ProjectTree(root, copy, Object.fromEntries(overlay));
  const there = (input: string) => path.join(copy, path.relative(root, path.resolve(input)));
  return { inputs: inputs.length === 0 ? [copy] : inputs.map(there), remove: () => folder.remove() };
}
