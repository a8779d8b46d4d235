import { defineCommand } from '../command.js';

/** Prints all commands and options as JSON, for the script that writes the reference pages. */
export const commandsCommand = defineCommand({
  name: 'commands',
  summary: '',
  isHidden: true,
  arguments: [],
  options: [],
  async action(_values, _options, { commands }) {
    const { describeCommands } = await import('../describe-commands.js');
    const { answer } = await import('../text/terminal.js');
    answer(`${JSON.stringify({ schemaVersion: 1, commands: describeCommands(commands) }, null, 2)}\n`);
  },
});
