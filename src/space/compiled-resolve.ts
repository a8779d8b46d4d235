/**
 * `resolve` for many configurations of one program. The rules for every value's format are compiled once into flat arrays, so that evaluating a
 * configuration is one pass. Results equal those of `resolve`, function by function, for the formats of values (except constants that wide-values.ts
 * widens); conversions and places need `resolve`.
 */
import { type Format, isStorageOnly, meet } from '../numerics/format.js';
import type { FunctionIndex, OperationIndex, Program, SiteIndex } from '../program/program.js';
import { evaluationOrder, type FormatRule, formatRules, INTEGER_FORMAT } from './format-rules.js';

/** Marks an operation without a configured format, or a combination without a minimum. */
export const NO_FORMAT = 255;

/** Formats as small integers. */
export class FormatCodes {
  private readonly codes = new Map<Format, number>();
  readonly formats: readonly Format[];
  /** `met[a * n + b]`: the format of an operation on both. */
  readonly met: Uint8Array;

  /** Whether one of them is a storage-only format, which computes in another format. */
  readonly hasStorage: boolean;

  /** Closed under `meet`, so that every result has a code. */
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
 * A function whose formats are stored in slots: first those of the sites it depends on, then the constant formats, then those computed from others.
 * Values with the same format in every configuration share a slot.
 */
export interface CompiledFunction {
  /** The code of the format in each slot, after `evaluate`. */
  readonly slots: Uint8Array;
  /** Value → slot. */
  readonly slotOf: Int32Array;
  /** The sites with slots, which determine all formats of the function. */
  readonly sites: readonly SiteIndex[];
  siteSlot(site: SiteIndex): number;
  /** Values that take any format asked of them and are never converted. */
  readonly takesOperandFormat: Uint8Array;
  /**
   * For the slots from `firstComputed` on: the slots and the minimum format (or NO_FORMAT) they are combined from, or the operation whose configured
   * format they have (or −1).
   */
  readonly computed: readonly Computed[];
  readonly firstComputed: number;
  /** `own` contains the configured format of every operation, or NO_FORMAT. */
  evaluate(siteFormats: Uint8Array, own: Uint8Array): void;
}

export interface Computed {
  readonly operation: OperationIndex;
  readonly from: readonly number[];
  readonly floor: number;
}

/** All formats of values, sites and operations in the original program. */
export function formatsOf(program: Program): Set<Format> {
  const found = new Set<Format>(['fp64']); // the default format of an integer
  for (const { format } of program.sites) found.add(format);
  for (const { format } of program.operations) found.add(format);
  for (const { values } of program.functions)
    for (const value of values) if ('format' in value && value.format !== null) found.add(value.format);
  return found;
}

/** `configurable` are the operations that may have a configured format, `sites` additional sites that get slots. */
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
    // a single operand of a storage-only format is computed in another format
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
  const takesOperandFormat = Uint8Array.from(rules, (rule) => (rule.takesOperandFormat ? 1 : 0));
  return {
    ...{ slots, slotOf, sites: local, takesOperandFormat, computed, firstComputed, evaluate },
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
