/** Functions that parse or print numbers. */
import { family, type LibraryFunction, named } from './library-function.js';

export const textFunctions: readonly [string, LibraryFunction][] = [
  ...named('scanf', { effect: { kind: 'scans', format: 0 } }),
  ...named('fscanf sscanf', { effect: { kind: 'scans', format: 1 } }),
  ...named('from_chars', { effect: { kind: 'parses', into: 2 } }),
  ...named(
    `${family('|v', '|f|s|sn|d|as', 'printf')} wprintf fwprintf swprintf vwprintf vfwprintf vswprintf __builtin_printf operator<<`,
    { prints: true },
  ),
  ...named('printf fprintf', { printsAllDigits: true }),
];
