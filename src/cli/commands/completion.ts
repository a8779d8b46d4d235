import { argument, defineCommand } from '../command.js';
import { SHELLS } from '../completion.js';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print the completion script of a shell: commands, options and their values',
  arguments: [argument('<shell>', 'shell to write it for', SHELLS)],
  options: [],
  action: async ([shell], _options, { commands }) =>
    (await import('../actions/completion.js')).completion(shell, commands),
});
