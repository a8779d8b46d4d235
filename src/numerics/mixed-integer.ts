/**
 * A mixed-integer linear program: bounded columns, some of them integer, bounded linear constraints, and a linear objective to minimise. The solver
 * is elsewhere.
 */

/** An affine expression: a constant plus columns with coefficients. */
export class Affine {
  constructor(
    readonly constant = 0,
    readonly terms: ReadonlyMap<number, number> = new Map(),
  ) {}

  static column(index: number): Affine {
    return new Affine(0, new Map([[index, 1]]));
  }

  /** The sum of many expressions, without a copy for each. */
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

  /** The value of the expression for given column values. */
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
  /** The expression to minimise. */
  objective = new Affine();

  /** A column between 0 and 1. */
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

  /** Lower and upper bound of an expression from the bounds of its columns (interval arithmetic). */
  range(sum: Affine): { readonly least: number; readonly most: number } {
    let [least, most] = [sum.constant, sum.constant];
    for (const [column, times] of sum.terms) {
      const { lower, upper } = this.columns[column]!;
      least += times * (times > 0 ? lower : upper);
      most += times * (times > 0 ? upper : lower);
    }
    return { least, most };
  }

  /** A column that is 1 if all parts are 1, each of which is 0 or 1; exact if both sides are constrained. */
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

/** How a solver ended: with an optimum, infeasible, or at a work limit. */
export interface Solution {
  readonly end: 'optimal' | 'infeasible' | 'limit';
  /** The best solution found, one value per column; null if none was found. */
  readonly values: Float64Array | null;
  readonly objective: number;
  /** A proven lower bound of the objective. */
  readonly bound: number;
}

/** Deterministic: the same program always has the same solution, so a limit must be on work, not on time. Null if the solver failed permanently. */
export type MixedIntegerSolver = (program: MixedIntegerProgram) => Solution | null;
