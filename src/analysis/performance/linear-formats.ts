/**
 * The formats of a point as columns of a mixed-integer program. Each dimension has an integer column between 0 and 1 for every rung but its
 * first, at most one of which is 1. Two formats meet in the least format that is no less than either, so several formats meet in at most g if
 * each of them is at most g:
 *
 *   [slot ≤ g] = all of [dimension ≤ g],      [slot = f] = [slot ≤ f] − Σ [slot = h] over h < f.
 */
import { Affine, type MixedIntegerProgram } from '../../numerics/mixed-integer.js';
import type { SiteIndex } from '../../program/program.js';
import { type CompiledFunction, type FormatCodes, NO_FORMAT } from '../../space/compiled-resolve.js';
import type { ModelDimension } from './scorer.js';

/** The inputs of a slot: a format, or NO_FORMAT, and dimensions. */
interface Meeting {
  readonly floor: number;
  readonly dimensions: readonly number[];
  /** A computed value, which has its compute format in place of a storage format. */
  readonly isComputed?: boolean;
}

/**
 * The possible formats of a slot: for each format's code, an expression that is 1 if the slot has it. Slots with one `key` are equal at every
 * point.
 */
export interface LinearFormat {
  readonly key: string;
  readonly is: readonly Affine[];
}

const NEVER = new Affine();
const ALWAYS = new Affine(1);

export class LinearFormats {
  /** By dimension and rung: an expression that is 1 if the dimension is on that rung. */
  readonly rungs: readonly (readonly Affine[])[];
  private readonly rungCodes: readonly (readonly number[])[];
  private readonly dimensionOf = new Map<SiteIndex, number>();
  private readonly known = new Map<string, LinearFormat>();
  private readonly bounded = new Map<string, Affine>();
  private readonly together = new Map<string, Affine>();

  constructor(
    readonly program: MixedIntegerProgram,
    readonly codes: FormatCodes,
    dimensions: readonly ModelDimension[],
    private readonly siteFormats: Uint8Array,
  ) {
    this.rungCodes = dimensions.map(({ formats }) => formats.map((format) => codes.of(format)));
    this.rungs = this.rungCodes.map((formats) => {
      const lower = formats.slice(1).map(() => program.indicator(true));
      const first = Affine.sum([[1, ALWAYS], ...lower.map((one) => [-1, one] as const)]);
      if (lower.length > 1) program.atLeast(first, 0);
      return [first, ...lower];
    });
    dimensions.forEach(({ sites }, at) => {
      for (const site of sites) this.dimensionOf.set(site, at);
    });
  }

  ofSite(site: SiteIndex): LinearFormat {
    return this.of(this.atSite(site));
  }

  /** For every slot of a function, computed on demand. */
  slotsOf({ sites, computed, firstComputed }: CompiledFunction): (slot: number) => LinearFormat {
    const meetings: Meeting[] = sites.map((site) => this.atSite(site));
    for (let code = 0; code < this.codes.formats.length; code++) meetings.push({ floor: code, dimensions: [] });
    computed.forEach(({ from, floor }, at) => {
      const parts = from.map((slot) => meetings[slot]!);
      meetings[firstComputed + at] = {
        floor: parts.reduce((met, part) => this.meet(met, part.floor), floor),
        dimensions: [...new Set(parts.flatMap((part) => part.dimensions))].sort((a, b) => a - b),
        isComputed: this.codes.hasStorage && (parts.length > 1 || floor !== NO_FORMAT),
      };
    });
    return (slot) => this.of(meetings[slot]!);
  }

  /** 1 if `a` is `f` and `b` is `g`; never less, so usable for costs, but not exact for savings. */
  both(a: LinearFormat, f: number, b: LinearFormat, g: number): Affine {
    return this.remembered(`${a.key} ${f} ${b.key} ${g}`, () => this.program.all([a.is[f]!, b.is[g]!], 'lower'));
  }

  /** The same, but never more, so usable for savings. */
  surelyBoth(a: LinearFormat, f: number, b: LinearFormat, g: number): Affine {
    const key = `${a.key} ${f} ${b.key} ${g} surely`;
    return this.remembered(key, () => this.program.all([a.is[f]!, b.is[g]!], 'upper'));
  }

  /** 1 if all of these are `f`; never more, so usable for savings. */
  allAre(slots: readonly LinearFormat[], f: number): Affine {
    const distinct = [...new Map(slots.map((one) => [one.key, one])).values()];
    const key = `${f} all ${distinct.map((one) => one.key).join(' ')}`;
    return this.remembered(key, () => this.program.all(distinct.map((one) => one.is[f]!), 'upper')); // biome-ignore format: one line
  }

  /** The result of `make`, computed once per key. */
  remembered(key: string, make: () => Affine): Affine {
    const known = this.together.get(key) ?? make();
    this.together.set(key, known);
    return known;
  }

  private atSite(site: SiteIndex): Meeting {
    const dimension = this.dimensionOf.get(site);
    if (dimension === undefined) return { floor: this.siteFormats[site]!, dimensions: [] };
    const [only, ...others] = this.rungCodes[dimension]!;
    return others.length === 0 ? { floor: only!, dimensions: [] } : { floor: NO_FORMAT, dimensions: [dimension] };
  }

  private meet(a: number, b: number): number {
    if (a === NO_FORMAT) return b;
    return b === NO_FORMAT ? a : this.codes.met[a * this.codes.formats.length + b]!;
  }

  private isAtMost(a: number, b: number): boolean {
    return a === b || this.meet(a, b) === b;
  }

  private of(meeting: Meeting): LinearFormat {
    const key = `${meeting.floor}:${meeting.dimensions.join()}${meeting.isComputed ? ':computed' : ''}`;
    const known = this.known.get(key) ?? { key, is: this.isEach(meeting) };
    this.known.set(key, known);
    return known;
  }

  private isEach(meeting: Meeting): Affine[] {
    const is = this.codes.formats.map(() => NEVER);
    const reachable = this.reachable(meeting);
    const top = reachable.reduce((met, code) => this.meet(met, code));
    const order = reachable.toSorted((a, b) => this.below(a, reachable).length - this.below(b, reachable).length);
    for (const code of order) {
      const atMost = code === top ? ALWAYS : this.atMost(meeting, code);
      is[code] = Affine.sum([[1, atMost], ...this.below(code, reachable).map((one) => [-1, is[one]!] as const)]);
    }
    return is;
  }

  private below(code: number, among: readonly number[]): number[] {
    return among.filter((one) => one !== code && this.isAtMost(one, code));
  }

  private reachable({ floor, dimensions, isComputed }: Meeting): number[] {
    let found = new Set([floor]);
    for (const dimension of dimensions)
      found = new Set([...found].flatMap((met) => this.rungCodes[dimension]!.map((code) => this.meet(met, code))));
    return [...new Set([...found].map((code) => (isComputed ? this.meet(code, code) : code)))];
  }

  private atMost({ floor, dimensions }: Meeting, code: number): Affine {
    if (floor !== NO_FORMAT && !this.isAtMost(floor, code)) return NEVER;
    const key = `${code}:${dimensions.join()}`;
    const known =
      this.bounded.get(key) ?? this.program.all(dimensions.map((dimension) => this.dimensionAtMost(dimension, code)));
    this.bounded.set(key, known);
    return known;
  }

  private dimensionAtMost(dimension: number, code: number): Affine {
    const codes = this.rungCodes[dimension]!;
    const within = this.rungs[dimension]!.filter((_, rung) => this.isAtMost(codes[rung]!, code));
    if (within.length === codes.length) return ALWAYS;
    return Affine.sum(within.map((one) => [1, one] as const));
  }
}
