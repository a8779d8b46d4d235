/**
 * What the sums of the error model allow, as rows of a mixed-integer program. With y_t one where a point lowers all of what term t of the
 * sums is over, value v moves by Σ d_tv y_t, and a part of √Σ d_tv² y_t further by chance. That root grows the less the more is in it already,
 * so for any order t₁ t₂ … of the terms
 *
 *   √Σ a_t y_t ≥ Σ_i (√(a₁ + … + a_i) − √(a₁ + … + a_{i−1})) y_{t_i},      and both are the same where the first k terms are in it.
 *
 * A point beyond the bound is cut off by the value that is too far out, in the order that makes this exact for it:
 *
 *   s Σ d_tv y_t + ½ Σ_i (…) y_{t_i} ≤ how far v alone may move.
 *
 * Where no value is too far by itself (a mean over all), the plane that touches what is allowed does the same for all of them together.
 * Neither cuts off anything that the sums allow.
 */
import { CHANCE_SHARE, type ErrorModel } from '../../analysis/error-model.js';
import type { Rungs } from '../ladders.js';

/** Σ terms y_t ≤ most. */
export interface ErrorCut {
  readonly terms: Float64Array;
  readonly most: number;
}

/**
 * Halvings of an interval until its ends agree.
 * Chosen: the 53 bits of a double's significand, and some to spare; nothing else was tried.
 */
const BISECTION_STEPS = 60;
/**
 * Rows that one point beyond the bound adds to the program, for the values that are furthest out.
 * Chosen: each row makes the program slower to solve; nothing else was tried.
 */
const MAX_CUTS_PER_POINT = 12;
/**
 * Relative step of finite differences, and the relative error that is allowed for them.
 * Chosen: errors of a metric are smooth at this scale and far above rounding; nothing else was tried.
 */
const DIFFERENCE_STEP = 1e-3;
/**
 * Factor by which the search for a limit steps towards zero.
 * Chosen: limits lie many powers of ten below 1, where halving takes long; nothing else was tried.
 */
const DESCENT = 16;

export class ErrorCuts {
  private readonly limits = new Map<number, number>();

  /** `times`: as if values moved so many times as far. `timesOff`: how many times as far off as allowed an output is that moved so. */
  constructor(
    private readonly model: ErrorModel,
    private readonly times: number,
    private readonly timesOff: (deviations: Float64Array) => number,
  ) {}

  /** How many times as far off as allowed, by the sums alone. */
  excessOf(rungs: Rungs): number {
    return this.timesOff(this.movedAt(rungs));
  }

  /** Rows that a point beyond the bound does not meet; none where nothing was found that cuts it off. */
  against(rungs: Rungs): ErrorCut[] {
    const moved = this.movedAt(rungs);
    const alone = [...moved.keys()]
      .map((value) => ({ value, excess: moved[value] === 0 ? 0 : this.timesOff(only(moved, value)) }))
      .filter(({ excess }) => excess > 1)
      .sort((a, b) => b.excess - a.excess || a.value - b.value);
    if (alone.length === 0) return this.touching(rungs, moved);
    return alone.slice(0, MAX_CUTS_PER_POINT).map(({ value }) => {
      const weights = new Float64Array(moved.length);
      weights[value] = 1;
      return this.cut(rungs, moved, weights, this.limitOf(value));
    });
  }

  private movedAt(rungs: Rungs): Float64Array {
    const { moved, chance } = this.model.sums(rungs);
    return moved.map((one, at) => this.times * (one + Math.sign(one) * chance[at]!));
  }

  /** How far a value may move by itself, whichever way that is further. */
  private limitOf(value: number): number {
    const known = this.limits.get(value);
    if (known !== undefined) return known;
    const size = this.model.sums([]).moved.length;
    const limit = Math.max(
      ...[1, -1].map((sign) => {
        const holds = (far: number) => {
          const moved = new Float64Array(size);
          moved[value] = sign * far;
          return this.timesOff(moved) <= 1;
        };
        let [within, beyond] = [0, 1];
        while (holds(beyond) && beyond < Number.MAX_VALUE / 2) [within, beyond] = [beyond, 2 * beyond];
        while (within === 0 && beyond > Number.MIN_VALUE * DESCENT && !holds(beyond / DESCENT)) beyond /= DESCENT;
        for (let step = 0; step < BISECTION_STEPS; step++) {
          const middle = (within + beyond) / 2;
          if (holds(middle)) within = middle;
          else beyond = middle;
        }
        return within;
      }),
    );
    this.limits.set(value, limit);
    return limit;
  }

  /** The plane that touches what is allowed, on the way from nothing to where values moved; only where it does not matter which way. */
  private touching(rungs: Rungs, moved: Float64Array): ErrorCut[] {
    const [off, turned] = [this.timesOff(moved), this.timesOff(moved.map((one) => -one))];
    if (!(Math.abs(off - turned) <= DIFFERENCE_STEP * off) || !Number.isFinite(off)) return [];
    let [within, beyond] = [0, 1];
    for (let step = 0; step < BISECTION_STEPS; step++) {
      const middle = (within + beyond) / 2;
      if (this.timesOff(moved.map((one) => middle * one)) <= 1) within = middle;
      else beyond = middle;
    }
    const edge = moved.map((one) => within * one);
    const at = this.timesOff(edge);
    const weights = edge.map((one, value) => {
      if (one === 0) return 0;
      const further = this.timesOff(edge.with(value, one * (1 + DIFFERENCE_STEP)));
      return Math.max(0, (further - at) / (Math.abs(one) * DIFFERENCE_STEP));
    });
    const most = edge.reduce((sum, one, value) => sum + weights[value]! * Math.abs(one), 0);
    // finite differences are a little off: a little more is let through, and nothing else is cut off
    return most > 0 ? [this.cut(rungs, moved, weights, most * (1 + DIFFERENCE_STEP))] : [];
  }

  private cut(rungs: Rungs, moved: Float64Array, weights: Float64Array, limit: number): ErrorCut {
    const { summands } = this.model;
    const terms = new Float64Array(summands.length);
    const isIn = summands.map(({ lowered, rungs: own }) => lowered.every((one) => rungs[one] === own[one]));
    for (const [value, weight] of weights.entries()) {
      if (weight === 0) continue;
      const squares = summands.map(({ deviations }) => deviations[value]! ** 2);
      const order = [...summands.keys()].sort(
        (a, b) => Number(isIn[b]) - Number(isIn[a]) || squares[b]! - squares[a]! || a - b,
      );
      let sum = 0;
      for (const term of order) {
        const before = Math.sqrt(sum);
        sum += squares[term]!;
        const by =
          Math.sign(moved[value]!) * summands[term]!.deviations[value]! + CHANCE_SHARE * (Math.sqrt(sum) - before);
        terms[term]! += weight * this.times * by;
      }
    }
    const size = limit > 0 ? limit : Math.max(...terms.map(Math.abs), Number.MIN_VALUE);
    return { terms: terms.map((one) => one / size), most: limit / size };
  }
}

function only(moved: Float64Array, value: number): Float64Array {
  const alone = new Float64Array(moved.length);
  alone[value] = moved[value]!;
  return alone;
}
