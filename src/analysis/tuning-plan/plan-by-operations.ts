/**
 * The plan for CPUs (Gu's dissertation, section 3.3): operations are lowered by type, in an order that needs no search.
 *   recursive functions count as loops
 *   first operations outside all loops, of all functions together
 *   then function by function: those without accumulations first, then by the size of the largest loop, AD, the number of operations
 *   within a function, loops by increasing size; the size of a loop is the executions of its body, including the loops around it
 *   within a loop, types without accumulations first, then by AD, then by their number, then costlier ones first
 * The finer plan has clusters of dependent operations instead of types.
 *
 * A function that is called from several places was copied for each call before (call-copies/find-call-copies.ts), or is one unit here, with the
 * measures of all its calls together.
 */
import type { FunctionIndex, LoopIndex, OperationIndex, Program } from '../../program/program.js';
import { recursiveFunctions } from '../../program/reached-functions.js';
import { operandsOf } from '../../program/verify.js';
import { DisjointSets } from '../../support/disjoint-sets.js';
import { groupedBy } from '../../support/grouped-by.js';
import { operationDependencies, operationType } from '../accumulated-dependency.js';
import { findAccumulatingOperations, findRecursiveAccumulations } from '../accumulations.js';
import type { BlockExecutions } from '../performance/block-executions.js';
import { LoopsOfCalls } from '../performance/expected-executions.js';
import { byKeys, type PlannedUnit, wideCost } from './planned-unit.js';

/** The sort keys of a set of operations. */
interface Measures {
  readonly accumulates: number;
  readonly size: number;
  readonly dependency: number;
  readonly count: number;
  /** Cost of the most expensive operation. */
  readonly cost: number;
}

interface Region {
  readonly function: FunctionIndex | null;
  readonly loop: LoopIndex | null;
  readonly operations: OperationIndex[];
}

export function planByOperations(
  program: Program,
  executions: BlockExecutions,
  operations: readonly OperationIndex[],
  by: 'types' | 'clusters',
): PlannedUnit[] {
  const dependencies = operationDependencies(program);
  const recursive = recursiveFunctions(program);
  const accumulating = new Set([
    ...findAccumulatingOperations(program),
    ...findRecursiveAccumulations(program, recursive),
  ]);
  const measure = (some: readonly OperationIndex[]): Measures => ({
    accumulates: some.filter((one) => accumulating.has(one)).length,
    size: Math.max(0, ...some.map((one) => executionsOf(program, executions, one))),
    dependency: Math.max(0, ...some.map((one) => dependencies[one]!)),
    count: some.length,
    cost: Math.max(0, ...some.map((one) => wideCost(program.operations[one]!))),
  });
  const regions = findRegions(program, operations, recursive);
  const outside = regions.filter((one) => one.function === null);
  const owners = [...new Set(regions.flatMap((one) => one.function ?? []))].map((owner) => {
    const own = regions.filter((one) => one.function === owner);
    return { own, ...measure(own.flatMap((one) => one.operations)) };
  });
  owners.sort(byKeys((one) => [Math.min(1, one.accumulates), one.size, one.dependency, one.count]));
  const inLoops = owners.flatMap(({ own }) =>
    own.toSorted(byKeys((region) => [measure(region.operations).size, region.loop ?? -1])),
  );
  const names = new Set<string>();
  return [...outside, ...inLoops].flatMap((region) => {
    const parts = by === 'types' ? partByType(program, region.operations) : partByCluster(program, region.operations);
    return parts
      .map((part) => ({ part, ...measure(part.operations) }))
      .sort(
        byKeys((one) => [Math.min(1, one.accumulates), one.dependency, one.count, -one.cost, one.part.operations[0]!]),
      )
      .map(({ part, ...measures }) => ({
        id: unused(names, `${regionName(program, region)} ${part.name}`),
        groups: [],
        operations: part.operations,
        reason: reasonFor(region, measures, recursive),
      }));
  });
}

function executionsOf(program: Program, executions: BlockExecutions, operation: OperationIndex): number {
  const { function: owner, block } = program.operations[operation]!;
  return executions[owner]?.[block] ?? 0;
}

/** A loop with the operations directly in it; all operations outside loops form one region. */
function findRegions(
  program: Program,
  operations: readonly OperationIndex[],
  recursive: ReadonlySet<FunctionIndex>,
): Region[] {
  const looped = functionsInLoops(program, recursive);
  const regions = new Map<string, Region>();
  for (const index of operations) {
    const { function: owner, loop } = program.operations[index]!;
    const isOutside = loop === null && !looped.has(owner);
    const key = isOutside ? 'outside' : `${owner} ${loop}`;
    const region = regions.get(key) ?? { function: isOutside ? null : owner, loop, operations: [] };
    region.operations.push(index);
    regions.set(key, region);
  }
  return [...regions.values()];
}

/** Functions called in a loop, directly or indirectly; the threads of a kernel count as a loop, and so do the calls of a recursive function. */
function functionsInLoops(program: Program, recursive: ReadonlySet<FunctionIndex>): Set<FunctionIndex> {
  const found = new Set(
    program.functions.flatMap(({ kind }, index) => (kind === 'host' && !recursive.has(index) ? [] : [index])),
  );
  const loops = new LoopsOfCalls(program);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    program.functions.forEach(({ calls }, caller) => {
      for (const callee of calls)
        if (found.has(caller) || loops.of(caller, callee).some((loop) => loop !== null)) found.add(callee);
    });
  }
  return found;
}

interface Part {
  readonly name: string;
  readonly operations: readonly OperationIndex[];
}

function partByType(program: Program, operations: readonly OperationIndex[]): Part[] {
  const types = groupedBy(operations, (one) => operationType(program.operations[one]!));
  return [...types].map(([name, own]) => ({ name, operations: own }));
}

/** Operations of one region that are connected by their results. */
function partByCluster(program: Program, operations: readonly OperationIndex[]): Part[] {
  const sets = new DisjointSets(program.operations.length);
  const own = new Set(operations);
  for (const [index, { values }] of program.functions.entries()) {
    if (!operations.some((one) => program.operations[one]!.function === index)) continue;
    const reaching: (readonly OperationIndex[])[] = [];
    values.forEach((value, at) => {
      const before = operandsOf(value).flatMap((operand) => (operand < at ? reaching[operand]! : []));
      if (value.kind === 'operation' && own.has(value.operation)) {
        for (const one of before) sets.union(one, value.operation);
        reaching[at] = [value.operation];
      } else reaching[at] = value.kind === 'load' || value.kind === 'call' ? [] : before.slice(0, 8);
    });
  }
  const clusters = groupedBy(operations, (one) => sets.find(one));
  return [...clusters.values()].map((some) => ({
    name: `cluster of ${program.operations[some[0]!]!.id}`,
    operations: some,
  }));
}

function regionName(program: Program, { function: owner, loop }: Region): string {
  if (owner === null) return 'outside loops:';
  const { name } = program.functions[owner]!;
  if (loop === null) return `${name}:`;
  const { file, begin } = program.loops[loop]!.place.range;
  return `${name}, loop at line ${program.files[file]!.source.position(begin).line}:`;
}

function reasonFor(region: Region, measures: Measures, recursive: ReadonlySet<FunctionIndex>): string {
  const { accumulates, dependency, count, size, cost } = measures;
  const where =
    region.function === null
      ? 'outside of all loops'
      : `runs ${Math.round(size)} times${region.loop !== null ? '' : recursive.has(region.function) ? ', in recursive calls' : ', in loops of its callers'}`;
  const sums = accumulates > 0 ? `accumulates (${accumulates} of ${count})` : 'accumulates nothing';
  return `${where}; ${sums}, AD ${dependency}, ${count} ${count === 1 ? 'operation' : 'operations'}, cost ${cost}`;
}

function unused(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let again = 2; names.has(name); again++) name = `${wanted} (${again})`;
  names.add(name);
  return name;
}
