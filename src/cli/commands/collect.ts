import { argument, defineCommand } from '../command.js';

/** A hidden command, executed on a cluster node: prints the results of a job that finished on that node. */
export const collectCommand = defineCommand({
  name: 'collect',
  summary: '',
  isHidden: true,
  arguments: [argument('<folder>'), argument('[known...]')],
  options: [],
  action: async ([folder, known]) => (await import('../actions/collect.js')).collectFromNode(folder, known),
});
