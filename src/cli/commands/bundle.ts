import { argument, defineCommand } from '../command.js';
import { type OptionsOf, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  text('--output <folder>', 'folder to write (default: mantissa-bundle-<trial>)'),
] as const;
export type BundleOptions = OptionsOf<typeof options>;

export const bundleCommand = defineCommand({
  name: 'bundle',
  summary: 'write a trial into a folder to send with a bug report; runs nothing',
  arguments: [argument('<trial>', 'number of the trial')],
  options,
  action: async ([trial], given) => (await import('../actions/bundle.js')).bundle(trial, given),
});
