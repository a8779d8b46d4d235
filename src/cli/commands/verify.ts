import { ENGINE_NAMES } from '../../frontend/project/engine-names.js';
import { defineCommand, trialArgument } from '../command.js';
import { choice, flag, inWords, type OptionsOf, text, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  text('--samples <n>', 'number of perturbed inputs (default: 100)'),
  inWords(
    shared.variance,
    'standard deviation (not its square) of the perturbation, relative to each value (absolute for MANTISSA_INPUT); default: 0.1, limited by the distance of neighbouring values',
  ),
  inWords(shared.seed, 'random seed of the perturbation'),
  inWords(shared.input, 'input to perturb (default: the first that the study was tuned on)'),
  texts('--arguments <line>', 'arguments to compare on unchanged, instead of perturbed inputs (repeatable)'),
  text('--arguments-file <file>', 'file with such arguments, one run per line'),
  flag(
    '--timed',
    'with --arguments: also time the trial and the original program on each, with the share of the speedup of the lowest precision',
  ),
  choice('--engine <name>', 'engine that runs the program (default: that of the study)', ENGINE_NAMES),
  shared.inFolder,
  inWords(shared.include, "allow an include folder of the study that is outside the program's folder"),
  inWords(shared.define, 'allow a macro of the study whose value is not a plain number or name'),
  inWords(shared.errorCommand, 'command that prints the error, if no project file names one'),
  text(
    '--min-confidence <share>',
    'exit with 3 if the lower end of the 95 % interval of the share within tolerance is below this',
  ),
  flag('--ci', 'for CI: exit with 3 if the lower end of the 95 % interval is below 0.9 or a memory error is found'),
  text('--summary <file>', 'append a summary in Markdown (with --ci: to $GITHUB_STEP_SUMMARY)'),
  shared.timeout,
  shared.memory,
  inWords(shared.jobs, 'samples run in parallel (default: one per CPU core, one on a GPU)'),
  shared.noSanitize,
  inWords(shared.json, 'print one JSON document, with the error of every sample'),
] as const;
export type VerifyOptions = OptionsOf<typeof options>;

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'compare a trial with the original program on perturbed inputs',
  runsProgram: true,
  arguments: [trialArgument],
  options,
  action: async ([trial], given, { programArguments }) =>
    (await import('../actions/verify.js')).verify(trial, given, programArguments),
});
