/**
 * Models divergence: threads of a warp that take a branch take the whole warp along, so its instructions occupy the pipes for 32 threads,
 * however few need them. If a share f of the threads reaches a block, 1 − (1 − f)³² of the warps have at least one such thread, provided that
 * threads decide independently of each other; threads that count their steps do not. Shares refer to the executions of the same loop; a loop or
 * function behind a branch inherits the branch's factor.
 */
import type { FunctionIndex, LoopIndex, Program, SiteIndex } from '../../program/program.js';
import type { BlockExecutions } from './block-executions.js';

/**
 * Threads of a warp.
 * Source: CUDA C++ Programming Guide, table of technical specifications per compute capability.
 */
const WARP_THREADS = 32;

/** Function → block → the factor by which the block occupies a multiprocessor longer than its threads' executions alone. */
export function findDivergence(
  program: Program,
  device: ReadonlySet<FunctionIndex>,
  executions: BlockExecutions,
  /** Sums that are stored once every fixed number of steps: all threads of a warp reach that step together. */
  folded: ReadonlySet<SiteIndex> = new Set(),
): BlockExecutions {
  const factors = new Map<FunctionIndex, number[]>();
  const visit = (index: FunctionIndex, path: ReadonlySet<FunctionIndex>): number[] => {
    const known = factors.get(index);
    if (known) return known;
    const entry = program.functions[index]!.kind === 'kernel' ? 1 : entryFactor(index, path);
    const found = factorsOf(program, index, executions[index]!, entry, folded);
    factors.set(index, found);
    return found;
  };
  /** The mean factor of its callers, weighted by their calls. */
  const entryFactor = (index: FunctionIndex, path: ReadonlySet<FunctionIndex>): number => {
    let [calls, weighted] = [0, 0];
    for (const caller of device) {
      if (path.has(caller) || !program.functions[caller]!.calls.includes(index)) continue;
      const { values, valueBlocks } = program.functions[caller]!;
      const inCaller = visit(caller, new Set([...path, index]));
      values.forEach((value, at) => {
        if (value.kind !== 'call' || value.function !== index) return;
        calls += executions[caller]![valueBlocks[at]!]!;
        weighted += executions[caller]![valueBlocks[at]!]! * inCaller[valueBlocks[at]!]!;
      });
    }
    return calls > 0 ? weighted / calls : 1;
  };
  return program.functions.map(({ blocks }, index) =>
    device.has(index) ? visit(index, new Set([index])) : blocks.map(() => 1),
  );
}

function factorsOf(
  program: Program,
  index: FunctionIndex,
  executions: readonly number[],
  entry: number,
  folded: ReadonlySet<SiteIndex>,
): number[] {
  const { blocks, values, valueBlocks } = program.functions[index]!;
  const together = new Set(
    values.flatMap((value, at) =>
      value.kind === 'store' && value.site !== null && folded.has(value.site) ? [valueBlocks[at]!] : [],
    ),
  );
  const most = new Map<LoopIndex | null, number>();
  blocks.forEach(({ loop }, block) => {
    // a loop's header runs once more than its body: its final test is not a branch of the body
    if (loop !== null && isHeader(program, index, loop, block)) return;
    most.set(loop, Math.max(most.get(loop) ?? 0, executions[block]!));
  });
  const known = new Map<LoopIndex | null, number>([[null, entry]]);
  const aroundLoop = (loop: LoopIndex | null): number => {
    if (loop === null) return entry;
    let factor = known.get(loop);
    if (factor === undefined) {
      const header = blocks.findIndex((one) => one.loop === loop);
      const before = blocks[header]?.predecessors[0];
      known.set(loop, 1);
      factor = before === undefined ? 1 : factorOf(before);
      known.set(loop, factor);
    }
    return factor;
  };
  const factorOf = (block: number): number => {
    const { loop, predecessors } = blocks[block]!;
    const [before] = predecessors;
    if (loop !== null && together.has(block) && before !== undefined && before < block) return factorOf(before);
    const all = most.get(loop) ?? 0;
    const share = all > 0 ? Math.min(1, executions[block]! / all) : 1;
    const own = share > 0 ? (1 - (1 - share) ** WARP_THREADS) / share : 1;
    return own * aroundLoop(loop);
  };
  return blocks.map((_, block) => Math.min(WARP_THREADS, factorOf(block)));
}

function isHeader(program: Program, index: FunctionIndex, loop: LoopIndex, block: number): boolean {
  return program.functions[index]!.blocks.findIndex((one) => one.loop === loop) === block;
}
