/**
 * Fast Imprecise Sets (GPUMixer, sections 4.2 to 4.4): sets of operations worth lowering together, found without running anything. Values that
 * enter and leave a set stay in the wide format; r_ac = operations ÷ conversions is the amount of arithmetic that pays for each conversion at
 * the boundary. Sets with r_ac > 1 are candidates.
 *
 * Algorithm 1: from every arithmetic operation a set grows breadth first through the operations it depends on and those that depend on it
 * (fiset-growth.ts); every step with r_ac > 1 is a candidate. Overlapping sets are united; their growth steps remain candidates beside the
 * union, because a smaller set has a smaller error: together they are a graded list to try. `docs/fisets.md` has a worked kernel and explains
 * the options.
 */
import { type Format, formats } from '../numerics/format.js';
import type { FunctionIndex, Operation, OperationIndex, Program } from '../program/program.js';
import { reachedFrom } from '../program/reached-functions.js';
import { DisjointSets } from '../support/disjoint-sets.js';
import { buildDependenceGraph, type DependenceGraph, type DependenceNode, type NodeIndex } from './dependence-graph.js';
import { chooseSteps, DistinctSteps, divideFairly, type GrowthStep, stepSizes } from './fiset-choice.js';
import { type ConversionCounting, FisetGrowth, type GrowthWeights, growBreadthFirst } from './fiset-growth.js';

export interface FastImpreciseSet {
  /** `kernel/1`, `kernel/2` … in source order of the first operation, smaller sets first. */
  readonly id: string;
  readonly function: FunctionIndex;
  /** The operations to lower, comparisons that joined among them, ascending. */
  readonly operations: readonly OperationIndex[];
  readonly arithmetic: number;
  readonly conversions: number;
  /** r_ac; with weights, savings over costs. */
  readonly arithmeticToCast: number;
  /** Whether the loop rule (section 4.4) applied to it, which it then met. */
  readonly isAcrossLoops: boolean;
}

/** Costs in one unit of time. Implementations may weight them by executions or loop trips of the operation. */
export interface FisetWeights {
  operation(operation: Operation, format: Format): number;
  /** A conversion beside `operation`, of an operand or of its result. */
  conversion(from: Format, to: Format, operation: Operation): number;
}

export interface FisetOptions {
  readonly to?: Format;
  /** The format to lower; default: the widest format of the program's operations. */
  readonly from?: Format;
  /** φ, over all functions. */
  readonly maxSets?: number;
  readonly counting?: ConversionCounting;
  readonly conversionsPerValue?: boolean;
  readonly mathCalls?: boolean;
  readonly weights?: FisetWeights | null;
  /** Functions to search; default: kernels and what they call, or every function of a program without kernels. */
  readonly functions?: readonly FunctionIndex[];
  /** Operations that cannot be lowered. */
  readonly excluded?: ReadonlySet<OperationIndex>;
}

export const DEFAULT_MAX_SETS = 200;
/** Limit on growth steps in one function: beyond it, growth starts from evenly spaced operations only. */
const MAX_GROWTH_STEPS = 4_000_000;

/** The search for sets in one function. */
export interface SearchedFunction {
  readonly function: FunctionIndex;
  readonly sets: readonly FastImpreciseSet[];
  /** Growth steps with r_ac > 1 that the loop rule rejected. */
  readonly rejectedByLoops: number;
}

export function findFisets(program: Program, options: FisetOptions = {}): FastImpreciseSet[] {
  return searchFunctions(program, options).flatMap(({ sets }) => sets);
}

export function searchFunctions(program: Program, options: FisetOptions = {}): SearchedFunction[] {
  const from = options.from ?? widestFormat(program);
  const to = options.to ?? 'fp32';
  if (formats[from].rank <= formats[to].rank) return [];
  const dependence = {
    from,
    to,
    mathCalls: options.mathCalls ?? false,
    excluded: options.excluded ?? new Set<number>(),
  };
  const searches = (options.functions ?? functionsToSearch(program))
    .map((index) => new FunctionSearch(program, buildDependenceGraph(program, index, dependence), options, from, to))
    .filter(({ steps, rejectedByLoops }) => steps.length + rejectedByLoops > 0);
  const shares = divideFairly(
    options.maxSets ?? DEFAULT_MAX_SETS,
    searches.map((search) => search.steps.length),
  );
  return searches.map((search, position) => ({
    function: search.index,
    sets: search.steps.length === 0 ? [] : search.choose(shares[position]!),
    rejectedByLoops: search.rejectedByLoops,
  }));
}

/** Kernels and the functions that they call, directly or indirectly; every function of a program without kernels. */
export function functionsToSearch(program: Program): FunctionIndex[] {
  const kernels = program.functions.flatMap(({ kind }, index) => (kind === 'kernel' ? [index] : []));
  if (kernels.length === 0) return program.functions.map((_, index) => index);
  return [...reachedFrom(program, kernels)].sort((a, b) => a - b);
}

function widestFormat(program: Program): Format {
  return program.operations.reduce<Format>(
    (widest, { format }) => (formats[format].rank > formats[widest].rank ? format : widest),
    'fp16',
  );
}

class FunctionSearch {
  readonly steps: readonly GrowthStep[];
  rejectedByLoops = 0;
  private readonly growth: FisetGrowth;

  constructor(
    private readonly program: Program,
    private readonly graph: DependenceGraph,
    { counting = 'exact', conversionsPerValue = false, weights = null }: FisetOptions,
    from: Format,
    to: Format,
  ) {
    this.growth = new FisetGrowth(graph, {
      counting,
      conversionsPerValue,
      weights: weights && growthWeights(program, weights, from, to),
      loops: program.loops,
    });
    this.steps = this.growFromEverywhere();
  }

  get index(): FunctionIndex {
    return this.graph.function;
  }

  /** Algorithm 1. Equal sets from different starts count once. */
  private growFromEverywhere(): GrowthStep[] {
    const { nodes } = this.graph;
    const starts = nodes.flatMap(({ operation }, node) =>
      this.program.operations[operation]!.kind === 'compare' ? [] : [node],
    );
    const every = Math.max(1, Math.ceil((starts.length * nodes.length) / MAX_GROWTH_STEPS));
    const isKept = stepSizes(nodes.length);
    const found = new DistinctSteps(nodes.length);
    const overlapping = new DisjointSets(nodes.length);
    for (let at = 0; at < starts.length; at += every) {
      let largest = 0;
      found.start();
      growBreadthFirst(this.growth, starts[at]!, (growth) => {
        found.join(growth.members.at(-1)!);
        const size = growth.members.length;
        if (growth.ratio <= 1 || isKept[size] === 0) return true;
        if (!growth.paysInLoops) {
          this.rejectedByLoops++;
          return true;
        }
        largest = size;
        found.keep(this.stepNow(starts[at]!, null));
        return true;
      });
      const { members } = this.growth;
      for (let member = 0; member < largest; member++) overlapping.union(members[0]!, members[member]!);
    }
    this.keepUnions(found, overlapping);
    return found.steps;
  }

  private stepNow(start: NodeIndex, within: ReadonlySet<NodeIndex> | null): GrowthStep {
    const { members, ratio, conversions, isAcrossLoops } = this.growth;
    return { start, within, size: members.length, ratio, conversions, isAcrossLoops };
  }

  /** Unites overlapping sets. */
  private keepUnions(found: DistinctSteps, overlapping: DisjointSets): void {
    const unions = new Map<number, NodeIndex[]>();
    this.graph.nodes.forEach((_, node) => {
      const root = overlapping.find(node);
      if (!unions.has(root)) unions.set(root, []);
      unions.get(root)!.push(node);
    });
    for (const [start, nodes] of unions) {
      if (nodes.length === 1) continue;
      const within = new Set(nodes);
      found.start();
      growBreadthFirst(
        this.growth,
        start,
        (growth) => {
          found.join(growth.members.at(-1)!);
          return true;
        },
        within,
      );
      if (this.growth.ratio > 1 && this.growth.paysInLoops) found.keep(this.stepNow(start, within));
    }
  }

  choose(count: number): FastImpreciseSet[] {
    const membersOf = (step: GrowthStep): NodeIndex[] => {
      let members: NodeIndex[] = [];
      growBreadthFirst(
        this.growth,
        step.start,
        (growth) => {
          if (growth.members.length < step.size) return true;
          members = [...growth.members];
          return false;
        },
        step.within,
      );
      return members;
    };
    const { name } = this.program.functions[this.graph.function]!;
    return chooseSteps(this.steps, count, this.graph.nodes.length, membersOf)
      .map(({ step, members }) => ({
        step,
        operations: members.map((member) => this.graph.nodes[member]!.operation).sort((a, b) => a - b),
      }))
      .sort((a, b) => a.operations[0]! - b.operations[0]! || a.step.size - b.step.size || b.step.ratio - a.step.ratio)
      .map(({ step, operations }, position) => ({
        id: `${name}/${position + 1}`,
        function: this.graph.function,
        operations,
        arithmetic: step.size,
        conversions: step.conversions,
        arithmeticToCast: step.ratio,
        isAcrossLoops: step.isAcrossLoops,
      }));
  }
}

function growthWeights(program: Program, weights: FisetWeights, from: Format, to: Format): GrowthWeights {
  const of = ({ operation }: DependenceNode): Operation => program.operations[operation]!;
  return {
    saved: (node) => weights.operation(of(node), from) - weights.operation(of(node), to),
    conversionIn: (node) => weights.conversion(from, to, of(node)),
    conversionOut: (node) => weights.conversion(to, from, of(node)),
  };
}

/** A set without conversions counts as having one, so that its ratio can be averaged and written down. */
export function finiteRatio({
  arithmetic,
  arithmeticToCast,
}: Pick<FastImpreciseSet, 'arithmetic' | 'arithmeticToCast'>) {
  return Number.isFinite(arithmeticToCast) ? arithmeticToCast : arithmetic;
}

/** Several disjoint sets, lowered together. Conversions between adjacent sets are counted in both. */
export interface FisetCombination {
  readonly sets: readonly FastImpreciseSet[];
  readonly operations: readonly OperationIndex[];
  readonly arithmetic: number;
  readonly conversions: number;
  readonly arithmeticToCast: number;
}

/**
 * Combinations of two or more disjoint sets. Starting from each set in turn, further sets are added by falling r_ac as far as they fit, and
 * every stage on the way is a combination. At most `limit`, those of few sets first.
 */
export function combineDisjoint(sets: readonly FastImpreciseSet[], limit = DEFAULT_MAX_SETS): FisetCombination[] {
  const best = [...sets].sort((a, b) => b.arithmeticToCast - a.arithmeticToCast);
  const found = new Map<string, FisetCombination>();
  for (const leader of best) {
    const taken = [leader];
    const operations = new Set(leader.operations);
    for (const next of best) {
      if (taken.length >= limit || next.operations.some((operation) => operations.has(operation))) continue;
      taken.push(next);
      for (const operation of next.operations) operations.add(operation);
      const combined = combine(taken, operations);
      const key = combined.operations.join(' ');
      if (!found.has(key)) found.set(key, combined);
    }
  }
  return [...found.values()]
    .sort((a, b) => a.sets.length - b.sets.length || b.arithmeticToCast - a.arithmeticToCast)
    .slice(0, limit);
}

function combine(sets: readonly FastImpreciseSet[], operations: ReadonlySet<OperationIndex>): FisetCombination {
  const arithmetic = sets.reduce((sum, set) => sum + set.arithmetic, 0);
  const conversions = sets.reduce((sum, set) => sum + set.conversions, 0);
  return {
    sets: [...sets],
    operations: [...operations].sort((a, b) => a - b),
    arithmetic,
    conversions,
    arithmeticToCast: conversions === 0 ? Number.POSITIVE_INFINITY : arithmetic / conversions,
  };
}
