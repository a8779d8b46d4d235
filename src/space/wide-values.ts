/**
 * What formats wider than fp64 add to the meaning of a configuration. A constant expression (`1.0 / (i + 1)`, `sqrt(2.0)`) takes the format
 * of what it meets: in fp64 and below that is rounding what the source computes, above it is to compute it there, since what was computed
 * in fp64 has no more digits. A function that no format of several parts has is computed in fp64.
 */
import { type Format, isSummed, isWider } from '../numerics/format.js';
import { hasTwins, hasWideTwin } from '../program/library/library.js';
import type {
  Operation,
  OperationIndex,
  Program,
  ProgramFunction,
  SiteIndex,
  Value,
  ValueIndex,
} from '../program/program.js';

interface FormatOfValue {
  readonly format: Format | null;
  readonly adapts: boolean;
}

/** The format an operation is computed in where its operands meet in this one. */
export function computable({ kind, symbol }: Operation, format: Format): Format {
  return kind === 'math' && hasTwins(symbol) && isSummed(format) && !hasWideTwin(symbol) ? 'fp64' : format;
}

/** Gives operations on constants alone the format that is asked of them, where that is wider than what they have. */
export function widenConstants(
  program: Program,
  owner: ProgramFunction,
  formats: FormatOfValue[],
  siteFormats: readonly Format[],
  convertsOperands: (operation: Operation) => boolean,
  passedAs: (call: Extract<ProgramFunction['values'][number], { kind: 'call' }>) => readonly SiteIndex[],
): void {
  const ask = (index: ValueIndex, wanted: Format): void => {
    const { format, adapts } = formats[index]!;
    const value = owner.values[index]!;
    if (!adapts || (value.kind !== 'operation' && value.kind !== 'select')) return;
    if (format !== null && !isWider(wanted, format)) return;
    if (value.kind === 'operation' && computable(program.operations[value.operation]!, wanted) !== wanted) return;
    formats[index] = { format: wanted, adapts };
    for (const operand of value.operands) ask(operand, wanted);
  };
  const askWide = (index: ValueIndex, wanted: Format | null): void => {
    if (wanted !== null && isWider(wanted, 'fp64')) ask(index, wanted);
  };
  owner.values.forEach((value, user) => {
    if (value.kind === 'store' && value.site !== null) askWide(value.value, siteFormats[value.site]!);
    if (value.kind === 'return' && owner.returnSite !== null) askWide(value.value, siteFormats[owner.returnSite]!);
    if (value.kind === 'call')
      passedAs(value).forEach((parameter, position) => {
        askWide(value.arguments[position]!, siteFormats[parameter]!);
      });
    if (formats[user]!.adapts) return;
    if (
      value.kind === 'select' ||
      (value.kind === 'operation' && convertsOperands(program.operations[value.operation]!))
    )
      for (const operand of value.operands) askWide(operand, formats[user]!.format);
  });
}

/**
 * Minus signs of literals that no configuration gives a format of their own: `-0.1` is a number as `0.1` is, and has all the digits that it
 * is asked for, also where the program has no word for what asks (an element of a list, what a reference is bound to).
 */
export function signsOfLiterals(
  program: Program,
  configured: ReadonlyMap<OperationIndex, Format>,
): Set<OperationIndex> {
  const signs = new Set<OperationIndex>();
  for (const { values } of program.functions) {
    const isLiteral = (index: ValueIndex): boolean => {
      const value = values[index]!;
      return value.kind === 'literal' || (value.kind === 'operation' && isSign(value));
    };
    const isSign = ({ operation, operands }: Extract<Value, { kind: 'operation' }>): boolean =>
      program.operations[operation]!.kind === 'neg' && !configured.has(operation) && operands.every(isLiteral);
    for (const value of values) if (value.kind === 'operation' && isSign(value)) signs.add(value.operation);
  }
  return signs;
}
