import type { ExecutionCounts } from '../../src/analysis/performance-model.js';
import type { Program } from '../../src/program/program.js';

/** Counts nobody measured, the same for the operations of a block. */
export function inventedCounts(program: Program): ExecutionCounts {
  const executions = (owner: number, block: number) => 1 + ((owner * 31 + block * 17) % 97) ** 2;
  return {
    operations: new Map(
      program.operations.map(({ function: owner, block }, index) => [index, executions(owner, block)]),
    ),
    launches: new Map(program.launches.map((_, index) => [index, 3])),
    transfers: new Map(program.transfers.map((_, index) => [index, { elements: 500, largest: 100 }])),
  };
}
