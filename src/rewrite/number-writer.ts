/** Writes the conversions of the table in conversions.ts: literals in another format, and casts. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import type { AstNode } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isClass, isStorageOnly, isSummed, isWider, type SummedFormat } from '../numerics/format.js';
import type { OperationIndex } from '../program/program.js';
import {
  baselineConfiguration,
  type Configuration,
  type Resolution,
  resolve,
  type ValueFormat,
} from '../space/resolve.js';
import { conversion, type Position } from './conversions.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { ExpressionFormats, isExactConstant, literalBehind } from './expression-formats.js';
import { MATH_CONSTANTS, narrowLiteral, summedLiteral } from './literal-text.js';
import type { SourceEdits } from './source-edits.js';
import { formatName } from './type-text.js';

export class NumberWriter {
  readonly formats: ExpressionFormats;
  private readonly formatsAsWritten: ExpressionFormats;
  /** In the parentheses of an initialiser, where `V v(__half(x));` would declare a function. */
  couldDeclare = false;

  constructor(
    readonly edits: SourceEdits,
    readonly resolution: Resolution,
    readonly configuration: Configuration,
  ) {
    this.formats = new ExpressionFormats(resolution);
    this.formatsAsWritten = new ExpressionFormats(resolve(edits.syntax.program, baselineConfiguration));
  }

  of(scope: UnitScope, node: AstNode): ValueFormat {
    return this.formats.of(scope, node);
  }

  /** True for an expression whose format is unchanged in the configuration. */
  isAsWritten(scope: UnitScope, node: AstNode): boolean {
    const [now, before] = [this.formats, this.formatsAsWritten].map((formats) => formats.of(scope, node));
    return now!.format === before!.format && now!.takesOperandFormat === before!.takesOperandFormat;
  }

  /** Writes the conversion in the table; true if there is any. */
  convert(scope: UnitScope, node: AstNode, wants: Format, position: Position): boolean {
    const has = this.of(scope, node);
    const constant = isExactConstant(node) ? 'exact' : literalBehind(node) ? 'literal' : null;
    const written = conversion({ ...has, constant }, wants, position, scope.unit.language);
    if (written === 'literal') this.adapt(node, has, wants);
    else if (written === 'class') this.makeExplicit(node, has, wants);
    else if (written !== 'none') for (const to of written) this.cast(node, to);
    return written !== 'none';
  }

  /** Converts the operands of one operation. If all are constants, one is written as an object of the class, so that the operation is one of the class. */
  operands(scope: UnitScope, operation: OperationIndex, operands: readonly AstNode[]): void {
    const to = this.resolution.operationFormats[operation]!;
    const formats = operands.map((operand) => this.of(scope, operand));
    const isSaid = formats.some(
      ({ format, takesOperandFormat }, at) =>
        (!takesOperandFormat || literalBehind(operands[at]!) === null) && isSummed(format),
    );
    const saying =
      isSummed(to) && !isSaid
        ? Math.max(
            0,
            formats.findIndex(({ format }) => format !== null),
          )
        : -1;
    operands.forEach((operand, at) => {
      if (at === saying && isSummed(to)) this.adaptToSum(operand, formats[at]!, to, true);
      else this.operand(scope, operation, operand);
    });
  }

  /** Converts an operand to its operation's format, unless C++ does. */
  operand(scope: UnitScope, operation: OperationIndex, node: AstNode): void {
    const to = this.resolution.operationFormats[operation]!;
    if (to === this.edits.syntax.program.operations[operation]!.format && this.isAsWritten(scope, node)) return;
    const isConfigured = this.configuration.operations.has(operation);
    this.convert(scope, node, to, isConfigured ? 'configured operand' : 'operand');
  }

  /** Adapts a constant: a literal gets a suffix; a constant expression, and anything that becomes a CUDA class, gets a cast. */
  adapt(node: AstNode, from: ValueFormat, to: Format): void {
    if (isClass(to)) return this.cast(node, to);
    if (isSummed(to)) return this.adaptToSum(node, from, to);
    if (to !== 'fp32' || from.format === null || !isWider(from.format, to)) return;
    const literal = literalBehind(node);
    if (!literal || this.edits.wholeUse(literal) || this.edits.wholeUse(node))
      return this.cast(literal && this.edits.wholeUse(literal) ? literal : node, to);
    const range = this.edits.editableRange(literal, 'literal');
    if (range) this.edits.replace(range, 'literal', () => narrowLiteral(this.edits.text(range), Number(literal.value)));
  }

  /**
   * Adapts a constant to a format of several parts: a literal is written with all its digits; a constant expression is cast, unless the format is
   * wider than fp64, which it then has already (space/wide-values.ts). `says`: nothing else in its operation has the format.
   */
  private adaptToSum(node: AstNode, from: ValueFormat, to: SummedFormat, says = false): void {
    const literal = literalBehind(node);
    if (!literal) {
      if (says || (from.takesOperandFormat && from.format !== null && from.format !== to)) this.cast(node, to);
      return;
    }
    if (!from.takesOperandFormat || from.format === null) return;
    const use = this.edits.wholeUse(literal);
    const range = use ?? this.edits.editableRange(literal, 'literal');
    if (!range) return;
    const name = this.edits.text(range);
    const digits = use ? this.digitsOf(literal, name) : name;
    const text = digits && summedLiteral(digits, Number(literal.value), to);
    if (text?.includes('Infinity')) throw new InfeasibleEdit(0, `the literal ${name} exceeds the range of ${to}`);
    const isClass = text?.startsWith(to) ?? false;
    // a system constant without known digits is its double value
    if ((says && !isClass) || digits === null) this.cast(literal, to);
    if (text && !use) this.edits.replace(range, 'literal', () => text);
    if (text && use) this.edits.replace(range, 'literal', () => text.replace(`(${digits},`, `(${name},`));
  }

  /** Makes the format explicit in a value from which a type is deduced. */
  makeExplicit(node: AstNode, from: ValueFormat, to: Format): void {
    if (from.takesOperandFormat && isSummed(to)) this.adaptToSum(node, from, to, true);
    else this.cast(node, to);
  }

  /** The definition of a macro that stands for a literal; C's constants are found by their names. */
  private digitsOf(literal: AstNode, name: string): string | null {
    const spelling = this.edits.syntax.places.ofNode(literal)?.spelling;
    return spelling ? this.edits.text(spelling) : (MATH_CONSTANTS[name] ?? null);
  }

  /** Converts a number whose context fixes its format, independent of the format it was computed in. */
  give(scope: UnitScope, node: AstNode, position: Position): void {
    const facts = scope.types.read(node.type);
    if (isScalarValue(facts) && !facts.isVector) this.convert(scope, node, facts.format!, position);
  }

  /** Converts a number that becomes an integer or a truth value implicitly, which classes do not. */
  giveInteger(scope: UnitScope, node: AstNode, integer: string): void {
    this.widenClass(scope, node);
    if (!isSummed(this.of(scope, node).format)) return;
    const range = this.edits.wholeUse(node) ?? this.edits.editableRange(node, `cast ${integer}`);
    if (range) this.edits.wrap(range, `cast ${integer}`, `(${integer})(`, ')');
  }

  /** A number in a format that is only stored. */
  isStored(scope: UnitScope, node: AstNode): boolean {
    return isStorageOnly(this.of(scope, node).format);
  }

  widenClass(scope: UnitScope, node: AstNode): void {
    if (isClass(this.of(scope, node).format)) this.cast(node, 'fp32');
  }

  cast(node: AstNode, to: Format): void {
    const range = this.edits.wholeUse(node) ?? this.edits.editableRange(node, `cast ${to}`);
    if (!range) return;
    const text = this.edits.text(range);
    const atom = /^(?:[\w.]+|[A-Za-z_]\w*(?:\[[^[\]]*\])+)$/.test(text);
    if (isClass(to))
      this.edits.wrap(range, `cast ${to}`, this.couldDeclare ? `(${formatName(to)!})(` : `${formatName(to)!}(`, ')');
    else if (atom || node.kind === 'ParenExpr') this.edits.wrap(range, `cast ${to}`, `(${formatName(to)!})`, '');
    else this.edits.wrap(range, `cast ${to}`, `(${formatName(to)!})(`, ')');
  }
}
