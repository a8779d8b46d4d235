/**
 * Classifies operators for editors of expressions: the operation and its operands, for numbers, and for halves, whose operators are functions of
 * CUDA's headers.
 */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { OperationIndex, OperationKind } from '../program/program.js';

const BINARY: Readonly<Record<string, string>> = {
  ...{ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' },
  ...{ '<': 'lt', '>': 'gt', '<=': 'le', '>=': 'ge', '==': 'eq', '!=': 'ne', '<=>': 'three_way' },
};
const UNARY: Readonly<Record<string, string>> = { '-': 'neg', '++': 'add', '--': 'sub' };
const isArithmetic = (name: string): name is 'add' | 'sub' | 'mul' | 'div' | 'neg' =>
  /^(?:add|sub|mul|div|neg)$/.test(name);

export interface Operator {
  readonly node: AstNode;
  readonly operation: OperationIndex;
  readonly kind: OperationKind;
  /** The name in the calls of runtime/instrument: `add`, `lt`, `neg`. */
  readonly name: string;
  readonly symbol: string;
  /** An update assigns its result to its first operand; a step (`x++`) is an update without a second operand. */
  readonly form: 'value' | 'update' | 'step';
  /** A negation and a step have one operand. */
  readonly operands: readonly [AstNode] | readonly [AstNode, AstNode];
}

/** The operator at a node; null if the node is no operator, or the operator is no operation. */
export function operatorAt(scope: UnitScope, node: AstNode): Operator | null {
  const isCall = node.kind === 'CXXOperatorCallExpr';
  if (!isCall && !isOperator(node)) return null;
  const [first, second] = isCall ? children(node).slice(1) : children(node);
  const spelt = isCall ? calleeName(node).slice('operator'.length) : (node.opcode ?? '');
  if (!first || (isCall && (!isScalarValue(scope.types.read(first.type)) || (!second && spelt !== '-')))) return null;
  const form = /^[-+*/]=$/.test(spelt) ? 'update' : second || spelt === '-' ? 'value' : 'step';
  const symbol = form === 'update' ? spelt[0]! : spelt;
  const name = (second ? BINARY : UNARY)[symbol];
  if (name === undefined) return null;
  const kind = isArithmetic(name) ? name : 'compare';
  const operation = scope.operationNodes.get(`${node.id} ${kind}`);
  if (operation === undefined) return null;
  return { node, operation, kind, name, symbol, form, operands: second ? [first, second] : [first] };
}

const isOperator = ofKind('BinaryOperator', 'CompoundAssignOperator', 'UnaryOperator');
