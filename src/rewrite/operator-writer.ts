/** Operators: their operands, updates in place that must be spelt out, and choices between two numbers. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { isPrimary } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isHalf, isSummed } from '../numerics/format.js';
import type { OperationIndex, OperationKind, SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import { hasEffects } from './expression-effects.js';
import type { NumberWriter } from './number-writer.js';
import { OrderedOperands, orderedText } from './ordered-operands.js';
import { siteOf } from './source-edits.js';
import { formatName } from './type-text.js';

const KINDS: Readonly<Record<string, OperationKind>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '<': 'compare',
  '>': 'compare',
  '<=': 'compare',
  '>=': 'compare',
  '==': 'compare',
  '!=': 'compare',
};

/** True where `x op= e` is `x = x op e` as it stands: e is one term of a sum, or no operator at all. */
function bindsTighter(node: AstNode, opcode: string): boolean {
  if (node.kind === 'ImplicitCastExpr') return children(node)[0] ? bindsTighter(children(node)[0]!, opcode) : false;
  if (node.kind === 'BinaryOperator') return /^[+-]=$/.test(opcode) && /^[*/]$/.test(node.opcode ?? '');
  return isPrimary(node);
}

export class OperatorWriter {
  private readonly orderedOperands: OrderedOperands;

  constructor(private readonly values: NumberWriter) {
    this.orderedOperands = new OrderedOperands(values.edits.syntax);
  }

  /** An operator of two operands that is an operation. */
  binary(scope: UnitScope, node: AstNode): void {
    const kind = KINDS[node.opcode ?? ''];
    const operation = kind && scope.operationNodes.get(`${node.id} ${kind}`);
    if (operation === undefined) return;
    this.keepsOrder(scope, node, operation);
    this.values.operands(scope, operation, children(node));
  }

  /** A class's operator is a function, which takes its operands in an order of its own. */
  private keepsOrder(scope: UnitScope, node: AstNode, operation: OperationIndex): void {
    const format = this.values.resolution.operationFormats[operation]!;
    if (isSummed(format) && this.orderedOperands.of(scope, node))
      throw new InfeasibleEdit(null, orderedText(this.values.edits.syntax.program, operation, format));
  }

  compound(scope: UnitScope, node: AstNode): void {
    const [left, right] = children(node);
    const kind = KINDS[(node.opcode ?? '').slice(0, -1)];
    const operation = kind && scope.operationNodes.get(`${node.id} ${kind}`);
    if (!left || !right || operation === undefined) return;
    this.keepsOrder(scope, node, operation);
    const target = this.values.of(scope, left).format;
    const to = this.values.resolution.operationFormats[operation]!;
    if (isHalf(target) && !isHalf(to)) return this.spellOut(scope, node, left, right, target!, node.opcode!);
    this.values.operand(scope, operation, right);
    // an update by its own format reads its target in that format, which only a spelt-out one can say
    if (this.values.configuration.operations.has(operation) && target !== null && target !== to)
      return this.spell(scope, node, left, right, node.opcode!, {
        read: (text) => (isHalf(to) ? `${formatName(to)!}(${text})` : `(${formatName(to)!})${text}`),
        write: (text) => (isHalf(to) ? `(float)(${text})` : text),
      });
    // an integer updated in a half format: the conversions between the two are C++'s to choose, and it finds several
    if (target === null && isSummed(to))
      return this.spell(scope, node, left, right, node.opcode!, {
        read: (text) => text,
        write: (text) => `(${left.type?.qualType})(${text})`,
      });
    if (target === null && isHalf(to))
      this.spell(scope, node, left, right, node.opcode!, {
        read: (text) => `${formatName(to)!}(${text})`,
        write: (text) => `(${left.type?.qualType})(float)(${text})`,
      });
  }

  /** `-x` in a format of its own; `x++` has no operand that could be converted. */
  unary(scope: UnitScope, node: AstNode): void {
    const inner = children(node)[0];
    if (!inner) return;
    if (node.opcode === '-') {
      const operation = scope.operationNodes.get(`${node.id} neg`);
      if (operation !== undefined && this.values.configuration.operations.has(operation))
        this.values.operand(scope, operation, inner);
    } else if (node.opcode === '++' || node.opcode === '--') {
      const operation = scope.operationNodes.get(`${node.id} ${node.opcode === '++' ? 'add' : 'sub'}`);
      const target = this.values.of(scope, inner).format;
      if (operation === undefined || target === null || !this.values.configuration.operations.has(operation)) return;
      if (this.values.resolution.operationFormats[operation] !== target)
        throw new InfeasibleEdit(
          siteOf(scope, inner) ?? 0,
          `'${node.opcode}' computes in the format of what it steps, which is ${target}`,
        );
    }
  }

  /** `h += x` with h in a half format and x wider: `h = __half((float)h + x)`. */
  private spellOut(
    scope: UnitScope,
    node: AstNode,
    left: AstNode,
    right: AstNode,
    target: Format,
    opcode: string,
  ): void {
    this.spell(scope, node, left, right, opcode, {
      read: (text) => `(float)${text}`,
      write: (text) => `${formatName(target)!}(${text})`,
    });
    if (isHalf(this.values.of(scope, right).format)) this.values.cast(right, 'fp32');
  }

  /** `a += b` as `a = write(read(a) + (b))`, without parentheses that change nothing. */
  private spell(
    scope: UnitScope,
    node: AstNode,
    left: AstNode,
    right: AstNode,
    opcode: string,
    { read, write }: { readonly read: (text: string) => string; readonly write: (text: string) => string },
  ): void {
    const [whole, a, b] = [node, left, right].map((part) => this.values.edits.editableRange(part, 'spell-out'));
    if (!whole || !a || !b) return;
    if (hasEffects(left))
      throw new InfeasibleEdit(
        siteOf(scope, left) ?? 0,
        `'${this.values.edits.text(a)}' would have to be evaluated twice`,
      );
    this.values.edits.replace(whole, 'spell-out', (inner) => {
      const target = inner(a.begin, a.end);
      const value = inner(b.begin, b.end);
      return `${target} = ${write(`${read(target)} ${opcode.slice(0, -1)} ${bindsTighter(right, opcode) ? value : `(${value})`}`)}`;
    });
  }

  conditional(scope: UnitScope, node: AstNode): void {
    if (!isScalarValue(scope.types.read(node.type))) return;
    const { format, adapts } = this.values.of(scope, node);
    // a choice of constants is rounded as a whole, but has no digits of a wider format unless both arms have them
    if (format === null || (adapts && !isSummed(format))) return;
    const arms = children(node).slice(-2);
    const formats = arms.map((arm) => this.values.of(scope, arm));
    // an integer arm may have made the choice wider than the other arm is now
    const reached = formats.some((from) => from.format === format);
    for (const [at, arm] of arms.entries()) {
      const from = formats[at]!;
      if (from.adapts) this.values.adapt(arm, from, format);
      else {
        const isConverted = from.format !== format && (isSummed(from.format) || isSummed(format));
        if ((!reached || isConverted) && from.format !== null) this.values.cast(arm, format);
        if (isHalf(from.format) && from.format !== format) this.values.cast(arm, 'fp32');
      }
    }
  }

  /** Operators of the half types are functions of CUDA's headers; their operands are brought together like any others. */
  halfOperator(
    scope: UnitScope,
    node: AstNode,
    args: readonly AstNode[],
    store: (site: SiteIndex | null, value: AstNode) => void,
  ): boolean {
    const symbol = calleeName(node).slice('operator'.length);
    const [left, right] = args;
    if (!left || !isScalarValue(scope.types.read(left.type))) return false;
    if (!right) return true;
    if (symbol === '=') {
      store(siteOf(scope, left), right);
      return true;
    }
    const assigns = /^[-+*/]=$/.test(symbol);
    const kind = KINDS[assigns ? symbol[0]! : symbol];
    const operation = kind && scope.operationNodes.get(`${node.id} ${kind}`);
    if (operation === undefined) return false;
    const target = this.values.of(scope, left).format;
    if (assigns && isHalf(target) && !isHalf(this.values.resolution.operationFormats[operation]!))
      this.spellOut(scope, node, left, right, target!, symbol);
    else for (const operand of assigns ? [right] : [left, right]) this.values.operand(scope, operation, operand);
    return true;
  }
}
