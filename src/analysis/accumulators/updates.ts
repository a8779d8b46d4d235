/** Reads the effect of a statement on a sum: it adds a term, or it does something else. */
import { ignoringImplicit } from '../../frontend/ast/ignoring.js';
import { isCall, isNamedPlace, isNumberLiteral } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { Range } from '../../program/place.js';
import type { Token } from '../../support/tokens.js';
import type { Added, Binding } from './accumulation.js';

/** Binds tighter than any binary operator. */
const isTight = (node: AstNode): boolean =>
  isNamedPlace(node) || isCall(node) || isNumberLiteral(node) || node.kind === 'ParenExpr';
const FUSED = /^(?:fmaf?|__fmaf?_rn)$/;

function bare(node: AstNode | undefined): AstNode | undefined {
  return node && ignoringImplicit(node);
}

function names(node: AstNode | undefined, declaration: string): boolean {
  const found = bare(node);
  return found?.kind === 'DeclRefExpr' && found.referencedDecl?.id === declaration;
}

/** `tokens`: the statement without its semicolon, all in one file. */
export function readUpdate(
  node: AstNode,
  declaration: string,
  name: string,
  tokens: readonly Token[],
  file: number,
): Added | null {
  const [left, right] = children(node);
  const says = (at: number, text: string): boolean => tokens.at(at)?.text === text;
  /** From one token to another, both included. */
  const within = (from: number, to = -1): Range => ({ file, begin: tokens[from]!.begin, end: tokens.at(to)!.end });
  if (!names(left, declaration) || !says(0, name) || !node.opcode || !says(1, node.opcode)) return null;
  if (node.kind === 'CompoundAssignOperator' && (node.opcode === '+=' || node.opcode === '-='))
    return { kind: 'term', sign: node.opcode === '+=' ? '+' : '-', range: within(2), binds: binding(right) };
  const value = node.kind === 'BinaryOperator' && node.opcode === '=' ? bare(right) : undefined;
  if (!value) return null;
  const [first, second] = children(value);
  if (value.kind === 'BinaryOperator' && (value.opcode === '+' || value.opcode === '-')) {
    if (names(first, declaration) && says(2, name) && says(3, value.opcode))
      // the operand behind a minus binds at least as tightly as a product
      return { kind: 'term', sign: value.opcode, range: within(4), binds: binding(second) };
    if (value.opcode === '+' && names(second, declaration) && says(-1, name) && says(-2, '+'))
      return { kind: 'term', sign: '+', range: within(2, -3), binds: binding(first) };
    return null;
  }
  const [callee, ...given] = children(value);
  if (value.kind !== 'CallExpr' || given.length !== 3 || !FUSED.test(bare(callee)?.referencedDecl?.name ?? ''))
    return null;
  const isPlainCall = says(3, '(') || (says(2, 'std') && says(3, '::') && says(5, '('));
  const isLast = names(given[2], declaration) && says(-1, ')') && says(-2, name) && says(-3, ',');
  return isPlainCall && isLast ? { kind: 'fused', range: within(2), addend: within(tokens.length - 2, -2) } : null;
}

function binding(node: AstNode | undefined): Binding {
  const found = bare(node);
  if (!found) return 'loose';
  if (isTight(found)) return 'tight';
  if (found.kind !== 'BinaryOperator') return 'loose';
  if (found.opcode === '*' || found.opcode === '/') return 'product';
  return found.opcode === '+' || found.opcode === '-' ? 'sum' : 'loose';
}
