import * as fs from 'node:fs';
import { roundTo } from '../numerics/rounding.js';
import { readable } from '../support/byte-text.js';
import { codeText } from './code-text.js';
import type { VectorFormat } from './vector-format.js';

const LITERAL = /(?<![\w.])(?:0[xX][\da-fA-F.]+[pP][+-]?\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFlL]?(?![\w.])/g;

/** The user's file as a reader has it: literals as they are written, comments with their lines. */
export class SourceText {
  private readonly lines: readonly string[];
  private readonly code: readonly string[];

  constructor(text: string) {
    this.lines = text.split(/\r?\n/);
    this.code = codeText(text).split(/\r?\n/);
  }

  static of(file: string): SourceText {
    return new SourceText(fs.readFileSync(file, 'latin1'));
  }

  /**
   * A positive number as it is written on this line, or else somewhere in the file; its shortest decimal where it is written nowhere. Where
   * it is a constant of a narrow format, what is written is what rounds to it, and is rounded once more where it stands.
   */
  literal(value: number, line: number | null, format: VectorFormat | null = null): string {
    const own = line === null ? [] : [this.code[line - 1] ?? ''];
    return literalIn(own, value, format) ?? literalIn(this.code, value, format) ?? decimal(value);
  }

  /** Comments of these lines, first to last: each with the line it begins on, as `//` lines. */
  comments(first: number, last: number): { line: number; text: readonly string[] }[] {
    const found: { line: number; text: readonly string[] }[] = [];
    let open: { line: number; text: string[] } | null = null;
    for (let line = first; line <= Math.min(last, this.lines.length); line++) {
      const text = this.lines[line - 1]!;
      if (open) {
        const end = text.indexOf('*/');
        open.text.push(text.slice(0, end < 0 ? undefined : end).replace(/^\s*\*? ?/, ''));
        if (end >= 0) open = null;
        continue;
      }
      const start = commentStart(text, this.code[line - 1]!);
      if (start < 0) continue;
      const end = text.indexOf('*/', start);
      const inside = text
        .slice(start + 2, text[start + 1] === '*' && end >= 0 ? end : undefined)
        .replace(/^[*!/]* ?/, '');
      const comment = { line, text: [inside] };
      found.push(comment);
      if (text[start + 1] === '*' && end < 0) open = comment;
    }
    return found
      .map(({ line, text }) => ({ line, text: text.map((one) => readable(one.trimEnd())).filter((one) => one !== '') }))
      .filter(({ text }) => text.length > 0);
  }

  /** The comment that ends on the line above, if one does. */
  commentAbove(line: number): readonly string[] {
    let first = line - 1;
    while (first >= 1 && this.lines[first - 1]!.trim() !== '' && this.code[first - 1]!.trim() === '') first--;
    return this.comments(first + 1, line - 1).flatMap(({ text }) => text);
  }
}

function commentStart(text: string, code: string): number {
  for (const match of text.matchAll(/\/\/|\/\*/g))
    if (code.slice(match.index, match.index + 2).trim() === '') return match.index;
  return -1;
}

function literalIn(lines: readonly string[], value: number, format: VectorFormat | null): string | undefined {
  const literals = lines
    .flatMap((line) => [...line.matchAll(LITERAL)])
    .map(([literal]) => ({ literal, number: Number(literal.replace(/(?<!^0[xX].*)[fFlL]$/, '')) }));
  const found =
    literals.find(({ number }) => number === value || Math.fround(number) === value) ??
    literals.find(({ number }) => format !== null && roundTo(format, Math.fround(number)) === value);
  return found?.literal;
}

/** The shortest decimal that is this float, or this double where it is none. */
function decimal(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NAN' : 'INFINITY';
  if (Math.fround(value) !== value) return String(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return `${/[.e]/.test(String(text)) ? text : `${text}.0`}f`;
  }
  return `${value}f`;
}
