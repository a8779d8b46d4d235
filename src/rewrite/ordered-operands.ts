/**
 * Operations whose operands must be evaluated in the order they have: one may change what the other reads. An operator of a class is a
 * function, whose arguments a compiler takes in an order of its own, so such an operation has no format of several parts.
 */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Format } from '../numerics/format.js';
import type { OperationIndex, Program } from '../program/program.js';
import { readable } from '../support/byte-text.js';
import { assignsCall, changesState, orderOf } from './evaluation-order.js';
import { UnaliasedVariables } from './unaliased-variables.js';

/** Characters of an expression that are shown. */
const MOST_SHOWN = 60;

export class OrderedOperands {
  private readonly ownVariables: UnaliasedVariables;

  constructor(syntax: Pick<ProgramSyntax, 'functions'>) {
    this.ownVariables = new UnaliasedVariables(syntax);
  }

  of(scope: UnitScope, node: AstNode): boolean {
    const [left, right] = children(node);
    if (!left || !right || node.kind === 'CXXOperatorCallExpr') return false; // the operators of halves
    if (node.kind === 'CompoundAssignOperator') return changesState(scope, left) && changesState(scope, right);
    return orderOf(scope, node) !== 'any' && !this.ownVariables.areApart(scope, left, right);
  }
}

/** `a[i()] = f()`, of which C and C++ before C++17 call `f` last, and C++17 first. */
export function assignsInOlderOrder(scope: UnitScope, node: AstNode): boolean {
  const { language, standard } = scope.unit;
  return (language === 'c' || /\+\+(?:98|03|0x|11|1y|14)$/.test(standard)) && assignsCall(scope, node);
}

/** In the words of the text: where calls have copies of their own, lines are those of a text nobody has seen. */
export function orderedText({ files, operations }: Program, operation: OperationIndex, format: Format): string {
  const { id, place } = operations[operation]!;
  const { file, begin, end } = place.range;
  const text = shortened(readable(files[file]!.source.text.slice(begin, end)));
  return `'${text}' (${id}): one operand changes what the other reads, and ${format} evaluates them in an order of its own; a statement before it may take one of them`;
}

export function olderOrderText(text: string): string {
  return `'${shortened(text)}': C++17, which formats of several parts need, calls what is assigned first`;
}

function shortened(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ');
  return oneLine.length > MOST_SHOWN ? `${oneLine.slice(0, MOST_SHOWN - 1)}…` : oneLine;
}
