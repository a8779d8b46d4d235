import { ENGINE_NAMES } from '../../frontend/project/engine-names.js';
import { defineCommand, trialArgument } from '../command.js';
import { choice, flag, inWords, type OptionsOf, text, textOr, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  textOr('--samples <n>', 'how many neighbours', '100'),
  inWords(shared.variance, 'how far off: v times a standard normal number is added'),
  inWords(shared.seed, 'seed of what is added'),
  inWords(shared.input, 'whose neighbours (default: the first that was tuned on)'),
  texts('--arguments <line>', 'other arguments of the program instead (repeatable)'),
  text('--arguments-file <file>', 'the same, one run a line'),
  choice('--engine <name>', "where it runs (default: the study's)", ENGINE_NAMES),
  shared.inFolder,
  inWords(shared.include, "repeat a folder of the study's that is elsewhere"),
  inWords(shared.define, "repeat a macro of the study's that is more than a number"),
  inWords(shared.errorCommand, 'what prints the error, where no project file says it'),
  text('--min-confidence <share>', 'exit with 3 where the lower end of the confidence is below'),
  flag('--ci', 'guard precision in CI: exit with 3 where the confidence is below 0.9 or memory is misused'),
  text('--summary <file>', 'append a summary in Markdown (with --ci: to $GITHUB_STEP_SUMMARY)'),
  shared.timeout,
  shared.memory,
  inWords(shared.jobs, 'samples at the same time (default: one per processor, one on a GPU)'),
  shared.noSanitize,
  inWords(shared.json, 'print one JSON document, with the error of every sample'),
] as const;
export type VerifyOptions = OptionsOf<typeof options>;

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'run a trial beside the program as written on neighbours of its input',
  runsProgram: true,
  arguments: [trialArgument],
  options,
  action: async ([trial], given, { programArguments }) =>
    (await import('../actions/verify.js')).verify(trial, given, programArguments),
});
