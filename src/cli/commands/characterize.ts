import { defineCommand } from '../command.js';
import { flag, inWords, type OptionsOf, text, textOr } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  flag('--quick', 'fewer repetitions and smaller arrays'),
  shared.engine,
  text('--only <parts>', 'benchmarks to run, such as operations,summation (default: all)'),
  textOr('-o, --output <folder>', 'folder for the record and the report', '.mantissa/characterize'),
  text('--compare <file>', "another machine's record.json, shown side by side in the report"),
  inWords(shared.fresh, 'discard the measurements in the folder and measure again'),
  inWords(shared.json, 'print the record as JSON'),
] as const;
export type CharacterizeOptions = OptionsOf<typeof options>;

export const characterizeCommand = defineCommand({
  name: 'characterize',
  summary: 'measure the speed and accuracy of each precision on this machine; running it again resumes',
  arguments: [],
  options,
  action: async (_values, given) => (await import('../actions/characterize.js')).characterizeCommand(given),
});
