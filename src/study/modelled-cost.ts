/**
 * The cost of a program under a configuration, in units of a Tesla P100 as the AMPT-GA paper counts them: an fp32 operation 1, an fp64
 * operation 2, a conversion 4, each weighted by how often it ran. fp16 and bf16 arithmetic counts as fp32: the paper's table has no
 * more. Memory traffic is not in it. A figure from here is always called modelled.
 */
import type { Format } from '../numerics/format.js';
import type { Program, ValueIndex } from '../program/program.js';
import type { Resolution } from '../space/resolve.js';
import type { OperationProfile } from './workbench.js';

const CONVERSION_UNITS = 4;
const UNITS: Readonly<Partial<Record<Format, number>>> = { fp16: 1, bf16: 1, fp32: 1, fp64: 2 };

export function modelledCost(program: Program, profile: readonly OperationProfile[], resolution: Resolution): number {
  const executions = new Map(profile.map((one) => [one.operation, one.executions]));
  let units = 0;
  program.operations.forEach((operation, index) => {
    if (operation.kind === 'convert') return; // counted below, where formats meet
    units += (executions.get(index) ?? 0) * (UNITS[resolution.operationFormats[index]!] ?? 2);
  });
  for (const { function: owner, value, user } of resolution.conversions) {
    units +=
      CONVERSION_UNITS * Math.max(runs(program, owner, value, executions), runs(program, owner, user, executions));
  }
  return units;
}

/** How often a value came to be, where it is an operation's; 0 where only its partner tells. */
function runs(program: Program, owner: number, value: ValueIndex, executions: ReadonlyMap<number, number>): number {
  const node = program.functions[owner]!.values[value]!;
  return node.kind === 'operation' ? (executions.get(node.operation) ?? 0) : 0;
}
