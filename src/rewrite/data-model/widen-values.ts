/**
 * Gives a program written for 64-bit Linux the same values on a target whose `long`, `size_t` and pointers have 32 bits. In its own text such
 * types have 64 bits already (execution/wasm/wide-text.ts). Here, values that come from the library (a size, a pointer difference) are wrapped
 * in `mx_wide`, and results that depend on the size of a pointer are reported as doubts.
 */
import { calleeOf } from '../../frontend/ast/callee.js';
import { ignoringParens, isParenOrCast } from '../../frontend/ast/ignoring.js';
import { type AstNode, children, isPresent, ofKind } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import type { Range } from '../../program/place.js';
import type { SourceEdits } from '../source-edits.js';
import { KnownSizes } from './known-sizes.js';
import { canonical, isLong, mentionsLong } from './long-types.js';
import { templatePatterns } from './template-patterns.js';

export interface Doubt {
  readonly text: string;
  readonly range: Range;
}

/** Edits the values; returns those that cannot be computed as on 64-bit Linux. */
export function widenValues(edits: SourceEdits): Doubt[] {
  const { roots, scopes } = edits.syntax;
  return roots.flatMap((root, index) => new Widening(edits, root, scopes[index]!).run());
}

/** True if any type in the tree contains `long`: otherwise every number has the same width on all targets. */
export function mentionsLongAnywhere(root: AstNode): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    if (!node.isImplicit && (mentionsLong(node.type) || mentionsLong(node.argType))) return true;
    pending.push(...children(node));
  }
  return false;
}

/** Generators of uint_fast32_t, which has 64 bits on 64-bit Linux, although their numbers have 32. */
const FAST_GENERATOR = /\bstd::(?:__1::)?(?:mersenne_twister|linear_congruential)_engine<unsigned int\b/;
/** Values that depend on the library's implementation and the size of a pointer. */
const LIBRARY_SPECIFIC = /^(?:max_size|hash_code|bucket_count|bucket|max_bucket_count)$/;
const isComputedPlace = ofKind(
  ...([
    'ArraySubscriptExpr',
    'UnaryOperator',
    'BinaryOperator',
    'CompoundAssignOperator',
    'ConditionalOperator',
  ] as const),
);

class Widening {
  private readonly doubts = new Map<string, Doubt>();
  private readonly sizes: KnownSizes;
  private readonly own = new Set<string>();
  private readonly patterns: ReadonlySet<string>;
  private readonly above: AstNode[] = [];

  constructor(
    private readonly edits: SourceEdits,
    private readonly root: AstNode,
    scope: UnitScope,
  ) {
    this.sizes = new KnownSizes(scope, root);
    this.patterns = templatePatterns(root);
  }

  run(): Doubt[] {
    const pending = [this.root];
    while (pending.length > 0) {
      const node = pending.pop()!;
      if (node.kind.endsWith('Decl')) this.own.add(node.id);
      pending.push(...children(node));
    }
    this.visit(this.root);
    return [...this.doubts.values()];
  }

  private visit(node: AstNode): void {
    this.look(node);
    this.above.push(node);
    // only the range and the body of a range-for have text of their own
    const [before, range, , , , , , body] = node.kind === 'CXXForRangeStmt' ? (node.inner ?? []) : [];
    const inner = body ? [before!, range!, body].filter(isPresent) : children(node);
    for (const child of inner) this.visit(child);
    this.above.pop();
  }

  private look(node: AstNode): void {
    const inner = children(node);
    switch (node.kind) {
      case 'CallExpr':
      case 'CXXMemberCallExpr':
      case 'CXXOperatorCallExpr':
        return this.lookAtCall(node, inner);
      case 'ImplicitCastExpr':
        if (node.castKind === 'LValueToRValue' && isLong(node.type) && !this.isOwn(inner[0]!)) this.widen(node);
        return;
      case 'DeclRefExpr':
        // a library constant, such as an enumerator
        if (isLong(node.type) && node.valueCategory === 'prvalue' && !this.own.has(node.referencedDecl?.id ?? ''))
          this.widen(node);
        return;
      case 'BinaryOperator':
        if (node.opcode === '-' && inner.every((operand) => /[\])*]$/.test(canonical(operand.type)))) this.widen(node);
        return;
      case 'UnaryExprOrTypeTraitExpr':
      case 'OffsetOfExpr':
        return this.lookAtSize(node, inner);
      case 'CStyleCastExpr':
      case 'CXXReinterpretCastExpr':
        if (node.castKind === 'PointerToIntegral') this.doubt(node, 'a pointer is converted to an integer');
        if (node.castKind === 'IntegralToPointer') this.doubt(node, 'an integer is converted to a pointer');
        return;
      default:
    }
  }

  /** A reference, variable or field declared by the program has the width in its text. */
  private isOwn(lvalue: AstNode): boolean {
    if (lvalue.kind === 'ParenExpr') return this.isOwn(children(lvalue)[0]!);
    const declared = lvalue.kind === 'MemberExpr' ? lvalue.referencedMemberDecl : lvalue.referencedDecl?.id;
    if (declared !== undefined) return this.own.has(declared as string);
    // an element of an array or behind a pointer: narrow-values.ts detects those of the library
    return isComputedPlace(lvalue);
  }

  private lookAtCall(node: AstNode, inner: readonly AstNode[]): void {
    const callee = calleeOf(node);
    const object =
      node.kind === 'CallExpr' ? undefined : canonical(children(callee ?? node)[0]?.type ?? inner[1]?.type);
    const name = callee?.kind === 'MemberExpr' ? (callee.name ?? '') : (callee?.referencedDecl?.name ?? '');
    const isOwn = this.own.has(
      (callee?.referencedMemberDecl as string | undefined) ?? callee?.referencedDecl?.id ?? '',
    );
    if (isOwn || name === 'mx_wide') return;
    const receiver = node.kind === 'CXXOperatorCallExpr' ? canonical(inner[1]?.type) : (object ?? '');
    if (FAST_GENERATOR.test(receiver) && node.kind === 'CXXOperatorCallExpr') return this.widen(node);
    if (!isLong(node.type) || node.valueCategory !== 'prvalue') return;
    if (LIBRARY_SPECIFIC.test(name.replace(/^->|^\./, '')) || /\bstd::(?:__1::)?(?:hash<|__\w*hash)/.test(receiver))
      return this.doubt(node, 'this value differs between standard libraries');
    this.widen(node);
  }

  /** `malloc(n * sizeof(struct node))` measures memory of this target; any other use depends on the size of a pointer. */
  private lookAtSize(node: AstNode, inner: readonly AstNode[]): void {
    // sizes of template parameters are known only in instantiations
    if (this.above.some(({ id }) => this.patterns.has(id))) return;
    const measured = node.argType ?? inner[0]?.type;
    if (node.kind === 'OffsetOfExpr') {
      const [use] = this.edits.syntax.places.macroUses(node);
      const record = /\(\s*([^,]+),/.exec(use ? this.edits.text(use) : (this.edits.ownText(node) ?? ''))?.[1]?.trim();
      if (!record || !this.sizes.isSame({ qualType: record }))
        this.doubt(node, 'this offset depends on the size of a pointer');
      return;
    }
    if (this.sizes.isSame(measured)) return;
    if (/align/.test(node.name ?? '') || !(this.isByteCount(node) || this.isArrayLength(node, measured)))
      this.doubt(
        node,
        `the size of ${measured?.qualType ?? 'a type'} depends on the size of a pointer or on the library`,
      );
  }

  private isByteCount(node: AstNode): boolean {
    let from = node;
    for (let at = this.above.length - 1; at >= 0; at--) {
      const parent = this.above[at]!;
      if (isParenOrCast(parent) || (parent.kind === 'BinaryOperator' && /^[-+*]$/.test(parent.opcode ?? '')))
        from = parent;
      else if (parent.kind === 'CallExpr') return children(parent)[0] !== from && this.takesBytes(parent, from);
      else return false;
    }
    return false;
  }

  /** True for an argument that a library function takes as a size, but not through `...`. */
  private takesBytes(call: AstNode, argument: AstNode): boolean {
    const callee = calleeOf(call);
    if (!callee?.referencedDecl || this.own.has(callee.referencedDecl.id)) return false;
    const type = callee.referencedDecl.type?.qualType ?? '';
    const position = children(call).indexOf(argument) - 1;
    const parameters = type
      .slice(type.indexOf('(') + 1, -1)
      .split(',')
      .map((one) => one.trim());
    return position < parameters.length && parameters[position] !== '...' && isLong(argument.type);
  }

  /** `sizeof a / sizeof a[0]` */
  private isArrayLength(node: AstNode, measured: AstNode['type']): boolean {
    const quotient = this.above.findLast(({ kind }) => kind !== 'ParenExpr');
    if (quotient?.kind !== 'BinaryOperator' || quotient.opcode !== '/') return false;
    const [whole, part] = children(quotient).map((one) => {
      const at = ignoringParens(one);
      return at.kind === 'UnaryExprOrTypeTraitExpr' ? canonical(at.argType ?? children(at)[0]?.type) : null;
    });
    return !!whole && !!part && measured !== undefined && node.name === 'sizeof' && elementOf(whole) === part;
  }

  private widen(node: AstNode): void {
    const place = this.edits.syntax.places.ofNode(node);
    if (!place) return;
    const range = this.edits.rangeOf(node) ?? this.edits.wholeUse(node);
    if (range) this.edits.wrap(range, 'mx_wide', 'mx_wide(', ')');
  }

  private doubt(node: AstNode, text: string): void {
    const place = this.edits.syntax.places.ofNode(node);
    if (place)
      this.doubts.set(`${place.range.file}:${place.range.begin}-${place.range.end}`, { text, range: place.range });
  }
}

/** `int *[4][2]` → `int *[2]` */
function elementOf(array: string): string {
  return array.replace(/\s*\[\d*\]/, '').trim();
}
