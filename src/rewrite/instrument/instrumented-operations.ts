/** Operations as calls with their index (runtime/instrument/mantissa_instrument.h): operators, math functions, atomics. */
import { isScalarValue } from '../../frontend/ast/c-types.js';
import { calleeOf } from '../../frontend/ast/callee.js';
import { ignoringParenImpCasts } from '../../frontend/ast/ignoring.js';
import type { AstNode } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { functionOfSeveralResults, libraryFunction, mathTwin } from '../../program/library/library.js';
import type { OperationIndex } from '../../program/program.js';
import { isExactConstant } from '../expression-formats.js';
import { type Operator, operatorAt } from '../operators.js';
import { siteOf } from '../site-of.js';
import type { Carriers } from './carriers.js';
import type { LiteralsInFull } from './literals-in-full.js';
import { OperationOrder } from './operation-order.js';
import type { UnroundedStorage } from './unrounded-storage.js';

/** Commas separate macro arguments, even in braces. */
const inParentheses = (text: string): string => (text.includes('{') ? `(${text})` : text);

type Render = (operands: readonly string[]) => string;

export class InstrumentedOperations {
  /** Operations whose text did not become a call: they compute as in the source. */
  readonly untouched = new Set<OperationIndex>();
  /** Calls that only choose a value: they compute and count nothing. */
  private readonly chosen = new Set<OperationIndex>();
  private readonly order: OperationOrder;

  constructor(
    private readonly carriers: Carriers,
    private readonly unrounded: UnroundedStorage,
    private readonly literals: LiteralsInFull,
    private readonly hasFrames: boolean,
  ) {
    this.order = new OperationOrder(carriers.edits, !hasFrames);
    carriers.edits.syntax.program.operations.forEach(({ kind }, index) => {
      if (kind !== 'convert') this.untouched.add(index);
    });
  }

  /** Operations whose operands must be evaluated in their source order. */
  get inOrder(): ReadonlySet<OperationIndex> {
    return this.order.inOrder;
  }

  /** Operations whose calls count their executions in a profiling run. */
  get counting(): Set<OperationIndex> {
    const { operations } = this.carriers.edits.syntax.program;
    const counts = (index: OperationIndex) => !this.untouched.has(index) && !this.chosen.has(index);
    return new Set(operations.flatMap(({ kind }, index) => (kind !== 'convert' && counts(index) ? [index] : [])));
  }

  /** `0.0 == 1.0` is the same in every format. It stays visible to the compiler, which may remove the call of an undefined function behind it. */
  comparesExactConstants(scope: UnitScope, node: AstNode): boolean {
    const operator = node.kind === 'BinaryOperator' ? operatorAt(scope, node) : null;
    if (operator?.kind !== 'compare' || !operator.operands.every(isExactConstant)) return false;
    this.untouched.delete(operator.operation);
    this.chosen.add(operator.operation);
    return true;
  }

  /** The operation whose result is stored: if both have one format, the result is rounded already. */
  resultOf(scope: UnitScope, value: AstNode): OperationIndex | null {
    const node = ignoringParenImpCasts(value);
    if (node.kind === 'CallExpr') return scope.operationNodes.get(`${node.id} math`) ?? null;
    const operator = node.kind === 'BinaryOperator' ? operatorAt(scope, node) : null;
    return operator && operator.kind !== 'compare' ? operator.operation : null;
  }

  /** True if it became a call. */
  write(scope: UnitScope, operator: Operator): boolean {
    const { edits } = this.carriers;
    const whole = edits.rangeOf(operator.node);
    const ranges = operator.operands.map((operand) => edits.rangeOfWhole(operand));
    const [a, b] = ranges;
    if (!whole || !a || b === null || (b && (a.end > b.begin || a.begin < whole.begin || b.end > whole.end)))
      return false;
    const render = operator.form === 'value' ? this.value(scope, operator) : this.update(scope, operator);
    if (!render) return false;
    this.untouched.delete(operator.operation);
    edits.replace(whole, 'operation', (inner) => render(ranges.map((range) => inner(range!.begin, range!.end))));
    return true;
  }

  private value(scope: UnitScope, operator: Operator): Render {
    const { operation, operands, name } = operator;
    if (operands.length === 2) for (const operand of operands) this.literals.add(operand);
    return (texts) => {
      const [left, right] = operands.map((operand, at) => this.carriers.operand(scope, operation, operand, texts[at]!));
      return right === undefined
        ? `mx_${name}(${operation}, ${left})`
        : this.order.call(scope, operator, [left!, right]);
    };
  }

  private update(scope: UnitScope, operator: Operator): Render | null {
    const { operation, operands, name, form, node } = operator;
    const [left, right] = operands;
    const isOrdered = form === 'update' && this.order.holds(scope, operator);
    if (right) this.literals.add(right);
    const facts = scope.types.read(left.type);
    const site = siteOf(scope, left);
    if (!facts.isInteger && (site === null || !isScalarValue(facts))) return null;
    const step = name === 'sub' ? '-1.0' : '1.0';
    return ([target, text]) => {
      const value = right ? this.carriers.operand(scope, operation, right, text!) : step;
      if (facts.isInteger)
        return isOrdered
          ? `mx_integer_value_first(mx_${name}, ${operation}, (${target}), (${value}))`
          : `mx_assign_integer(mx_${name}, ${operation}, ${target}, ${inParentheses(value)})`;
      const [number, read] = [this.carriers.numberOf(site!), this.unrounded.target(site!, target!)];
      if (isOrdered) return `mx_value_first(mx_assign_${name}, ${operation}, ${number}, (${read}), (${value}))`;
      const call = !right ? (node.isPostfix ? 'mx_postfix' : 'mx_assign_add') : `mx_assign_${name}`;
      return `${call}(${operation}, ${number}, ${read}, ${inParentheses(value)})`;
    };
  }

  /** True if it became a call. */
  math(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): boolean {
    return this.severalResults(scope, node, operation, args) || this.function(scope, node, operation, args);
  }

  /** `sincos(x, &s, &c)`, whose results are rounded when they are stored. */
  private severalResults(
    scope: UnitScope,
    node: AstNode,
    operation: OperationIndex,
    args: readonly AstNode[],
  ): boolean {
    const { symbol, writesTo } = this.carriers.edits.syntax.program.operations[operation]!;
    const name = functionOfSeveralResults(symbol);
    if (name === null || !this.carriers.carries(writesTo)) return false;
    const head = `mx_math_${name}(${operation}, ${this.carriers.numberOf(writesTo)}, `;
    return this.replaceCall(scope, node, operation, head, args, args.slice(0, 1));
  }

  private function(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): boolean {
    const { symbol } = this.carriers.edits.syntax.program.operations[operation]!;
    const twin = mathTwin(symbol);
    if (!twin) return false;
    const hasOneMore = twin.takesOneMore && args.length === twin.operands + 1 && !this.hasFrames;
    if (args.length !== twin.operands && !hasOneMore) return false;
    const isTemplate = calleeOf(node)?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
    const chooses = libraryFunction(symbol).chooses === true && isTemplate;
    const name = hasOneMore ? `${twin.name}${args.length}` : twin.name;
    const head = `${chooses ? `mx_std_${symbol}` : `mx_math_${name}`}(${operation}, `;
    if (!this.replaceCall(scope, node, operation, head, args, args)) return false;
    if (chooses) this.chosen.add(operation);
    return true;
  }

  /** True if it became a call. */
  atomic(scope: UnitScope, node: AstNode, operation: OperationIndex, args: readonly AstNode[]): boolean {
    const { symbol } = this.carriers.edits.syntax.program.operations[operation]!;
    if (symbol !== 'atomicAdd' && symbol !== 'atomicExch') return false;
    this.untouched.delete(operation);
    if (symbol === 'atomicExch') this.chosen.add(operation);
    const site = args[0] ? siteOf(scope, args[0]) : null;
    const seen = this.carriers.carries(site) ? this.carriers.numberOf(site) : -1;
    this.replaceCall(scope, node, operation, `mx_${symbol}(${operation}, ${seen}, `, args, []);
    return true;
  }

  /** `isnormal(x)` is applied to a double of the same class as x in its format. */
  classify(operation: OperationIndex | null, number: AstNode | undefined): void {
    const range = number && operation !== null ? this.carriers.edits.rangeOfWhole(number) : null;
    if (!range || operation === null) return;
    this.untouched.delete(operation);
    this.carriers.edits.wrap(range, 'class', `mx_class(${operation}, `, ')');
  }

  /** `operands`: the arguments that the operation computes with. */
  private replaceCall(
    scope: UnitScope,
    node: AstNode,
    operation: OperationIndex,
    head: string,
    args: readonly AstNode[],
    operands: readonly AstNode[],
  ): boolean {
    const { edits } = this.carriers;
    for (const operand of operands) this.literals.add(operand);
    const whole = edits.rangeOf(node);
    const ranges = args.map((argument) => edits.rangeOfWhole(argument));
    if (!whole || ranges.includes(null)) return false;
    this.untouched.delete(operation);
    edits.replace(whole, 'operation', (inner) => {
      const texts = args.map((argument, at) => {
        const text = inner(ranges[at]!.begin, ranges[at]!.end);
        return operands.includes(argument) ? this.carriers.operand(scope, operation, argument, text) : text;
      });
      return `${head}${texts.join(', ')})`;
    });
    return true;
  }
}
