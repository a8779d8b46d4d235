/**
 * Predicts the error of a configuration from runs of other configurations. A run shows by how much each compared value deviates, with sign. To
 * first order such deviations add up: for a point p of the space, value v deviates by
 *
 *   d(p, v) = Σ d({i}, v) over the dimensions i that p lowers  +  Σ m(S, v) over the sets S of dimensions, all lowered by p, that
 *   operations are over (operation-supports.ts),      m(S, v) = d(S, v) − Σ d({i}, v) − Σ m(T, v) for i ∈ S and T ⊊ S.
 *
 * d({i}) is the effect of rounding the numbers of i alone; m(S) is the effect that the operations over S add once they round too. The error of p
 * is the goal's metric over these deviations, each increased by a share of √Σ d² over the same terms: deviations that cancel do so by chance,
 * and may not cancel in the next configuration. A dimension or set without a run counts as zero: the model is optimistic and learns from the
 * runs that contradict it. A run of any other point has a residual, d minus the sums, which applies to that point and fades with the distance
 * from it. But if some of its dimensions were never run alone, they share the residual equally: many dimensions are learnt in parts
 * (search/auto/parts.ts).
 */

/** For each dimension, the number of rungs below its declared format. */
type Rungs = readonly number[];

export interface Observation {
  readonly rungs: Rungs;
  readonly lowered: readonly number[];
  readonly deviations: Float64Array;
}

interface Run extends Observation {
  /** False if the run missed the goal and may have ended before every value was compared. */
  readonly isWhole: boolean;
}

/**
 * Share of √Σ d² by which predicted deviations are increased; √Σ d² is the expected size of a sum of deviations with random signs.
 * Chosen: with it predictions are within a factor of 3 in 205 of 207 cases (results/without-a-gpu/auto/error-model.txt); nothing else was tried.
 */
export const CHANCE_SHARE = 0.5;

export class ErrorModel {
  private readonly observations: Run[] = [];
  private readonly known = new Set<string>();
  private readonly isSupport: ReadonlySet<string>;
  /** Effects that occur whenever these dimensions are on these rungs. */
  private terms: Observation[] = [];
  private residuals: Observation[] = [];
  private isExplained = true;

  /** `supports`: sets of dimensions that operations are over. `errorOf`: the metric over values with these deviations. */
  constructor(
    private readonly supports: readonly (readonly number[])[],
    readonly errorOf: (deviations: Float64Array) => number,
  ) {
    this.isSupport = new Set(supports.map((one) => one.join()));
  }

  /** `isWhole`: every value was compared. */
  learn(rungs: Rungs, deviations: Float64Array, isWhole = true): void {
    const lowered = loweredBy(rungs);
    if (lowered.length === 0 || this.known.has(rungs.join())) return;
    this.known.add(rungs.join());
    this.observations.push({ rungs, lowered, deviations, isWhole });
    this.isExplained = false;
  }

  hasRun(rungs: Rungs): boolean {
    return this.known.has(rungs.join());
  }

  /** `times`: factor on all deviations. */
  predict(rungs: Rungs, times = 1): number {
    const [any] = this.observations;
    if (!any) return 0;
    this.explain();
    const squares = new Float64Array(any.deviations.length);
    const moved = this.summed(rungs, squares);
    const nearest = this.nearestResidual(rungs);
    if (nearest) add(moved, nearest.residual.deviations, nearest.weight);
    // the closer to a point that was run, the smaller the margin for chance
    const chance = CHANCE_SHARE * (1 - (nearest?.weight ?? 0));
    for (let at = 0; at < moved.length; at++)
      moved[at] = times * (moved[at]! + Math.sign(moved[at]!) * chance * Math.sqrt(squares[at]!));
    return this.errorOf(moved);
  }

  /** The terms that sums are made of. */
  get summands(): readonly Observation[] {
    this.explain();
    return this.terms;
  }

  /** The prediction from the terms alone, without residuals: the deviation of each value, and its margin for chance. */
  sums(rungs: Rungs): { readonly moved: Float64Array; readonly chance: Float64Array } {
    this.explain();
    const squares = new Float64Array(this.observations[0]?.deviations.length ?? 0);
    const moved = this.summed(rungs, squares);
    return { moved, chance: squares.map((one) => CHANCE_SHARE * Math.sqrt(one)) };
  }

  /** The sets of dimensions that operations are over, lowered by a point, and never run alone. */
  unknownWithin(rungs: Rungs): number[][] {
    return this.supports
      .filter((support) => support.every((one) => rungs[one]! > 0))
      .filter((support) => !this.hasRun(only(rungs, support)))
      .map((support) => [...support]);
  }

  /** The sum of the terms within a point; `squares` collects the squares of the terms. */
  private summed(rungs: Rungs, squares: Float64Array): Float64Array {
    const sum = new Float64Array(squares.length);
    for (const { lowered, rungs: own, deviations } of this.terms) {
      if (!lowered.every((one) => rungs[one] === own[one])) continue;
      add(sum, deviations, 1);
      for (let at = 0; at < squares.length; at++) squares[at]! += deviations[at]! ** 2;
    }
    return sum;
  }

  private nearestResidual(rungs: Rungs): { readonly residual: Observation; readonly weight: number } | null {
    const lowered = loweredBy(rungs).length;
    let best: { residual: Observation; weight: number } | null = null;
    for (const residual of this.residuals) {
      const distance = rungs.reduce((count, rung, at) => count + (rung === residual.rungs[at] ? 0 : 1), 0);
      const weight = 1 - (2 * distance) / Math.max(1, lowered);
      if (weight > (best?.weight ?? 0)) best = { residual, weight };
    }
    return best;
  }

  private explain(): void {
    if (this.isExplained) return;
    this.isExplained = true;
    this.terms = [];
    this.residuals = [];
    // smallest first: the terms of a set depend on those of its subsets
    for (const one of this.observations.toSorted((a, b) => a.lowered.length - b.lowered.length)) {
      const explained = this.summed(one.rungs, new Float64Array(one.deviations.length));
      const deviations = one.deviations.map((moved, at) => moved - explained[at]!);
      const isTerm = one.lowered.length === 1 || this.isSupport.has(one.lowered.join());
      const shared = isTerm || !one.isWhole ? [] : this.dimensionsWithoutTerm(one);
      for (const at of shared) {
        const share = deviations.map((moved) => moved / shared.length);
        this.terms.push({ rungs: only(one.rungs, [at]), lowered: [at], deviations: share });
      }
      if (shared.length === 0) (isTerm ? this.terms : this.residuals).push({ ...one, deviations });
    }
  }

  /** Its lowered dimensions without a term of their own. */
  private dimensionsWithoutTerm({ lowered, rungs }: Observation): number[] {
    const has = (at: number) =>
      this.terms.some((term) => term.lowered.length === 1 && term.lowered[0] === at && term.rungs[at] === rungs[at]);
    return lowered.filter((at) => !has(at));
  }
}

function loweredBy(rungs: Rungs): number[] {
  return rungs.flatMap((rung, at) => (rung > 0 ? [at] : []));
}

/** The point with these dimensions on their rungs and the others as declared. */
export function only(rungs: Rungs, members: readonly number[]): number[] {
  return rungs.map((rung, at) => (members.includes(at) ? rung : 0));
}

function add(sum: Float64Array, more: Float64Array, weight: number): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += weight * more[at]!;
}
