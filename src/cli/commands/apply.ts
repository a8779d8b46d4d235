import { defineCommand, trialArgument } from '../command.js';
import { flag, inWords, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  flag('--phases', 'print the patch of the phases that tune --phases found, instead of a trial'),
  flag('--write', 'edit the source files in place'),
  inWords(shared.force, 'write even if the sources have changed since the study, or git has uncommitted changes'),
  shared.also,
  inWords(shared.inFolder, 'write only below this folder (default: the current one)'),
  shared.scalar,
  shared.noCompile,
] as const;
export type ApplyOptions = OptionsOf<typeof options>;

export const applyCommand = defineCommand({
  name: 'apply',
  summary: 'print a trial of a study as a patch, or write it into the sources',
  arguments: [trialArgument],
  options,
  action: async ([trial], given) => (await import('../actions/apply.js')).apply(trial, given),
});
