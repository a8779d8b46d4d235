import { RESOURCES } from '../../src/analysis/performance/kernel-time.js';
import type { ExecutionCounts } from '../../src/analysis/performance-model.js';
import type { Program } from '../../src/program/program.js';

/** Invented execution counts, equal for all operations of a block. */
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

/** Invented correction factors of the resources of each kernel. */
export function inventedFactors(program: Program): Map<number, Float64Array> {
  const factor = (owner: number, resource: number) => 0.6 + ((owner + 3 * resource) % 7) / 8;
  return new Map(
    program.functions.map((_, at) => [at, Float64Array.from(RESOURCES, (_, resource) => factor(at, resource))]),
  );
}
