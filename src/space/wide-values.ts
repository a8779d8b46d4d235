/**
 * Additional rules for formats of higher precision than fp64. A constant expression (`1.0 / (i + 1)`, `sqrt(2.0)`) takes the format it is combined
 * with. In fp64 and below its fp64 value is rounded; above, it is computed in that format, because the fp64 value has no more digits. A function
 * without a multi-word implementation is computed in fp64.
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
  readonly takesOperandFormat: boolean;
}

/** The compute format of an operation whose operands combine to this format. */
export function computable({ kind, symbol }: Operation, format: Format): Format {
  return kind === 'math' && hasTwins(symbol) && isSummed(format) && !hasWideTwin(symbol) ? 'fp64' : format;
}

/** Gives operations on constants the format asked of them if it has higher precision. */
export function widenConstants(
  program: Program,
  owner: ProgramFunction,
  formats: FormatOfValue[],
  siteFormats: readonly Format[],
  convertsOperands: (operation: Operation) => boolean,
  passedAs: (call: Extract<ProgramFunction['values'][number], { kind: 'call' }>) => readonly SiteIndex[],
): void {
  const ask = (index: ValueIndex, wanted: Format): void => {
    const { format, takesOperandFormat } = formats[index]!;
    const value = owner.values[index]!;
    if (!takesOperandFormat || (value.kind !== 'operation' && value.kind !== 'select')) return;
    if (format !== null && !isWider(wanted, format)) return;
    if (value.kind === 'operation' && computable(program.operations[value.operation]!, wanted) !== wanted) return;
    formats[index] = { format: wanted, takesOperandFormat };
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
    if (formats[user]!.takesOperandFormat) return;
    if (
      value.kind === 'select' ||
      (value.kind === 'operation' && convertsOperands(program.operations[value.operation]!))
    )
      for (const operand of value.operands) askWide(operand, formats[user]!.format);
  });
}

/**
 * Negative literals without a configured format: `-0.1` is a number like `0.1` and has all digits that it is asked for, even where the model has no
 * value for its user (a list element, the initialiser of a reference).
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
