/** Operators: their operands, updates that must be written as assignments, and choices between two numbers. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { isPrimary } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isClass, isHalf, isSummed } from '../numerics/format.js';
import { conversion, type Position } from './conversions.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { hasEffects } from './expression-effects.js';
import type { NumberWriter } from './number-writer.js';
import type { Operator } from './operators.js';
import { OrderedOperands, orderedText } from './ordered-operands.js';
import { siteOf } from './site-of.js';
import { formatName } from './type-text.js';

/** True if `x op= e` can become `x = x op e` without parentheses: e is a term of a sum, or has no operator. */
function bindsTighter(node: AstNode, symbol: string): boolean {
  if (node.kind === 'ImplicitCastExpr') return children(node)[0] ? bindsTighter(children(node)[0]!, symbol) : false;
  if (node.kind === 'BinaryOperator') return /^[+-]$/.test(symbol) && /^[*/]$/.test(node.opcode ?? '');
  return isPrimary(node);
}

/** The casts, outermost first, of a computed number without text of its own. */
function castsOf(format: Format | null, wants: Format, position: Position, { unit }: UnitScope): readonly Format[] {
  const written = conversion({ format, takesOperandFormat: false, constant: null }, wants, position, unit.language);
  return typeof written === 'string' ? [] : written;
}

export class OperatorWriter {
  private readonly orderedOperands: OrderedOperands;

  constructor(private readonly values: NumberWriter) {
    this.orderedOperands = new OrderedOperands(values.edits.syntax);
  }

  write(scope: UnitScope, operator: Operator): void {
    const { operation, operands, form } = operator;
    this.keepsOrder(scope, operator);
    if (form === 'update') this.update(scope, operator);
    else if (form === 'step') this.step(scope, operator);
    else if (operands.length === 2) this.values.operands(scope, operation, operands);
    // `-x` in another format than x
    else if (this.values.configuration.operations.has(operation) || this.values.isStored(scope, operands[0]))
      this.values.operand(scope, operation, operands[0]);
  }

  /** Refuses operands whose order matters: an operator of a class is a function, whose arguments C++ evaluates in any order. */
  private keepsOrder(scope: UnitScope, { node, operation }: Operator): void {
    const format = this.values.resolution.operationFormats[operation]!;
    if (isSummed(format) && this.orderedOperands.of(scope, node))
      throw new InfeasibleEdit(null, orderedText(this.values.edits.syntax.program, operation, format));
  }

  private update(scope: UnitScope, operator: Operator): void {
    const { operation, operands } = operator;
    const [left, right] = operands as readonly [AstNode, AstNode];
    const target = this.values.of(scope, left).format;
    const to = this.values.resolution.operationFormats[operation]!;
    if (isHalf(target) && !isHalf(to)) this.values.widenClass(scope, right);
    else this.values.operand(scope, operation, right);
    // an update in a format of its own reads its target in that format, which only an assignment can express
    const isConfigured = this.values.configuration.operations.has(operation);
    const read = castsOf(target, to, isConfigured ? 'updated as configured' : 'updated', scope);
    // an integer updated in a half format: C++ finds several conversions between the two
    const isInteger = target === null && (isHalf(to) || isSummed(to));
    if (read.length === 0 && !isInteger) return;
    const result = castsOf(to, target ?? 'fp32', 'update result', scope).map((one) =>
      isClass(one) ? formatName(one)! : `(${formatName(one)})`,
    );
    this.spell(scope, operator, read, `${isInteger ? `(${left.type?.qualType})` : ''}${result.join('')}`);
  }

  /** `x++` has no operand that could be converted. */
  private step(scope: UnitScope, { operation, symbol, operands: [stepped] }: Operator): void {
    const target = this.values.of(scope, stepped).format;
    if (target === null || !this.values.configuration.operations.has(operation)) return;
    if (this.values.resolution.operationFormats[operation] !== target)
      throw new InfeasibleEdit(
        siteOf(scope, stepped) ?? 0,
        `'${symbol}' computes in the format of its operand, which is ${target}`,
      );
  }

  /** `a += b` as `a = (result)(read(a) + (b))`, without redundant parentheses. */
  private spell(
    scope: UnitScope,
    { node, symbol, operands }: Operator,
    [read]: readonly Format[],
    result: string,
  ): void {
    const [left, right] = operands as readonly [AstNode, AstNode];
    const [whole, a, b] = [node, left, right].map((part) => this.values.edits.editableRange(part, 'spell-out'));
    if (!whole || !a || !b) return;
    if (hasEffects(left))
      throw new InfeasibleEdit(
        siteOf(scope, left) ?? 0,
        `'${this.values.edits.text(a)}' has side effects and would have to be evaluated twice`,
      );
    this.values.edits.replace(whole, 'spell-out', (inner) => {
      const [target, value] = [inner(a.begin, a.end), inner(b.begin, b.end)];
      const name = read && formatName(read)!;
      const first = !read ? target : isHalf(read) ? `${name}(${target})` : `(${name})${target}`;
      const computed = `${first} ${symbol} ${bindsTighter(right, symbol) ? value : `(${value})`}`;
      return `${target} = ${result === '' ? computed : `${result}(${computed})`}`;
    });
  }

  conditional(scope: UnitScope, node: AstNode): void {
    if (!isScalarValue(scope.types.read(node.type))) return;
    const { format, takesOperandFormat } = this.values.of(scope, node);
    // a choice of constants is rounded as a whole, but has the digits of a wider format only if both arms have them
    if (format === null || (takesOperandFormat && !isSummed(format))) return;
    const arms = children(node).slice(-2);
    // an integer arm may have made the choice wider than the format of the other arm
    const isReached = arms.some((arm) => this.values.of(scope, arm).format === format);
    for (const arm of arms) this.values.convert(scope, arm, format, isReached ? 'arm' : 'deciding arm');
  }
}
