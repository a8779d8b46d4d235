import { isParenOrCast } from '../../ast/ignoring.js';
import { isArithmeticLiteral } from '../../ast/kinds.js';
import { type AstNode, children, ofKind } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

/** Integer constants by declaration: enumerators, `const int n = 4`, `constexpr`. */
export type KnownIntegers = ReadonlyMap<string, number>;

/** The value of a constant integer expression; null if it is not constant. */
export function integerConstant(node: AstNode | undefined, known: KnownIntegers): number | null {
  if (!node?.kind) return null;
  const inner = children(node);
  switch (node.kind) {
    case 'IntegerLiteral':
    case 'CharacterLiteral':
      return Number(node.value);
    case 'CXXBoolLiteralExpr':
      return node.value ? 1 : 0;
    case 'ConstantExpr':
      if (typeof node.value === 'string' && /^-?\d+$/.test(node.value)) return Number(node.value);
      return integerConstant(inner[0], known);
    case 'DeclRefExpr':
      return known.get(node.referencedDecl?.id ?? '') ?? null;
    case 'ParenExpr':
    case 'CStyleCastExpr':
    case 'CXXStaticCastExpr':
    case 'CXXFunctionalCastExpr':
    case 'ImplicitCastExpr':
    case 'ExprWithCleanups':
      if (/Floating/.test(node.castKind ?? '')) return null;
      return integerConstant(inner.at(-1), known);
    case 'SubstNonTypeTemplateParmExpr':
      return integerConstant(inner.at(-1), known);
    case 'UnaryOperator': {
      const operand = integerConstant(inner[0], known);
      if (operand === null) return null;
      if (node.opcode === '-') return -operand;
      if (node.opcode === '+') return operand;
      return node.opcode === '~' ? ~operand : null;
    }
    case 'BinaryOperator':
      return combine(node.opcode ?? '', integerConstant(inner[0], known), integerConstant(inner[1], known));
    default:
      return null;
  }
}

function combine(opcode: string, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  switch (opcode) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : Math.trunc(a / b);
    case '%':
      return b === 0 ? null : a % b;
    case '<<':
      return b >= 0 && b < 53 ? a * 2 ** b : null;
    case '>>':
      return b >= 0 && b < 53 ? Math.floor(a / 2 ** b) : null;
    default:
      return null;
  }
}

/** `const int n = 0.5 * 8;`, which may be used as an array bound. */
export function isIntegerConstant(scope: UnitScope, node: AstNode, value: AstNode): boolean {
  if (!/\bconst\b/.test(node.type?.qualType ?? '') || !scope.types.read(node.type).isInteger) return false;
  return isMadeOfConstants(value);
}

const isComputed = ofKind('UnaryOperator', 'BinaryOperator', 'ConditionalOperator', 'UnaryExprOrTypeTraitExpr');

function isMadeOfConstants(node: AstNode): boolean {
  const isConstant =
    isParenOrCast(node) ||
    isArithmeticLiteral(node) ||
    isComputed(node) ||
    (node.kind === 'DeclRefExpr' && /\bconst\b/.test(node.referencedDecl?.type?.qualType ?? ''));
  return isConstant && children(node).every(isMadeOfConstants);
}
