import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.sourceOptions,
  ...shared.judgingOptions,
  shared.inputs,
  shared.formats,
  shared.scope,
  shared.engine,
  inWords(shared.gpu, 'GPU whose cost model gives modelled speedups'),
  { ...inWords(shared.trials, 'number of configurations to try'), usual: '1000' },
  shared.timeout,
  shared.memory,
  inWords(shared.jobs, 'trials run in parallel (default: one per CPU core, one on a GPU)'),
  inWords(shared.seed, 'random seed of the configurations'),
  inWords(shared.study, 'folder for the trials (default: .mantissa/<program>/sample)'),
  shared.fresh,
  shared.json,
] as const;
export type SampleOptions = OptionsOf<typeof options>;

export const sampleCommand = defineCommand({
  name: 'sample',
  summary: 'try random configurations and suggest the quartiles of their errors as goals',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/sample.js')).sample(program, given, programArguments),
});
