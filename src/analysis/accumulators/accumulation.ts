/** A local sum that a loop adds to and does nothing else with: how it is added up is nobody's business but its own. */
import type { Place, Range } from '../../program/place.js';
import type { SiteIndex } from '../../program/program.js';

export interface Accumulation {
  readonly site: SiteIndex;
  readonly name: string;
  /** What more of its kind are declared with. */
  readonly type: string;
  /** Of its declaration. */
  readonly format: 'fp32' | 'fp64';
  /** The loop, the last character of its last statement included. */
  readonly loop: Range;
  /** Where a declaration before the loop stands, above what is said about the loop to the compiler. */
  readonly beforeLoop: number;
  readonly updates: readonly Update[];
}

/** One statement that adds to the sum. */
export interface Update {
  /** With its semicolon. */
  readonly statement: Range;
  /** Where it names the sum. */
  readonly names: readonly Range[];
  readonly added: Added;
  /** Where the block begins in which it is the only one, so that declarations may stand beside it; null elsewhere. */
  readonly aloneIn: number | null;
}

export type Added =
  | { readonly kind: 'term'; readonly sign: '+' | '-'; readonly range: Range; readonly binds: Binding }
  /** `fma(a, b, sum)`: the call, and the sum in it. */
  | { readonly kind: 'fused'; readonly range: Range; readonly addend: Range };

/** How tightly the text of a term holds together: whether an operator may stand beside it as it is. */
export type Binding = 'tight' | 'product' | 'sum' | 'loose';

/** A sum that loops add to, and that must be added up as it is written. */
export interface NoAccumulation {
  readonly reason: string;
  readonly place: Place;
}

export interface Accumulators {
  readonly found: ReadonlyMap<SiteIndex, Accumulation>;
  readonly others: ReadonlyMap<SiteIndex, NoAccumulation>;
}
