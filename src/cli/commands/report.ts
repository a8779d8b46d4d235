import { argument, defineCommand } from '../command.js';
import { choiceOr, inWords, type OptionsOf, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  text('--study <folder>', 'the same'),
  text('-o, --output <file>', 'where to (default: report.html in the study; Markdown and JSON to stdout)'),
  choiceOr('--format <name>', 'as what', ['html', 'markdown'], 'html'),
  inWords(shared.json, 'print the JSON document behind it'),
] as const;
export type ReportOptions = OptionsOf<typeof options>;

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'write a study as one HTML file that needs no network, or as Markdown',
  arguments: [
    argument('[study...]', 'its folder (default: the only one below .mantissa); several are set side by side'),
  ],
  options,
  action: async ([folders], given) => (await import('../actions/report.js')).report(folders, given),
});
