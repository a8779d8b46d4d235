import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf } from '../options/option.js';
import {
  engine,
  formats,
  fresh,
  gpu,
  inputs,
  jobs,
  json,
  judgingOptions,
  memory,
  scope,
  seed,
  sourceOptions,
  study,
  timeout,
  trials,
} from '../options/shared-options.js';

const options = [
  ...sourceOptions,
  ...judgingOptions,
  inputs,
  formats,
  scope,
  engine,
  inWords(gpu, 'whose costs modelled speedups have'),
  { ...inWords(trials, 'how many configurations'), usual: '1000' },
  timeout,
  memory,
  inWords(jobs, 'trials at the same time (default: one per processor, one on a GPU)'),
  inWords(seed, 'seed of what is drawn'),
  inWords(study, 'where it is kept (default: .mantissa/<program>/sample)'),
  fresh,
  json,
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
