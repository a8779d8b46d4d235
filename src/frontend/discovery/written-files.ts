/** Files to which a program writes numbers, found in its source text: `fopen(name, "w")`, `std::ofstream out(name)`. */
import { ByteText } from '../../support/byte-text.js';
import { whyNotInside } from '../../support/inside-folder.js';
import { listIn } from '../../support/token-lists.js';
import { isName, type Token, type Tokens } from '../../support/tokens.js';
import type { ProjectFile } from '../project/project-file-schema.js';
import { wholeTextOf } from './main-functions.js';

type FileOutput = Extract<ProjectFile['output'], { file: string }>;

export interface WrittenFile {
  readonly output: FileOutput;
  /** `heat.c:41`. */
  readonly where: string;
}

/** A file with such a name contains times or messages about the run. */
const NOT_RESULTS = /(?:^|[._/-])(?:logs?|times?|timings?|perf|profiling|trace|bench)(?:[._-]|$)/i;
const NUMBER = /%[-+ #0]*[\d*]*(?:\.[\d*]+)?l?[efgaEFGA]/;

/** `shown` is the file's name in messages; `programArguments` are its arguments that name no existing file and may name an output. */
export function writtenFiles(file: string, shown: string, programArguments: readonly string[]): WrittenFile[] {
  const source = new ByteText(Buffer.from(wholeTextOf(file), 'latin1'));
  return source.tokens.list.flatMap((token) => {
    const opened = openedFile(source.tokens, token) ?? openedStream(source.tokens, token);
    if (!opened) return [];
    const { handle, nameTokens, kind } = opened;
    const name = nameOf(source.tokens, nameTokens, programArguments) ?? onlyFile(programArguments);
    if (kind === null || name === null || NOT_RESULTS.test(name) || whyNotInside(name) !== null) return [];
    return [{ where: `${shown}:${source.position(handle.begin).line}`, output: { file: name, ...kind } }];
  });
}

interface Opened {
  readonly handle: Token;
  readonly nameTokens: readonly Token[];
  /** The kind of its contents; null if they cannot be compared. */
  readonly kind: Kind | null;
}

/** `out = fopen(name, "w")`. */
function openedFile(tokens: Tokens, token: Token): Opened | null {
  const [name, mode] = token.text === 'fopen' ? argumentsOf(tokens, token.index) : [];
  const isQualified = tokens.list[token.index - 1]?.text === '::';
  const equals = tokens.list[token.index - (isQualified ? 3 : 1)];
  const handle = equals?.text === '=' ? tokens.list[equals.index - 1] : undefined;
  if (!name || !handle || !/^"w[b+t]*"$/.test(mode?.[0]?.text ?? '')) return null;
  return { handle, nameTokens: name, kind: handleKind(tokens, handle.text) };
}

/** `std::ofstream out(name)`. */
function openedStream(tokens: Tokens, token: Token): Opened | null {
  const handle = tokens.list[token.index + 1];
  const [name] = token.text === 'ofstream' && handle ? argumentsOf(tokens, handle.index) : [];
  return name && handle ? { handle, nameTokens: name, kind: streamKind(tokens, handle.text) } : null;
}

/** The arguments after the name of a function or an initialised variable. */
function argumentsOf(tokens: Tokens, name: number): (readonly Token[])[] {
  const open = tokens.list[name + 1];
  const list = open?.text === '(' || open?.text === '{' ? listIn(tokens, open) : null;
  return (list?.parts ?? []).map((part) => tokens.within(part));
}

/** A literal, an argument of the program, or a variable initialised with one of them. */
function nameOf(
  tokens: Tokens,
  nameTokens: readonly Token[],
  programArguments: readonly string[],
  depth = 0,
): string | null {
  const literal =
    nameTokens.find(({ kind, text }) => kind === 'string' && !text.includes('\\'))?.text.slice(1, -1) || null;
  const at = nameTokens.findIndex(({ text }) => text === 'argv');
  if (at >= 0 && nameTokens[at + 1]?.text === '[') {
    const position = Number(nameTokens[at + 2]?.text);
    return (Number.isInteger(position) ? programArguments[position - 1] : programArguments.find(isFileName)) ?? literal;
  }
  if (literal !== null) return literal;
  const [name, ...rest] = nameTokens.map(({ text }) => text);
  if (depth > 2 || !nameTokens[0] || !isName(nameTokens[0]) || !['', '.c_str()'].includes(rest.join(''))) return null;
  const meanings = [
    ...tokens.directives
      .filter((one) => one.name === 'define' && one.body[0]?.text === name)
      .map(({ body }) => body.slice(1)),
    ...tokens.list.filter(({ text }) => text === name).map(({ index }) => assignedAt(tokens, index)),
  ];
  return meanings.map((one) => nameOf(tokens, one, programArguments, depth + 1)).find((one) => one !== null) ?? null;
}

/** The value assigned by `name = …;` or `name[…] = …;`. */
function assignedAt({ list }: Tokens, name: number): readonly Token[] {
  const equals = list[name + 1]?.text === '[' ? (list[name + 1]!.partner ?? name) + 1 : name + 1;
  if (list[equals]?.text !== '=') return [];
  return list.slice(
    equals + 1,
    list.findIndex(({ text }, at) => at > equals && text === ';'),
  );
}

/** For a name whose origin is not followed, such as a member or a parameter. */
function onlyFile(programArguments: readonly string[]): string | null {
  const files = programArguments.filter(isFileName);
  return files.length === 1 ? files[0]! : null;
}

/** Whether an argument looks like a file name. */
function isFileName(word: string): boolean {
  return !word.startsWith('-') && /\.[A-Za-z]\w*$/.test(word);
}

type Kind = Pick<FileOutput, 'kind' | 'format'>;

function handleKind(tokens: Tokens, handle: string): Kind | null {
  const calls = tokens.list.filter(({ text }) => text === 'fwrite' || text === 'fprintf');
  const called = calls.map(({ text, index }) => ({ callee: text, parts: argumentsOf(tokens, index) }));
  const isHandle = (part: readonly Token[] | undefined) => part?.length === 1 && part[0]!.text === handle;
  const written = called.find(({ callee, parts }) => callee === 'fwrite' && isHandle(parts.at(-1)));
  if (written) return { kind: 'binary', format: formatOf(tokens, written.parts.flat()) };
  const prints = called.filter(({ callee, parts }) => callee === 'fprintf' && isHandle(parts[0]));
  return prints.some(({ parts }) => printsNumbers(parts[1] ?? [])) ? { kind: 'text' } : null;
}

/** `"x = %g\n"`, or `"x = " REAL_FORMAT "\n"` with a macro of the program for its own number type. */
function printsNumbers(format: readonly Token[]): boolean {
  return format.some((token) =>
    token.kind === 'string' ? NUMBER.test(token.text) : isName(token) && !/^(?:PRI|SCN)/.test(token.text),
  );
}

function streamKind(tokens: Tokens, handle: string): Kind | null {
  const { list } = tokens;
  const uses = list.filter(({ text }) => text === handle).map(({ index }) => index);
  const written = uses.find((at) => list[at + 1]?.text === '.' && list[at + 2]?.text === 'write');
  if (written !== undefined)
    return { kind: 'binary', format: formatOf(tokens, argumentsOf(tokens, written + 2).flat()) };
  return uses.some((at) => list[at + 1]?.text === '<<') ? { kind: 'text' } : null;
}

/** The format of the type in `sizeof(float)`, or of the program's own name for it. */
function formatOf({ list, directives }: Tokens, call: readonly Token[]): 'fp32' | 'fp64' {
  const named = call[call.findIndex(({ text }) => text === 'sizeof') + 2]?.text ?? '';
  const says = (at: number, words: readonly string[]) =>
    words.every((word, offset) => word === '' || list[at + offset]?.text === word);
  const alias = list.findIndex(
    (_, at) => says(at, ['typedef', '', named, ';']) || says(at, ['using', named, '=', '', ';']),
  );
  const macro = directives.find(({ name, body }) => name === 'define' && body[0]?.text === named)?.body[1]?.text;
  const typeName =
    macro ?? list[alias < 0 ? list.length : alias + (list[alias]!.text === 'using' ? 3 : 1)]?.text ?? named;
  return typeName === 'float' ? 'fp32' : 'fp64';
}
