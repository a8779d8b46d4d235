import { ignoringParenImpCasts } from '../../ast/ignoring.js';
import { isBreakable } from '../../ast/kinds.js';
import { type AstNode, children, isPresent } from '../../ast/node.js';
import { integerConstant, type KnownIntegers } from '../expressions/integer-constants.js';

/** The trip count of `for (int i = a; i < b; i += c)` if a, b and c are constants and the body neither assigns i nor leaves early; null otherwise. */
export function tripCount(loop: AstNode, known: KnownIntegers): number | null {
  if (loop.kind !== 'ForStmt') return null;
  const [init, , condition, increment, body] = loop.inner ?? [];
  if (!isPresent(init) || !isPresent(condition) || !isPresent(increment) || !isPresent(body)) return null;
  const start = commaParts(init)
    .map((part) => startOf(part, known))
    .find((found) => found !== null && commaParts(increment).some((part) => stepOf(part, found.variable, known)));
  if (!start || condition.kind !== 'BinaryOperator' || mayLeave(body) || assigns(body, start.variable)) return null;
  const step =
    commaParts(increment)
      .map((part) => stepOf(part, start.variable, known))
      .find((found) => found !== null) ?? null;
  const [left, right] = children(condition);
  if (step === null || !left || !right) return null;
  const forward = variableOf(left) === start.variable;
  if (!forward && variableOf(right) !== start.variable) return null;
  const bound = integerConstant(forward ? right : left, known);
  if (bound === null) return null;
  const opcode = forward ? condition.opcode! : mirrored(condition.opcode!);
  return count(start.value, bound, opcode, step);
}

interface Step {
  readonly kind: 'add' | 'multiply' | 'divide';
  readonly by: number;
}

function count(start: number, bound: number, opcode: string, step: Step): number | null {
  const goesOn = (value: number): boolean | null => {
    switch (opcode) {
      case '<':
        return value < bound;
      case '<=':
        return value <= bound;
      case '>':
        return value > bound;
      case '>=':
        return value >= bound;
      case '!=':
        return value !== bound;
      default:
        return null;
    }
  };
  if (step.kind === 'add') {
    if (step.by === 0 || goesOn(start) === null) return null;
    if (!goesOn(start)) return 0;
    const distance = (bound - start) / step.by;
    if (distance < 0) return null; // moves away from its bound
    if (opcode === '!=') return Number.isInteger(distance) ? distance : null;
    return opcode.endsWith('=') ? Math.floor(distance) + 1 : Math.ceil(distance);
  }
  if (Math.abs(step.by) < 2) return null;
  let trips = 0;
  for (
    let value = start;
    goesOn(value);
    value = step.kind === 'multiply' ? value * step.by : Math.trunc(value / step.by)
  ) {
    if (++trips > 4096) return null; // 0 *= 2 never ends
  }
  return trips;
}

/** The parts of `a = 0, k = 0`. */
function commaParts(node: AstNode): AstNode[] {
  return node.kind === 'BinaryOperator' && node.opcode === ',' ? children(node).flatMap(commaParts) : [node];
}

function startOf(init: AstNode, known: KnownIntegers): { variable: string; value: number } | null {
  if (init.kind === 'DeclStmt') {
    const declaration = children(init)[0];
    const value = integerConstant(declaration && children(declaration).at(-1), known);
    return declaration && value !== null ? { variable: declaration.id, value } : null;
  }
  if (init.kind !== 'BinaryOperator' || init.opcode !== '=') return null;
  const [target, source] = children(init);
  const variable = target && variableOf(target);
  const value = integerConstant(source, known);
  return variable && value !== null ? { variable, value } : null;
}

function stepOf(increment: AstNode, variable: string, known: KnownIntegers): Step | null {
  const [target, amount] = children(increment);
  if (!target || variableOf(target) !== variable) return null;
  if (increment.kind === 'UnaryOperator')
    return increment.opcode === '++'
      ? { kind: 'add', by: 1 }
      : increment.opcode === '--'
        ? { kind: 'add', by: -1 }
        : null;
  if (increment.kind === 'CompoundAssignOperator')
    return stepBy(increment.opcode!.slice(0, -1), integerConstant(amount, known));
  if (increment.kind !== 'BinaryOperator' || increment.opcode !== '=' || amount?.kind !== 'BinaryOperator') return null;
  const [first, second] = children(amount);
  return first && variableOf(first) === variable ? stepBy(amount.opcode!, integerConstant(second, known)) : null;
}

function stepBy(opcode: string, by: number | null): Step | null {
  if (by === null) return null;
  switch (opcode) {
    case '+':
      return { kind: 'add', by };
    case '-':
      return { kind: 'add', by: -by };
    case '*':
      return { kind: 'multiply', by };
    case '/':
      return { kind: 'divide', by };
    case '<<':
      return { kind: 'multiply', by: 2 ** by };
    case '>>':
      return { kind: 'divide', by: 2 ** by };
    default:
      return null;
  }
}

function variableOf(node: AstNode): string | null {
  return ignoringParenImpCasts(node).referencedDecl?.id ?? null;
}

function mirrored(opcode: string): string {
  return opcode.replace(/[<>]/, (side) => (side === '<' ? '>' : '<'));
}

function mayLeave(body: AstNode): boolean {
  return someNode(
    body,
    (node, inLoop) =>
      node.kind === 'ReturnStmt' ||
      node.kind === 'GotoStmt' ||
      node.kind === 'CXXThrowExpr' ||
      (node.kind === 'BreakStmt' && !inLoop),
  );
}

function assigns(body: AstNode, variable: string): boolean {
  return someNode(body, (node) => {
    const target = children(node)[0];
    if (!target) return false;
    const writes =
      node.kind === 'CompoundAssignOperator' ||
      (node.kind === 'BinaryOperator' && node.opcode === '=') ||
      (node.kind === 'UnaryOperator' && /^(?:\+\+|--|&)$/.test(node.opcode ?? ''));
    return writes && variableOf(target) === variable;
  });
}

function someNode(node: AstNode, test: (node: AstNode, inLoop: boolean) => boolean, inLoop = false): boolean {
  if (test(node, inLoop)) return true;
  const breakable = inLoop || isBreakable(node);
  return children(node).some((child) => child.kind !== 'LambdaExpr' && someNode(child, test, breakable));
}
