import { defineCommand, programArgument } from '../command.js';
import { flag, inWords, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.sourceOptions,
  inWords(shared.inputs, 'the input of the project file for the profiling run (default: the first)'),
  shared.scope,
  inWords(
    shared.maxError,
    'tolerance of the output (default: that of mantissa.json): says whether the original program meets it',
  ),
  shared.valueMetric,
  shared.engine,
  inWords(
    shared.gpu,
    'GPU whose cost model gives the speedup limit: a name or a profile.json (default: the GPU of this machine, or h200)',
  ),
  flag(
    '--fast-math',
    'build the program with fast math as well: its time and error relative to the plain build, and the divisions that it affects',
  ),
  shared.timeout,
  shared.memory,
  shared.json,
] as const;
export type AdviseOptions = OptionsOf<typeof options>;

export const adviseCommand = defineCommand({
  name: 'advise',
  summary: 'estimate the speedup that tuning can reach and list what limits it, without a search',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/advise.js')).advise(program, given, programArguments),
});
