import path from 'node:path';
import { blankCommentsAndStrings } from '../../support/blank-comments.js';

/** The lines between two directives of one `#if … #elif … #else … #endif`, 1-based and inclusive. */
export interface ConditionalRegion {
  readonly firstLine: number;
  readonly lastLine: number;
  /** Lines of the region that hold code, not directives or comments. */
  readonly codeLines: readonly number[];
  /** The directives of its own conditional up to this branch, as they are written: `#ifdef A`, then `#else`. */
  readonly directives: readonly string[];
  /** Those of the conditionals around it. */
  readonly around: readonly string[];
}

/** Every branch of every conditional in the text; a file's include guard is not one. */
export function conditionalRegions(text: string): ConditionalRegion[] {
  const lines = blankCommentsAndStrings(text).split('\n');
  const regions: ConditionalRegion[] = [];
  const open: { line: number; isGuard: boolean; directives: string[] }[] = [];
  const guard = guardLine(lines);
  let continued = false;
  const codeLines: number[] = [];
  const close = (from: number, to: number): void => {
    const code = codeLines.filter((line) => line >= from && line <= to);
    if (code.length === 0) return;
    const { directives } = open.at(-1)!;
    const around = open.slice(0, -1).flatMap((outer) => (outer.isGuard ? [] : outer.directives));
    regions.push({ firstLine: from, lastLine: to, codeLines: code, directives, around });
  };
  lines.forEach((content, index) => {
    const line = index + 1;
    const directive = continued ? null : /^\s*#\s*(\w+)/.exec(content);
    const isDirective = continued || directive !== null;
    continued = isDirective && /\\\s*$/.test(content);
    if (!isDirective && content.trim() !== '') codeLines.push(line);
    if (!directive) return;
    const written = wholeDirective(lines, index);
    if (/^if/.test(directive[1]!)) open.push({ line, isGuard: line === guard, directives: [written] });
    else if (/^(?:elif|else)/.test(directive[1]!) && open.length > 0) {
      close(open.at(-1)!.line + 1, line - 1);
      open[open.length - 1] = { line, isGuard: false, directives: [...open.at(-1)!.directives, written] };
    } else if (directive[1] === 'endif') {
      const top = open.at(-1);
      if (top && !top.isGuard) close(top.line + 1, line - 1);
      open.pop();
    }
  });
  return regions;
}

/** On one line, however many it is written on. */
function wholeDirective(lines: readonly string[], first: number): string {
  let last = first;
  while (/\\\s*$/.test(lines[last] ?? '') && last + 1 < lines.length) last++;
  return lines
    .slice(first, last + 1)
    .map((line) => line.replace(/\\\s*$/, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The flag that would have this branch compiled, where one macro decides. */
export function compilingFlag(directives: readonly string[]): string | null {
  const [first, ...others] = directives;
  const positive = /^# ?(?:ifdef (\w+)|if (?:defined ?\(? ?)?(\w+) ?\)?)$/.exec(first ?? '');
  const negative = /^# ?(?:ifndef (\w+)|if ! ?defined ?\(? ?(\w+) ?\)?)$/.exec(first ?? '');
  const name = (positive ?? negative)?.slice(1).find(Boolean);
  if (!name || /^\d/.test(name) || others.some((one) => !/^# ?else\b/.test(one))) return null;
  const isDefined = (positive !== null) === (others.length === 0);
  return `-${isDefined ? 'D' : 'U'}${name}`;
}

/**
 * True where a name decides that compilers define themselves (`__CUDA_ARCH__`, `__GNUC__`): one build may compile the text that way for
 * the host and this way for the device.
 */
export function isCompilersChoice({ directives, around }: Pick<ConditionalRegion, 'directives' | 'around'>): boolean {
  return [...directives, ...around].some((directive) => /\b_(?:_|[A-Z])\w*/.test(directive));
}

function guardLine(lines: readonly string[]): number | null {
  const first = lines.findIndex((line) => line.trim() !== '');
  const name = /^\s*#\s*(?:ifndef|if\s+!\s*defined\s*\(?)\s*(\w+)/.exec(lines[first] ?? '')?.[1];
  const next = lines.slice(first + 1).find((line) => line.trim() !== '');
  return name && next && new RegExp(`^\\s*#\\s*define\\s+${name}\\b`).test(next) ? first + 1 : null;
}

/** Which lines of which files the preprocessor printed something for, from the output of `clang -E`. */
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
