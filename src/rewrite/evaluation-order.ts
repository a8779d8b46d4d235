/**
 * The order in which compilers evaluate operands. C and C++ leave it open for operators and for arguments, and compilers treat the two
 * differently: an operator that becomes a call must keep its former order. The order used by gcc (12, arm64 and x86-64, -O0 and -O2, C and C++)
 * and clang was determined by experiment:
 *   - clang evaluates the left operand first. So does gcc, except where it swaps operands beforehand: a plain variable on the left
 *     of a commutative operator or comparison is read last, and `-a + b` becomes `b - a`. A conversion in between prevents both. (gcc also
 *     treats `a + (b, c)` as `b, a + c`, which is not modelled here.)
 *   - the operators of halves are functions: gcc evaluates their operands from the left on arm64 and from the right on x86-64, and a
 *     memory operand is read once both are evaluated.
 *   - the value of an assignment is evaluated before its target, except for a single call, which gcc makes last (C, and C++ before C++17).
 */
import { calleeName } from '../frontend/ast/callee.js';
import { ignoringParenImpCasts, isParenOrCast } from '../frontend/ast/ignoring.js';
import {
  isArithmeticLiteral,
  isAssignment,
  isCall,
  isConstruction,
  isNamedCall,
  isNamedPlace,
  isNumberLiteral,
  isVariable,
} from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { libraryFunction } from '../program/library/library.js';
import { foldedValue } from './constant-folding.js';
import {
  constructsWithoutSideEffects,
  destructorHasSideEffects,
  hasNoSideEffects,
} from './side-effect-free-functions.js';

/** `late`: the left operand is a variable that gcc reads last, unless it is converted. */
type PlainOrder = 'left-first' | 'right-first' | 'late';
/** gcc's order for a negation depends on whether it is converted, which the configuration decides. */
export interface OrderByConversion {
  readonly negation: AstNode;
  readonly unconverted: PlainOrder;
  readonly converted: PlainOrder;
}
export type Order = 'any' | PlainOrder | OrderByConversion;

const isFrame = ofKind('ParenExpr', 'ExprWithCleanups', 'ConstantExpr');
const actsByItself = ofKind('CXXNewExpr', 'CXXDeleteExpr', 'StmtExpr', 'CoyieldExpr', 'CoawaitExpr', 'CXXThrowExpr');
/** Not executed where they are written; for a lambda, only its captures are. */
const isNotExecuted = ofKind('LambdaExpr', 'UnaryExprOrTypeTraitExpr', 'CXXNoexceptExpr', 'TypeTraitExpr');

/** True if an expression may change a value that another one reads, or depend on a value that another one changes. */
export function changesState(scope: UnitScope, node: AstNode): boolean {
  if (isCall(node)) {
    const callee = calledFunction(scope, node);
    const isHarmless = isHarmlessIn(scope);
    const isPure =
      callee === null || scope.operationNodes.has(`${node.id} math`)
        ? isHarmless(node)
        : !scope.pointerCalls.has(node.id) && hasNoSideEffects(scope, callee, isHarmless);
    if (!isPure) return true;
  }
  if (isAssignment(node) || actsByItself(node)) return true;
  if (isNotExecuted(node)) return false;
  if (isConstruction(node) && scope.recordOf(node.type) !== null) {
    if (!constructsWithoutSideEffects(scope, node, isHarmlessIn(scope))) return true;
  }
  if (node.kind === 'CXXBindTemporaryExpr' && destructorHasSideEffects(scope, node.type, isHarmlessIn(scope)))
    return true;
  return children(node).some((child) => changesState(scope, child));
}

/** Library functions that compute or read without side effects. A function in a header is lowered only in the first unit that has it. */
function isHarmlessIn(scope: UnitScope): (call: AstNode) => boolean {
  return (call) => {
    const { onlyReads, twin, vectorLanes, effect } = libraryFunction(calleeName(call));
    return (
      scope.operationNodes.has(`${call.id} math`) ||
      onlyReads === true ||
      twin !== undefined ||
      vectorLanes !== undefined ||
      effect?.kind === 'loads' ||
      effect?.kind === 'operation'
    );
  };
}

/** The order of a binary operator's operands; `any` if it makes no difference. */
export function orderOf(scope: UnitScope, node: AstNode): Order {
  const [left, right] = children(node);
  if (!left || !right) return 'any';
  const [a, b] = [changesState(scope, left), changesState(scope, right)];
  if (!(a && !isConstant(right)) && !(b && !isConstant(left))) return 'any';
  const [l, r] = [withoutMinus(left), withoutMinus(right)];
  const [first, second] = [negated(left), negated(right)];
  const variables: PlainOrder = namesVariable(left) && !namesVariable(right) ? 'late' : 'left-first';
  switch (node.opcode) {
    case '/':
      return 'left-first';
    case '+':
      if (l && r) return 'left-first';
      if (l) return { negation: first!, unconverted: 'right-first', converted: 'left-first' };
      if (r) return { negation: second!, unconverted: 'left-first', converted: variables };
      break;
    case '-':
      if (!r) return 'left-first';
      if (l) return { negation: second!, unconverted: 'right-first', converted: 'left-first' };
      return {
        negation: second!,
        unconverted: namesVariable(left) && !namesVariable(r) ? 'late' : 'left-first',
        converted: 'left-first',
      };
    default:
      if (l && r && namesVariable(l) && !namesVariable(r))
        return { negation: first!, unconverted: 'right-first', converted: 'left-first' };
  }
  if (variables === 'late') return 'late';
  return namesVariable(timesOne(left)) && !namesVariable(timesOne(right)) ? 'right-first' : 'left-first';
}

/** A number in memory, which an operator of halves takes by reference: `a[0]`, `p->x`. */
export function isPlace(scope: UnitScope, node: AstNode): boolean {
  const found = bare(node);
  if (changesState(scope, found)) return false;
  return isNamedPlace(found) || (found.kind === 'UnaryOperator' && found.opcode === '*');
}

/** An assignment of nothing but a call: `a[i()] = f()`. */
export function assignsCall(scope: UnitScope, node: AstNode): boolean {
  const [left, right] = children(node);
  if (!left || !right || !changesState(scope, left)) return false;
  let value = bare(right);
  while (value.kind === 'BinaryOperator' && value.opcode === ',') value = bare(children(value)[1]!);
  return isNamedCall(value) && changesState(scope, value);
}

/**
 * The expression without parts that leave no trace in the compiler: parentheses, reads, casts that never convert in any configuration, and
 * choices made at compile time.
 */
export function bare(node: AstNode): AstNode {
  const inner = children(node).at(-1);
  const chosen = chosenArm(node);
  if (chosen) return bare(chosen);
  const isNothing =
    isFrame(node) ||
    node.castKind === 'NoOp' ||
    node.castKind === 'LValueToRValue' ||
    (node.kind === 'ImplicitCastExpr' && node.castKind === 'FloatingCast' && !node.isPartOfExplicitCast);
  return isNothing && inner ? bare(inner) : node;
}

/** `1 ? x : y` is x, and so is `((void) 0, x)`. */
function chosenArm(node: AstNode): AstNode | null {
  const [first, second, third] = children(node);
  if (node.kind === 'ConditionalOperator' && first && second && third) {
    const value = foldedValue(first);
    return value === null ? null : value !== 0 ? second : third;
  }
  const isComma = node.kind === 'BinaryOperator' && node.opcode === ',';
  return isComma && first && second && isConstant(first) ? second : null;
}

/** The node of a negation; null for any other expression. */
function negated(node: AstNode): AstNode | null {
  const found = bare(node);
  return found.kind === 'UnaryOperator' && found.opcode === '-' ? found : null;
}

/** The operand of a negation; null for other expressions and double negations. */
function withoutMinus(node: AstNode): AstNode | null {
  const negation = negated(node);
  const inner = negation && bare(children(negation)[0]!);
  return inner && negated(inner) === null ? inner : null;
}

/** `1 * x` is x, and so is `x / 1`. */
function timesOne(node: AstNode): AstNode {
  const { kind, opcode } = bare(node);
  const [left, right] = children(bare(node));
  if (kind === 'UnaryOperator' && opcode === '+' && left) return timesOne(left);
  if (kind !== 'BinaryOperator' || !left || !right) return node;
  if (opcode === '*' && isOne(left)) return timesOne(right);
  return (opcode === '*' || opcode === '/') && isOne(right) ? timesOne(left) : node;
}

function isOne(node: AstNode): boolean {
  const literal = ignoringParenImpCasts(node);
  return isNumberLiteral(literal) && Number(literal.value) === 1;
}

function namesVariable(node: AstNode): boolean {
  const { kind, referencedDecl } = bare(node);
  return kind === 'DeclRefExpr' && isVariable(referencedDecl) && !/&/.test(referencedDecl?.type?.qualType ?? '');
}

function isConstant(node: AstNode): boolean {
  if (isArithmeticLiteral(node)) return true;
  const inner = children(node);
  return (
    (isParenOrCast(node) || node.kind === 'UnaryOperator' || node.kind === 'BinaryOperator') &&
    inner.length > 0 &&
    inner.every(isConstant)
  );
}
