import { formatNames } from '../../numerics/format.js';
import { strategies } from '../../search/strategies.js';
import type { CommandDeclaration } from '../command.js';
import { completionScript, type Shell } from '../completion.js';
import { describeCommands } from '../describe-commands.js';
import { answer } from '../text/terminal.js';

/** `mantissa completion`: prints the completion script of a shell. */
export function completion(shell: Shell, commands: readonly CommandDeclaration[]): void {
  answer(
    completionScript(shell, describeCommands(commands), {
      '--strategy': strategies.map(({ name }) => name),
      '--from': formatNames,
      '--to': formatNames,
      '--all': formatNames,
    }),
  );
}
