import { defineCommand, programArgument } from '../command.js';
import { flag, inWords, type OptionsOf, text, textOr } from '../options/option.js';
import * as shared from '../options/shared-options.js';

/** Compared by default. */
export const DEFAULT_STRATEGIES = 'auto,delta-debugging,genetic,fisets';

const options = [
  ...shared.sourceOptions,
  textOr(
    '--strategies <list>',
    'strategies to compare; options follow after colons: fisets:mode=3:performance=10',
    DEFAULT_STRATEGIES,
  ),
  flag(
    '--ablations',
    'compare the genetic search with each of its parts switched off, and with the naive search; includes --local',
  ),
  flag(
    '--local',
    'instead of searches: lower each kernel alone (without kernels: each function), and compare the sum of their gains and errors with the whole program',
  ),
  textOr('--divide <list>', 'error bounds: the error of the lowest precision divided by each of these', '3,10,100'),
  ...shared.judgingOptions,
  shared.tunedInputs,
  shared.formats,
  shared.scope,
  shared.engine,
  shared.gpu,
  inWords(shared.trials, 'at most this many trials per strategy and goal'),
  inWords(shared.time, 'time limit per search: 90s, 10m, 1h'),
  shared.timeout,
  shared.memory,
  shared.jobs,
  inWords(shared.seed, 'random seed of the searches'),
  inWords(shared.study, 'folder for the studies (default: .mantissa/<program>/compare)'),
  text('--figure <file.svg>', 'write a bar chart of the speedups'),
  shared.json,
] as const;
export type CompareOptions = OptionsOf<typeof options>;

export const compareCommand = defineCommand({
  name: 'compare',
  summary: 'run several search strategies on the same programs and goals, and compare their results',
  arguments: [programArgument],
  options,
  action: async ([programs], given) => (await import('../actions/compare.js')).compare(programs, given),
});
