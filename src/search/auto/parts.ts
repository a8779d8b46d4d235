/**
 * Learns many dimensions in parts. Adjacent dimensions of the program are lowered together, all others not at all. If a part's error is far
 * below the bound, the effects of its members need not be known; otherwise the part is split, down to single dimensions. A program of a hundred
 * dimensions with a handful of harmful ones needs some dozens of runs.
 */
import type { Ladders, Rungs } from '../ladders.js';

/**
 * Approximate number of dimensions in each of the first parts.
 * Chosen: 126 dimensions of sp begin as 8 parts; tried 8 and 32 on boxmd, with the same answers after 5 % more runs
 * (results/without-a-gpu/auto/other-constants.txt).
 */
const FIRST_PART_DIMENSIONS = 16;
/**
 * Pieces that a part is split into.
 * Chosen: two steps lead from 16 dimensions to single ones; nothing else was tried.
 */
const PIECES_PER_PART = 4;
/**
 * Error of a part, in multiples of the bound, up to which it is not split.
 * Chosen: eight such parts would have to add up to reach the bound; tried 0.03125 and 0.5 on boxmd, with the same answers after 5 % more and 10
 * % fewer runs (results/without-a-gpu/auto/other-constants.txt).
 */
const HARMLESS_EXCESS = 0.125;
/**
 * Further attempts in which more parts than those that miss the bound alone keep their formats, twice as many each time.
 * Chosen: 1, 2 and 4 parts more; predictions handle the rest; nothing else was tried.
 */
const MAX_FURTHER_DOUBLINGS = 3;
/**
 * Parts in one batch; the best known point is searched for between batches.
 * Chosen: as many runs as single dimensions have at most (the option 'alone'); nothing else was tried.
 */
const MAX_PARTS_PER_BATCH = 24;

interface Part {
  readonly members: readonly number[];
  readonly rung: number;
}

export class Parts {
  private open: Part[];
  private running: Part[] = [];
  private readonly known: { readonly part: Part; readonly distance: number }[] = [];

  /** `distanceOf`: the error of a point that was run, in multiples of the bound. */
  constructor(
    private readonly ladders: Ladders,
    private readonly distanceOf: (rungs: Rungs) => number,
  ) {
    const levels = Array.from({ length: Math.max(0, ...ladders.lowest) }, (_, below) => below + 1);
    this.open = levels.flatMap((rung) => {
      const members = ladders.free.filter((at) => ladders.lowest[at]! >= rung);
      return inPieces({ members, rung }, Math.ceil(members.length / FIRST_PART_DIMENSIONS));
    });
  }

  /** The next runs; none once every part is harmless or a single dimension. */
  next(): Rungs[] {
    this.running = this.open.splice(0, MAX_PARTS_PER_BATCH);
    return this.running.map((part) => this.rungsOf(part));
  }

  /** Splits the harmful parts of the last runs; returns whether any runs are left. */
  learn(): boolean {
    for (const part of this.running) {
      const distance = this.distanceOf(this.rungsOf(part));
      this.known.push({ part, distance });
      if (!(distance <= HARMLESS_EXCESS) && part.members.length > 1) this.open.push(...inPieces(part, PIECES_PER_PART));
    }
    return this.open.length > 0;
  }

  /** All further runs, as far as they are known. */
  get following(): Rungs[] {
    return this.open.map((part) => this.rungsOf(part));
  }

  /** The smallest parts that were run, worst first: those that miss the bound alone, and the others. */
  private get byHarm(): { readonly misses: readonly Part[]; readonly others: readonly Part[] } {
    const smallest = this.known
      .map(({ part, distance }) => {
        const members = part.members.filter((at) => this.smallestOf(at, part.rung)?.part === part);
        return { part: { members, rung: part.rung }, distance };
      })
      .filter(({ part }) => part.members.length > 0)
      .sort((a, b) => b.distance - a.distance);
    const partsOf = (found: typeof smallest) => found.map(({ part }) => part);
    return {
      misses: partsOf(smallest.filter(({ distance }) => !(distance <= 1))),
      others: partsOf(smallest.filter(({ distance }) => distance <= 1)),
    };
  }

  /**
   * Asks whether the lowest point suffices without its worst parts: first for the smallest number of parts, by bisection, since beside other
   * lowered parts many do no harm that miss the bound alone; then for all that miss it alone, and then for some more.
   */
  *fewestExcluded<Asked, Answer>(
    isEnough: (rungs: Rungs) => Generator<Asked, boolean, Answer>,
  ): Generator<Asked, void, Answer> {
    const { misses, others } = this.byHarm;
    const all = [...misses, ...others];
    const without = (count: number) => isEnough(this.allBut(all.slice(0, count)));
    const more = doublings(others.length + 1).slice(0, MAX_FURTHER_DOUBLINGS);
    let tooFew = 0;
    for (let enough of [...doublings(misses.length), misses.length, ...more.map((one) => misses.length + one)]) {
      if (!(yield* without(enough))) {
        tooFew = enough;
        continue;
      }
      while (enough - tooFew > 1) {
        const middle = (tooFew + enough) >> 1;
        if (yield* without(middle)) enough = middle;
        else tooFew = middle;
      }
      return;
    }
  }

  /** The lowest point in which these parts keep their formats. */
  private allBut(parts: readonly Part[]): Rungs {
    const { ladders } = this;
    const isLeftOut = (at: number, rung: number) =>
      parts.some((part) => part.rung === rung && part.members.includes(at));
    return ladders.lowest.map((lowest, at) => {
      let rung = lowest;
      while (rung > 0 && isLeftOut(at, rung)) rung--;
      return rung;
    });
  }

  private smallestOf(at: number, rung: number) {
    return this.known.findLast(({ part }) => part.rung === rung && part.members.includes(at));
  }

  private rungsOf({ members, rung }: Part): Rungs {
    return members.reduce<Rungs>((point, at) => point.with(at, rung), this.ladders.widest);
  }
}

/** Adjacent dimensions stay together, and the pieces have nearly equal sizes. */
function inPieces({ members, rung }: Part, most: number): Part[] {
  const pieces = Math.min(most, members.length);
  const cut = (piece: number) => Math.round((piece * members.length) / pieces);
  return Array.from({ length: pieces }, (_, piece) => ({ members: members.slice(cut(piece), cut(piece + 1)), rung }));
}

/** 1, 2, 4 and so on. */
function doublings(below: number): number[] {
  const found: number[] = [];
  for (let next = 1; next < below; next *= 2) found.push(next);
  return found;
}
