import { defineCommand } from '../command.js';
import { flag, inWords, type OptionsOf, text, textOr } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  flag('--quick', 'fewer repeats and smaller arrays'),
  shared.engine,
  text('--only <parts>', 'some of it, such as operations,summation (default: all)'),
  textOr('-o, --output <folder>', 'where the record and the report go', '.mantissa/characterize'),
  text('--compare <file>', "another machine's record.json, to set side by side"),
  inWords(shared.fresh, 'measure again what the folder holds'),
  inWords(shared.json, 'print the record'),
] as const;
export type CharacterizeOptions = OptionsOf<typeof options>;

export const characterizeCommand = defineCommand({
  name: 'characterize',
  summary: 'measure what each precision costs and buys on this machine; running it again resumes',
  arguments: [],
  options,
  action: async (_values, given) => (await import('../actions/characterize.js')).characterizeCommand(given),
});
