import * as fs from 'node:fs';
import { roundTo } from '../../numerics/rounding.js';
import { ByteText, readable } from '../../support/byte-text.js';
import type { Token } from '../../support/tokens.js';
import type { VectorFormat } from './vector-format.js';

interface Literal extends Token {
  readonly number: number;
}

/** Literals and comments of the user's file, with their lines. */
export class SourceText {
  private readonly literals: readonly Literal[];

  private constructor(private readonly source: ByteText) {
    this.literals = source.tokens.list.flatMap((token) => {
      // octal and hexadecimal literals are not supported; the integer 0 has no sign
      const isDecimal = token.kind === 'number' && !/^0(?:[xX\d]|$)/.test(token.text);
      return isDecimal ? [{ ...token, number: Number(token.text.replaceAll("'", '').replace(/[fFlL]$/, '')) }] : [];
    });
  }

  static of(file: string): SourceText {
    return new SourceText(new ByteText(fs.readFileSync(file)));
  }

  /**
   * The spelling of a positive number on this line, or else anywhere in the file, or else its shortest decimal. For a constant of a
   * 16-bit format it is a spelling that rounds to the constant, and is rounded again where it is used.
   */
  literal(value: number, line: number | null, format: VectorFormat | null = null): string {
    const own = this.literals.filter(({ begin }) => this.source.position(begin).line === line);
    return literalIn(own, value, format) ?? literalIn(this.literals, value, format) ?? decimal(value);
  }

  /** Comments that begin on these lines, with their lines, as `//` lines. */
  comments(first: number, last: number): { line: number; text: readonly string[] }[] {
    const { text, tokens } = this.source;
    return tokens.comments
      .map(({ begin, end }) => ({ line: this.source.position(begin).line, text: linesIn(text.slice(begin, end)) }))
      .filter((one) => first <= one.line && one.line <= last && one.text.length > 0);
  }

  /** The comment that ends on the line above, if any. */
  commentAbove(line: number): readonly string[] {
    const { source } = this;
    let first = line;
    while (first > 1 && source.line(first - 1).trim() !== '' && !this.hasCode(first - 1)) first--;
    return this.comments(first, line - 1).flatMap(({ text }) => text);
  }

  private hasCode(line: number): boolean {
    const [begin, end] = [this.source.lineStart(line), this.source.lineStart(line + 1)];
    return this.source.tokens.within({ begin, end }).length > 0;
  }
}

function linesIn(comment: string): string[] {
  return comment
    .slice(2, comment.startsWith('/*') && comment.endsWith('*/') ? -2 : undefined)
    .split(/\r?\n/)
    .map((line, at) => readable(line.replace(at === 0 ? /^[*!/]* ?/ : /^\s*\*? ?/, '').trimEnd()))
    .filter((line) => line !== '');
}

function literalIn(literals: readonly Literal[], value: number, format: VectorFormat | null): string | undefined {
  const found =
    literals.find(({ number }) => number === value || Math.fround(number) === value) ??
    literals.find(({ number }) => format !== null && roundTo(format, Math.fround(number)) === value);
  return found?.text;
}

/** The shortest decimal for this float, or for this double if it is not a float. */
function decimal(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NAN' : 'INFINITY';
  if (Math.fround(value) !== value) return String(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return `${/[.e]/.test(String(text)) ? text : `${text}.0`}f`;
  }
  return `${value}f`;
}
