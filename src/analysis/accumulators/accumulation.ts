/** A local sum that a loop only adds to. No other code depends on how it is added up, so the method of summation can change. */
import type { Place, Range } from '../../program/place.js';
import type { SiteIndex } from '../../program/program.js';

export interface Accumulation {
  readonly site: SiteIndex;
  readonly name: string;
  /** Type for further variables of its kind. */
  readonly type: string;
  /** Format of its declaration. */
  readonly format: 'fp32' | 'fp64';
  /** The loop, up to and including the last character of its last statement. */
  readonly loop: Range;
  /** Place for a declaration before the loop, above the directives that apply to the loop. */
  readonly beforeLoop: number;
  readonly updates: readonly Update[];
}

/** One statement that adds to the sum. */
export interface Update {
  /** Including its semicolon. */
  readonly statement: Range;
  /** Mentions of the sum in the statement. */
  readonly names: readonly Range[];
  readonly added: Added;
  /** Start of the block in which this is the only update, so that declarations may stand beside it; null if there is no such block. */
  readonly aloneIn: number | null;
}

export type Added =
  | { readonly kind: 'term'; readonly sign: '+' | '-'; readonly range: Range; readonly binds: Binding }
  /** `fma(a, b, sum)`: the call, and the sum in it. */
  | { readonly kind: 'fused'; readonly range: Range; readonly addend: Range };

/** How tightly the operators of a term's text bind: whether another operator may be placed next to it without brackets. */
export type Binding = 'tight' | 'product' | 'sum' | 'loose';

/** A sum that loops add to and whose method of summation cannot change. */
export interface NoAccumulation {
  readonly reason: string;
  readonly place: Place;
}

export interface Accumulators {
  readonly found: ReadonlyMap<SiteIndex, Accumulation>;
  readonly others: ReadonlyMap<SiteIndex, NoAccumulation>;
}
