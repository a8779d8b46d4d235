/** Inputs of a study in messages. */
import type { StudyInput } from '../../journal/records.js';
import { shellWord } from '../../support/shell-word.js';

/** `input 'small'` */
export function inputText(name: string): string {
  return `input '${name}'`;
}

/** With the arguments of the run: `input 'small' (--size 64)`; or `input from the command line (wal.txt 10)`. */
export function inputWithArguments({ name, arguments: given }: StudyInput): string {
  const words = given.length > 0 ? ` (${given.map(shellWord).join(' ')})` : '';
  if (name === COMMAND_LINE_INPUT) return `input from the command line${words}`;
  return `${inputText(name)}${words}`;
}

/** Name of the input that the arguments after `--` form. */
export const COMMAND_LINE_INPUT = 'arguments';
