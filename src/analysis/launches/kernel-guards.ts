/**
 * Checks how a kernel uses its thread's index in the grid. Its block size may change if the kernel uses only the thread's global index (block ·
 * size + thread), and a bound keeps threads beyond its elements from doing anything: then each element is processed by one thread for every
 * block size. The same holds for a loop in steps of the whole grid, with any grid.
 */
import { ignoringParenCasts } from '../../frontend/ast/ignoring.js';
import { isAssignment, isBreakable, isCall } from '../../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../../frontend/ast/node.js';
import {
  constantForm,
  type LinearForm,
  PRODUCT,
  product,
  sum,
  symbolForm,
  without,
} from '../../numerics/linear-form.js';
import { blockSizeObstacles } from './block-size-obstacles.js';
import { type Expression, IntegerReader, isBuiltin, newTrail, type Trail } from './integer-reader.js';
import { type Obstacle, threadCooperation } from './thread-cooperation.js';
import type { Variables } from './variables.js';

export type Side = 'x' | 'y' | 'z';

/** Per dimension: a thread acts only if its global index is below one of these. */
export interface KernelBounds {
  readonly bounds: ReadonlyMap<Side, readonly LinearForm[]>;
  /** Dimensions with a loop in steps of the whole grid. */
  readonly strided: ReadonlySet<Side>;
}

const NOTHING_GIVEN: Expression['given'] = new Map();
const SIDE_NAMES: readonly Side[] = ['x', 'y', 'z'];
const thread = (side: Side) => `thread.${side}`;
const stride = (side: Side) => ['blockDim', 'gridDim'].map((name) => `${name}.${side}`).join(PRODUCT);

const hasWholeForm = ofKind('BinaryOperator', 'ImplicitCastExpr', 'ParenExpr', 'CStyleCastExpr');

export class KernelGuards {
  private readonly reader: IntegerReader;
  private readonly bounds = new Map<Side, LinearForm[]>();
  private readonly strided = new Set<Side>();
  private readonly understood = new Set<AstNode>();
  /** The dimensions with more than one thread per block. */
  private sides: readonly Side[] = [];

  constructor(
    private readonly variables: Variables,
    private readonly kernel: AstNode,
    places: ConstructorParameters<typeof IntegerReader>[1],
  ) {
    this.reader = new IntegerReader(variables, places);
  }

  /** Reads a kernel whose blocks have more than one thread along these dimensions. */
  read(sides: readonly Side[]): KernelBounds | Obstacle {
    this.sides = sides;
    const together = threadCooperation(this.variables);
    if (together) return together;
    const body = children(this.kernel).find(({ kind }) => kind === 'CompoundStmt');
    if (!body) return { reason: blockSizeObstacles.textIsNotSeen(), node: this.kernel };
    const open = this.firstOutside(children(body), new Set(), new Set(sides));
    // the first obstacle causes the others: an index that is not understood has no bound, and a loop that is not reached has no step
    const { nodes } = this.variables.tree;
    const [first] = [open, this.strayUse()]
      .filter((one) => one !== null)
      .sort((a, b) => nodes.indexOf(a.node) - nodes.indexOf(b.node));
    if (first) return first;
    return { bounds: this.bounds, strided: this.strided };
  }

  /** The first statement that threads beyond the last element also execute; null if there is none. */
  private firstOutside(statements: readonly AstNode[], within: Set<Side>, wanted: ReadonlySet<Side>): Obstacle | null {
    const held = new Set(within);
    const isHeld = () => [...wanted].every((side) => held.has(side));
    for (const statement of statements) {
      if (isHeld() || statement.kind === 'NullStmt' || this.isDeclaration(statement)) continue;
      const parts = children(statement);
      if (statement.kind === 'CompoundStmt') {
        const inner = this.firstOutside(parts, held, wanted);
        if (inner) return inner;
        continue;
      }
      if (statement.kind === 'IfStmt' && !statement.hasInit && !statement.hasVar && parts.length === 2) {
        const [condition, then] = parts;
        if (isReturn(then!)) {
          for (const side of this.sidesBeyond(condition!)) held.add(side);
          continue;
        }
        const inner = this.firstOutside([then!], new Set([...held, ...this.sidesWithin(condition!)]), wanted);
        if (inner) return inner;
        continue;
      }
      const side = statement.kind === 'ForStmt' || statement.kind === 'WhileStmt' ? this.stridedSide(statement) : null;
      if (side) {
        const carried = this.loopObstacle(statement);
        if (carried) return carried;
        this.strided.add(side);
        const inner = this.firstOutside([statement.inner!.at(-1)!], new Set([...held, side]), wanted);
        if (inner) return inner;
        continue;
      }
      const open = [...wanted].filter((one) => !held.has(one)).join(' and ');
      return { reason: blockSizeObstacles.unguarded(String(open)), node: statement };
    }
    return null;
  }

  /** Declarations without side effects. */
  private isDeclaration(statement: AstNode): boolean {
    if (statement.kind !== 'DeclStmt') return false;
    const changes = (node: AstNode): boolean =>
      isCall(node) || node.kind === 'LambdaExpr' || isAssignment(node) || children(node).some(changes);
    return !changes(statement);
  }

  /** Dimensions whose bound makes the condition true: `x >= width || y >= height`. */
  private sidesBeyond(condition: AstNode): Side[] {
    const node = ignoringParenCasts(condition);
    const [a, b] = children(node);
    if (node.kind === 'UnaryOperator' && node.opcode === '!') return this.sidesWithin(a!);
    if (node.kind === 'BinaryOperator' && node.opcode === '||')
      return [...this.sidesBeyond(a!), ...this.sidesBeyond(b!)];
    const turned = { '>=': '<', '>': '<=', '<=': '>', '<': '>=' }[node.opcode ?? ''];
    return node.kind === 'BinaryOperator' && turned ? this.bound(a!, turned, b!) : [];
  }

  /** Dimensions that are within their bounds if the condition is true: `x < width && y < height`. */
  private sidesWithin(condition: AstNode): Side[] {
    const node = ignoringParenCasts(condition);
    const [a, b] = children(node);
    if (node.kind === 'UnaryOperator' && node.opcode === '!') return this.sidesBeyond(a!);
    if (node.kind === 'BinaryOperator' && node.opcode === '&&')
      return [...this.sidesWithin(a!), ...this.sidesWithin(b!)];
    return node.kind === 'BinaryOperator' ? this.bound(a!, node.opcode ?? '', b!) : [];
  }

  /** `i < n` as a bound of the thread's index. */
  private bound(left: AstNode, relation: string, right: AstNode): Side[] {
    if (relation === '>' || relation === '>=') return this.bound(right, relation === '>' ? '<' : '<=', left);
    if (relation !== '<' && relation !== '<=') return [];
    const trail = newTrail();
    const divided = this.quotient(left, trail);
    const asked = this.form(right, trail);
    const index = divided?.dividend ?? this.form(left, trail);
    // i / d < n is i < n · d
    const whole = asked && (relation === '<' ? asked : sum(asked, constantForm(1)));
    const limit = whole && (divided ? product(whole, divided.divisor) : whole);
    const isSettled = [...trail.leaves].every((id) => this.variables.of(id)?.writes.length === 0);
    if (!index || !limit || !isSettled || this.asksForPlace(limit)) return [];
    const side = this.sides.find((one) => index.terms.get(thread(one)) === 1);
    if (!side) return [];
    const { rest } = without(index, thread(side));
    if (this.asksForPlace(rest)) return [];
    const below = sum(limit, rest, -1);
    this.bounds.set(side, [...(this.bounds.get(side) ?? []), below]);
    return [side];
  }

  /** `i / (width * height)`, an index of planes. */
  private quotient(
    node: AstNode,
    trail: Trail,
  ): { readonly dividend: LinearForm; readonly divisor: LinearForm } | null {
    const { node: inner } = this.reader.behind({ node, given: NOTHING_GIVEN }, trail);
    const [above, below] = inner.kind === 'BinaryOperator' && inner.opcode === '/' ? children(inner) : [];
    const [dividend, divisor] = [above && this.form(above, trail), below && this.form(below, trail)];
    return dividend && divisor && !this.asksForPlace(divisor) ? { dividend, divisor } : null;
  }

  /** `for (int i = thread; i < n; i += threads of the grid)`, or `while (i < n) { …; i += threads of the grid; }`. */
  private stridedSide(loop: AstNode): Side | null {
    const { condition, step } = partsOf(loop);
    const [asked] =
      condition?.kind === 'BinaryOperator' && /^<=?$/.test(condition.opcode ?? '') ? children(condition) : [];
    const counted = asked && ignoringParenCasts(asked);
    const variable = counted?.kind === 'DeclRefExpr' ? this.variables.of(counted.referencedDecl?.id) : null;
    const [counter, by] = step?.kind === 'CompoundAssignOperator' && step.opcode === '+=' ? children(step) : [];
    if (
      !variable?.initial ||
      !counter ||
      !by ||
      variable.writes.length !== 1 ||
      variable.writes[0] !== ignoringParenCasts(counter)
    )
      return null;
    const from = this.form(variable.initial);
    const side = from && this.sides.find((one) => from.terms.get(thread(one)) === 1);
    if (!from || !side || this.asksForPlace(without(from, thread(side)).rest)) return null;
    const steps = this.form(by);
    if (steps?.constant !== 0 || steps.terms.size !== 1 || steps.terms.get(stride(side)) !== 1) return null;
    this.note(by);
    return side;
  }

  /** The obstacle if the result depends on which elements a thread processes: it skips some, or carries a value from one to the next. */
  private loopObstacle(loop: AstNode): Obstacle | null {
    const { tree } = this.variables;
    const inside = tree.nodes.filter((node) => node !== loop && tree.isWithin(node, loop));
    const leaves = ofKind('ReturnStmt', 'GotoStmt', 'BreakStmt');
    const leaving = inside.find(
      (node) =>
        leaves(node) && (node.kind !== 'BreakStmt' || tree.ancestors(node).find((one) => isBreakable(one)) === loop),
    );
    if (leaving) return { reason: blockSizeObstacles.leavesLoop(), node: leaving };
    const { step } = partsOf(loop);
    for (const { declaration, writes } of this.variables.all) {
      if (tree.isWithin(declaration, loop)) continue;
      const write = writes.find((one) => tree.isWithin(one, loop) && !(step && tree.isWithin(one, step)));
      const name = declaration.name ?? 'something';
      if (write) return { reason: blockSizeObstacles.carriedBetweenElements(String(name)), node: write };
    }
    return null;
  }

  /** With block · size + thread as one symbol. */
  private form(node: AstNode, trail = newTrail()): LinearForm | null {
    const form = this.reader.linear({ node, given: NOTHING_GIVEN }, trail, () => null);
    return form && inThreads(form);
  }

  private asksForPlace({ terms }: LinearForm): boolean {
    const place = new RegExp(`^(?:threadIdx|blockIdx|blockDim|gridDim|thread)\\.[${this.sides.join('')}]$`);
    return [...terms.keys()].some((symbol) => symbol.split(PRODUCT).some((one) => place.test(one)));
  }

  private note(node: AstNode): void {
    this.understood.add(node);
  }

  /** A use of `threadIdx` and the like outside the global index; null if there is none. */
  private strayUse(): Obstacle | null {
    const { tree } = this.variables;
    // variables are declared before they are used, so one pass finds all that depend on others
    const partial = new Set<string>();
    const isPartOf = (node: AstNode) =>
      (isBuiltin(node) && this.sides.some((side) => side === tree.parent(node)?.name)) ||
      (node.kind === 'DeclRefExpr' && partial.has(node.referencedDecl?.id ?? ''));
    const hasPart = (node: AstNode): boolean => isPartOf(node) || children(node).some(hasPart);
    for (const { declaration, initial } of this.variables.all) {
      if (!initial || !hasPart(initial)) continue;
      const form = this.form(initial);
      if (form === null || !this.isNumber(form)) partial.add(declaration.id);
    }
    for (const node of tree.nodes) {
      if (!isPartOf(node)) continue;
      const around = tree.ancestors(node);
      const owner = around.find(({ kind }) => kind === 'VarDecl');
      if (owner && partial.has(owner.id)) continue; // reported where it is used
      if (around.some((one) => this.understood.has(one))) continue;
      const isWhole = around.some((one) => {
        const form = hasWholeForm(one) ? this.form(one) : null;
        return form !== null && this.isNumber(form);
      });
      if (isWhole) continue;
      const asked = this.origin(node);
      const member = tree.parent(asked)?.kind === 'MemberExpr' ? `.${tree.parent(asked)!.name}` : '';
      const name = `${asked.referencedDecl?.name ?? 'it'}${member}`;
      return { reason: blockSizeObstacles.usedOutsideIndex(String(name)), node: asked };
    }
    return null;
  }

  /** The use of `threadIdx` and the like in the initialiser of a variable. */
  private origin(node: AstNode): AstNode {
    const initial = isBuiltin(node) ? undefined : this.variables.of(node.referencedDecl?.id)?.initial;
    if (!initial) return node;
    const { tree } = this.variables;
    const builtin = tree.nodes.find((one) => isBuiltin(one) && tree.isWithin(one, initial));
    return builtin ?? node;
  }

  private isNumber(form: LinearForm): boolean {
    const side = this.sides.find((one) => form.terms.get(thread(one)) === 1);
    return side !== undefined && !this.asksForPlace(without(form, thread(side)).rest);
  }
}

function inThreads(form: LinearForm): LinearForm {
  let made = form;
  for (const side of SIDE_NAMES) {
    const block = ['blockDim', 'blockIdx'].map((name) => `${name}.${side}`).join(PRODUCT);
    const times = made.terms.get(`threadIdx.${side}`);
    if (times === undefined || made.terms.get(block) !== times) continue;
    made = sum(sum(made, symbolForm(`threadIdx.${side}`), -times), symbolForm(block), -times);
    made = sum(made, symbolForm(thread(side)), times);
  }
  return made;
}

/** The condition before each iteration of a loop, and the step after it. */
function partsOf(loop: AstNode): { readonly condition: AstNode | undefined; readonly step: AstNode | undefined } {
  if (loop.kind === 'ForStmt') return { condition: loop.inner?.[2], step: loop.inner?.[3] };
  const [condition, body] = children(loop);
  const hasJump = (node: AstNode): boolean => node.kind === 'ContinueStmt' || children(node).some(hasJump);
  const isWhole = body?.kind === 'CompoundStmt' && !hasJump(body);
  return { condition, step: isWhole ? children(body).at(-1) : undefined };
}

function isReturn(statement: AstNode): boolean {
  if (statement.kind === 'ReturnStmt') return true;
  const [only, ...others] = statement.kind === 'CompoundStmt' ? children(statement) : [];
  return only?.kind === 'ReturnStmt' && others.length === 0;
}
