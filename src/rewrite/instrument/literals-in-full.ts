/** Literals with more digits than a double, if carriers can hold them. */
import type { AstNode } from '../../frontend/ast/node.js';
import type { Range } from '../../program/place.js';
import type { FunctionIndex } from '../../program/program.js';
import { literalBehind } from '../expression-formats.js';
import { carriedLiteral, MATH_CONSTANTS } from '../literal-text.js';
import type { SourceEdits } from '../source-edits.js';

export class LiteralsInFull {
  private readonly found: { readonly range: Range; readonly text: string; readonly function: FunctionIndex | null }[] =
    [];
  private inside: FunctionIndex | null = null;

  constructor(
    private readonly edits: SourceEdits,
    private readonly isWanted: boolean,
  ) {}

  /** Literals found meanwhile belong to this function. */
  within(index: FunctionIndex, edit: () => void): void {
    const around = this.inside;
    this.inside = index;
    edit();
    this.inside = around;
  }

  add(node: AstNode): void {
    const literal = this.isWanted ? literalBehind(node) : null;
    const range = literal && (this.edits.wholeUse(literal) ?? this.edits.rangeOf(literal));
    if (!literal || !range) return;
    const text = this.edits.text(range);
    const carried = carriedLiteral(MATH_CONSTANTS[text] ?? text, Number(literal.value));
    if (carried !== null) this.found.push({ range, text: carried, function: this.inside });
  }

  /** Written last, because they are inside all other edits of the same text. */
  write(): void {
    for (const { range, text, function: index } of this.found) {
      const write = () => this.edits.replace(range, 'literal', () => text);
      if (index === null) write();
      else this.edits.inLayerOf(index, write);
    }
  }
}
