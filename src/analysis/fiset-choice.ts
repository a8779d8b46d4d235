/**
 * Chooses which of the growth steps of sets to try. A kernel of 60 operations has thousands of steps, most of them nearly equal, and each costs
 * a run. The choice is a limited number, spread over all sizes; within a size, the best ratios that are not nearly the same set.
 */
import type { NodeIndex } from './dependence-graph.js';

export interface GrowthStep {
  readonly start: NodeIndex;
  /** The nodes that growth was restricted to; null for no restriction. */
  readonly within: ReadonlySet<NodeIndex> | null;
  readonly size: number;
  readonly ratio: number;
  readonly conversions: number;
  /** Whether the loop rule (section 4.4) applied: some conversions are in deeper loops than some of its arithmetic. */
  readonly isAcrossLoops: boolean;
}

/** Up to this size a step of every size may be chosen; beyond it, sizes a tenth apart. */
const EVERY_SIZE_UP_TO = 64;

export function stepSizes(largest: number): Uint8Array {
  const kept = new Uint8Array(largest + 1);
  for (let size = 1; size <= largest; size = size < EVERY_SIZE_UP_TO ? size + 1 : Math.ceil(size * 1.1)) kept[size] = 1;
  kept[largest] = 1;
  return kept;
}

/** Growth steps that differ as sets. Two random words per member, combined by exclusive or, identify a set. */
export class DistinctSteps {
  readonly steps: GrowthStep[] = [];
  private readonly words: Int32Array;
  private readonly known = new Set<string>();
  private high = 0;
  private low = 0;

  constructor(nodes: number) {
    this.words = new Int32Array(2 * nodes);
    let state = 0x9e3779b9;
    for (let at = 0; at < this.words.length; at++) {
      state = Math.imul(state ^ (state >>> 16), 0x21f0aaad) + 0x6d2b79f5;
      this.words[at] = Math.imul(state ^ (state >>> 15), 0x735a2d97) ^ state;
    }
  }

  start(): void {
    this.high = 0;
    this.low = 0;
  }

  join(node: NodeIndex): void {
    this.high ^= this.words[2 * node]!;
    this.low ^= this.words[2 * node + 1]!;
  }

  keep(step: GrowthStep): void {
    const key = `${step.size} ${this.high} ${this.low}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.steps.push(step);
  }
}

/** Divides `total` fairly: nobody gets more than asked for, and nobody gets less than another who asked for more. */
export function divideFairly(total: number, wants: readonly number[]): number[] {
  const shares = wants.map(() => 0);
  let left = total;
  for (let open = wants.length; left > 0 && open > 0; ) {
    const each = Math.max(1, Math.floor(left / open));
    open = 0;
    wants.forEach((want, at) => {
      const more = Math.min(each, want - shares[at]!, left);
      shares[at]! += more;
      left -= more;
      if (shares[at]! < want) open++;
    });
  }
  return shares;
}

export interface ChosenStep {
  readonly step: GrowthStep;
  readonly members: readonly NodeIndex[];
}

/** Two sets that share more than this fraction of all their members count as nearly the same. */
const NEARLY_THE_SAME = 0.8;

/** At most `count` steps. `membersOf` is called only for steps under consideration. */
export function chooseSteps(
  steps: readonly GrowthStep[],
  count: number,
  nodes: number,
  membersOf: (step: GrowthStep) => readonly NodeIndex[],
): ChosenStep[] {
  if (steps.length <= count) return steps.map((step) => ({ step, members: membersOf(step) }));
  const classes = new Map<number, GrowthStep[]>();
  for (const step of steps) {
    const sizeClass = Math.floor(Math.log2(step.size) * 2);
    if (!classes.has(sizeClass)) classes.set(sizeClass, []);
    classes.get(sizeClass)!.push(step);
  }
  const bySize = [...classes].sort(([a], [b]) => a - b).map(([, own]) => own);
  const shares = divideFairly(
    count,
    bySize.map((own) => own.length),
  );
  return bySize.flatMap((own, at) => chooseAlike(own, shares[at]!, nodes, membersOf));
}

/** Chooses among steps of about one size: the best ratios first; sets nearly the same as an earlier one only if places are left. */
function chooseAlike(
  steps: readonly GrowthStep[],
  count: number,
  nodes: number,
  membersOf: (step: GrowthStep) => readonly NodeIndex[],
): ChosenStep[] {
  const best = [...steps].sort((a, b) => b.ratio - a.ratio || a.start - b.start || a.size - b.size);
  const chosen: ChosenStep[] = [];
  const similar: ChosenStep[] = [];
  const isIn = new Uint8Array(nodes);
  for (const step of best.slice(0, 4 * count)) {
    if (chosen.length === count) break;
    const members = membersOf(step);
    for (const member of members) isIn[member] = 1;
    const isSimilar = chosen.some((other) => {
      const common = other.members.filter((member) => isIn[member] === 1).length;
      return common > NEARLY_THE_SAME * (members.length + other.members.length - common);
    });
    for (const member of members) isIn[member] = 0;
    (isSimilar ? similar : chosen).push({ step, members });
  }
  return [...chosen, ...similar.slice(0, count - chosen.length)];
}
