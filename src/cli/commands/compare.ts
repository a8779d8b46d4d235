import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf, text, textOr } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.sourceOptions,
  textOr(
    '--strategies <list>',
    'which, with options behind colons: fisets:mode=3:performance=10',
    'auto,delta-debugging,genetic,fisets',
  ),
  textOr('--divide <list>', 'goals: the error of everything narrow divided by these', '3,10,100'),
  ...shared.judgingOptions,
  shared.tunedInputs,
  shared.formats,
  shared.scope,
  shared.engine,
  shared.gpu,
  inWords(shared.trials, 'at most this many trials of each'),
  inWords(shared.time, 'at most this long for each search: 90s, 10m, 1h'),
  shared.timeout,
  shared.memory,
  shared.jobs,
  inWords(shared.seed, 'seed of the searches'),
  inWords(shared.study, 'where the studies are kept (default: .mantissa/<program>/compare)'),
  text('--figure <file.svg>', 'draw the speedups as bars'),
  shared.json,
] as const;
export type CompareOptions = OptionsOf<typeof options>;

export const compareCommand = defineCommand({
  name: 'compare',
  summary: 'try strategies on the same programs with the same goals, side by side',
  arguments: [programArgument],
  options,
  action: async ([programs], given) => (await import('../actions/compare.js')).compare(programs, given),
});
