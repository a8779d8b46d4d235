import { defineCommand, trialArgument } from '../command.js';
import { flag, inWords, type OptionsOf } from '../options/option.js';
import { also, force, inFolder, noCompile, scalar, study } from '../options/shared-options.js';

const options = [
  study,
  flag('--write', 'edit the sources in place'),
  inWords(force, 'even if they, or the git tree around them, have changed'),
  also,
  inWords(inFolder, 'write only below this folder (default: the current one)'),
  scalar,
  noCompile,
] as const;
export type ApplyOptions = OptionsOf<typeof options>;

export const applyCommand = defineCommand({
  name: 'apply',
  summary: 'print a trial of a study as a patch, or write it into the sources',
  arguments: [trialArgument],
  options,
  action: async ([trial], given) => (await import('../actions/apply.js')).apply(trial, given),
});
