/**
 * Operations whose text leaves no way to give them a format of their own: `x++`, which names no operand that could be converted, and
 * `a[i++] += x`, whose target would have to be read in another format than it is written, and so be named twice. Where a macro has
 * taken the name of a type, no operation can be given one; an update that OpenMP makes at once has to stay `x += y`; and one text that is
 * several functions, of a template or of a file that is included again, says one thing for all of them. A function that exists in another format stays what it is.
 */

import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { isWithin } from '../program/place.js';
import type { OperationIndex, Program } from '../program/program.js';
import { descendants } from './declaration-edits.js';
import { hasEffects } from './expression-effects.js';
import { operatorAt } from './operators.js';
import { siteOf } from './site-of.js';

export function operationsOfFixedFormat({ program, functions, scopes }: ProgramSyntax): Set<OperationIndex> {
  const found = new Set<OperationIndex>();
  for (const { redefinedTypes, operationNodes } of scopes)
    if (redefinedTypes.length > 0) for (const operation of operationNodes.values()) found.add(operation);
  const chosen = new Set(program.sites.flatMap((site) => (site.overloadedFor === null ? [] : (site.function ?? []))));
  const { repeatedTexts = [], unchangedFunctions = [], unchangedTexts = [] } = scopes[0]?.builder ?? {};
  const left = new Set([...repeatedTexts.flat(), ...unchangedFunctions]);
  // a lambda in such a text is a function of its own
  const texts = [...unchangedTexts, ...[...left].flatMap((index) => program.functions[index]!.body ?? [])];
  program.operations.forEach(({ function: owner, place: { range } }, operation) => {
    const isLeft = left.has(owner) || texts.some((text) => isWithin(range, text));
    if (program.functions[owner]!.sharesText || isLeft || chosen.has(owner)) found.add(operation);
  });
  for (const { scope, node } of functions) {
    for (const child of descendants(node)) {
      const operator = operatorAt(scope, child);
      const isFixed = operator?.form === 'step' || updatesWithEffects(child) || updatesAtOnce(program, scope, child);
      if (operator && isFixed) found.add(operator.operation);
    }
  }
  return found;
}

function updatesAtOnce(program: Program, scope: UnitScope, node: AstNode): boolean {
  const site = node.kind === 'CompoundAssignOperator' ? siteOf(scope, children(node)[0]!) : null;
  return site !== null && program.sites[site]!.combinedByOpenMp !== null;
}

function updatesWithEffects(node: AstNode): boolean {
  const target = children(node)[0];
  return node.kind === 'CompoundAssignOperator' && target !== undefined && hasEffects(target);
}
