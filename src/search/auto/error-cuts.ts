/**
 * The points allowed by the sums of the error model, as rows of a mixed-integer program. With y_t = 1 if a point lowers all dimensions of term t
 * of the sums, value v deviates by Σ d_tv y_t, plus a share of √Σ d_tv² y_t for chance. The root grows more slowly the more terms it contains,
 * so for any order t₁ t₂ … of the terms
 *
 *   √Σ a_t y_t ≥ Σ_i (√(a₁ + … + a_i) − √(a₁ + … + a_{i−1})) y_{t_i},      with equality if exactly the first k terms are included.
 *
 * A point beyond the bound is cut off by its value with the largest excess, in the order that makes this exact for the point:
 *
 *   s Σ d_tv y_t + ½ Σ_i (…) y_{t_i} ≤ the largest deviation allowed for v alone.
 *
 * If no single value exceeds its limit (a mean over all values), the tangent plane of the allowed region cuts off the point for all values
 * together. Neither kind of row cuts off a point that the sums allow.
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
 * Chosen: limits are many powers of ten below 1, which halving reaches slowly; nothing else was tried.
 */
const DESCENT = 16;

export class ErrorCuts {
  private readonly limits = new Map<number, number>();

  /** `times`: factor on all deviations. `excessFor`: the error for these deviations, in multiples of the bound. */
  constructor(
    private readonly model: ErrorModel,
    private readonly times: number,
    private readonly excessFor: (deviations: Float64Array) => number,
  ) {}

  /** The error predicted by the sums alone, in multiples of the bound. */
  excessOf(rungs: Rungs): number {
    return this.excessFor(this.movedAt(rungs));
  }

  /** Rows that cut off a point beyond the bound; none if no such row was found. */
  against(rungs: Rungs): ErrorCut[] {
    const moved = this.movedAt(rungs);
    const alone = [...moved.keys()]
      .map((value) => ({ value, excess: moved[value] === 0 ? 0 : this.excessFor(only(moved, value)) }))
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

  /** The largest deviation allowed for a value alone, in the direction that allows more. */
  private limitOf(value: number): number {
    const known = this.limits.get(value);
    if (known !== undefined) return known;
    const size = this.model.sums([]).moved.length;
    const limit = Math.max(
      ...[1, -1].map((sign) => {
        const holds = (far: number) => {
          const moved = new Float64Array(size);
          moved[value] = sign * far;
          return this.excessFor(moved) <= 1;
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

  /** The tangent plane of the allowed region, on the line from zero to these deviations; only for metrics independent of their signs. */
  private touching(rungs: Rungs, moved: Float64Array): ErrorCut[] {
    const [off, turned] = [this.excessFor(moved), this.excessFor(moved.map((one) => -one))];
    if (!(Math.abs(off - turned) <= DIFFERENCE_STEP * off) || !Number.isFinite(off)) return [];
    let [within, beyond] = [0, 1];
    for (let step = 0; step < BISECTION_STEPS; step++) {
      const middle = (within + beyond) / 2;
      if (this.excessFor(moved.map((one) => middle * one)) <= 1) within = middle;
      else beyond = middle;
    }
    const edge = moved.map((one) => within * one);
    const at = this.excessFor(edge);
    const weights = edge.map((one, value) => {
      if (one === 0) return 0;
      const further = this.excessFor(edge.with(value, one * (1 + DIFFERENCE_STEP)));
      return Math.max(0, (further - at) / (Math.abs(one) * DIFFERENCE_STEP));
    });
    const most = edge.reduce((sum, one, value) => sum + weights[value]! * Math.abs(one), 0);
    // finite differences are slightly inexact: the limit is widened, so that no allowed point is cut off
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
