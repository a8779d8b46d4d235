/**
 * How far off a configuration's output will be, from runs of others. A run shows by how much each compared value moved, with its sign. To
 * first order such movements add up: for a point p of the space, value v moves by
 *
 *   d(p, v) = Σ d({i}, v) over the dimensions i that p lowers  +  Σ m(S, v) over the sets S of dimensions, all lowered by p, that
 *   operations are over (operation-supports.ts),      m(S, v) = d(S, v) − Σ d({i}, v) − Σ m(T, v) for i ∈ S and T ⊊ S,
 *
 * and the error of p is the goal's metric over values so moved. d({i}) is what rounding the numbers of i alone does; m(S) is what the
 * operations over S add once they round too. What was not run counts as nothing: the model hopes, and learns where it hoped in vain.
 * A run of any other point has a rest, d − what the sums say, which holds for that point and fades with the distance from it.
 */

/** For each dimension, how many rungs below its declared format it stands. */
type Rungs = readonly number[];

interface Observation {
  readonly rungs: Rungs;
  readonly lowered: readonly number[];
  readonly deviations: Float64Array;
}

interface Term {
  readonly members: readonly number[];
  readonly rungs: Rungs;
  readonly deviations: Float64Array;
}

export class ErrorModel {
  private readonly observations: Observation[] = [];
  private readonly known = new Set<string>();
  private terms: Term[] = [];
  private rests: Observation[] = [];

  /** `supports`: sets of dimensions that operations are over. `errorOf`: the metric over values that moved so far. */
  constructor(
    private readonly supports: readonly (readonly number[])[],
    private readonly errorOf: (deviations: Float64Array) => number,
  ) {}

  learn(rungs: Rungs, deviations: Float64Array): void {
    const lowered = loweredBy(rungs);
    if (lowered.length === 0 || this.known.has(rungs.join())) return;
    this.known.add(rungs.join());
    this.observations.push({ rungs, lowered, deviations });
    this.observations.sort((a, b) => a.lowered.length - b.lowered.length);
    this.explain();
  }

  hasRun(rungs: Rungs): boolean {
    return this.known.has(rungs.join());
  }

  /** Movements `times` as large as they are thought to be are within how much? */
  predict(rungs: Rungs, times = 1): number {
    const moved = this.deviationsOf(rungs);
    if (moved === null) return 0;
    if (times !== 1) for (let at = 0; at < moved.length; at++) moved[at]! *= times;
    return this.errorOf(moved);
  }

  /** The sets that operations are over which a point lowers, of which nobody has run them alone. */
  unknownWithin(rungs: Rungs): number[][] {
    return this.supports
      .filter((support) => support.every((one) => rungs[one]! > 0))
      .filter((support) => !this.hasRun(only(rungs, support)))
      .map((support) => [...support]);
  }

  /** Null where nothing at all was seen. */
  private deviationsOf(rungs: Rungs): Float64Array | null {
    const [any] = this.observations;
    if (!any) return null;
    const sum = this.summed(rungs, any.deviations.length);
    const nearest = this.nearestRest(rungs);
    if (nearest) add(sum, nearest.rest.deviations, nearest.weight);
    return sum;
  }

  private summed(rungs: Rungs, length: number): Float64Array {
    const sum = new Float64Array(length);
    for (const term of this.terms)
      if (term.members.every((one) => rungs[one] === term.rungs[one])) add(sum, term.deviations, 1);
    return sum;
  }

  private nearestRest(rungs: Rungs): { readonly rest: Observation; readonly weight: number } | null {
    const lowered = loweredBy(rungs).length;
    let best: { rest: Observation; weight: number } | null = null;
    for (const rest of this.rests) {
      const distance = rungs.reduce((count, rung, at) => count + (rung === rest.rungs[at] ? 0 : 1), 0);
      const weight = 1 - (2 * distance) / Math.max(1, lowered);
      if (weight > (best?.weight ?? 0)) best = { rest, weight };
    }
    return best;
  }

  /** Observations come smallest first: the terms of a set follow from those of its parts. */
  private explain(): void {
    this.terms = [];
    this.rests = [];
    const supports = new Set(this.supports.map((one) => one.join()));
    for (const { rungs, lowered, deviations } of this.observations) {
      const unexplained = this.summed(rungs, deviations.length);
      for (let at = 0; at < unexplained.length; at++) unexplained[at] = deviations[at]! - unexplained[at]!;
      if (lowered.length === 1 || supports.has(lowered.join()))
        this.terms.push({ members: lowered, rungs, deviations: unexplained });
      else this.rests.push({ rungs, lowered, deviations: unexplained });
    }
  }
}

function loweredBy(rungs: Rungs): number[] {
  return rungs.flatMap((rung, at) => (rung > 0 ? [at] : []));
}

/** With these dimensions as they are, and the others as declared. */
export function only(rungs: Rungs, members: readonly number[]): number[] {
  return rungs.map((rung, at) => (members.includes(at) ? rung : 0));
}

function add(sum: Float64Array, more: Float64Array, weight: number): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += weight * more[at]!;
}
