/** Reads the report that an instrumented program writes at its end (runtime/instrument/mantissa_instrument.h). */
import { isDeepStrictEqual } from 'node:util';
import type { Groups } from '../analysis/groups.js';
import type { ExecutionCounts } from '../analysis/performance-model.js';
import { type Format, formats } from '../numerics/format.js';
import type { ValueRange } from '../numerics/value-range.js';
import type { CellIndex, FunctionIndex, LoopIndex, OperationIndex, Program, SiteIndex } from '../program/program.js';
import { SharedFormats } from '../program/shared-formats.js';
import type { CountedPlaces } from '../rewrite/counted-places.js';
import { framesOf } from '../rewrite/instrument/declaration-words.js';

/** See `InstrumentMode`. */
export type CountingMode = 'count' | 'count-ranges';
export type ProfileMode = CountingMode | 'count-each' | 'shadow';

export interface OperationProfile {
  readonly operation: OperationIndex;
  /** 0 for a shadow run on a GPU, which does not count them. */
  readonly executions: number;
  /** Σ |(v64 − v32) / v64|; 0 for a count run. */
  readonly difference: number;
  /** Executions whose error was counted as 1: v64 = 0, an overflow of the shadow value, or a NaN. Absent if there are none. */
  readonly lost?: number | undefined;
}

/** Shadow errors of a function on the device by thread block, over all launches. */
export interface BlockProfile {
  readonly function: FunctionIndex;
  /** The largest grid of its launches, in blocks. */
  readonly grid: readonly [x: number, y: number, z: number];
  /** The place of the sum of all blocks from there on is the one before this. */
  readonly limit: number;
  /** By block, x first; the blocks behind the last one have no error. */
  readonly differences: readonly number[];
}

export interface Profile {
  readonly operations: readonly OperationProfile[];
  readonly counts: ExecutionCounts;
  /** Of a shadow run with kernels. */
  readonly blocks?: readonly BlockProfile[];
  /** Range of the values stored to each site; null if ranges were not observed. */
  readonly ranges: ReadonlyMap<SiteIndex, ValueRange> | null;
}

/** `counted`: the operations that are represented by the counter of another one; null if each has its own. */
export function readProfile(
  report: string,
  mode: ProfileMode,
  program: Program,
  groups: Groups,
  counted: CountedPlaces | null = null,
): Profile {
  const operations: OperationProfile[] = [];
  const counters = {
    lost: new Map<OperationIndex, number>(),
    store: new Map<SiteIndex, number>(),
    launch: new Map<number, number>(),
    loop: new Map<LoopIndex, number>(),
    call: new Map<FunctionIndex, number>(),
  };
  const transfers = new Map<number, { elements: number; largest: number }>();
  const ranges = new Map<SiteIndex, ValueRange>();
  const blocks: BlockProfile[] = [];
  const frames = mode === 'shadow' ? framesOf(program) : [];
  for (const line of report.split('\n')) {
    const [word = '', ...rest] = line.split(' ');
    const [first, second, third, fourth, fifth] = rest.map(Number) as [number, number, number, number, number];
    if (word in counters) counters[word as keyof typeof counters].set(first, second);
    else if (word === 'range')
      ranges.set(first, { largest: second, smallest: third, hasInfinity: fourth === 1, hasNaN: fifth === 1 });
    else if (word === 'blocks') {
      const differences = rest.slice(5).map(Number);
      blocks.push({ function: frames[first]!, grid: [second, third, fourth], limit: fifth, differences });
    } else if (word === 'transfer') {
      const size = carriedBytes(program, groups, first);
      transfers.set(first, { elements: third / size, largest: fourth / size });
    } else if (word !== '') operations.push({ operation: Number(word), executions: first, difference: second });
  }
  const { store: stores, launch: launches, loop: loops, call: calls } = counters;
  operations.forEach((one, at) => {
    const times = counters.lost.get(one.operation);
    if (times) operations[at] = { ...one, lost: times };
  });
  for (const one of counted ? [...operations] : [])
    for (const operation of counted!.operations.get(one.operation) ?? []) operations.push({ ...one, operation });
  operations.sort((a, b) => a.operation - b.operation);
  const executions = new Map(operations.map((one) => [one.operation, one.executions]));
  return {
    operations,
    counts: { operations: executions, stores, launches, transfers, ...(calls.size > 0 && { loops, calls }) },
    ...(blocks.length > 0 && { blocks }),
    ranges: mode === 'count-ranges' ? ranges : null,
  };
}

/** Size of an element in an instrumented program, where storage that may change is double. A converting copy counts in its own format. */
function carriedBytes(program: Program, groups: Groups, transfer: number): number {
  const { destination, source, sides, place } = program.transfers[transfer]!;
  const size = (site: SiteIndex | null, declared: Format) =>
    formats[site !== null && groups.frozen[site] === null ? 'fp64' : declared].sizeBytes;
  const counted = program.measures.find(({ call }) => isDeepStrictEqual(call, place));
  if (sides.kind === 'apart' && counted) return size(new SharedFormats(program).siteOf(counted.count), counted.format);
  const siteOf = (cell: CellIndex | null) => (cell === null ? null : program.cells[cell]!.site);
  const site = siteOf(destination) ?? siteOf(source);
  return size(site, site === null ? 'fp64' : program.sites[site]!.format);
}
