/**
 * One meaning of a configuration: the format of every value and of every operation, and every conversion between them, by the rules of
 * format-rules.ts. The emulator, the cost model and the rewriter all read this answer.
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
  /** Sites whose format differs from the declared one. */
  readonly sites: ReadonlyMap<SiteIndex, Format>;
  /** Operations that compute in a format of their own. */
  readonly operations: ReadonlyMap<OperationIndex, Format>;
  /** Sums that are added up in another way than the text does. What the formats mean is then a matter of the text that says so. */
  readonly accumulators?: ReadonlyMap<SiteIndex, Accumulator>;
  /** Thread blocks of other sizes than the text has, by the ids of sizes: the program is another text then, with the same sites. */
  readonly blocks?: ReadonlyMap<string, number>;
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

/** `adapts`: a literal, an integer or a constant expression, which takes the format of what it meets; `format` is its own, an integer has none. */
export interface ValueFormat {
  readonly format: Format | null;
  readonly adapts: boolean;
}

export interface Resolution {
  readonly siteFormats: readonly Format[];
  /** Compute format per operation. */
  readonly operationFormats: readonly Format[];
  /** Per function, the format of each of its values. */
  readonly valueFormats: readonly (readonly ValueFormat[])[];
  readonly conversions: readonly Conversion[];
}

/** What a site is written in where its group has a format: the cast of a number makes one to compute with, whatever memory it goes to. */
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
      // what converts a stored number without computing has its format as a value
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
    const { rule, adapts } = rules[index]!;
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
    formats[index] = { format: computed, adapts };
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
    const { format, adapts } = values[value]!;
    if (!adapts && format !== null && format !== to)
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
