import { argument, defineCommand } from '../command.js';
import { type OptionsOf, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [shared.study, text('--output <folder>', 'where to (default: mantissa-bundle-<trial>)')] as const;
export type BundleOptions = OptionsOf<typeof options>;

export const bundleCommand = defineCommand({
  name: 'bundle',
  summary: 'write a trial as a folder to send with a bug report; runs nothing',
  arguments: [argument('<trial>', 'its number')],
  options,
  action: async ([trial], given) => (await import('../actions/bundle.js')).bundle(trial, given),
});
