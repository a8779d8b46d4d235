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
  inWords(shared.gpu, 'whose costs modelled speedups have'),
  { ...inWords(shared.trials, 'how many configurations'), usual: '1000' },
  shared.timeout,
  shared.memory,
  inWords(shared.jobs, 'trials at the same time (default: one per processor, one on a GPU)'),
  inWords(shared.seed, 'seed of what is drawn'),
  inWords(shared.study, 'where it is kept (default: .mantissa/<program>/sample)'),
  shared.fresh,
  shared.json,
] as const;
export type SampleOptions = OptionsOf<typeof options>;

export const sampleCommand = defineCommand({
  name: 'sample',
  summary: 'try random configurations, and offer the quartiles of their errors as goals',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/sample.js')).sample(program, given, programArguments),
});
