/**
 * Finds products that a GPU compiler fuses with the sum they are added to: a multiplication whose only use is an addition or subtraction in the
 * same block, directly or through a local variable, forms one instruction with it if both, and the variable, have one format.
 */

import type { FunctionIndex, OperationIndex, Program, SiteIndex, ValueIndex } from '../../program/program.js';
import { operandsOf } from '../../program/verify.js';

export interface Contraction {
  readonly function: FunctionIndex;
  readonly product: OperationIndex;
  readonly sum: OperationIndex;
  /** The local variable between product and sum. */
  readonly through: SiteIndex | null;
}

export function findContractions(program: Program, index: FunctionIndex): Contraction[] {
  const { values, valueBlocks } = program.functions[index]!;
  const users: ValueIndex[][] = values.map(() => []);
  values.forEach((value, user) => {
    for (const operand of operandsOf(value)) users[operand]!.push(user);
  });
  const only = (value: ValueIndex): ValueIndex | null => (users[value]!.length === 1 ? users[value]![0]! : null);
  const found: Contraction[] = [];
  const taken = new Set<OperationIndex>(); // a sum fuses one product
  program.operations.forEach((operation, product) => {
    if (operation.function !== index || operation.kind !== 'mul') return;
    let user = only(operation.value);
    let through: SiteIndex | null = null;
    const between = user === null ? null : values[user]!;
    if (user !== null && between?.kind === 'store') {
      const isLocal = between.site !== null && isPromoted(program, between.site, index);
      through = between.site;
      user = isLocal ? only(user) : null;
    }
    const sum = user === null ? null : values[user]!;
    if (user === null || sum?.kind !== 'operation' || valueBlocks[user] !== operation.block) return;
    if (!/^(?:add|sub)$/.test(program.operations[sum.operation]!.kind) || taken.has(sum.operation)) return;
    taken.add(sum.operation);
    found.push({ function: index, product, sum: sum.operation, through });
  });
  return found;
}

/** A scalar of the function itself: its stores are definitions, and only values that name them use them. */
function isPromoted(program: Program, site: SiteIndex, owner: FunctionIndex): boolean {
  const { kind, shape, function: declaredIn } = program.sites[site]!;
  return declaredIn === owner && shape === 'scalar' && (kind === 'variable' || kind === 'parameter');
}
