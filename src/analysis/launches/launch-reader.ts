/** Reads a launch: the numbers that set the dimensions of its block, and whether its grid follows from them. */
import { ignoringParenCasts } from '../../frontend/ast/ignoring.js';
import { isConstruction } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import { constantForm, isConstant, isEqual, type LinearForm, sum, without } from '../../numerics/linear-form.js';
import type { Range } from '../../program/place.js';
import type { SizeLiteral } from './block-sizes.js';
import {
  type Expression,
  type IntegerReader,
  joinTrail,
  newTrail,
  type SpeltNumber,
  type Trail,
} from './integer-reader.js';

const NOTHING_GIVEN = new Map();
const BLOCK = 'block';

/** A dimension of a block; `number` is null if it is not written as a number. */
export interface BlockSide {
  readonly number: SpeltNumber | null;
  readonly isDefault: boolean;
  readonly text: AstNode;
}

export type GridSide =
  /** The smallest number of blocks that covers `count` threads. */
  | { readonly kind: 'follows'; readonly count: LinearForm; readonly tied: readonly SizeLiteral[] }
  | { readonly kind: 'number'; readonly number: SpeltNumber }
  | { readonly kind: 'rounded-down' | 'other' };

export class LaunchReader {
  readonly trail: Trail = newTrail();

  constructor(
    private readonly reader: IntegerReader,
    readonly launch: AstNode,
  ) {}

  private get configuration(): readonly AstNode[] {
    const [, configuration] = children(this.launch);
    return configuration ? children(configuration).slice(1) : [];
  }

  get arguments(): readonly AstNode[] {
    return children(this.launch).slice(2);
  }

  /** Null if the dimensions are not given one by one. */
  blockSides(): BlockSide[] | null {
    return (
      this.sidesOf(this.configuration[1])?.map((expression) => {
        const own = this.reader.number(expression, this.trail);
        const usual = own ? null : this.reader.usualNumber(expression, this.trail);
        return { number: own ?? usual, isDefault: usual !== null, text: expression.node };
      }) ?? null
    );
  }

  gridSides(): Expression[] | null {
    return this.sidesOf(this.configuration[0]);
  }

  private sidesOf(node: AstNode | undefined): Expression[] | null {
    if (!node) return null;
    const { node: made } = this.reader.behind({ node, given: NOTHING_GIVEN }, this.trail);
    const inSteps = this.reader.sidesInSteps(made, this.trail);
    if (inSteps) return inSteps;
    if (!isConstruction(made)) return null;
    const sides = children(made).filter(({ kind }) => kind !== 'CXXDefaultArgExpr');
    const [first] = sides;
    if (sides.length === 1 && /\bdim3\b/.test(first!.type?.qualType ?? '')) return this.sidesOf(first);
    return sides.length > 0 ? sides.map((side) => ({ node: side, given: NOTHING_GIVEN })) : null;
  }

  /** How a dimension of the grid follows from the block dimension with this number. */
  gridSide(expression: Expression, block: SpeltNumber): GridSide {
    const own = this.reader.number(expression, this.trail);
    if (own) return { kind: 'number', number: own };
    const behind = this.reader.behind(expression, this.trail);
    const called = this.reader.inlined(behind);
    if (called) return this.gridSide(called, block);
    const { node, given } = behind;
    const [a, b] = children(node);
    if (node.kind === 'CallExpr' && b && /^ceilf?$/.test(ignoringParenCasts(a!).referencedDecl?.name ?? '')) {
      const { node: quotient } = this.reader.behind({ node: b, given }, this.trail);
      return this.quotient(quotient, given, block, 'up');
    }
    if (node.kind === 'BinaryOperator' && node.opcode === '+' && a && b) {
      // (n - 1) / size + 1
      const plus = this.reader.number({ node: b, given }, newTrail());
      const inner = this.reader.behind({ node: a, given }, this.trail);
      if (plus?.value !== 1) return this.quotientAndRest(inner, { node: b, given }, block);
      const divided = this.quotient(inner.node, inner.given, block, 'up');
      return divided.kind === 'follows' ? { ...divided, count: sum(divided.count, constantForm(1)) } : divided;
    }
    return this.quotient(node, given, block, 'down');
  }

  /** `count / size + (count % size == 0 ? 0 : 1)`, as in Rodinia's programs. */
  private quotientAndRest(quotient: Expression, rest: Expression, block: SpeltNumber): GridSide {
    const remainder = this.isRemainder(rest);
    if (!remainder) return { kind: 'other' };
    const divided = this.quotient(quotient.node, quotient.given, block, 'up');
    const left = this.quotient(remainder.node, remainder.given, block, 'up', '%');
    if (divided.kind !== 'follows' || left.kind !== 'follows') return { kind: 'other' };
    return isEqual(divided.count, left.count)
      ? { ...divided, tied: [...divided.tied, ...left.tied] }
      : { kind: 'other' };
  }

  /** The remainder `a % b` of an expression that is 1 if there is one, and else 0: `!(a % b) ? 0 : 1`, `a % b != 0`. */
  private isRemainder(expression: Expression): Expression | null {
    const { node, given } = this.reader.behind(expression, this.trail);
    if (node.kind !== 'ConditionalOperator') {
      const truth = this.remainderIn({ node, given });
      return truth?.isNonzero === true && node.opcode !== '%' ? truth.remainder : null;
    }
    const [condition, ...branches] = children(node);
    const truth = condition ? this.remainderIn({ node: condition, given }) : null;
    const [first, second] = branches.map((branch) => this.reader.number({ node: branch, given }, newTrail())?.value);
    if (!truth) return null;
    return first === (truth.isNonzero ? 1 : 0) && second === (truth.isNonzero ? 0 : 1) ? truth.remainder : null;
  }

  /** A condition on a remainder: whether it is true if the remainder is not 0. */
  private remainderIn(expression: Expression): { readonly remainder: Expression; readonly isNonzero: boolean } | null {
    const { node, given } = this.reader.behind(expression, this.trail);
    const [a, b] = children(node);
    if (node.kind === 'UnaryOperator' && node.opcode === '!' && a) {
      const inner = this.remainderIn({ node: a, given });
      return inner && { ...inner, isNonzero: !inner.isNonzero };
    }
    if (node.kind !== 'BinaryOperator' || !a || !b) return null;
    if (node.opcode === '%') return { remainder: { node, given }, isNonzero: true };
    const isComparison = node.opcode === '!=' || node.opcode === '>' || node.opcode === '==';
    if (!isComparison || this.reader.number({ node: b, given }, newTrail())?.value !== 0) return null;
    const inner = this.reader.behind({ node: a, given }, this.trail);
    if (inner.node.kind !== 'BinaryOperator' || inner.node.opcode !== '%') return null;
    return { remainder: inner, isNonzero: node.opcode !== '==' };
  }

  /** `(count + size - 1) / size`; or `count / size` if the caller rounds up in another way. */
  private quotient(
    node: AstNode,
    given: Expression['given'],
    block: SpeltNumber,
    rounds: 'up' | 'down',
    operator: '/' | '%' = '/',
  ): GridSide {
    const [above, below] = children(node);
    if (node.kind !== 'BinaryOperator' || node.opcode !== operator || !above || !below) return { kind: 'other' };
    const symbolOf = ({ range }: SpeltNumber) => (isSame(range, block.range) ? BLOCK : null);
    const numbersBelow = newTrail();
    const divisor = this.reader.linear({ node: below, given }, numbersBelow, symbolOf);
    const numbersAbove = newTrail();
    const dividend = this.reader.linear({ node: above, given }, numbersAbove, symbolOf);
    if (!divisor || !dividend) return { kind: 'other' };
    const tied: SizeLiteral[] = [];
    const isBlock = divisor.constant === 0 && divisor.terms.size === 1 && divisor.terms.get(BLOCK) === 1;
    if (!isBlock) {
      const [only, ...others] = numbersBelow.numbers;
      if (!isConstant(divisor) || divisor.constant !== block.value || !only || others.length > 0)
        return { kind: 'other' };
      tied.push({ range: only.range, less: 0 });
    }
    const counted = rounds === 'up' ? dividend : this.withoutRoundingUp(dividend, numbersAbove, block, tied);
    if (!counted) return { kind: 'rounded-down' };
    for (const trail of [numbersBelow, numbersAbove]) joinTrail(this.trail, trail);
    return counted.terms.has(BLOCK) ? { kind: 'other' } : { kind: 'follows', count: counted, tied };
  }

  private withoutRoundingUp(
    dividend: LinearForm,
    { numbers }: Trail,
    block: SpeltNumber,
    tied: SizeLiteral[],
  ): LinearForm | null {
    const { count, rest } = without(dividend, BLOCK);
    if (count === 1) return sum(rest, constantForm(1));
    const less = numbers.filter(({ value, range }) => value === block.value - 1 && !isSame(range, block.range));
    if (count !== 0 || less.length !== 1) return null;
    tied.push({ range: less[0]!.range, less: 1 });
    return sum(rest, constantForm(1 - block.value));
  }
}

export function isSame(a: Range, b: Range): boolean {
  return a.file === b.file && a.begin === b.begin;
}

/** The value of a kernel's symbol at the launch; null if the caller cannot know it. */
export function givenForm(
  reader: IntegerReader,
  trail: Trail,
  parameters: ReadonlyMap<string, AstNode>,
  symbol: string,
): LinearForm | null {
  const [root, ...names] = symbol.split('.');
  const argument = parameters.get(root!.split('@')[1] ?? '');
  if (!argument) return null;
  if (names.length === 0) return reader.linear({ node: argument, given: NOTHING_GIVEN }, trail, () => null);
  return reader.memberOf(argument, names, trail);
}
