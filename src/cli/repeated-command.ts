/** Repeats the user's command line for the same or another subcommand. */
import type { CommandChanges } from '../report/actions.js';
import { shellWord } from '../support/shell-word.js';
import { commands } from './command-list.js';
import type { OptionDeclaration } from './options/option.js';
import { debug, json } from './options/shared-options.js';

/** An option on a command line: `-DN=8`, `--input small`, `--input=small`. */
interface Given {
  readonly flag: string;
  /** Null for a switch. */
  readonly value: string | null;
  /** As the user typed it. */
  readonly words: readonly string[];
}

/** About the output of a command, not about the program. */
const NOT_REPEATED = [...flagsOf(json), ...flagsOf(debug)];

/**
 * The program, the options that `to` shares with the user's subcommand, and the program's arguments, as text for a shell. Options that
 * `to` does not know are left out.
 */
export function repeatedCommand(typed: readonly string[], to: string, changes: CommandChanges = {}): string {
  const optionsOf = (name: string | undefined) => commands.find((one) => one.name === name)?.options ?? [];
  const runsProgram = commands.find(({ name }) => name === typed[1])?.runsProgram ?? true;
  const end = runsProgram && typed.includes('--') ? typed.indexOf('--') : typed.length;
  const { program, options } = readWords(typed.slice(2, end), optionsOf(typed[1]));
  const changesOf = ({ flags }: OptionDeclaration) =>
    Object.keys(changes).find((one) => flagsOf({ flags }).includes(one));
  const placed = new Set<string>();
  const repeated = options.flatMap(({ flag, value, words }) => {
    const known = optionsOf(to).find((one) => flagsOf(one).includes(flag));
    if (!known || NOT_REPEATED.includes(flag) || takesValue(known) !== (value !== null)) return [];
    const change = changesOf(known);
    if (change === undefined) return value === null || (known.choices?.includes(value) ?? true) ? words : [];
    if (placed.has(change)) return [];
    placed.add(change);
    return changedWords(flag, changes[change]!);
  });
  const added = Object.entries(changes).flatMap(([flag, change]) =>
    placed.has(flag) ? [] : changedWords(flag, change),
  );
  return ['mantissa', to, ...program, ...repeated, ...added, ...typed.slice(end)].map(shellWord).join(' ');
}

function changedWords(flag: string, change: CommandChanges[string]): string[] {
  if (change === null) return [];
  return change === true ? [flag] : [flag, change];
}

/** Reads words as commander does. */
function readWords(
  words: readonly string[],
  known: readonly OptionDeclaration[],
): { program: string[]; options: Given[] } {
  const program: string[] = [];
  const options: Given[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const [, flag, attached = null] = /^(--[^=]+)(?:=([\s\S]*))?$/.exec(word) ?? /^(-[^-])([\s\S]+)?$/.exec(word) ?? [];
    const option = flag === undefined ? undefined : known.find((one) => flagsOf(one).includes(flag));
    if (flag === undefined) program.push(word);
    else if (!option || !takesValue(option)) options.push({ flag, value: null, words: [flag] });
    else if (attached !== null) options.push({ flag, value: attached, words: [word] });
    else {
      const value = words[++at] ?? '';
      options.push({ flag, value, words: [word, value] });
    }
    // switches in one word: -qv
    if (option && !takesValue(option) && attached !== null && !word.startsWith('--'))
      options.push(...readWords([`-${attached}`], known).options);
  }
  return { program, options };
}

function flagsOf({ flags }: Pick<OptionDeclaration, 'flags'>): string[] {
  return flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));
}

const takesValue = ({ flags }: OptionDeclaration): boolean => flags.includes('<');
