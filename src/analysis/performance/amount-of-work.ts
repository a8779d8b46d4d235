/**
 * Finds where a program does another amount of work than before, from the counts of two runs: an iterative solver that needs more iterations in
 * lower precision, a function that is called more often, a kernel that is launched more often. A loop or function whose count only follows from
 * the loop or function around it is not reported. Differences are ordered by the operations that they account for.
 */
import type { FunctionIndex, LoopIndex, Program } from '../../program/program.js';
import type { ExecutionCounts } from './block-executions.js';

/** Loops by iterations, functions by calls, kernels by launches. */
export interface WorkDifference {
  readonly kind: 'loop' | 'function' | 'kernel';
  /** For a loop, the function that contains it. */
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly before: number;
  readonly after: number;
  /** Summed over several executions of the loop. */
  readonly isTotal?: true;
}

export interface AmountsOfWork {
  /** Floating-point operations of both runs; null without counts. */
  readonly operations: { readonly before: number; readonly after: number } | null;
  readonly differences: readonly WorkDifference[];
}

/**
 * Relative difference of two counts below which it is not reported.
 * Chosen: one per cent more work is within the variation of times; nothing else was tried.
 */
export const MIN_DIFFERENCE = 0.01;
/**
 * Differences that are reported.
 * Chosen: few enough for one message; nothing else was tried.
 */
const MAX_DIFFERENCES = 3;
/**
 * Share of the operations that the largest difference accounts for, below which another one is not reported.
 * Chosen: a tenth explains little beside it; nothing else was tried.
 */
const MIN_SHARE_OF_LARGEST = 0.1;

interface Candidate {
  readonly difference: WorkDifference;
  /** Operations, or milliseconds of a kernel. */
  readonly weight: number;
}

export function compareWork(program: Program, before: ExecutionCounts, after: ExecutionCounts): AmountsOfWork {
  const sites = callSites(program, before, after);
  const [one, other] = [new WorkOfRun(program, before, sites), new WorkOfRun(program, after, sites)];
  const candidates = [
    ...program.loops.map((_, loop) => loopCandidate(program, loop, one, other)),
    ...program.functions.map((_, index) => functionCandidate(program, index, one, other)),
  ].filter((candidate) => candidate !== null);
  const matters = candidates.filter(({ weight }) => weight >= MIN_DIFFERENCE * one.operations);
  return { operations: { before: one.operations, after: other.operations }, differences: foremost(matters) };
}

/** Launches of each kernel in a run, and their total time. */
export type KernelLaunches = ReadonlyMap<FunctionIndex, { readonly launches: number; readonly ms: number }>;

/** If only launches were observed: of kernels whose launches grew by the same factor, only the one that takes longest. */
export function compareLaunches(program: Program, before: KernelLaunches, after: KernelLaunches): AmountsOfWork {
  const candidates = [...new Set([...before.keys(), ...after.keys()])].flatMap((index) => {
    const [one, other] = [before.get(index), after.get(index)];
    const counts = [one?.launches ?? 0, other?.launches ?? 0] as const;
    return differ(...counts)
      ? [{ difference: ofFunction(program, index, ...counts), weight: Math.max(one?.ms ?? 0, other?.ms ?? 0) }]
      : [];
  });
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.weight - a.weight)) {
    const ratio = factorOf(candidate);
    if (!kept.some((one) => !differ(factorOf(one), ratio))) kept.push(candidate);
  }
  return { operations: null, differences: foremost(kept) };
}

/** The operations, loops and calls of one run, over the structure of the program. */
class WorkOfRun {
  readonly operations: number;
  /** Operations by innermost loop; those outside loops are in `outside`, by function. */
  private readonly inLoops = new Map<LoopIndex, number>();
  private readonly outside = new Map<FunctionIndex, number>();
  private readonly all = new Map<FunctionIndex, number>();
  private readonly launched = new Map<FunctionIndex, number>();
  /** Functions being summed: a recursive call adds nothing. */
  private readonly underWay = new Set<FunctionIndex>();

  constructor(
    private readonly program: Program,
    private readonly counts: ExecutionCounts,
    /** By the function called or launched there. */
    private readonly sites: ReadonlyMap<FunctionIndex, readonly CallSite[]>,
  ) {
    let operations = 0;
    program.operations.forEach(({ kind, function: owner, loop }, index) => {
      const executions = kind === 'convert' ? 0 : (counts.operations.get(index) ?? 0);
      operations += executions;
      if (loop === null) this.outside.set(owner, (this.outside.get(owner) ?? 0) + executions);
      else this.inLoops.set(loop, (this.inLoops.get(loop) ?? 0) + executions);
    });
    this.operations = operations;
    for (const [launch, times] of counts.launches ?? []) {
      const kernel = program.launches[launch]?.kernel;
      if (kernel !== undefined) this.launched.set(kernel, (this.launched.get(kernel) ?? 0) + times);
    }
  }

  iterations(loop: LoopIndex): number {
    return iterationsOf(this.counts, loop);
  }

  calls(index: FunctionIndex): number {
    return callsOf(this.counts, index);
  }

  launches(kernel: FunctionIndex): number {
    return this.launched.get(kernel) ?? 0;
  }

  /** An upper bound on how often a loop is entered: the executions of the code around it. */
  around(loop: LoopIndex): number {
    const { parent, function: owner } = this.program.loops[loop]!;
    return this.timesAt({ owner, loop: parent });
  }

  /** How often a function would be called if each of its calls ran whenever the code around it runs. */
  reaching(index: FunctionIndex): number {
    const others = (this.sites.get(index) ?? []).filter(({ owner }) => owner !== index);
    return others.reduce((sum, site) => sum + this.timesAt(site), 0);
  }

  /** All operations in a loop, including nested loops and functions called from there. */
  operationsInLoop(loop: LoopIndex): number {
    let sum = 0;
    for (const inner of this.program.loops.keys())
      if (isWithin(this.program, inner, loop)) sum += this.inLoops.get(inner) ?? 0;
    return sum + this.operationsCalled((site) => site.loop !== null && isWithin(this.program, site.loop, loop));
  }

  operationsInFunction(index: FunctionIndex): number {
    const known = this.all.get(index);
    if (known !== undefined) return known;
    if (this.underWay.has(index)) return 0;
    this.underWay.add(index);
    let sum = this.outside.get(index) ?? 0;
    this.program.loops.forEach(({ function: owner }, loop) => {
      if (owner === index) sum += this.inLoops.get(loop) ?? 0;
    });
    sum += this.operationsCalled(({ owner }) => owner === index);
    this.underWay.delete(index);
    this.all.set(index, sum);
    return sum;
  }

  /** For each function called at some of these places, the share of its operations due to those calls. */
  private operationsCalled(isMeant: (site: CallSite) => boolean): number {
    let sum = 0;
    for (const [callee, sites] of this.sites) {
      const meant = sites.filter(isMeant);
      if (meant.length === 0) continue;
      const times = (some: readonly CallSite[]) => some.reduce((total, site) => total + this.timesAt(site), 0);
      const share = times(sites) > 0 ? times(meant) / times(sites) : 0;
      if (share > 0) sum += share * this.operationsInFunction(callee);
    }
    return sum;
  }

  private timesAt(site: CallSite): number {
    return timesAt(this.counts, site);
  }
}

function iterationsOf({ loops }: ExecutionCounts, loop: LoopIndex): number {
  return loops?.get(loop) ?? 0;
}

function callsOf({ calls }: ExecutionCounts, index: FunctionIndex): number {
  return calls?.get(index) ?? 0;
}

/** Executions of the code around a place. */
function timesAt(counts: ExecutionCounts, { owner, loop }: CallSite): number {
  return loop === null ? callsOf(counts, owner) : iterationsOf(counts, loop);
}

interface CallSite {
  readonly owner: FunctionIndex;
  /** The innermost loop around it. */
  readonly loop: LoopIndex | null;
}

/** By the function that is called or launched. */
function callSites(program: Program, before: ExecutionCounts, after: ExecutionCounts): Map<FunctionIndex, CallSite[]> {
  const sites = new Map<FunctionIndex, CallSite[]>();
  const add = (callee: FunctionIndex, site: CallSite) => sites.set(callee, [...(sites.get(callee) ?? []), site]);
  program.functions.forEach(({ values, valueBlocks, blocks }, owner) => {
    values.forEach((value, index) => {
      if (value.kind !== 'call' || value.function === null) return;
      add(value.function, { owner, loop: blocks[valueBlocks[index]!]?.loop ?? null });
    });
  });
  // a call that neither takes nor returns a number is not in the model: the counts give its place
  program.functions.forEach(({ calls }, owner) => {
    for (const callee of calls) {
      if (sites.get(callee)?.some((site) => site.owner === owner) || program.functions[callee]!.kind === 'kernel')
        continue;
      const loops = program.loops.flatMap((loop, index) => (loop.function === owner ? [index] : []));
      const counts = [callsOf(before, callee), callsOf(after, callee)] as const;
      const places = [null, ...loops].map((loop) => ({ owner, loop }));
      const place = places.find((one) => follows(counts, [timesAt(before, one), timesAt(after, one)]));
      add(callee, place ?? { owner, loop: null });
    }
  });
  for (const { kernel, caller, place } of program.launches) {
    if (caller === null) continue;
    const around = program.loops.flatMap(({ function: owner, place: { range }, depth }, loop) =>
      owner === caller && isIn(place.range, range) ? [{ loop, depth }] : [],
    );
    const innermost = around.toSorted((a, b) => b.depth - a.depth)[0];
    add(kernel, { owner: caller, loop: innermost?.loop ?? null });
  }
  return sites;
}

function loopCandidate(program: Program, loop: LoopIndex, one: WorkOfRun, other: WorkOfRun): Candidate | null {
  const [before, after] = [one.iterations(loop), other.iterations(loop)];
  const around = [one.around(loop), other.around(loop)] as const;
  if (!differ(before, after) || follows([before, after], around)) return null;
  const { function: owner, place } = program.loops[loop]!;
  const { name } = program.functions[owner]!;
  const isTotal = Math.max(...around) > 1;
  const difference = { kind: 'loop' as const, function: readable(name), ...lineOf(program, place), before, after };
  return {
    difference: { ...difference, ...(isTotal && { isTotal }) },
    weight: Math.abs(other.operationsInLoop(loop) - one.operationsInLoop(loop)),
  };
}

function functionCandidate(program: Program, index: FunctionIndex, one: WorkOfRun, other: WorkOfRun): Candidate | null {
  const isKernel = program.functions[index]!.kind === 'kernel';
  const times = (run: WorkOfRun) => (isKernel ? run.launches(index) : run.calls(index));
  const counts = [times(one), times(other)] as const;
  if (!differ(...counts) || follows(counts, [one.reaching(index), other.reaching(index)])) return null;
  return {
    difference: ofFunction(program, index, ...counts),
    weight: Math.abs(other.operationsInFunction(index) - one.operationsInFunction(index)),
  };
}

function ofFunction(program: Program, index: FunctionIndex, before: number, after: number): WorkDifference {
  const { name, kind, place } = program.functions[index]!;
  const named = { function: readable(name), ...lineOf(program, place) };
  return { kind: kind === 'kernel' ? 'kernel' : 'function', ...named, before, after };
}

/** Whether a count changed by the same factor as the code that reaches it. */
function follows(counts: readonly [number, number], around: readonly [number, number]): boolean {
  if (counts.includes(0) || around.includes(0)) return false;
  return !differ(counts[0] / around[0], counts[1] / around[1]);
}

function differ(before: number, after: number): boolean {
  return Math.abs(after - before) >= MIN_DIFFERENCE * Math.max(before, Number.MIN_VALUE) && before !== after;
}

function factorOf({ difference: { before, after } }: Candidate): number {
  return after / before;
}

function foremost(candidates: readonly Candidate[]): WorkDifference[] {
  const ordered = candidates.toSorted((a, b) => b.weight - a.weight);
  const largest = ordered[0]?.weight ?? 0;
  return ordered
    .filter(({ weight }) => weight >= MIN_SHARE_OF_LARGEST * largest)
    .slice(0, MAX_DIFFERENCES)
    .map(({ difference }) => difference);
}

/** The loop itself and the loops nested in it. */
function isWithin({ loops }: Program, loop: LoopIndex, outer: LoopIndex): boolean {
  for (let at: LoopIndex | null = loop; at !== null; at = loops[at]!.parent) if (at === outer) return true;
  return false;
}

type Places = Program['loops'][number]['place'];

function isIn(inner: Places['range'], outer: Places['range']): boolean {
  return inner.file === outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

function lineOf(program: Program, { range }: Places): { readonly file: string; readonly line: number } {
  const { path, source } = program.files[range.file]!;
  return { file: path, line: source.position(range.begin).line };
}

/** Without the number that distinguishes overloads. */
function readable(name: string): string {
  return name.replace(/~\d+$/, '');
}
