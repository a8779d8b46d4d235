/** Files that a program writes its numbers to, by the text of its sources: `fopen(name, "w")`, `std::ofstream out(name)`. */
import { blankComments } from '../../support/blank-comments.js';
import { whyNotInside } from '../../support/inside-folder.js';
import type { ProjectFile } from '../project/project-file-schema.js';
import { wholeTextOf } from './main-functions.js';

type FileOutput = Extract<ProjectFile['output'], { file: string }>;

export interface WrittenFile {
  readonly output: FileOutput;
  /** `heat.c:41`. */
  readonly where: string;
}

const OPENED = /(\w+)\s*=\s*(?:std::)?fopen\s*\(\s*([^,;]+?)\s*,\s*"(?:w|wb|w\+|wb\+|wt)"/g;
const STREAM = /\b(?:std::)?ofstream\s+(\w+)\s*[({]\s*([^,;)}]+)/g;
/** A file of this name holds times or words about the run. */
const NOT_RESULTS = /(?:^|[._/-])(?:logs?|times?|timings?|perf|profiling|trace|bench)(?:[._-]|$)/i;
const NUMBER = /%[-+ #0]*[\d*]*(?:\.[\d*]+)?l?[efgaEFGA]/;

/** `shown` is the file's name in messages; `given` the program's arguments that name no file that is there: one may name it. */
export function writtenFiles(file: string, shown: string, given: readonly string[]): WrittenFile[] {
  const text = blankComments(wholeTextOf(file));
  const found: WrittenFile[] = [];
  for (const [pattern, isStream] of [
    [OPENED, false],
    [STREAM, true],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const [, handle, spelt] = match as unknown as [string, string, string];
      const name = nameOf(spelt, text, given) ?? onlyFile(given);
      if (name === null || NOT_RESULTS.test(name) || whyNotInside(name) !== null) continue;
      const kind = isStream ? streamKind(text, handle) : handleKind(text, handle);
      if (kind === null) continue;
      const where = `${shown}:${text.slice(0, match.index).split('\n').length}`;
      found.push({ where, output: { file: name, ...kind } });
    }
  return found;
}

/** A literal, an argument of the program, or a variable that begins as one of them. */
function nameOf(spelt: string, text: string, given: readonly string[], depth = 0): string | null {
  const literal = /"([^"\\]+)"/.exec(spelt)?.[1] ?? null;
  const argument = /\bargv\s*\[\s*(\w+)\s*\]/.exec(spelt);
  if (argument)
    return (/^\d+$/.test(argument[1]!) ? given[Number(argument[1]) - 1] : given.find(isFileName)) ?? literal;
  if (literal !== null) return literal;
  if (depth > 2 || !/^[A-Za-z_]\w*(?:\.c_str\(\))?$/.test(spelt)) return null;
  const name = spelt.replace(/\.c_str\(\)$/, '');
  const defined = new RegExp(`#\\s*define\\s+${name}\\s+("[^"\\n]+")`).exec(text);
  if (defined) return nameOf(defined[1]!, text, given, depth + 1);
  const assigned = [...text.matchAll(new RegExp(`\\b${name}\\s*(?:\\[\\w*\\]\\s*)?=\\s*([^;]+);`, 'g'))];
  return assigned.map(([, value]) => nameOf(value!, text, given, depth + 1)).find((one) => one !== null) ?? null;
}

/** For a name that comes from where we do not follow it, such as a member or a parameter. */
function onlyFile(given: readonly string[]): string | null {
  const files = given.filter(isFileName);
  return files.length === 1 ? files[0]! : null;
}

/** An argument that is a file's name, by its look. */
function isFileName(word: string): boolean {
  return !word.startsWith('-') && /\.[A-Za-z]\w*$/.test(word);
}

type Kind = Pick<FileOutput, 'kind' | 'format'>;

function handleKind(text: string, handle: string): Kind | null {
  const written = new RegExp(`\\bfwrite\\s*\\(([^;]*),\\s*${handle}\\s*\\)`).exec(text);
  if (written) return { kind: 'binary', format: formatOf(written[1]!, text) };
  const prints = [
    ...text.matchAll(new RegExp(`\\bfprintf\\s*\\(\\s*${handle}\\s*,\\s*((?:"[^"]*"|[A-Z_]\\w*\\b|\\s)+)`, 'g')),
  ];
  return prints.some(([, format]) => NUMBER.test(format!) || namesFormat(format!)) ? { kind: 'text' } : null;
}

/** `"x = " REAL_FORMAT "\n"`: a macro of the program's own, for the numbers are of a type of its own. */
function namesFormat(format: string): boolean {
  const names = format.replace(/"[^"]*"/g, '').match(/\w+/g) ?? [];
  return names.some((name) => !/^(?:PRI|SCN)/.test(name));
}

function streamKind(text: string, handle: string): Kind | null {
  const written = new RegExp(`\\b${handle}\\s*\\.\\s*write\\s*\\(([^;]*)\\)`).exec(text);
  if (written) return { kind: 'binary', format: formatOf(written[1]!, text) };
  return new RegExp(`\\b${handle}\\s*<<`).test(text) ? { kind: 'text' } : null;
}

/** By the type whose size is named: `sizeof(float)`, or a name of the program's own for it. */
function formatOf(call: string, text: string): 'fp32' | 'fp64' {
  const named = /sizeof\s*\(\s*(\w+)\s*\)/.exec(call)?.[1] ?? '';
  const meant =
    new RegExp(`typedef\\s+(\\w+)\\s+${named}\\s*;|using\\s+${named}\\s*=\\s*(\\w+)|#\\s*define\\s+${named}\\s+(\\w+)`)
      .exec(text)
      ?.slice(1)
      .find((one) => one !== undefined) ?? named;
  return meant === 'float' ? 'fp32' : 'fp64';
}
