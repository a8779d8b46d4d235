import { formatNames } from '../../numerics/format.js';
import { strategies } from '../../search/strategies.js';
import { completionScript, type Shell } from '../completion.js';
import type { CommandDescription } from '../describe-commands.js';
import { answer } from '../text/terminal.js';

/** `mantissa completion`: what a shell needs to complete commands, options and their values. */
export function completion(shell: Shell, commands: readonly CommandDescription[]): void {
  answer(
    completionScript(shell, commands, {
      '--strategy': strategies.map(({ name }) => name),
      '--from': formatNames,
      '--to': formatNames,
      '--all': formatNames,
    }),
  );
}
