import type { openProject } from '../frontend/project/open-project.js';
import type { TuneOptions } from './commands/tune.js';
import type { OptionsOf } from './options/option.js';
import type { compilerOptions, sourceOptions } from './options/shared-options.js';

/** Options that determine how a program is read. */
export type SourceOptions = OptionsOf<typeof compilerOptions> &
  Partial<OptionsOf<typeof sourceOptions>> &
  Pick<TuneOptions, 'cpuTimes'> & { callsApart?: boolean };

export function projectRequest(inputs: readonly string[], options: SourceOptions): Parameters<typeof openProject>[0] {
  return {
    inputs,
    includeFolders: options.include,
    defines: options.define,
    undefines: options.undefine,
    flags: options.flag,
    workingFolder: process.cwd(),
    ...(options.strictBranches && { strictBranches: true }),
    ...(options.convertCopies && { convertCopies: true }),
    ...(options.cpuTimes && { cpuTimes: true }),
    ...(options.callsApart && { callsApart: true }),
    ...(options.also && options.also.length > 0 && { also: options.also }),
    ...(options.std ? { standard: options.std } : {}),
  };
}
