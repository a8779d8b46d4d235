/** `for (int i = 0; i < n; i++)`: a loop whose iterations are known before it begins, so that it can be split in two. */
import { ignoringParenImpCasts } from '../../frontend/ast/ignoring.js';
import { isAssignment, isCallOrLaunch, isVariable } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import { type LoopStatement, within } from '../../frontend/loop-statements.js';
import type { Range } from '../../program/place.js';
import type { NodeRanges } from '../node-ranges.js';
import { NotSplit } from './not-split.js';

export interface CountedLoop {
  /** The type of the counter, as written. */
  readonly type: string;
  readonly counter: string;
  /** The first value of the counter, in the text. */
  readonly start: Range;
  /** The number of iterations, in the text. */
  readonly bound: Range;
}

/** Throws `NotSplit` for another loop. */
export function countedLoop(ranges: NodeRanges, { node, body }: LoopStatement): CountedLoop {
  const no = (why: string) => new NotSplit(`${why}; it must be counted: for (int i = 0; i < n; i++)`);
  if (node.kind !== 'ForStmt') throw no('the loop is no for loop');
  const [declared, , condition, step] = node.inner ?? [];
  const [variable, ...others] = declared?.kind === 'DeclStmt' ? children(declared) : [];
  if (variable?.kind !== 'VarDecl' || others.length > 0) throw no('the loop does not declare its counter');
  const names = (one: AstNode | undefined) =>
    one !== undefined && ignoringParenImpCasts(one).referencedDecl?.id === variable.id;
  const start = children(variable)[0];
  const type = variable.type?.qualType ?? '';
  const isZero = start !== undefined && ignoringParenImpCasts(start).value === '0';
  if (!isZero || !INTEGERS.has(type)) throw no('the counter does not start at the integer 0');
  const [left, right] = condition?.kind === 'BinaryOperator' && condition.opcode === '<' ? children(condition) : [];
  if (!names(left) || !right) throw no('the condition is not a comparison of the counter with <');
  const isStep = step?.kind === 'UnaryOperator' && step.opcode === '++' && names(children(step)[0]);
  if (!isStep) throw no('the counter is not incremented by one');
  const changed = [...changedVariables(body)];
  const reads = [right, ...within(right)];
  if (reads.some((one) => isCallOrLaunch(one) || isAssignment(one) || one.kind === 'MemberExpr'))
    throw no('the bound of the counter is no expression of variables');
  const mentioned = reads.flatMap((one) => one.referencedDecl?.id ?? []);
  if ([variable.id, ...mentioned].some((id) => changed.includes(id)))
    throw no('its body changes the counter or its bound');
  const [range, from] = [ranges.rangeOf(right), ranges.rangeOf(start!)];
  if (!range || !from) throw no('the head of the loop comes from a macro');
  return { type, counter: variable.name!, start: from, bound: range };
}

const INTEGERS = new Set(['int', 'long', 'unsigned int', 'unsigned long', 'long long', 'unsigned long long', 'size_t']);

/** The ids of the variables that a statement assigns, or whose address it takes. */
export function* changedVariables(node: AstNode): Generator<string> {
  for (const one of [node, ...within(node)]) {
    const isTaken = one.kind === 'UnaryOperator' && one.opcode === '&';
    const target = isAssignment(one) || isTaken ? children(one)[0] : undefined;
    const named = target && ignoringParenImpCasts(target).referencedDecl;
    if (named && isVariable(named)) yield named.id;
  }
}
