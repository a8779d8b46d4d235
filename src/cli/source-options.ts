import type { openProject } from '../frontend/project/open-project.js';

/** Options of every command that reads a program, as compilers take them. */
export interface SourceOptions {
  include: string[];
  define: string[];
  undefine: string[];
  std?: string;
  flag: string[];
  strictBranches?: boolean;
  convertCopies?: boolean;
  cpuTimes?: boolean;
  callsApart?: boolean;
  also?: string[];
}

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
