/** Calls of operations that evaluate their operands in the order of the operators (runtime/instrument/order.h). */
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import type { OperationIndex } from '../../program/program.js';
import { descendants } from '../declaration-edits.js';
import { bare, isPlace, type Order, orderOf } from '../evaluation-order.js';
import type { Operator } from '../operators.js';
import { OrderedOperands } from '../ordered-operands.js';
import { waitingCalls } from '../port.js';
import { siteOf } from '../site-of.js';
import type { SourceEdits } from '../source-edits.js';

export class OperationOrder {
  /** Operations of which one operand changes a value that the other reads; operators of a class would evaluate them in another order. */
  readonly inOrder = new Set<OperationIndex>();
  private readonly orderedOperands: OrderedOperands;
  private waits: ReturnType<typeof waitingCalls> | null = null;

  constructor(
    private readonly edits: SourceEdits,
    /** False in shadow runs: they use the formats of the source, so no operand becomes a half. */
    private readonly hasHalves: boolean,
  ) {
    this.orderedOperands = new OrderedOperands(edits.syntax);
  }

  /** Whether the operands of an operation must be evaluated in their source order; if so, it is recorded in `inOrder`. */
  holds(scope: UnitScope, { node, operation }: Operator): boolean {
    const isOrdered = this.orderedOperands.of(scope, node);
    if (isOrdered) this.inOrder.add(operation);
    return isOrdered;
  }

  call(scope: UnitScope, operator: Operator, [left, right]: readonly [string, string]): string {
    const { node, operation } = operator;
    const name = `mx_${operator.name}`;
    this.holds(scope, operator);
    const order = node.kind === 'BinaryOperator' ? orderOf(scope, node) : 'any';
    if (order === 'any') return `${name}(${operation}, ${left}, ${right})`;
    const operands = `(${left}), (${right})`;
    if (this.mayBeOfHalves(scope, node)) {
      const [a, b] = children(node) as [AstNode, AstNode];
      const place = (operand: AstNode) => (isPlace(scope, operand) ? (siteOf(scope, operand) ?? -1) : -1);
      const places = `${place(a)}, ${place(b)}, ${siteOf(scope, bare(a)) ?? -1}`;
      const number = this.byNegation(scope, order, operation, (one) => ORDERS[one].number);
      return `mx_in_order(${name}, ${operation}, ${places}, ${number}, ${operands})`;
    }
    return this.byNegation(scope, order, operation, (one) => {
      const site = one === 'late' ? `${siteOf(scope, bare(children(node)[0]!)) ?? -1}, ` : '';
      return `${ORDERS[one].call}(${name}, ${operation}, ${site}${operands})`;
    });
  }

  /** The text of the call. If the order depends on whether a negation is converted, an expression that chooses between both when it runs. */
  private byNegation(
    scope: UnitScope,
    order: Exclude<Order, 'any'>,
    operation: OperationIndex,
    spell: (order: keyof typeof ORDERS) => string,
  ): string {
    if (typeof order === 'string') return spell(order);
    const negation = scope.operationNodes.get(`${order.negation.id} neg`);
    if (negation === undefined || order.unconverted === order.converted) return spell(order.unconverted);
    return `(mx_same_format(${operation}, ${negation}) ? ${spell(order.unconverted)} : ${spell(order.converted)})`;
  }

  /** False outside of CUDA, which alone has halves, and for expressions that wait for other threads: they cannot be moved into functions. */
  private mayBeOfHalves(scope: UnitScope, node: AstNode): boolean {
    if (!this.edits.syntax.program.isCuda || scope.unit.language === 'c' || !this.hasHalves) return false;
    this.waits ??= waitingCalls(this.edits);
    return ![...descendants(node)].some((child) => this.waits!(scope, child));
  }
}

const ORDERS = {
  'left-first': { call: 'mx_left_first', number: 'mx_order_left' },
  'right-first': { call: 'mx_right_first', number: 'mx_order_right' },
  late: { call: 'mx_left_late', number: 'mx_order_late' },
} as const;
