/**
 * The rules for the format of every value of a function; the only place that decides it. `resolve` and `compiled-resolve` apply these rules to a
 * configuration; the rewriter, the instrumenter and the scorer use the results.
 * An operation computes in its configured format if it has one, otherwise in the format its operands combine to, as in C++, where a literal or
 * integer adapts to the other operand. A literal of higher precision than its partner in the source keeps its format, because it determined the
 * operation's format. A constant subexpression adapts as a whole: it is computed as in the source and its value is rounded. An explicit cast has the
 * format of its site. An operation that the source computes in a format other than that of its operands (C's `sqrt` of a float) keeps it, because its
 * cause remains. In text shared by several functions no literal can get a suffix, so each keeps its format. As a result, the empty configuration
 * resolves to the formats of the source, operation by operation.
 */
import { type Format, isWider, meetAll } from '../numerics/format.js';
import { hasTwins } from '../program/library/library.js';
import type {
  Operation,
  OperationIndex,
  Program,
  ProgramFunction,
  SiteIndex,
  Value,
  ValueIndex,
} from '../program/program.js';
import { isExactEverywhere } from './exact-constants.js';

export type FormatRule =
  | { readonly kind: 'fixed'; readonly format: Format }
  /** An integer has no format until it is combined with one. */
  | { readonly kind: 'integer' }
  | { readonly kind: 'site'; readonly site: SiteIndex }
  | { readonly kind: 'same'; readonly value: ValueIndex }
  /** The format that these values combine to, of at least the precision of the constants among them. */
  | { readonly kind: 'meeting'; readonly values: readonly ValueIndex[]; readonly floor: Format | null };

export interface ValueRule {
  readonly rule: FormatRule;
  /** A literal, integer or constant expression: it takes any format asked of it and is never converted. */
  readonly takesOperandFormat: boolean;
}

/** The format of an integer if nothing else determines one. */
export const INTEGER_FORMAT: Format = 'fp64';

/** `configured` are the operations with a configured format, which applies even to operations on constants. */
export function formatRules(program: Program, owner: ProgramFunction, configured: Operations): readonly ValueRule[] {
  const usual = usualRules(program, owner);
  const pinsConstant = owner.values.some(
    (value, index) => value.kind === 'operation' && usual[index]!.takesOperandFormat && configured.has(value.operation),
  );
  return pinsConstant ? allRules(program, owner, configured) : usual;
}

interface Operations {
  has(operation: OperationIndex): boolean;
}

function allRules(program: Program, owner: ProgramFunction, configured: Operations): readonly ValueRule[] {
  const rules = new FunctionRules(program, owner, configured);
  return owner.values.map((_, value) => rules.of(value));
}

const known = new WeakMap<ProgramFunction, readonly ValueRule[]>();

/** The rules if no operation on constants has a configured format; they are the same for all configurations. */
function usualRules(program: Program, owner: ProgramFunction): readonly ValueRule[] {
  let rules = known.get(owner);
  if (!rules) {
    rules = allRules(program, owner, new Set());
    known.set(owner, rules);
  }
  return rules;
}

/** An evaluation order: each value after those that determine its format. A value may refer to a later φ or undefined value. */
export function evaluationOrder(rules: readonly ValueRule[]): ValueIndex[] {
  const isLeaf = ({ rule }: ValueRule) => rule.kind !== 'same' && rule.kind !== 'meeting';
  const all = rules.map((_, value) => value);
  return [...all.filter((value) => isLeaf(rules[value]!)), ...all.filter((value) => !isLeaf(rules[value]!))];
}

/** The site that each atomic updates. */
const atomicSites = new WeakMap<Program, ReadonlyMap<OperationIndex, SiteIndex | null>>();

function atomicSitesOf(program: Program): ReadonlyMap<OperationIndex, SiteIndex | null> {
  let sites = atomicSites.get(program);
  if (!sites) {
    sites = new Map(program.atomics.map(({ operation, cell }) => [operation, program.cells[cell]!.site]));
    atomicSites.set(program, sites);
  }
  return sites;
}

class FunctionRules {
  private readonly known: (ValueRule | undefined)[] = [];

  constructor(
    private readonly program: Program,
    private readonly owner: ProgramFunction,
    private readonly configured: Operations,
  ) {}

  of(index: ValueIndex): ValueRule {
    let rule = this.known[index];
    if (!rule) {
      rule = this.ruleOf(this.owner.values[index]!);
      this.known[index] = rule;
    }
    return rule;
  }

  private ruleOf(value: Value): ValueRule {
    switch (value.kind) {
      case 'literal':
        return {
          rule: { kind: 'fixed', format: value.format },
          takesOperandFormat: !this.owner.sharesText || isInteger(value.text),
        };
      case 'integer':
        return { rule: { kind: 'integer' }, takesOperandFormat: true };
      case 'parameter':
      case 'phi':
        return ofSite(value.site);
      case 'undefined':
        return value.site === null ? { rule: { kind: 'integer' }, takesOperandFormat: true } : ofSite(value.site);
      case 'load':
        return value.site === null ? fixed(value.format) : ofSite(value.site);
      case 'store':
        return value.site === null ? this.same(value.value) : ofSite(value.site);
      case 'return':
        return this.same(value.value);
      case 'call': {
        const moved = movedBetweenThreads(value);
        // a moved value keeps its format; a constant is moved in the format of the source
        if (moved !== null && !this.of(moved).takesOperandFormat)
          return { rule: { kind: 'same', value: moved }, takesOperandFormat: false };
        const returned = value.function === null ? null : this.program.functions[value.function]!.returnSite;
        // another instantiation of a template may return a format other than that of its site; neither can change
        const isItsOwn = returned !== null && this.program.sites[returned]!.format === value.format;
        return isItsOwn ? ofSite(returned) : fixed(value.format ?? INTEGER_FORMAT);
      }
      case 'select':
        return this.chosen(value.operands);
      case 'operation': {
        const natural = this.ofOperation(value.operation, value.operands);
        return this.configured.has(value.operation) ? { ...natural, takesOperandFormat: false } : natural;
      }
    }
  }

  private same(value: ValueIndex): ValueRule {
    return { rule: { kind: 'same', value }, takesOperandFormat: this.of(value).takesOperandFormat };
  }

  private ofOperation(index: OperationIndex, operands: readonly ValueIndex[]): ValueRule {
    const operation = this.program.operations[index]!;
    const [first] = operands;
    if (operation.symbol.startsWith('__')) return fixed(operation.format); // an intrinsic whose name contains the format
    switch (operation.kind) {
      case 'convert':
        if (operation.castTo !== undefined) return ofSite(operation.castTo);
        return first !== undefined && (operation.implicit || /^(?:integer|bool)$/.test(operation.symbol))
          ? this.same(first)
          : fixed(operation.format);
      case 'neg':
        if (first === undefined) return fixed(operation.format);
        return this.of(first).takesOperandFormat ? this.same(first) : meeting([first], []);
      case 'atomic': {
        const site = atomicSitesOf(this.program).get(index) ?? null;
        return site === null ? fixed(operation.format) : ofSite(site);
      }
      case 'math':
        if (operation.writesTo !== undefined) return ofSite(operation.writesTo);
        return hasTwins(operation.symbol) ? this.met(operation, operands) : fixed(operation.format);
      case 'add':
      case 'sub':
      case 'mul':
      case 'div':
      case 'compare':
        return this.met(operation, operands);
    }
  }

  /** The format that the operands combine to, or the operation's format if the source computes in another one. */
  private met(operation: Operation, operands: readonly ValueIndex[]): ValueRule {
    const takesOperandFormat = operands.map((operand) => this.of(operand).takesOperandFormat);
    const values = operands.filter((_, position) => !takesOperandFormat[position]);
    if (values.length === 0) return { ...fixed(operation.format), takesOperandFormat: operands.length > 0 };
    const declared = meetAll(values.map((operand) => this.declaredFormat(operand)));
    const wider = operands.flatMap((operand, position) => {
      const isConstant = takesOperandFormat[position] && this.owner.values[operand]!.kind !== 'integer';
      return isConstant && isWider(this.declaredFormat(operand), declared) ? [this.declaredFormat(operand)] : [];
    });
    return meetAll([declared, ...wider]) === operation.format ? meeting(values, wider) : fixed(operation.format);
  }

  /**
   * `c ? a : b` computes nothing and does not round. A constant adapts to the other arm if it is exact in every format (0, 1, 0.5), and keeps its own
   * format otherwise. A choice between constants adapts as a whole.
   */
  private chosen(operands: readonly ValueIndex[]): ValueRule {
    const values = operands.filter((operand) => !this.of(operand).takesOperandFormat);
    if (values.length === 0)
      return { ...fixed(meetAll(operands.map((operand) => this.constantFormat(operand)))), takesOperandFormat: true };
    const deciding = operands.filter((operand) => values.includes(operand) || !this.isExactConstant(operand));
    const declared = meetAll(deciding.map((operand) => this.armFormat(operand)));
    const constants = operands.flatMap((operand) => {
      if (values.includes(operand)) return [];
      if (deciding.includes(operand)) return [this.armFormat(operand)];
      const format = this.declaredFormat(operand);
      return isWider(format, declared) ? [format] : [];
    });
    return meeting(values, constants);
  }

  /** The default format of a value that adapts. */
  private constantFormat(index: ValueIndex): Format {
    const { rule } = this.of(index);
    if (rule.kind === 'fixed') return rule.format;
    return rule.kind === 'same' ? this.constantFormat(rule.value) : INTEGER_FORMAT;
  }

  /** The declared format of an arm; for an integer, the format it is converted to. */
  private armFormat(index: ValueIndex): Format {
    const value = this.owner.values[index]!;
    if (
      value.kind === 'operation' &&
      value.operands.length === 1 &&
      this.owner.values[value.operands[0]!]!.kind === 'integer'
    )
      return this.program.operations[value.operation]!.format;
    return this.declaredFormat(index);
  }

  private isExactConstant(index: ValueIndex): boolean {
    const value = this.owner.values[index]!;
    if (value.kind === 'literal') return isExactEverywhere(value.text);
    if (value.kind !== 'operation' || value.operands.length !== 1) return false;
    const { kind, implicit } = this.program.operations[value.operation]!;
    return (kind === 'neg' || (kind === 'convert' && implicit)) && this.isExactConstant(value.operands[0]!);
  }

  /** The format of a value in the original program. */
  private declaredFormat(index: ValueIndex): Format {
    const value = this.owner.values[index]!;
    switch (value.kind) {
      case 'literal':
      case 'load':
        return value.format;
      case 'integer':
        return 'fp16'; // determines nothing
      case 'parameter':
      case 'phi':
        return this.program.sites[value.site]!.format;
      case 'undefined':
        return value.site === null ? 'fp16' : this.program.sites[value.site]!.format;
      case 'store':
        return value.site === null ? this.declaredFormat(value.value) : this.program.sites[value.site]!.format;
      case 'return':
        return this.declaredFormat(value.value);
      case 'call':
        return value.format ?? INTEGER_FORMAT;
      case 'select':
        return meetAll(value.operands.map((operand) => this.declaredFormat(operand)));
      case 'operation': {
        const operation = this.program.operations[value.operation]!;
        if (operation.kind === 'convert' && operation.implicit && value.operands[0] !== undefined)
          return this.declaredFormat(value.operands[0]);
        return operation.format;
      }
    }
  }
}

/** `__shfl_down_sync(mask, x, 16)`: the value of x from another thread. */
function movedBetweenThreads(call: Extract<Value, { kind: 'call' }>): ValueIndex | null {
  const [moved, ...others] = call.arguments;
  const isShuffle = call.function === null && call.callee.startsWith('__shfl');
  return isShuffle && moved !== undefined && others.length === 0 ? moved : null;
}

/** The integer in `2 * x`, which the language converts to the format of x. */
function isInteger(text: string): boolean {
  return /^[-+(\s]*(?:0[xX][\da-fA-F']+|[\d']+)[uUlLzZ]*[)\s]*$/.test(text);
}

function fixed(format: Format): ValueRule {
  return { rule: { kind: 'fixed', format }, takesOperandFormat: false };
}

function ofSite(site: SiteIndex): ValueRule {
  return { rule: { kind: 'site', site }, takesOperandFormat: false };
}

function meeting(values: readonly ValueIndex[], constants: readonly Format[]): ValueRule {
  return {
    rule: { kind: 'meeting', values, floor: constants.length === 0 ? null : meetAll(constants) },
    takesOperandFormat: false,
  };
}
