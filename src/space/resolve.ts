/**
 * The meaning of a configuration: the format of every value and operation, and every conversion between them, by the rules of format-rules.ts. The
 * emulator, the performance model and the rewriter all use this result.
 */
import { computedIn, type Format, isWider, meetAll } from '../numerics/format.js';
import type {
  Operation,
  OperationIndex,
  Program,
  ProgramFunction,
  Site,
  SiteIndex,
  Value,
  ValueIndex,
} from '../program/program.js';
import type { Accumulator } from './accumulator.js';
import { evaluationOrder, formatRules, INTEGER_FORMAT } from './format-rules.js';
import { computable, widenConstants } from './wide-values.js';

export interface Configuration {
  /** The formats of sites that differ from the declared ones. */
  readonly sites: ReadonlyMap<SiteIndex, Format>;
  /** The configured formats of operations. */
  readonly operations: ReadonlyMap<OperationIndex, Format>;
  /** Sums with another summation method. The program then has another text, which determines the meaning of the formats. */
  readonly accumulators?: ReadonlyMap<SiteIndex, Accumulator>;
  /** Changed thread-block sizes by id. The program then has another text with the same sites. */
  readonly blocks?: ReadonlyMap<string, number>;
}

export const baselineConfiguration: Configuration = { sites: new Map(), operations: new Map() };

export interface Conversion {
  readonly function: number;
  /** The converted value and its user. */
  readonly value: ValueIndex;
  readonly user: ValueIndex;
  readonly from: Format;
  readonly to: Format;
}

/**
 * `takesOperandFormat`: true for a literal, integer or constant expression, which takes the format of the other operand. `format` is its own format,
 * null for an integer.
 */
export interface ValueFormat {
  readonly format: Format | null;
  readonly takesOperandFormat: boolean;
}

export interface Resolution {
  readonly siteFormats: readonly Format[];
  /** The compute format of every operation. */
  readonly operationFormats: readonly Format[];
  /** The format of every value, by function. */
  readonly valueFormats: readonly (readonly ValueFormat[])[];
  readonly conversions: readonly Conversion[];
}

/**
 * The format in which a site is written if its group has this format. The cast of a number creates a value to compute with, so it cannot have a
 * storage-only format.
 */
export function formatOfSite({ kind, shape }: Site, format: Format): Format {
  return kind === 'cast' && shape === 'scalar' ? computedIn(format) : format;
}

export function resolve(program: Program, configuration: Configuration): Resolution {
  const siteFormats = program.sites.map((site, index) =>
    formatOfSite(site, configuration.sites.get(index) ?? site.format),
  );
  const hasWideSites = siteFormats.some((format) => isWider(format, 'fp64'));
  const operationFormats: Format[] = program.operations.map((operation) => operation.format);
  const valueFormats = program.functions.map((owner) => {
    const values = formatsOfValues(program, owner, configuration, siteFormats);
    if (hasWideSites)
      widenConstants(program, owner, values, siteFormats, convertsOperands, (call) => passedAs(program, call));
    owner.values.forEach((value, index) => {
      // a conversion of a stored number that computes nothing has the stored format
      if (value.kind === 'operation')
        operationFormats[value.operation] = computedIn(values[index]!.format ?? INTEGER_FORMAT);
    });
    return values;
  });
  const conversions = program.functions.flatMap((owner, index) =>
    conversionsIn(program, owner, index, siteFormats, operationFormats, valueFormats[index]!),
  );
  return { siteFormats, operationFormats, valueFormats, conversions };
}

function formatsOfValues(
  program: Program,
  owner: ProgramFunction,
  configuration: Configuration,
  siteFormats: readonly Format[],
): ValueFormat[] {
  const rules = formatRules(program, owner, configuration.operations);
  const formats: ValueFormat[] = [];
  const numeric = (value: ValueIndex): Format => formats[value]!.format ?? INTEGER_FORMAT;
  for (const index of evaluationOrder(rules)) {
    const { rule, takesOperandFormat } = rules[index]!;
    const value = owner.values[index]!;
    const own = value.kind === 'operation' ? configuration.operations.get(value.operation) : undefined;
    const followed = (): Format | null => {
      switch (rule.kind) {
        case 'fixed':
          return rule.format;
        case 'integer':
          return null;
        case 'site':
          return siteFormats[rule.site]!;
        case 'same':
          return formats[rule.value]!.format;
        case 'meeting':
          return meetAll([...rule.values.map(numeric), ...(rule.floor === null ? [] : [rule.floor])]);
      }
    };
    const format = own ?? followed();
    const computed =
      value.kind === 'operation' && format !== null ? computable(program.operations[value.operation]!, format) : format;
    formats[index] = { format: computed, takesOperandFormat };
  }
  return formats;
}

function conversionsIn(
  program: Program,
  owner: ProgramFunction,
  functionIndex: number,
  siteFormats: readonly Format[],
  operationFormats: readonly Format[],
  values: readonly ValueFormat[],
): Conversion[] {
  const found: Conversion[] = [];
  const add = (value: ValueIndex, user: ValueIndex, to: Format): void => {
    const { format, takesOperandFormat } = values[value]!;
    if (!takesOperandFormat && format !== null && format !== to)
      found.push({ function: functionIndex, value, user, from: format, to });
  };
  owner.values.forEach((value, user) => {
    if (value.kind === 'store' && value.site !== null) add(value.value, user, siteFormats[value.site]!);
    if (value.kind === 'return' && owner.returnSite !== null) add(value.value, user, siteFormats[owner.returnSite]!);
    if (value.kind === 'call')
      passedAs(program, value).forEach((parameter, position) =>
        add(value.arguments[position]!, user, siteFormats[parameter]!),
      );
    if (value.kind === 'operation' && convertsOperands(program.operations[value.operation]!))
      for (const operand of value.operands) add(operand, user, operationFormats[value.operation]!);
  });
  return found;
}

/**
 * Whether the operands are converted to the format of the operation. A cast is itself a conversion; an inserted conversion is counted where its value
 * is used; one to an integer has no target format.
 */
export function convertsOperands({ kind, symbol, implicit }: Operation): boolean {
  return kind !== 'convert' || !(implicit || /^(?:integer|bool)$/.test(symbol));
}

/** The parameters that receive the floating-point arguments of a call, in order; empty if the correspondence is uncertain. */
export function passedAs(program: Program, call: Extract<Value, { kind: 'call' }>): readonly SiteIndex[] {
  if (call.function === null) return [];
  const parameters = program.functions[call.function]!.parameters.filter(
    (site): site is SiteIndex => site !== null && /^(?:scalar|vector)$/.test(program.sites[site]!.shape),
  );
  return parameters.length === call.arguments.length ? parameters : [];
}
