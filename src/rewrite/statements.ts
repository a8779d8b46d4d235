/** Inserts text beside a statement so that it runs before or after it. */
import { isLoop } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { SourceEdits } from './source-edits.js';

export interface Statement {
  readonly node: AstNode;
  /** The unbraced body of a loop or a branch. */
  readonly isAlone: boolean;
}

/** Calls `visit` with every node and the statement around it, beside which other statements may be inserted, in braces if necessary. */
export function forEachStatement(
  { syntax }: SourceEdits,
  root: AstNode,
  visit: (node: AstNode, statement: Statement) => void,
): void {
  const placeOf = (node: AstNode): string => {
    const range = syntax.places.ofNode(node)?.range;
    return range ? rangeKey({ ...range, end: range.begin }) : '';
  };
  const walk = (node: AstNode, statement: Statement | null): void => {
    if (statement) visit(node, statement);
    const inner = children(node);
    // a statement that a macro puts in braces begins at the macro use
    const within = (child: AstNode, isAlone: boolean): Statement =>
      statement && placeOf(child) === placeOf(statement.node) ? statement : { node: child, isAlone };
    for (const [at, child] of inner.entries()) {
      if (node.kind === 'CompoundStmt') walk(child, within(child, false));
      else if (isBody(node, at, inner.length) && child.kind !== 'CompoundStmt') walk(child, within(child, true));
      else walk(child, statement);
    }
  };
  walk(root, null);
}

function isBody(node: AstNode, at: number, of: number): boolean {
  if (node.kind === 'IfStmt') return at > 0;
  if (node.kind === 'DoStmt') return at === 0;
  return isLoop(node) && at === of - 1;
}

export function insertBefore(edits: SourceEdits, statement: Statement, text: string): boolean {
  return insertBeside(edits, statement, text, 'before');
}

/** Fails for a return statement. */
export function insertAfter(edits: SourceEdits, statement: Statement, text: string): boolean {
  return statement.node.kind !== 'ReturnStmt' && insertBeside(edits, statement, text, 'after');
}

function insertBeside(
  edits: SourceEdits,
  { node, isAlone }: Statement,
  text: string,
  side: 'before' | 'after',
): boolean {
  const range = edits.syntax.places.ofNode(node)?.range;
  if (!range) return false;
  const { file, begin } = range;
  const rest = edits.syntax.places.files[file]!.source.text.slice(range.end);
  const end = range.end + (/^\s*;/.exec(rest)?.[0].length ?? 0);
  if (side === 'before') edits.insert(file, begin, text, isAlone ? `{ ${text} ` : `${text} `);
  else if (isAlone) edits.insert(file, begin, `{ ${text}`, '{ ');
  if (side === 'after') edits.insert(file, end, text, isAlone ? ` ${text} }` : ` ${text}`);
  else if (isAlone) edits.insert(file, end, `${text} }`, ' }');
  return true;
}
