/** Which operation an operator is, on what operands, for whoever edits expressions: of numbers, and of halves, whose operators are functions of CUDA's headers. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { OperationIndex, OperationKind } from '../program/program.js';

const BINARY = {
  '+': ['add', 'add'],
  '-': ['sub', 'sub'],
  '*': ['mul', 'mul'],
  '/': ['div', 'div'],
  '<': ['lt', 'compare'],
  '>': ['gt', 'compare'],
  '<=': ['le', 'compare'],
  '>=': ['ge', 'compare'],
  '==': ['eq', 'compare'],
  '!=': ['ne', 'compare'],
  '<=>': ['three_way', 'compare'],
} as const satisfies Record<string, readonly [string, OperationKind]>;
const STEPS = { '++': ['add', 'add'], '--': ['sub', 'sub'] } as const;
const NEGATION = { '-': ['neg', 'neg'] } as const;

type Symbols = Readonly<Record<string, readonly [string, OperationKind]>>;

export interface Operator {
  readonly node: AstNode;
  readonly operation: OperationIndex;
  readonly kind: OperationKind;
  /** What the calls of runtime/instrument say: `add`, `lt`, `neg`. */
  readonly name: string;
  readonly symbol: string;
  /** An update assigns its result to its first operand; a step is one of one. */
  readonly form: 'value' | 'update' | 'step';
  /** A negation and a step have one. */
  readonly operands: readonly [AstNode] | readonly [AstNode, AstNode];
}

/** The operator that a node is; null where it is none, or no operation. */
export function operatorAt(scope: UnitScope, node: AstNode): Operator | null {
  const parts = partsOf(scope, node);
  const [first, second] = parts?.operands ?? [];
  const named = parts?.among[parts.symbol];
  const operation = named && scope.operationNodes.get(`${node.id} ${named[1]}`);
  if (!parts || !first || operation === undefined) return null;
  const [name, kind] = named!;
  const { symbol, form } = parts;
  return { node, operation, kind, name, symbol, form, operands: second ? [first, second] : [first] };
}

interface Parts extends Pick<Operator, 'symbol' | 'form'> {
  readonly operands: readonly AstNode[];
  readonly among: Symbols;
}

function partsOf(scope: UnitScope, node: AstNode): Parts | null {
  const symbol = node.opcode ?? '';
  const operands = children(node);
  switch (node.kind) {
    case 'BinaryOperator':
      return { symbol, form: 'value', operands, among: BINARY };
    case 'CompoundAssignOperator':
      return { symbol: symbol.slice(0, -1), form: 'update', operands, among: BINARY };
    case 'UnaryOperator':
      return { symbol, operands, ...(symbol === '-' ? UNARY : STEP) };
    case 'CXXOperatorCallExpr':
      return partsOfHalves(scope, calleeName(node).slice('operator'.length), operands.slice(1));
    default:
      return null;
  }
}

const UNARY = { form: 'value', among: NEGATION } as const;
const STEP = { form: 'step', among: STEPS } as const;

/** `a * b`, `a += b`, `-a`, `a < b`. */
function partsOfHalves(scope: UnitScope, symbol: string, operands: readonly AstNode[]): Parts | null {
  const [left, right] = operands;
  if (!left || !isScalarValue(scope.types.read(left.type))) return null;
  if (!right) return { symbol, operands, ...UNARY };
  return /^[-+*/]=$/.test(symbol)
    ? { symbol: symbol[0]!, form: 'update', operands, among: BINARY }
    : { symbol, form: 'value', operands, among: BINARY };
}
