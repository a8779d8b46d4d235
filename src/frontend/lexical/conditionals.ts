import path from 'node:path';
import { blankCommentsAndStrings } from '../../support/blank-comments.js';

/** The lines between two directives of one `#if … #elif … #else … #endif`, 1-based and inclusive. */
export interface ConditionalRegion {
  readonly firstLine: number;
  readonly lastLine: number;
  /** Lines of the region that hold code, not directives or comments. */
  readonly codeLines: readonly number[];
}

/** Every branch of every conditional in the text; a file's include guard is not one. */
export function conditionalRegions(text: string): ConditionalRegion[] {
  const lines = blankCommentsAndStrings(text).split('\n');
  const regions: ConditionalRegion[] = [];
  const open: { line: number; isGuard: boolean }[] = [];
  const guard = guardLine(lines);
  let continued = false;
  const codeLines: number[] = [];
  const close = (from: number, to: number): void => {
    const code = codeLines.filter((line) => line >= from && line <= to);
    if (code.length > 0) regions.push({ firstLine: from, lastLine: to, codeLines: code });
  };
  lines.forEach((content, index) => {
    const line = index + 1;
    const directive = continued ? null : /^\s*#\s*(\w+)/.exec(content);
    const isDirective = continued || directive !== null;
    continued = isDirective && /\\\s*$/.test(content);
    if (!isDirective && content.trim() !== '') codeLines.push(line);
    if (!directive) return;
    if (/^if/.test(directive[1]!)) open.push({ line, isGuard: line === guard });
    else if (/^(?:elif|else)/.test(directive[1]!) && open.length > 0) {
      close(open.at(-1)!.line + 1, line - 1);
      open[open.length - 1] = { line, isGuard: false };
    } else if (directive[1] === 'endif') {
      const top = open.pop();
      if (top && !top.isGuard) close(top.line + 1, line - 1);
    }
  });
  return regions;
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
