/** Numbers that gcc knows while compiling, whatever it is told to optimise: of literals, and of a variable compared with itself. */
import { type AstNode, children } from '../frontend/ast/node.js';

const LITERAL = /^(?:IntegerLiteral|FloatingLiteral|CXXBoolLiteralExpr|CharacterLiteral)$/;
const LAYER = /^(?:ParenExpr|ConstantExpr|ExprWithCleanups)$|CastExpr$/;

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

/** Null where it is not known, or not by this. */
export function foldedValue(node: AstNode): number | null {
  const [left, right] = children(node);
  if (LITERAL.test(node.kind)) return Number(node.value);
  if (LAYER.test(node.kind) && children(node).length === 1) return foldedValue(left!);
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
  if (a !== null && b !== null) return BINARY[node.opcode ?? '']?.(a, b) ?? null;
  // x < x is false of a NaN as well; x == x and its like are not known of it
  return /^[<>]$/.test(node.opcode ?? '') && isSameVariable(left, right) ? 0 : null;
}

function isSameVariable(left: AstNode, right: AstNode): boolean {
  const [a, b] = [variableOf(left), variableOf(right)];
  return a !== null && a === b;
}

function variableOf(node: AstNode): string | null {
  const inner = children(node);
  if (LAYER.test(node.kind) && inner.length === 1) return variableOf(inner[0]!);
  const isVolatile = /\bvolatile\b/.test(node.type?.qualType ?? '');
  return node.kind === 'DeclRefExpr' && !isVolatile ? (node.referencedDecl?.id ?? null) : null;
}
