/**
 * Operations whose operands must be evaluated in their source order, because one may change a value that the other reads. An operator of a class
 * is a function, whose arguments a compiler evaluates in any order, so such an operation cannot have a multi-part format.
 */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Format } from '../numerics/format.js';
import type { OperationIndex, Program } from '../program/program.js';
import { readable } from '../support/byte-text.js';
import { assignsCall, changesState, orderOf } from './evaluation-order.js';
import { UnaliasedVariables } from './unaliased-variables.js';

/** Maximum characters of an expression in a message. */
const MAX_SHOWN_CHARACTERS = 60;

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

/** `a[i()] = f()`: C, and C++ before C++17, call `f` last, C++17 first. */
export function assignsInOlderOrder(scope: UnitScope, node: AstNode): boolean {
  const { language, standard } = scope.unit;
  return (language === 'c' || /\+\+(?:98|03|0x|11|1y|14)$/.test(standard)) && assignsCall(scope, node);
}

/** Quotes the operation's text, because line numbers of a program with copied functions do not exist in the user's files. */
export function orderedText({ files, operations }: Program, operation: OperationIndex, format: Format): string {
  const { id, place } = operations[operation]!;
  const { file, begin, end } = place.range;
  const text = shortened(readable(files[file]!.source.text.slice(begin, end)));
  return `'${text}' (${id}): one operand changes what the other reads, and with ${format} C++ does not fix the order of evaluation; move one operand into a statement of its own`;
}

export function olderOrderText(text: string): string {
  return `'${shortened(text)}': formats of several parts need C++17, which calls the functions on the right of '=' first; the standard of this program calls them last`;
}

function shortened(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ');
  return oneLine.length > MAX_SHOWN_CHARACTERS ? `${oneLine.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : oneLine;
}
