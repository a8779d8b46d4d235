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

class FunctionResolver {
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
    const resolved = operands.map((operand) => this.formatOf(operand));
    const deciding = operands.filter((_, position) => !resolved[position]!.adapts);
    if (deciding.length === 0) return { format: operation.format, adapts: operands.length > 0 };
    const declared = deciding.map((operand) => this.declaredFormat(operand)).reduce(promote);
    const wideConstants = operands
      .filter(
        (operand, position) =>
          resolved[position]!.adapts &&
          this.owner.values[operand]!.kind !== 'integer' &&
          isWider(this.declaredFormat(operand), declared),
      )
      .map((operand) => this.declaredFormat(operand));
    if ([declared, ...wideConstants].reduce(promote) !== operation.format) return fixed(operation.format);
    return fixed([...deciding.map((operand) => this.formatOf(operand).format), ...wideConstants].reduce(promote));
  }

  /**
   * `c ? a : b` computes nothing, so nothing rounds there: a constant adapts to the other arm where every format holds it exactly
   * (0, 1, 0.5), and keeps its own format otherwise. A choice between constants adapts as a whole.
   */
  private selected(operands: readonly ValueIndex[]): Resolved {
    const resolved = operands.map((operand) => this.formatOf(operand));
    const deciding = operands.filter(
      (operand, position) => !resolved[position]!.adapts || !this.isExactConstant(operand),
    );
    if (resolved.every((one) => one.adapts))
      return { format: resolved.map((one) => one.format).reduce(promote), adapts: true };
    const formats = deciding.map((operand) =>
      this.formatOf(operand).adapts ? this.armFormat(operand) : this.formatOf(operand).format,
    );
    const declared = deciding.map((operand) => this.armFormat(operand)).reduce(promote);
    const wide = operands
      .filter((operand) => !deciding.includes(operand) && isWider(this.declaredFormat(operand), declared))
      .map((operand) => this.declaredFormat(operand));
    return fixed([...formats, ...wide].reduce(promote));
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
  private declaredFormat(index: ValueIndex): Format {
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
      if (value.kind === 'operation' && this.program.operations[value.operation]!.kind !== 'convert')
        for (const operand of value.operands) add(operand, user, this.operationFormats[value.operation]!);
    });
    return found;
  }
}

function fixed(format: Format): Resolved {
  return { format, adapts: false };
}
