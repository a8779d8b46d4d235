import { argument, defineCommand } from '../command.js';
import { choiceOr, inWords, type OptionsOf, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  text('--study <folder>', 'a study, like the argument'),
  text('-o, --output <file>', 'file to write (default: report.html in the study; Markdown and JSON go to stdout)'),
  choiceOr('--format <name>', 'format of the report', ['html', 'markdown'], 'html'),
  inWords(shared.json, 'print the data of the report as JSON'),
] as const;
export type ReportOptions = OptionsOf<typeof options>;

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'write the report of a study: one HTML file that works offline, or Markdown',
  arguments: [
    argument(
      '[study...]',
      'folder of the study (default: the only one below .mantissa); several are compared side by side',
    ),
  ],
  options,
  action: async ([folders], given) => (await import('../actions/report.js')).report(folders, given),
});
