import path from 'node:path';
import { ByteText } from '../../support/byte-text.js';
import { type Directive, isName, namesIn, Tokens } from '../../support/tokens.js';

/** The lines between two directives of one `#if … #elif … #else … #endif`, 1-based and inclusive. */
export interface ConditionalRegion {
  readonly firstLine: number;
  readonly lastLine: number;
  /** The lines of the region with code, without directives and comments. */
  readonly codeLines: readonly number[];
  /** The directives of its conditional up to this branch, as written: `#ifdef A`, then `#else`. */
  readonly directives: readonly string[];
  /** The directives of the enclosing conditionals. */
  readonly around: readonly string[];
}

/** All branches of all conditionals in the text, without the file's include guard. */
export function conditionalRegions(text: string): ConditionalRegion[] {
  const source = new ByteText(Buffer.from(text, 'latin1'));
  const { list, directives } = source.tokens;
  const lineOf = (offset: number): number => source.position(offset).line;
  const withCode = new Set(
    list.flatMap(({ directive, begin, end }) => (directive ? [] : [lineOf(begin), lineOf(end - 1)])),
  );
  const regions: ConditionalRegion[] = [];
  const open: { line: number; isGuard: boolean; directives: string[] }[] = [];
  const guard = guardOf(source.tokens);
  const close = (lastLine: number): void => {
    const { line, directives: own } = open.at(-1)!;
    const codeLines = [...withCode].filter((one) => one > line && one <= lastLine);
    if (codeLines.length === 0) return;
    const around = open.slice(0, -1).flatMap((outer) => (outer.isGuard ? [] : outer.directives));
    regions.push({ firstLine: line + 1, lastLine, codeLines, directives: own, around });
  };
  for (const directive of directives) {
    const line = lineOf(directive.begin);
    const top = open.at(-1);
    if (directive.name.startsWith('if'))
      open.push({ line, isGuard: directive === guard, directives: [spelt(directive)] });
    else if (directive.name.startsWith('el') && top) {
      close(line - 1);
      open[open.length - 1] = { line, isGuard: false, directives: [...top.directives, spelt(directive)] };
    } else if (directive.name === 'endif') {
      if (top && !top.isGuard) close(line - 1);
      open.pop();
    }
  }
  return regions;
}

/** The directive on one line, even if it continues over several: `#if defined(A) && N > 3`. */
function spelt({ name, body }: Directive): string {
  const words = body.map(({ text, begin }, at) => (at > 0 && body[at - 1]!.end < begin ? ` ${text}` : text));
  return [`#${name}`, ...(body.length > 0 ? [words.join('')] : [])].join(' ');
}

/** The flag that enables this branch, if a single macro decides. */
export function compilingFlag(directives: readonly string[]): string | null {
  const [first, ...others] = directives.map((one) => new Tokens(one).directives[0]);
  const test = first && testedMacro(first);
  if (!test || others.some((one) => one?.name !== 'else')) return null;
  const isDefined = test.isDefined === (others.length === 0);
  return `-${isDefined ? 'D' : 'U'}${test.name}`;
}

/** The macro tested by `#ifdef A`, `#ifndef A`, `#if A`, `#if !defined(A)`; null for a more complex condition. */
function testedMacro({ name, body }: Directive): { readonly name: string; readonly isDefined: boolean } | null {
  const [only, ...rest] = body.filter(({ text }) => !['!', 'defined', '(', ')'].includes(text));
  if (!only || rest.length > 0 || !isName(only)) return null;
  const isNot = body[0]!.text === '!';
  if (isNot && body[1]!.text !== 'defined') return null;
  if (name === 'if') return { name: only.text, isDefined: !isNot };
  return name === 'ifdef' || name === 'ifndef' ? { name: only.text, isDefined: name === 'ifdef' } : null;
}

/**
 * Whether the branch depends on a macro that compilers define (`__CUDA_ARCH__`, `__GNUC__`): one build may compile one branch for the host and the
 * other for the device.
 */
export function isCompilersChoice({ directives, around }: Pick<ConditionalRegion, 'directives' | 'around'>): boolean {
  return [...directives, ...around].some((one) => namesIn(one).some((name) => /^_[_A-Z]/.test(name)));
}

/** Whether a file has no effect when it is included again. */
export function isReadOnce(tokens: Tokens): boolean {
  const isPragma = ({ name, body: [first] }: Directive) => name === 'pragma' && first?.text === 'once';
  return tokens.directives.some(isPragma) || (tokens.list.length > 0 && guardOf(tokens) !== null);
}

/** The include guard: `#ifndef NAME` at the begin of a file, followed by `#define NAME`. */
function guardOf({ list, directives: [first, second] }: Tokens): Directive | null {
  const test = first && first.begin === list[0]!.begin ? testedMacro(first) : null;
  const behind = list.find(({ directive }) => directive !== first);
  const isDefined = second?.name === 'define' && second.body[0]?.text === test?.name && behind?.directive === second;
  return test && !test.isDefined && isDefined ? first! : null;
}

/** The lines of each file that appear in the output of `clang -E`. */
export function printedLines(preprocessed: string): Map<string, Set<number>> {
  const printed = new Map<string, Set<number>>();
  let current: Set<number> | null = null;
  let line = 0;
  for (const content of preprocessed.split('\n')) {
    const marker = /^# (\d+) "((?:[^"\\]|\\.)*)"/.exec(content);
    if (marker) {
      line = Number(marker[1]);
      const file = path.normalize(marker[2]!.replace(/\\(.)/g, '$1'));
      current = printed.get(file) ?? new Set();
      printed.set(file, current);
    } else {
      if (content.trim() !== '') current?.add(line);
      line++;
    }
  }
  return printed;
}
