import { argument, defineCommand } from '../command.js';

/** Runs on a cluster node and prints the results of a job that ran there. */
export const collectCommand = defineCommand({
  name: 'collect',
  summary: '',
  isHidden: true,
  arguments: [argument('<folder>'), argument('[known...]')],
  options: [],
  action: async ([folder, known]) => (await import('../actions/collect.js')).collectFromNode(folder, known),
});
