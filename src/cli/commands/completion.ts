import { argument, defineCommand } from '../command.js';
import { SHELLS } from '../completion.js';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print what a shell needs to complete commands, options and their values',
  arguments: [argument('<shell>', 'which', SHELLS)],
  options: [],
  action: async ([shell], _options, { commands }) =>
    (await import('../actions/completion.js')).completion(shell, commands),
});
