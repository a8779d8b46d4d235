/**
 * A mixed-integer program: columns between bounds, some of them whole numbers, rows of sums of them between bounds, and a sum of columns
 * that shall be as small as can be. Who solves it is somebody else's business.
 */

/** A constant and a sum of columns, each as often as it says. */
export class Affine {
  constructor(
    readonly constant = 0,
    readonly terms: ReadonlyMap<number, number> = new Map(),
  ) {}

  static column(index: number): Affine {
    return new Affine(0, new Map([[index, 1]]));
  }

  /** Of many, without a copy for each. */
  static sum(parts: Iterable<readonly [times: number, of: Affine]>): Affine {
    let constant = 0;
    const terms = new Map<number, number>();
    for (const [times, of] of parts) {
      if (times === 0) continue;
      constant += times * of.constant;
      for (const [column, value] of of.terms) terms.set(column, (terms.get(column) ?? 0) + times * value);
    }
    return new Affine(constant, terms);
  }

  plus(other: Affine, times = 1): Affine {
    return Affine.sum([
      [1, this],
      [times, other],
    ]);
  }

  times(factor: number): Affine {
    return Affine.sum([[factor, this]]);
  }

  /** What it comes to where the columns have these values. */
  at(values: ArrayLike<number>): number {
    let sum = this.constant;
    for (const [column, times] of this.terms) sum += times * values[column]!;
    return sum;
  }
}

export interface Column {
  readonly lower: number;
  readonly upper: number;
  readonly isInteger: boolean;
}

export interface Row {
  readonly lower: number;
  readonly upper: number;
  readonly terms: ReadonlyMap<number, number>;
}

export class MixedIntegerProgram {
  readonly columns: Column[] = [];
  readonly rows: Row[] = [];
  /** What shall be small. */
  objective = new Affine();

  /** A number between zero and one, whole or not. */
  indicator(isInteger = false): Affine {
    return this.column(0, 1, isInteger);
  }

  column(lower: number, upper: number, isInteger = false): Affine {
    return Affine.column(this.columns.push({ lower, upper, isInteger }) - 1);
  }

  atLeast(sum: Affine, least: number): void {
    this.rows.push({ lower: least - sum.constant, upper: Number.POSITIVE_INFINITY, terms: sum.terms });
  }

  atMost(sum: Affine, most: number): void {
    this.rows.push({ lower: Number.NEGATIVE_INFINITY, upper: most - sum.constant, terms: sum.terms });
  }

  /** The least and the most that a sum can be, each column by itself. */
  range(sum: Affine): { readonly least: number; readonly most: number } {
    let [least, most] = [sum.constant, sum.constant];
    for (const [column, times] of sum.terms) {
      const { lower, upper } = this.columns[column]!;
      least += times * (times > 0 ? lower : upper);
      most += times * (times > 0 ? upper : lower);
    }
    return { least, most };
  }

  /** One where all of these are, given that each is zero or one; exact where both of its sides are asked for. */
  all(parts: readonly Affine[], sides: 'both' | 'upper' | 'lower' = 'both'): Affine {
    const open = parts.filter(({ terms, constant }) => terms.size > 0 || constant !== 1);
    if (open.some(({ terms, constant }) => terms.size === 0 && constant === 0)) return new Affine();
    if (open.length === 0) return new Affine(1);
    if (open.length === 1) return open[0]!;
    const both = this.indicator();
    if (sides !== 'lower') for (const one of open) this.atMost(both.plus(one, -1), 0);
    if (sides !== 'upper')
      this.atLeast(Affine.sum([[1, both], ...open.map((one) => [-1, one] as const)]), 1 - open.length);
    return both;
  }
}

/** How a solver ended: with the best there is, with nothing because there is nothing, or at a limit of its work. */
export interface Solution {
  readonly end: 'optimal' | 'infeasible' | 'limit';
  /** The best it found, a value for each column; null where it found nothing. */
  readonly values: Float64Array | null;
  readonly objective: number;
  /** No solution is less than this. */
  readonly bound: number;
}

/** The same program has the same solution, always: whoever limits it does so by its work. Null where it gave up for good. */
export type MixedIntegerSolver = (program: MixedIntegerProgram) => Solution | null;
