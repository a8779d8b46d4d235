import { defineCommand, programArgument } from '../command.js';
import { choice, choiceOr, flag, inWords, type OptionsOf, text, textOr, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const goalOptions = [
  shared.maxError,
  shared.goalMetric,
  shared.digits,
  shared.errorCommand,
  shared.against,
  text('--min-speedup <x>', 'smallest speedup worth recommending: baseline time ÷ candidate time'),
] as const;

/** `--plan` and the options that only work with it. */
export const planOptions = [
  flag(
    '--plan',
    'lower precision step by step in an order planned by static analysis, and show error and time after each step',
  ),
  text('--from <format>', 'with --plan: format to start from: fp64x4, fp64x2 or fp64 (default: fp64)'),
  text('--to <format>', 'with --plan: lowest format to reach: fp64, fp32 or fp16'),
  text(
    '--max-slowdown <x>',
    'with --plan: start from low precision and stop at this slowdown relative to the original',
  ),
  flag('--to-end', 'with --plan: run every step, whatever the error'),
  flag('--shared-first', 'with --plan: lower variables in shared memory first'),
  flag(
    '--inline-functions',
    'with --plan by variables: order the variables of device functions and small helpers with those of the functions that call them',
  ),
  flag('--calls-together', 'with --plan: give a function one format for all its calls, not one per call'),
  flag('--validate', 'with --plan: compare with random configurations, ten for each step'),
] as const;

const verificationOptions = [
  flag('--verify', 'require the recommendation to meet the goal on perturbed inputs as well, as mantissa verify does'),
  textOr('--verify-samples <n>', 'with --verify: perturbed copies of each input', '20'),
  inWords(
    shared.variance,
    'with --verify: standard deviation (not its square) of the perturbation, relative to each value (absolute for MANTISSA_INPUT)',
  ),
] as const;

const options = [
  ...shared.sourceOptions,
  ...goalOptions,
  shared.tunedInputs,
  shared.formats,
  shared.scope,
  text('--strategy <name>', 'search strategy (default: auto)'),
  texts('--set <option=value>', 'an option of the strategy (repeatable)'),
  shared.engine,
  shared.gpu,
  choice('--on <place>', 'build and run as jobs of a cluster, configured by "slurm" in mantissa.json', ['slurm']),
  shared.trials,
  shared.time,
  shared.timeout,
  shared.memory,
  shared.jobs,
  choice(
    '--timing <when>',
    'recommended: build and time only candidates for the recommendation, at the end; every: each accurate trial (default of fisets, and of auto on C and C++ programs)',
    ['recommended', 'every'],
  ),
  ...planOptions,
  flag('--front', 'also report the trade-off between error and speed below the bound: a few confirmed trials'),
  flag('--lower-unseen', 'also lower variables that do not affect the compared output, such as timers'),
  flag('--accumulators', 'also try other summation methods, once formats are found'),
  flag('--vectorize', 'also try vector loads and arithmetic (half2) in the kernels whose arrays became fp16 or bf16'),
  flag(
    '--phases',
    'also try lower precision in the first iterations of a loop only, whatever the strategy, and say why if that does not help',
  ),
  flag('--no-phases', 'do not try that; by default auto does if the formats found leave much of the speedup unused'),
  flag('--tune-blocks', 'also try other thread-block sizes on the GPU, once formats are found'),
  flag('--cpu-times', 'time a CUDA program on this CPU, as ported by the native engine'),
  shared.seed,
  inWords(shared.study, 'folder of the study (default: .mantissa/<program>)'),
  inWords(shared.fresh, 'discard the earlier trials of the study and start over'),
  flag(
    '--table',
    'reproduce the tables of the GPUMixer paper: every mode of fisets, and delta debugging, at 3, 6 and 9 digits; --set applies to fisets',
  ),
  flag('--energy', 'also measure the GPU energy of the recommended trial in joules, where the GPU reports it (NVML)'),
  choiceOr('--objective <what>', 'what to minimize: run time, or the energy of the GPU', ['time', 'energy'], 'time'),
  ...verificationOptions,
  shared.noSanitize,
  flag('--dry-run', 'print the groups and the formats they may have, without running a trial'),
  shared.json,
  { ...flag('-q, --quiet', 'print only the answer, in one line'), excludes: 'verbose' },
  flag(
    '-v, --verbose',
    'list every trial, including those from the journal, every step with its duration, and all evidence',
  ),
] as const;
export type TuneOptions = OptionsOf<typeof options>;
export type GoalOptions = OptionsOf<typeof goalOptions>;

export const tuneCommand = defineCommand({
  name: 'tune',
  summary: 'search for the fastest formats that meet an error bound; running it again resumes',
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
