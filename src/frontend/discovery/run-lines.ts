/** Command lines of a program in a README, a script or the output of `make run`. */
import path from 'node:path';
import { splitShellWords, UnclosedQuote } from '../project/shell-words.js';

export interface FoundRun {
  readonly arguments: readonly string[];
  /** For messages: `README.md:12`. */
  readonly where: string;
}

const LAUNCHER = /^(?:time|nice|env|exec|sudo|timeout|\d+s?|srun|numactl|\w+=\S*)$/;
/** Placeholders, expansions and globs, which a reader would have to fill in. */
const UNFINISHED = /[<>[\]{}$*`…]|\.\.\.|^-{0,2}[A-Z][A-Z_]+$/;

/** The runs of the program called `name` in a text; in `commands` every line is a command, in `prose` it may not be. */
export function runsIn(text: string, name: string, file: string, kind: 'prose' | 'commands'): FoundRun[] {
  return text.split(/\r?\n/).flatMap((line, at) =>
    commandsOf(line, kind).flatMap(({ command, isCertain }) => {
      const words = runOf(command, name, isCertain);
      return words === null ? [] : [{ arguments: words, where: `${file}:${at + 1}` }];
    }),
  );
}

interface Candidate {
  readonly command: string;
  /** Whether this is certainly a command, not a sentence that begins with the program's name. */
  readonly isCertain: boolean;
}

function commandsOf(line: string, kind: 'prose' | 'commands'): Candidate[] {
  const parts = (text: string) => text.split(/&&|\|\||[;|]/);
  if (kind === 'commands')
    return parts(line.replace(/^\s*[@+-]+/, '').replace(/(?:^|\s)#.*$/, '')).map((command) => ({
      command,
      isCertain: true,
    }));
  const prompt = /^\s*(?:[$%]|\w+[$#])\s+(\S.*)$/.exec(line);
  if (prompt) return parts(prompt[1]!).map((command) => ({ command, isCertain: true }));
  // the prompt of root or a heading; the prompt of Windows or a quotation
  const marked = /^\s*(?:#+|>+)\s+(\S.*)$/.exec(line);
  if (marked) return parts(marked[1]!).map((command) => ({ command, isCertain: false }));
  const inline = [...line.matchAll(/`([^`]+)`/g)].map(([, command]) => command!);
  return [...(inline.length > 0 ? inline : [line.replace(/\s#\s.*$/, '')])]
    .flatMap(parts)
    .map((command) => ({ command, isCertain: false }));
}

/** The arguments if the command runs the program; null if it runs something else or is incomplete. */
function runOf(command: string, name: string, isCertain: boolean): string[] | null {
  let words: string[];
  try {
    words = splitShellWords(command.replace(/\s\d?>+\s*\S+|\s&>\s*\S+|\s2>&1/g, ' '));
  } catch (error) {
    if (error instanceof UnclosedQuote) return null;
    throw error;
  }
  const at = words.findIndex((word) => !LAUNCHER.test(word));
  const program = words[at];
  if (program === undefined || path.posix.basename(program).replace(/\.exe$/, '') !== name) return null;
  if (!isCertain && !program.includes('/')) return null;
  const rest = words.slice(at + 1);
  return rest.some((word) => UNFINISHED.test(word)) ? null : rest;
}

/** Without duplicates, in order of discovery. */
export function distinctRuns(runs: readonly FoundRun[]): FoundRun[] {
  const seen = new Map<string, FoundRun>();
  for (const run of runs) {
    const key = JSON.stringify(run.arguments);
    if (!seen.has(key)) seen.set(key, run);
  }
  return [...seen.values()];
}
