/**
 * `resolve` for many configurations of one program: what decides the format of each value is found once, and a configuration is then
 * a walk over flat arrays. The same answer as `resolve`, function by function, for the formats of values; who needs names and places asks
 * `resolve`.
 */
import type { Format } from '../numerics/format.js';
import { hasTwins } from '../program/math-twins.js';
import type { FunctionIndex, OperationIndex, Program, SiteIndex, ValueIndex } from '../program/program.js';
import { promote } from './promotion.js';
import { baselineConfiguration, FunctionResolver } from './resolve.js';

/** Where a value's format comes from. */
type Rule =
  | { readonly kind: 'fixed'; readonly format: Format }
  | { readonly kind: 'site'; readonly site: SiteIndex }
  | { readonly kind: 'same'; readonly value: ValueIndex }
  | { readonly kind: 'widest'; readonly values: readonly ValueIndex[]; readonly floor: Format | null };

const [FIXED, SITE, SAME, WIDEST] = [0, 1, 2, 3];
/** No format: an operation without one of its own, a widest without a floor. */
export const NO_FORMAT = 255;

/** Formats as small numbers. */
export class FormatCodes {
  private readonly codes = new Map<Format, number>();
  readonly formats: readonly Format[];
  /** `promoted[a * n + b]`. */
  readonly promoted: Uint8Array;

  /** Closed under promotion, so that every answer has a code. */
  constructor(formats: Iterable<Format>) {
    const all = new Set(formats);
    for (let before = -1; before !== all.size; ) {
      before = all.size;
      for (const a of [...all]) for (const b of [...all]) all.add(promote(a, b));
    }
    this.formats = [...all];
    this.formats.forEach((format, code) => {
      this.codes.set(format, code);
    });
    this.promoted = Uint8Array.from(
      this.formats.flatMap((a) => this.formats.map((b) => this.codes.get(promote(a, b))!)),
    );
  }

  of(format: Format): number {
    const code = this.codes.get(format);
    if (code === undefined) throw new RangeError(`${format} is not among ${this.formats.join(', ')}`);
    return code;
  }
}

export interface CompiledFunction {
  /** Value → its format's code, after `evaluate`. */
  readonly formats: Uint8Array;
  /** Values that take whatever format is asked of them: never converted. */
  readonly adapts: Uint8Array;
  /** Sites its formats follow from. */
  readonly sites: ReadonlySet<SiteIndex>;
  /** Recomputes `formats`; `own` holds, per operation, the format it is configured, or NO_FORMAT. */
  evaluate(siteFormats: Uint8Array, own: Uint8Array): void;
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

export function compileFunction(program: Program, index: FunctionIndex, codes: FormatCodes): CompiledFunction {
  const owner = program.functions[index]!;
  const atomicSites = new Map(program.atomics.map(({ operation, cell }) => [operation, program.cells[cell]!.site]));
  const declared = program.sites.map((site) => site.format);
  const resolver = new FunctionResolver(
    program,
    owner,
    baselineConfiguration,
    declared,
    program.operations.map((operation) => operation.format),
    atomicSites,
  );
  const rules = owner.values.map((_, value) => ruleOf(program, index, resolver, value, atomicSites));
  const count = rules.length;
  const kinds = new Uint8Array(count);
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  const floors = new Uint8Array(count).fill(NO_FORMAT);
  const operations = new Int32Array(count).fill(-1);
  const operands: number[] = [];
  const sites = new Set<SiteIndex>();
  rules.forEach((rule, value) => {
    const node = owner.values[value]!;
    if (node.kind === 'operation') operations[value] = node.operation;
    switch (rule.kind) {
      case 'fixed':
        kinds[value] = FIXED!;
        first[value] = codes.of(rule.format);
        break;
      case 'site':
        kinds[value] = SITE!;
        first[value] = rule.site;
        sites.add(rule.site);
        break;
      case 'same':
        kinds[value] = SAME!;
        first[value] = rule.value;
        break;
      case 'widest':
        kinds[value] = WIDEST!;
        first[value] = operands.length;
        operands.push(...rule.values);
        last[value] = operands.length;
        if (rule.floor !== null) floors[value] = codes.of(rule.floor);
    }
  });
  const flat = Int32Array.from(operands);
  const order = evaluationOrder(rules);
  const formats = new Uint8Array(count);
  const { promoted } = codes;
  const width = codes.formats.length;
  const evaluate = (siteFormats: Uint8Array, own: Uint8Array): void => {
    for (let at = 0; at < count; at++) {
      const value = order[at]!;
      const operation = operations[value]!;
      if (operation >= 0 && own[operation] !== NO_FORMAT) {
        formats[value] = own[operation]!;
        continue;
      }
      const kind = kinds[value];
      if (kind === SITE) formats[value] = siteFormats[first[value]!]!;
      else if (kind === FIXED) formats[value] = first[value]!;
      else if (kind === SAME) formats[value] = formats[first[value]!]!;
      else {
        let format = floors[value]!;
        for (let operand = first[value]!; operand < last[value]!; operand++) {
          const other = formats[flat[operand]!]!;
          format = format === NO_FORMAT ? other : promoted[format * width + other]!;
        }
        formats[value] = format;
      }
    }
  };
  const adapts = Uint8Array.from(owner.values, (_, value) => (resolver.formatOf(value).adapts ? 1 : 0));
  return { formats, adapts, sites, evaluate };
}

/** A value after what its format follows from: a value may name a later φ or undefined value. */
function evaluationOrder(rules: readonly Rule[]): Int32Array {
  const isLeaf = (rule: Rule) => rule.kind === 'fixed' || rule.kind === 'site';
  const all = rules.map((_, value) => value);
  return Int32Array.from([
    ...all.filter((value) => isLeaf(rules[value]!)),
    ...all.filter((value) => !isLeaf(rules[value]!)),
  ]);
}

function ruleOf(
  program: Program,
  index: FunctionIndex,
  resolver: FunctionResolver,
  at: ValueIndex,
  atomicSites: ReadonlyMap<OperationIndex, SiteIndex | null>,
): Rule {
  const value = program.functions[index]!.values[at]!;
  const fixed = (): Rule => ({ kind: 'fixed', format: resolver.formatOf(at).format });
  const widest = (found: { values: readonly ValueIndex[]; constants: readonly Format[] } | null): Rule =>
    found === null || found.values.length === 0
      ? fixed()
      : {
          kind: 'widest',
          values: found.values,
          floor: found.constants.length === 0 ? null : found.constants.reduce(promote),
        };
  switch (value.kind) {
    case 'literal':
    case 'integer':
      return fixed();
    case 'parameter':
    case 'phi':
      return { kind: 'site', site: value.site };
    case 'undefined':
    case 'load':
      return value.site === null ? fixed() : { kind: 'site', site: value.site };
    case 'store':
      return value.site === null ? { kind: 'same', value: value.value } : { kind: 'site', site: value.site };
    case 'return':
      return { kind: 'same', value: value.value };
    case 'call': {
      const returned = value.function === null ? null : program.functions[value.function]!.returnSite;
      const isItsOwn = returned !== null && program.sites[returned]!.format === value.format;
      return isItsOwn ? { kind: 'site', site: returned } : fixed();
    }
    case 'select':
      return widest(resolver.decidingArms(value.operands));
    case 'operation':
      break;
  }
  const operation = program.operations[value.operation]!;
  const [operand] = value.operands;
  if (operation.symbol.startsWith('__')) return fixed();
  switch (operation.kind) {
    case 'convert':
      return operand !== undefined && (operation.implicit || /^(?:integer|bool)$/.test(operation.symbol))
        ? { kind: 'same', value: operand }
        : fixed();
    case 'neg':
      return operand === undefined ? fixed() : { kind: 'same', value: operand };
    case 'atomic': {
      const site = atomicSites.get(value.operation) ?? null;
      return site === null ? fixed() : { kind: 'site', site };
    }
    case 'math':
      return hasTwins(operation.symbol) ? widest(resolver.decidingOperands(operation, value.operands)) : fixed();
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'compare':
      return widest(resolver.decidingOperands(operation, value.operands));
  }
}
