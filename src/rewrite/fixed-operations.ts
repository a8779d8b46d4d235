/**
 * Operations that cannot be given a format of their own in the text: `x++`, which has no operand to convert, and `a[i++] += x`, whose target
 * would be read in one format and written in another, and thus named twice. If a macro has taken the name of a type, no operation can be given
 * that type; an OpenMP atomic update must stay `x += y`; a text shared by several functions (a template or a repeated include) has one meaning
 * for all of them. A function that exists in another format stays unchanged.
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
