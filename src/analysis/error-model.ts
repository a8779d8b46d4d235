/**
 * How far off a configuration's output will be, from runs of others. A run shows by how much each compared value moved, with its sign. To
 * first order such movements add up: for a point p of the space, value v moves by
 *
 *   d(p, v) = Σ d({i}, v) over the dimensions i that p lowers  +  Σ m(S, v) over the sets S of dimensions, all lowered by p, that
 *   operations are over (operation-supports.ts),      m(S, v) = d(S, v) − Σ d({i}, v) − Σ m(T, v) for i ∈ S and T ⊊ S.
 *
 * d({i}) is what rounding the numbers of i alone does; m(S) is what the operations over S add once they round too. The error of p is the
 * goal's metric over values so moved, each further on by a part of √Σ d² over the same terms: movements that cancel do so by chance, and
 * not in the next configuration. What was not run counts as nothing: the model hopes, and learns where it hoped in vain. A run of
 * any other point has a rest, d − what the sums say, which holds for that point and fades with the distance from it.
 */

/** For each dimension, how many rungs below its declared format it stands. */
type Rungs = readonly number[];

export interface Observation {
  readonly rungs: Rungs;
  readonly lowered: readonly number[];
  readonly deviations: Float64Array;
}

/** Of what movements would come to that are as likely up as down. */
export const BY_CHANCE = 0.5;

export class ErrorModel {
  private readonly observations: Observation[] = [];
  private readonly known = new Set<string>();
  private readonly isSupport: ReadonlySet<string>;
  /** What happens wherever these dimensions stand on these rungs. */
  private terms: Observation[] = [];
  private rests: Observation[] = [];

  /** `supports`: sets of dimensions that operations are over. `errorOf`: the metric over values that moved so far. */
  constructor(
    private readonly supports: readonly (readonly number[])[],
    readonly errorOf: (deviations: Float64Array) => number,
  ) {
    this.isSupport = new Set(supports.map((one) => one.join()));
  }

  learn(rungs: Rungs, deviations: Float64Array): void {
    const lowered = loweredBy(rungs);
    if (lowered.length === 0 || this.known.has(rungs.join())) return;
    this.known.add(rungs.join());
    this.observations.push({ rungs, lowered, deviations });
    this.explain();
  }

  hasRun(rungs: Rungs): boolean {
    return this.known.has(rungs.join());
  }

  /** `times`: as if values moved so many times as far. */
  predict(rungs: Rungs, times = 1): number {
    const [any] = this.observations;
    if (!any) return 0;
    const squares = new Float64Array(any.deviations.length);
    const moved = this.summed(rungs, squares);
    const nearest = this.nearestRest(rungs);
    if (nearest) add(moved, nearest.rest.deviations, nearest.weight);
    // the nearer to what was run, the less is left to chance
    const chance = BY_CHANCE * (1 - (nearest?.weight ?? 0));
    for (let at = 0; at < moved.length; at++)
      moved[at] = times * (moved[at]! + Math.sign(moved[at]!) * chance * Math.sqrt(squares[at]!));
    return this.errorOf(moved);
  }

  /** What the sums are over. */
  get summands(): readonly Observation[] {
    return this.terms;
  }

  /** By the sums alone, as if nothing else had been run: how far each value moves, and by how much that may be chance. */
  sums(rungs: Rungs): { readonly moved: Float64Array; readonly chance: Float64Array } {
    const squares = new Float64Array(this.observations[0]?.deviations.length ?? 0);
    const moved = this.summed(rungs, squares);
    return { moved, chance: squares.map((one) => BY_CHANCE * Math.sqrt(one)) };
  }

  /** The sets that operations are over which a point lowers, of which nobody has run them alone. */
  unknownWithin(rungs: Rungs): number[][] {
    return this.supports
      .filter((support) => support.every((one) => rungs[one]! > 0))
      .filter((support) => !this.hasRun(only(rungs, support)))
      .map((support) => [...support]);
  }

  /** Of the terms within a point; `squares` takes the squares of what is added up. */
  private summed(rungs: Rungs, squares: Float64Array): Float64Array {
    const sum = new Float64Array(squares.length);
    for (const { lowered, rungs: own, deviations } of this.terms) {
      if (!lowered.every((one) => rungs[one] === own[one])) continue;
      add(sum, deviations, 1);
      for (let at = 0; at < squares.length; at++) squares[at]! += deviations[at]! ** 2;
    }
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

  private explain(): void {
    this.terms = [];
    this.rests = [];
    // smallest first: the terms of a set follow from those of its parts
    for (const one of this.observations.toSorted((a, b) => a.lowered.length - b.lowered.length)) {
      const explained = this.summed(one.rungs, new Float64Array(one.deviations.length));
      const deviations = one.deviations.map((moved, at) => moved - explained[at]!);
      const isTerm = one.lowered.length === 1 || this.isSupport.has(one.lowered.join());
      (isTerm ? this.terms : this.rests).push({ ...one, deviations });
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
