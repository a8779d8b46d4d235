import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf, text, textOr } from '../options/option.js';
import {
  engine,
  formats,
  gpu,
  jobs,
  json,
  judgingOptions,
  memory,
  scope,
  seed,
  sourceOptions,
  study,
  time,
  timeout,
  trials,
  tunedInputs,
} from '../options/shared-options.js';

const options = [
  ...sourceOptions,
  textOr(
    '--strategies <list>',
    'which, with options behind colons: fisets:mode=3:performance=10',
    'auto,delta-debugging,genetic,fisets',
  ),
  textOr('--divide <list>', 'goals: the error of everything narrow divided by these', '3,10,100'),
  ...judgingOptions,
  tunedInputs,
  formats,
  scope,
  engine,
  gpu,
  inWords(trials, 'at most this many trials of each'),
  inWords(time, 'at most this long for each search: 90s, 10m, 1h'),
  timeout,
  memory,
  jobs,
  inWords(seed, 'seed of the searches'),
  inWords(study, 'where the studies are kept (default: .mantissa/<program>/compare)'),
  text('--figure <file.svg>', 'draw the speedups as bars'),
  json,
] as const;
export type CompareOptions = OptionsOf<typeof options>;

export const compareCommand = defineCommand({
  name: 'compare',
  summary: 'try strategies on the same programs with the same goals, side by side',
  arguments: [programArgument],
  options,
  action: async ([programs], given) => (await import('../actions/compare.js')).compare(programs, given),
});
