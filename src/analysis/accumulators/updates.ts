/** What a statement does to a sum: it adds a term, or it is something else. */
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { Range } from '../../program/place.js';
import type { Added, Binding } from './accumulation.js';

/** Around a value without changing it but for its format. */
const TRANSPARENT = new Set(['ImplicitCastExpr', 'ExprWithCleanups', 'MaterializeTemporaryExpr']);
const TIGHT = new Set([
  'DeclRefExpr',
  'CallExpr',
  'ParenExpr',
  'ArraySubscriptExpr',
  'MemberExpr',
  'CXXMemberCallExpr',
  'CXXOperatorCallExpr',
  'FloatingLiteral',
  'IntegerLiteral',
]);
const FUSED = /^(?:fmaf?|__fmaf?_rn)$/;

function bare(node: AstNode | undefined): AstNode | undefined {
  let at = node;
  while (at && TRANSPARENT.has(at.kind)) at = children(at)[0];
  return at;
}

function names(node: AstNode | undefined, declaration: string): boolean {
  const found = bare(node);
  return found?.kind === 'DeclRefExpr' && found.referencedDecl?.id === declaration;
}

/** `code` is the statement without comments and without its semicolon; ranges are counted from where it begins. */
export function readUpdate(node: AstNode, declaration: string, name: string, code: string): Added | null {
  const [left, right] = children(node);
  if (!names(left, declaration)) return null;
  if (node.kind === 'CompoundAssignOperator' && (node.opcode === '+=' || node.opcode === '-=')) {
    const begin = new RegExp(`^${name}\\s*[+-]=\\s*`).exec(code)?.[0].length;
    if (begin === undefined) return null;
    return { kind: 'term', sign: node.opcode === '+=' ? '+' : '-', range: within(code, begin), binds: binding(right) };
  }
  if (node.kind !== 'BinaryOperator' || node.opcode !== '=') return null;
  const value = bare(right);
  const assigned = new RegExp(`^${name}\\s*=\\s*`).exec(code)?.[0].length;
  if (!value || assigned === undefined) return null;
  const [first, second] = children(value);
  if (value.kind === 'BinaryOperator' && (value.opcode === '+' || value.opcode === '-')) {
    const leading = new RegExp(`^${name}\\s*=\\s*${name}\\s*\\${value.opcode}\\s*`).exec(code)?.[0].length;
    if (names(first, declaration) && leading !== undefined)
      // what stands behind a minus holds together at least as tightly as a product
      return { kind: 'term', sign: value.opcode, range: within(code, leading), binds: binding(second) };
    const trailing = new RegExp(`\\s*\\+\\s*${name}$`).exec(code)?.index;
    if (value.opcode === '+' && names(second, declaration) && trailing !== undefined)
      return { kind: 'term', sign: '+', range: { file: 0, begin: assigned, end: trailing }, binds: binding(first) };
    return null;
  }
  const [callee, ...given] = children(value);
  const addend = new RegExp(`(,\\s*)${name}\\s*\\)$`).exec(code);
  if (value.kind !== 'CallExpr' || given.length !== 3 || !FUSED.test(bare(callee)?.referencedDecl?.name ?? ''))
    return null;
  if (!names(given[2], declaration) || !addend || !/^(?:std::)?\w+\s*\(/.test(code.slice(assigned))) return null;
  const at = addend.index + addend[1]!.length;
  return { kind: 'fused', range: within(code, assigned), addend: { file: 0, begin: at, end: at + name.length } };
}

function within(code: string, begin: number): Range {
  return { file: 0, begin, end: code.length };
}

function binding(node: AstNode | undefined): Binding {
  const found = bare(node);
  if (!found) return 'loose';
  if (TIGHT.has(found.kind)) return 'tight';
  if (found.kind !== 'BinaryOperator') return 'loose';
  if (found.opcode === '*' || found.opcode === '/') return 'product';
  return found.opcode === '+' || found.opcode === '-' ? 'sum' : 'loose';
}
