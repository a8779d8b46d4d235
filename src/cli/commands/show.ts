import { defineCommand, trialArgument } from '../command.js';
import { flag, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  shared.json,
  shared.scalar,
  flag('--machine-code', 'show the machine code of the functions that the trial changes, beside the original'),
] as const;
export type ShowOptions = OptionsOf<typeof options>;

export const showCommand = defineCommand({
  name: 'show',
  summary: 'show one trial: error, speedup, the reason for the format of each group, and the patch',
  arguments: [trialArgument],
  options,
  action: async ([trial], given) => (await import('../actions/show.js')).show(trial, given),
});
