/**
 * One meaning of a configuration: the compute format of every operation, the format of every store, every conversion between
 * them. The emulator, the cost model and the rewriter all read this answer.
 *
 * An operation computes in its own format if it is configured one; else in the format its operands promote to, as in C++, where a
 * literal or an integer adapts to the others. A literal wider than its partner in the source stays as wide: it is what made the
 * operation wide. A constant subexpression adapts as a whole: it is computed as the source has it and its value rounded. Explicit casts keep their format, and so does an operation that the
 * source computes in another format than its operands promote to (C's `sqrt` of a float): whatever forced it is still there.
 * So the baseline configuration resolves to the formats of the source, operation by operation.
 */
import type { Format } from '../numerics/format.js';
import { hasTwins } from '../program/math-twins.js';
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
import { isWider, promote } from './promotion.js';

export interface Configuration {
  /** Sites whose format differs from the declared one. */
  readonly sites: ReadonlyMap<SiteIndex, Format>;
  /** Operations that compute in a format of their own. */
  readonly operations: ReadonlyMap<OperationIndex, Format>;
}

export const baselineConfiguration: Configuration = { sites: new Map(), operations: new Map() };

export interface Conversion {
  readonly function: number;
  /** The value converted, and what uses it. */
  readonly value: ValueIndex;
  readonly user: ValueIndex;
  readonly from: Format;
  readonly to: Format;
}

export interface Resolution {
  readonly siteFormats: readonly Format[];
  /** Compute format per operation. */
  readonly operationFormats: readonly Format[];
  readonly conversions: readonly Conversion[];
}

/** The format of a value, or `adapts` with the format it has when nothing else decides. */
type Resolved = { readonly format: Format; readonly adapts: boolean };

export function resolve(program: Program, configuration: Configuration): Resolution {
  const siteFormats = program.sites.map((site, index) => configuration.sites.get(index) ?? site.format);
  const operationFormats: Format[] = program.operations.map((operation) => operation.format);
  const atomicSites = new Map(program.atomics.map(({ operation, cell }) => [operation, program.cells[cell]!.site]));
  const conversions: Conversion[] = [];
  for (const [index, owner] of program.functions.entries()) {
    const resolver = new FunctionResolver(program, owner, configuration, siteFormats, operationFormats, atomicSites);
    owner.values.forEach((_, value) => resolver.formatOf(value));
    conversions.push(...resolver.conversions(index));
  }
  return { siteFormats, operationFormats, conversions };
}

export class FunctionResolver {
  private readonly known: (Resolved | undefined)[] = [];

  constructor(
    private readonly program: Program,
    private readonly owner: ProgramFunction,
    private readonly configuration: Configuration,
    private readonly siteFormats: readonly Format[],
    private readonly operationFormats: Format[],
    private readonly atomicSites: ReadonlyMap<OperationIndex, SiteIndex | null>,
  ) {}

  formatOf(index: ValueIndex): Resolved {
    let resolved = this.known[index];
    if (!resolved) {
      resolved = this.resolveValue(this.owner.values[index]!);
      this.known[index] = resolved;
    }
    return resolved;
  }

  private resolveValue(value: Value): Resolved {
    switch (value.kind) {
      case 'literal':
        return { format: value.format, adapts: true };
      case 'integer':
        return { format: 'fp64', adapts: true };
      case 'parameter':
      case 'phi':
        return fixed(this.siteFormats[value.site]!);
      case 'undefined':
        return value.site === null ? { format: 'fp64', adapts: true } : fixed(this.siteFormats[value.site]!);
      case 'load':
        return fixed(value.site === null ? value.format : this.siteFormats[value.site]!);
      case 'store':
        return value.site === null ? this.formatOf(value.value) : fixed(this.siteFormats[value.site]!);
      case 'return':
        return this.formatOf(value.value);
      case 'call': {
        const returned = value.function === null ? null : this.program.functions[value.function]!.returnSite;
        // another instantiation of a template may return another format than the one its site shows; neither can change
        if (returned === null || this.program.sites[returned]!.format !== value.format)
          return fixed(value.format ?? 'fp64');
        return fixed(this.siteFormats[returned]!);
      }
      case 'select':
        return this.selected(value.operands);
      case 'operation':
        return this.resolveOperation(value.operation, value.operands);
    }
  }

  private resolveOperation(index: OperationIndex, operands: readonly ValueIndex[]): Resolved {
    const operation = this.program.operations[index]!;
    const own = this.configuration.operations.get(index);
    const resolved = own ? fixed(own) : this.naturalFormat(index, operation, operands);
    this.operationFormats[index] = resolved.format;
    return resolved;
  }

  private naturalFormat(index: OperationIndex, operation: Operation, operands: readonly ValueIndex[]): Resolved {
    const [first] = operands;
    if (operation.symbol.startsWith('__')) return fixed(operation.format); // an intrinsic has its format in its name
    switch (operation.kind) {
      case 'convert': {
        if (first === undefined || /^(?:integer|bool)$/.test(operation.symbol))
          return first === undefined ? fixed(operation.format) : this.formatOf(first);
        if (operation.implicit) return this.formatOf(first);
        return fixed(operation.format);
      }
      case 'neg':
        return first === undefined ? fixed(operation.format) : this.formatOf(first);
      case 'atomic': {
        const site = this.atomicSites.get(index) ?? null;
        return fixed(site === null ? operation.format : this.siteFormats[site]!);
      }
      case 'math':
        if (!hasTwins(operation.symbol)) return fixed(operation.format);
        return this.promoted(operation, operands);
      case 'add':
      case 'sub':
      case 'mul':
      case 'div':
      case 'compare':
        return this.promoted(operation, operands);
    }
  }

  private promoted(operation: Operation, operands: readonly ValueIndex[]): Resolved {
    const deciding = this.decidingOperands(operation, operands);
    if (deciding === null) return fixed(operation.format);
    if (deciding.values.length === 0) return { format: operation.format, adapts: operands.length > 0 };
    return fixed(
      [...deciding.values.map((operand) => this.formatOf(operand).format), ...deciding.constants].reduce(promote),
    );
  }

  /**
   * The operands an operation takes its format from, and the formats of constants wider than they are in the source; null where the
   * source computes in another format than these promote to.
   */
  decidingOperands(
    operation: Operation,
    operands: readonly ValueIndex[],
  ): { readonly values: readonly ValueIndex[]; readonly constants: readonly Format[] } | null {
    const adapts = operands.map((operand) => this.formatOf(operand).adapts);
    const values = operands.filter((_, position) => !adapts[position]);
    if (values.length === 0) return { values, constants: [] };
    const declared = values.map((operand) => this.declaredFormat(operand)).reduce(promote);
    const constants = operands
      .filter(
        (operand, position) =>
          adapts[position] &&
          this.owner.values[operand]!.kind !== 'integer' &&
          isWider(this.declaredFormat(operand), declared),
      )
      .map((operand) => this.declaredFormat(operand));
    return [declared, ...constants].reduce(promote) === operation.format ? { values, constants } : null;
  }

  /**
   * `c ? a : b` computes nothing, so nothing rounds there: a constant adapts to the other arm where every format holds it exactly
   * (0, 1, 0.5), and keeps its own format otherwise. A choice between constants adapts as a whole.
   */
  private selected(operands: readonly ValueIndex[]): Resolved {
    const { values, constants } = this.decidingArms(operands);
    if (values.length === 0) return { format: constants.reduce(promote), adapts: true };
    return fixed([...values.map((operand) => this.formatOf(operand).format), ...constants].reduce(promote));
  }

  /** The arms that are no constants, and the formats of the constants that count. */
  decidingArms(operands: readonly ValueIndex[]): {
    readonly values: readonly ValueIndex[];
    readonly constants: readonly Format[];
  } {
    const values = operands.filter((operand) => !this.formatOf(operand).adapts);
    if (values.length === 0) return { values, constants: operands.map((operand) => this.formatOf(operand).format) };
    const deciding = operands.filter((operand) => values.includes(operand) || !this.isExactConstant(operand));
    const declared = deciding.map((operand) => this.armFormat(operand)).reduce(promote);
    const constants = operands.flatMap((operand) => {
      if (values.includes(operand)) return [];
      if (deciding.includes(operand)) return [this.armFormat(operand)];
      const format = this.declaredFormat(operand);
      return isWider(format, declared) ? [format] : [];
    });
    return { values, constants };
  }

  /** The declared format of an arm; an integer has the one it is converted to. */
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

  /** The format a value has in the unmodified program. */
  declaredFormat(index: ValueIndex): Format {
    const value = this.owner.values[index]!;
    switch (value.kind) {
      case 'literal':
      case 'load':
        return value.format;
      case 'integer':
        return 'fp16'; // decides nothing
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
        return value.format ?? 'fp64';
      case 'select':
        return value.operands.map((operand) => this.declaredFormat(operand)).reduce(promote);
      case 'operation': {
        const operation = this.program.operations[value.operation]!;
        if (operation.kind === 'convert' && operation.implicit && value.operands[0] !== undefined)
          return this.declaredFormat(value.operands[0]);
        return operation.format;
      }
    }
  }

  conversions(functionIndex: number): Conversion[] {
    const found: Conversion[] = [];
    const add = (value: ValueIndex, user: ValueIndex, to: Format): void => {
      const { format, adapts } = this.formatOf(value);
      if (!adapts && format !== to) found.push({ function: functionIndex, value, user, from: format, to });
    };
    this.owner.values.forEach((value, user) => {
      if (value.kind === 'store' && value.site !== null) add(value.value, user, this.siteFormats[value.site]!);
      if (value.kind === 'return' && this.owner.returnSite !== null)
        add(value.value, user, this.siteFormats[this.owner.returnSite]!);
      if (value.kind === 'call')
        passedAs(this.program, value).forEach((parameter, position) =>
          add(value.arguments[position]!, user, this.siteFormats[parameter]!),
        );
      if (value.kind === 'operation' && convertsOperands(this.program.operations[value.operation]!))
        for (const operand of value.operands) add(operand, user, this.operationFormats[value.operation]!);
    });
    return found;
  }
}

/** A cast is a conversion of its own; one that the language inserts is where its value is used, and one to an integer is none of formats. */
export function convertsOperands({ kind, symbol, implicit }: Operation): boolean {
  return kind !== 'convert' || !(implicit || /^(?:integer|bool)$/.test(symbol));
}

/** The parameters a call's floating arguments become, in their order; none where it is not certain which becomes which. */
export function passedAs(program: Program, call: Extract<Value, { kind: 'call' }>): readonly SiteIndex[] {
  if (call.function === null) return [];
  const parameters = program.functions[call.function]!.parameters.filter(
    (site): site is SiteIndex => site !== null && /^(?:scalar|vector)$/.test(program.sites[site]!.shape),
  );
  return parameters.length === call.arguments.length ? parameters : [];
}

function fixed(format: Format): Resolved {
  return { format, adapts: false };
}
