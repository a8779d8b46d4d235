/** The statements of the program's loops: the node behind each loop of the model, with its parts. */

import type { FunctionIndex, LoopIndex } from '../program/program.js';
import { type AstNode, children } from './ast/node.js';
import { rangeKey } from './lower/places.js';
import type { UnitScope } from './lower/unit-scope.js';
import type { ProgramSyntax } from './read-program.js';

export interface LoopStatement {
  readonly loop: LoopIndex;
  readonly function: FunctionIndex;
  readonly scope: UnitScope;
  readonly node: AstNode;
  /** The repeated statement. */
  readonly body: AstNode;
  /** The condition that is evaluated before each iteration; null for a loop without one, which `do` and range-for loops are as well. */
  readonly condition: AstNode | null;
  /** Whether the condition declares a variable: `while (T x = f())`. */
  readonly declaresInCondition: boolean;
}

type Parts = Pick<LoopStatement, 'condition' | 'declaresInCondition'> & { readonly body: AstNode | undefined };

/** The parts of each kind of loop among the children that clang prints, in which absent ones have no kind. */
const PARTS: Readonly<Record<string, (parts: readonly AstNode[]) => Parts>> = {
  ForStmt: ([, variable, condition, , body]) => ({
    body,
    condition: condition?.kind ? condition : null,
    declaresInCondition: variable?.kind !== undefined,
  }),
  WhileStmt: (parts) => ({
    body: parts.at(-1),
    condition: parts.at(-2) ?? null,
    declaresInCondition: parts.length > 2,
  }),
  DoStmt: ([body]) => ({ body, condition: null, declaresInCondition: false }),
  CXXForRangeStmt: (parts) => ({ body: parts[7], condition: null, declaresInCondition: false }),
};

/** Every loop of the model whose statement has a text, in the order of the functions. A text that several functions share appears once for each. */
export function* loopStatements({ program, functions, places }: ProgramSyntax): Generator<LoopStatement> {
  const keyOf = (owner: FunctionIndex, range: { file: number; begin: number }) =>
    `${rangeKey({ ...range, end: range.begin })} ${owner}`;
  const loops = new Map(program.loops.map((loop, index) => [keyOf(loop.function, loop.place.range), index]));
  for (const { scope, node: definition, function: owner } of functions)
    for (const node of within(definition)) {
      const parts = PARTS[node.kind]?.(node.inner ?? []);
      const place = parts?.body?.kind ? places.ofNode(node) : null;
      const loop = place ? loops.get(keyOf(owner, place.range)) : undefined;
      if (loop !== undefined) yield { ...parts!, body: parts!.body!, loop, function: owner, scope, node };
    }
}

/** All nodes below a node. */
export function* within(node: AstNode): Generator<AstNode> {
  for (const child of children(node)) {
    yield child;
    yield* within(child);
  }
}
