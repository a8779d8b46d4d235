/**
 * `resolve` for many configurations of one program: what decides the format of each value is found once, and a configuration is then
 * a walk over flat arrays. The same answer as `resolve`, function by function, for the formats of values (but for what wide-values.ts adds, of constants); who needs names and places asks
 * `resolve`.
 */
import { type Format, isStorageOnly, meet } from '../numerics/format.js';
import type { FunctionIndex, OperationIndex, Program, SiteIndex } from '../program/program.js';
import { evaluationOrder, type FormatRule, formatRules, INTEGER_FORMAT } from './format-rules.js';

/** No format: an operation without one of its own, a meeting without a floor. */
export const NO_FORMAT = 255;

/** Formats as small numbers. */
export class FormatCodes {
  private readonly codes = new Map<Format, number>();
  readonly formats: readonly Format[];
  /** `met[a * n + b]`: the format two meet in. */
  readonly met: Uint8Array;

  /** Whether one of them meets itself in another. */
  readonly hasStorage: boolean;

  /** Closed under meeting, so that every answer has a code. */
  constructor(formats: Iterable<Format>) {
    const all = new Set(formats);
    for (let before = -1; before !== all.size; ) {
      before = all.size;
      for (const a of [...all]) for (const b of [...all]) all.add(meet(a, b));
    }
    this.formats = [...all];
    this.hasStorage = this.formats.some(isStorageOnly);
    this.formats.forEach((format, code) => {
      this.codes.set(format, code);
    });
    this.met = Uint8Array.from(this.formats.flatMap((a) => this.formats.map((b) => this.codes.get(meet(a, b))!)));
  }

  of(format: Format): number {
    const code = this.codes.get(format);
    if (code === undefined) throw new RangeError(`${format} is not among ${this.formats.join(', ')}`);
    return code;
  }
}

/**
 * A function whose formats lie in slots: first those of the sites it depends on, then every format by itself, then the operations whose
 * format is their own. Values of one format for every configuration share a slot.
 */
export interface CompiledFunction {
  /** The format's code in each slot, after `evaluate`. */
  readonly slots: Uint8Array;
  /** Value → slot. */
  readonly slotOf: Int32Array;
  /** The sites that have slots: all that its formats follow from. */
  readonly sites: readonly SiteIndex[];
  siteSlot(site: SiteIndex): number;
  /** Values that take whatever format is asked of them: never converted. */
  readonly adapts: Uint8Array;
  /** What slots from `firstComputed` on meet in: other slots and a format, or NO_FORMAT; or an operation's own format, where it is not −1. */
  readonly computed: readonly Computed[];
  readonly firstComputed: number;
  /** `own` holds, per operation, the format it is configured, or NO_FORMAT. */
  evaluate(siteFormats: Uint8Array, own: Uint8Array): void;
}

export interface Computed {
  readonly operation: OperationIndex;
  readonly from: readonly number[];
  readonly floor: number;
}

/** Every format that values, sites and operations of the program have as written. */
export function formatsOf(program: Program): Set<Format> {
  const found = new Set<Format>(['fp64']); // what an integer has when nothing else decides
  for (const { format } of program.sites) found.add(format);
  for (const { format } of program.operations) found.add(format);
  for (const { values } of program.functions)
    for (const value of values) if ('format' in value && value.format !== null) found.add(value.format);
  return found;
}

/** `configurable` are the operations that may be given a format of their own, `sites` those it shall have slots for besides its own. */
export function compileFunction(
  program: Program,
  index: FunctionIndex,
  codes: FormatCodes,
  configurable: ReadonlySet<OperationIndex>,
  sites: Iterable<SiteIndex>,
): CompiledFunction {
  const { values } = program.functions[index]!;
  const rules = formatRules(program, program.functions[index]!, new Set());
  const local = [...new Set([...sites, ...rules.flatMap(({ rule }) => (rule.kind === 'site' ? [rule.site] : []))])];
  const slotOfSite = new Map(local.map((site, slot) => [site, slot]));
  const ofFormat = (format: Format) => local.length + codes.of(format);
  const firstComputed = local.length + codes.formats.length;
  const slotOf = new Int32Array(values.length);
  const computed: Computed[] = [];
  for (const value of evaluationOrder(rules)) {
    const { rule } = rules[value]!;
    const node = values[value]!;
    const operation = node.kind === 'operation' && configurable.has(node.operation) ? node.operation : -1;
    const from = sourcesOf(rule, slotOf, slotOfSite, ofFormat);
    // by itself it meets itself: a number of a storage format is computed with in another
    if (rule.kind === 'meeting' && from.length === 1 && codes.hasStorage) from.push(from[0]!);
    const floor = rule.kind === 'meeting' && rule.floor !== null ? codes.of(rule.floor) : NO_FORMAT;
    if (operation < 0 && from.length === 1 && floor === NO_FORMAT) slotOf[value] = from[0]!;
    else slotOf[value] = firstComputed + computed.push({ operation, from, floor }) - 1;
  }
  const slots = new Uint8Array(firstComputed + computed.length);
  codes.formats.forEach((_, code) => {
    slots[local.length + code] = code;
  });
  const operations = Int32Array.from(computed, (one) => one.operation);
  const floors = Uint8Array.from(computed, (one) => one.floor);
  const from = Int32Array.from(computed.flatMap((one) => [...one.from]));
  const ends = new Int32Array(computed.length);
  let end = 0;
  computed.forEach((one, at) => {
    end += one.from.length;
    ends[at] = end;
  });
  const { met } = codes;
  const width = codes.formats.length;
  const locals = Int32Array.from(local);
  const evaluate = (siteFormats: Uint8Array, own: Uint8Array): void => {
    for (let slot = 0; slot < locals.length; slot++) slots[slot] = siteFormats[locals[slot]!]!;
    let operand = 0;
    for (let at = 0; at < operations.length; at++) {
      const last = ends[at]!;
      const operation = operations[at]!;
      let format = operation < 0 ? NO_FORMAT : own[operation]!;
      if (format === NO_FORMAT) {
        format = floors[at]!;
        if (format === NO_FORMAT) format = slots[from[operand++]!]!;
        for (; operand < last; operand++) format = met[format * width + slots[from[operand]!]!]!;
      } else operand = last;
      slots[firstComputed + at] = format;
    }
  };
  const adapts = Uint8Array.from(rules, (rule) => (rule.adapts ? 1 : 0));
  return {
    ...{ slots, slotOf, sites: local, adapts, computed, firstComputed, evaluate },
    siteSlot: (site) => slotOfSite.get(site)!,
  };
}

function sourcesOf(
  rule: FormatRule,
  slotOf: Int32Array,
  slotOfSite: ReadonlyMap<SiteIndex, number>,
  ofFormat: (format: Format) => number,
): number[] {
  switch (rule.kind) {
    case 'fixed':
      return [ofFormat(rule.format)];
    case 'integer':
      return [ofFormat(INTEGER_FORMAT)];
    case 'site':
      return [slotOfSite.get(rule.site)!];
    case 'same':
      return [slotOf[rule.value]!];
    case 'meeting':
      return [...new Set(rule.values.map((value) => slotOf[value]!))];
  }
}
