/**
 * A search for code that no performance model prices, such as host code: it learns from measured times. All-fp32 runs first. Where that is
 * not within tolerance or not faster, parts of the program (analysis/timed-parts.ts) are timed alone. Parts that gain are combined, the best
 * first, and a combination stays if it is within tolerance and faster than without the part. Parts that cost time alone are left out of
 * all-fp32. At the end single parts are added to the best and removed from it while that helps.
 */
import { distinct, keyOf, Ladders, type Rungs } from './ladders.js';
import { type Asked, isAccepted, type Outcome, type Proposals, type SearchContext } from './strategy.js';

/**
 * Trials that are asked for together: after each such handful the best so far is updated.
 * Chosen: few enough to learn from, and enough to keep the cores busy with builds; nothing else was tried.
 */
const TRIALS_PER_BATCH = 4;
/**
 * Relative difference between repeated times of one program: smaller gains and losses do not count.
 * Chosen: intervals on an idle machine reach ±1 to ±4 % (results/x86-64/host-verdicts/verdicts.txt); nothing else was tried.
 */
const TIMING_NOISE = 0.02;
/**
 * Parts that are taken apart because they are not within tolerance.
 * Chosen: at two trials each, 16 trials; nothing else was tried.
 */
const MAX_SPLITS = 8;
/**
 * Runs that add or remove single parts at the end.
 * Chosen: three batches; nothing else was tried.
 */
const MAX_MOVES = 12;

interface Timed {
  readonly rungs: Rungs;
  readonly speedup: number;
}

export function* searchByClock(context: SearchContext<unknown>): Proposals {
  yield* new ByClock(context).search();
}

class ByClock {
  private readonly ladders: Ladders;
  private readonly known = new Map<string, Outcome>();
  private best: Timed | null = null;

  constructor(private readonly context: SearchContext<unknown>) {
    this.ladders = new Ladders(context.space);
  }

  *search(): Proposals {
    if (this.ladders.free.length === 0) return;
    yield* this.run([this.ladders.lowest]);
    const parts = this.parts();
    if (parts.length < 2) return;
    if ((this.speedup(this.ladders.lowest) ?? 0) <= 1 + TIMING_NOISE) yield* this.build(parts);
    yield* this.polish(parts);
    return;
  }

  /** From parts that are timed alone. */
  private *build(parts: readonly (readonly number[])[]): Proposals {
    for (let at = 0; at < parts.length; at += TRIALS_PER_BATCH)
      yield* this.run(parts.slice(at, at + TRIALS_PER_BATCH).map((part) => this.withParts([part])));
    const speedOf = (part: readonly number[]) => this.speedup(this.withParts([part])) ?? 0;
    const all = [...parts, ...(yield* this.split(parts))];
    const gaining = all.filter((part) => speedOf(part) > 1 + TIMING_NOISE).sort((a, b) => speedOf(b) - speedOf(a));
    const harmless = all.filter((part) => speedOf(part) >= 1 - TIMING_NOISE);
    if (harmless.length < all.length && harmless.length > 0) yield* this.run([this.withParts(harmless)]);
    yield* this.combine(gaining);
    return;
  }

  /** Halves of parts that are not within tolerance, down to those that are; returns them. */
  private *split(parts: readonly (readonly number[])[]): Generator<Asked, (readonly number[])[], readonly Outcome[]> {
    const isBeyond = (part: readonly number[]) => this.known.get(keyOf(this.withParts([part])))?.kind === 'inaccurate';
    const waiting = parts.filter((part) => part.length > 1 && isBeyond(part));
    const found: (readonly number[])[] = [];
    for (let splits = 0; splits < MAX_SPLITS && waiting.length > 0; splits++) {
      const part = waiting.shift()!;
      const middle = part.length >> 1;
      const halves = [part.slice(0, middle), part.slice(middle)];
      yield* this.run(halves.map((half) => this.withParts([half])));
      found.push(...halves.filter((half) => !isBeyond(half)));
      waiting.push(...halves.filter((half) => half.length > 1 && isBeyond(half)));
    }
    return found;
  }

  /** The study's parts, or each dimension alone. */
  private parts(): (readonly number[])[] {
    const { free } = this.ladders;
    const given = this.context.facts.parts.map((part) => part.filter((one) => free.includes(one)));
    return given.length > 0 ? given.filter((part) => part.length > 0) : free.map((one) => [one]);
  }

  private *combine(gaining: readonly (readonly number[])[]): Proposals {
    let together: (readonly number[])[] = [];
    for (const part of gaining) {
      const next = [...together, part];
      yield* this.run([this.withParts(next)]);
      const [before, after] = [this.speedup(this.withParts(together)) ?? 1, this.speedup(this.withParts(next))];
      if (after !== null && (together.length === 0 || after > before)) together = next;
    }
    return;
  }

  /** Adds single parts to the best and removes them, the most executed first, while that makes it faster. */
  private *polish(parts: readonly (readonly number[])[]): Proposals {
    for (let moves = 0; moves < MAX_MOVES && this.best; ) {
      const { rungs, speedup } = this.best;
      const changed = distinct(parts.map((part) => this.toggled(rungs, part))).filter(
        (one) => !this.known.has(keyOf(one)),
      );
      const tried = changed.slice(0, Math.min(TRIALS_PER_BATCH, MAX_MOVES - moves));
      if (tried.length === 0) break;
      moves += tried.length;
      yield* this.run(tried);
      if (this.best.speedup <= (1 + TIMING_NOISE) * speedup && changed.length === tried.length) break;
    }
    return;
  }

  private withParts(parts: readonly (readonly number[])[]): Rungs {
    const lowered = new Set(parts.flat());
    return this.ladders.lowest.map((rung, at) => (lowered.has(at) ? rung : 0));
  }

  /** Toggles a part between the lowered and the original formats. */
  private toggled(rungs: Rungs, part: readonly number[]): Rungs {
    const isLowered = part.every((at) => rungs[at] === this.ladders.lowest[at]);
    return rungs.map((rung, at) => (part.includes(at) ? (isLowered ? 0 : this.ladders.lowest[at]!) : rung));
  }

  private *run(points: readonly Rungs[]): Proposals {
    const fresh = distinct(points).filter((one) => !this.known.has(keyOf(one)) && one.some((rung) => rung > 0));
    if (fresh.length === 0) return;
    const outcomes = yield fresh.map((one) => this.ladders.pointOf(one));
    for (const [at, rungs] of fresh.entries()) {
      this.known.set(keyOf(rungs), outcomes[at]!);
      const speedup = this.speedup(rungs);
      if (speedup !== null && (this.best === null || speedup > this.best.speedup)) this.best = { rungs, speedup };
    }
    return;
  }

  /** Null where the combination is not within tolerance, or was not run. */
  private speedup(rungs: Rungs): number | null {
    const outcome = this.known.get(keyOf(rungs));
    return outcome?.kind === 'accurate' && isAccepted(outcome) ? outcome.speedup : null;
  }
}
