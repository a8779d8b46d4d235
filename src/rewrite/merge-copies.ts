/** Merges copies of a function that were made for its calls and have become identical again; calls name the merged function. */
import { namedCallee, nameRange } from '../analysis/call-copies/function-mentions.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { Range } from '../program/place.js';
import { addTo } from '../support/grouped-by.js';
import type { SourceEdits } from './source-edits.js';

/** Runs after all other edits. `families`: the names of the copies of each function, callees before callers. */
export function mergeCopies(edits: SourceEdits, families: readonly (readonly string[])[]): void {
  if (families.length === 0) return;
  const text = new CopiedText(edits);
  for (const names of families) {
    const kept = new Map<string, string>();
    for (const name of names) {
      const written = text.definition(name);
      const same = kept.get(written);
      if (same === undefined) kept.set(written, name);
      else text.replaceBy(name, same);
    }
  }
}

class CopiedText {
  private readonly declarations = new Map<string, { range: Range; isDefinition: boolean }[]>();
  private readonly calls = new Map<string, Range[]>();

  constructor(private readonly edits: SourceEdits) {
    const { syntax } = edits;
    const visit = (node: AstNode): void => {
      const range = node.kind === 'FunctionDecl' && node.name ? syntax.places.ofNode(node)?.range : undefined;
      if (range) {
        const isDefinition = children(node).some(({ kind }) => kind === 'CompoundStmt');
        this.declarations.set(node.name!, [...(this.declarations.get(node.name!) ?? []), { range, isDefinition }]);
      }
      const callee = node.kind === 'CallExpr' ? namedCallee(node) : null;
      const name = callee && nameRange(syntax, callee);
      if (name) addTo(this.calls, syntax.places.text(name), name);
      for (const child of children(node)) visit(child);
    };
    for (const root of syntax.roots) visit(root);
  }

  /** A function's text, independent of its name. */
  definition(name: string): string {
    const { range } = this.declarations.get(name)!.find(({ isDefinition }) => isDefinition)!;
    return this.edits
      .edited(range)
      .replace(/^static /, '')
      .replace(new RegExp(`\\b${name}\\b`), '');
  }

  replaceBy(name: string, other: string): void {
    for (const { range, isDefinition } of this.declarations.get(name)!) this.takeOut(range, isDefinition);
    for (const call of this.calls.get(name) ?? []) this.edits.replace(call, 'copy', () => other);
  }

  private takeOut({ file, begin, end }: Range, isDefinition: boolean): void {
    const { text } = this.edits.syntax.places.files[file]!.source;
    const gap = (isDefinition ? /(?:\r?\n){2}$/ : /\r?\n$/).exec(text.slice(0, begin))?.[0] ?? '';
    const behind = isDefinition ? '' : /^\s*;/.exec(text.slice(end))![0];
    this.edits.override({ file, begin: begin - gap.length, end: end + behind.length }, '');
  }
}
