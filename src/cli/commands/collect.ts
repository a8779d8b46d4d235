import { argument, defineCommand } from '../command.js';

/** Run on a node, for what a job has done there. */
export const collectCommand = defineCommand({
  name: 'collect',
  summary: '',
  isHidden: true,
  arguments: [argument('<folder>'), argument('[known...]')],
  options: [],
  action: async ([folder, known]) => (await import('../actions/collect.js')).collectFromNode(folder, known),
});
