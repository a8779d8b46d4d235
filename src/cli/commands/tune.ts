import { defineCommand, programArgument } from '../command.js';
import { choice, choiceOr, flag, inWords, type OptionsOf, text, textOr, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const goalOptions = [
  shared.maxError,
  shared.goalMetric,
  shared.digits,
  shared.errorCommand,
  shared.against,
  text('--min-speedup <x>', 'baseline time ÷ candidate time that makes it worth while'),
] as const;

/** `--plan`, and what is for it alone. */
export const planOptions = [
  flag('--plan', 'walk a plan that the analyses make without a run, from a wide format down'),
  text('--from <format>', 'with --plan: what everything begins in: fp64x4, fp64x2 or fp64 (default: fp64)'),
  text('--to <format>', 'with --plan: what it goes down to: fp64, fp32 or fp16'),
  text('--max-slowdown <x>', 'with --plan: upwards from low precision, to so many times the time as written'),
  flag('--to-end', 'with --plan: through all of it, whatever the error'),
  flag('--shared-first', 'with --plan: shared memory before everything else'),
  flag('--calls-together', 'with --plan: a function that is called from several places is lowered as one'),
  flag('--validate', 'with --plan: random configurations besides, ten for each iteration'),
] as const;

const verificationOptions = [
  flag('--verify', 'what is recommended also holds on neighbours of its inputs, as mantissa verify makes them'),
  textOr('--verify-samples <n>', 'with --verify: how many neighbours of each input', '20'),
  inWords(shared.variance, 'with --verify: how far off they are'),
] as const;

const options = [
  ...shared.sourceOptions,
  ...goalOptions,
  shared.tunedInputs,
  shared.formats,
  shared.scope,
  text('--strategy <name>', 'how to search (default: auto)'),
  texts('--set <option=value>', 'an option of the strategy (repeatable)'),
  shared.engine,
  shared.gpu,
  choice('--on <place>', 'builds and runs are jobs of a cluster, as "slurm" of mantissa.json says', ['slurm']),
  shared.trials,
  shared.time,
  shared.timeout,
  shared.memory,
  shared.jobs,
  choice('--timing <when>', 'what is built and timed: what may be recommended, at the end; or every accurate trial', [
    'recommended',
    'every',
  ]),
  ...planOptions,
  flag('--front', 'the trade-off between error and speed below the bound: a handful of confirmed points'),
  flag('--lower-unseen', 'also lower variables that do not affect the compared output, clock variables included'),
  flag('--accumulators', 'also other ways to add up sums, once formats are found'),
  flag('--vectorize', 'also the kernels of what is found on vectors of halves, where their arrays are in halves'),
  flag('--tune-blocks', 'also thread blocks of other sizes, once formats are found, timed on the GPU'),
  flag('--cpu-times', 'a CUDA program is timed on this processor, as the program that the native engine makes of it'),
  shared.seed,
  inWords(shared.study, 'where the study is kept (default: .mantissa/<program>)'),
  inWords(shared.fresh, 'forget what the study holds'),
  flag(
    '--table',
    "the GPUMixer paper's tables: every mode of fisets and delta debugging, at 3, 6 and 9 digits; --set is for fisets",
  ),
  flag('--energy', 'also count the joules of a run of what is recommended, where the GPU counts them (NVML)'),
  choiceOr(
    '--objective <what>',
    'what the recommended trial saves most of; energy is that of the GPU',
    ['time', 'energy'],
    'time',
  ),
  ...verificationOptions,
  shared.noSanitize,
  flag('--dry-run', 'print the groups and their formats, and stop'),
  shared.json,
  { ...flag('-q, --quiet', 'say nothing but the answer, in one line'), excludes: 'verbose' },
  flag('-v, --verbose', 'every trial, also what the journal knew; every step and how long it took; all evidence'),
] as const;
export type TuneOptions = OptionsOf<typeof options>;
export type GoalOptions = OptionsOf<typeof goalOptions>;

export const tuneCommand = defineCommand({
  name: 'tune',
  summary: 'search for the fastest configuration that meets a goal; running it again resumes',
  runsProgram: true,
  arguments: [programArgument],
  options,
  async furtherHelp() {
    const { strategies } = await import('../../search/strategies.js');
    const room = Math.max(...strategies.map(({ name }) => name.length));
    const lines = strategies.map(({ name, summary }) => `  ${name.padEnd(room)}  ${summary}`);
    return `\nStrategies:\n${lines.join('\n')}`;
  },
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/tune.js')).tune(program, given, programArguments),
});
