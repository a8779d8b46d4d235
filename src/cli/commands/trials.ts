import { OUTCOMES } from '../../journal/outcomes.js';
import { defineCommand } from '../command.js';
import { choice, choiceOr, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  shared.study,
  choiceOr('--format <name>', 'format of the list', ['table', 'csv', 'json', 'markdown'], 'table'),
  choiceOr(
    '--sort <figure>',
    'sort by number, smallest error or largest speedup',
    ['number', 'error', 'speedup'],
    'number',
  ),
  choice('--only <kind>', 'only trials that meet the goal (accepted), or with this outcome', ['accepted', ...OUTCOMES]),
  shared.json,
] as const;
export type TrialsOptions = OptionsOf<typeof options>;

export const trialsCommand = defineCommand({
  name: 'trials',
  summary: 'list the trials of a study',
  arguments: [],
  options,
  action: async (_values, given) => (await import('../actions/trials.js')).trials(given),
});
