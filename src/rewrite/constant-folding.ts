/** Values that gcc folds at compile time at every optimisation level: of literals and sizes, and of a variable compared with itself. */
import { isParenOrCast } from '../frontend/ast/ignoring.js';
import { isArithmeticLiteral } from '../frontend/ast/kinds.js';
import { type AstNode, children, type TypeName } from '../frontend/ast/node.js';

const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
};

/** In bytes, on 64-bit Linux. */
const SIZES: Readonly<Record<string, number>> = {
  bool: 1,
  _Bool: 1,
  char: 1,
  short: 2,
  int: 4,
  long: 8,
  'long long': 8,
  float: 4,
  double: 8,
  'long double': 16,
};

/** Null for a record, and for an array whose length is known only at run time. */
function sizeOf(type: TypeName | undefined): number | null {
  const spelt = (type?.desugaredQualType ?? type?.qualType ?? '').replace(/\b(?:const|volatile)\b/g, '').trim();
  const [, element, bounds] = /^([^[\]]*?)\s*((?:\[\d+\])*)$/.exec(spelt) ?? [];
  if (element === undefined) return null;
  const isPointer = /\*$/.test(element);
  const one = isPointer ? 8 : SIZES[element.replace(/^(?:un)?signed (?=\w)/, '')];
  return one === undefined ? null : [...bounds!.matchAll(/\d+/g)].reduce((size, [count]) => size * Number(count), one);
}

/** Null if the value is unknown here. */
export function foldedValue(node: AstNode): number | null {
  const [left, right] = children(node);
  if (isArithmeticLiteral(node)) return Number(node.value);
  if (node.kind === 'UnaryExprOrTypeTraitExpr')
    return node.name === 'sizeof' ? sizeOf(node.argType ?? left?.type) : null;
  if (isParenOrCast(node) && children(node).length === 1) return foldedValue(left!);
  if (node.kind === 'UnaryOperator' && left) {
    const value = foldedValue(left);
    if (value === null) return null;
    return node.opcode === '!'
      ? Number(value === 0)
      : node.opcode === '-'
        ? -value
        : node.opcode === '+'
          ? value
          : null;
  }
  if (node.kind !== 'BinaryOperator' || !left || !right) return null;
  const [a, b] = [foldedValue(left), foldedValue(right)];
  if (node.opcode === '&&' || node.opcode === '||') {
    const decides = node.opcode === '||';
    if (a === null) return null;
    return (a !== 0) === decides ? Number(decides) : b === null ? null : Number(b !== 0);
  }
  if (
    a !== null &&
    b !== null &&
    node.opcode === '/' &&
    b !== 0 &&
    !/\b(?:float|double)\b/.test(node.type?.qualType ?? '')
  )
    return Math.trunc(a / b); // `sizeof a / sizeof a[0]`
  if (a !== null && b !== null) return BINARY[node.opcode ?? '']?.(a, b) ?? null;
  // x < x is false even for a NaN; x == x and similar comparisons are not
  return /^[<>]$/.test(node.opcode ?? '') && isSameVariable(left, right) ? 0 : null;
}

function isSameVariable(left: AstNode, right: AstNode): boolean {
  const [a, b] = [variableOf(left), variableOf(right)];
  return a !== null && a === b;
}

function variableOf(node: AstNode): string | null {
  const inner = children(node);
  if (isParenOrCast(node) && inner.length === 1) return variableOf(inner[0]!);
  const isVolatile = /\bvolatile\b/.test(node.type?.qualType ?? '');
  return node.kind === 'DeclRefExpr' && !isVolatile ? (node.referencedDecl?.id ?? null) : null;
}
