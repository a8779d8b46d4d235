/**
 * What is left of 32-bit `long` in a program that was made to compute as on 64-bit Linux (widen-values.ts), read as it is compiled for
 * the target of 32 bits: values the program computes with, and declarations of its own. Sizes handed to the library are as wide as it
 * takes them; everything else is a place where results could differ.
 */
import { calleeOf } from '../../frontend/ast/callee.js';
import { isParenOrImplicit, isSubstituted } from '../../frontend/ast/ignoring.js';
import { isCallOrLaunch, isConstruction } from '../../frontend/ast/kinds.js';
import { type AstNode, children, ofKind, type TypeName } from '../../frontend/ast/node.js';
import type { PlaceReader } from '../../frontend/lower/places.js';
import { canonical, isLong, mentionsLong } from './long-types.js';
import type { Doubt } from './widen-values.js';

/** Through these a value passes as it is, or its width follows from its operands. */
const follows = (node: AstNode): boolean => isParenOrImplicit(node) || isSubstituted(node) || isComputed(node);
const isComputed = ofKind(
  ...(['BinaryOperator', 'CompoundAssignOperator', 'ConditionalOperator', 'BinaryConditionalOperator'] as const),
  ...(['UnaryOperator', 'InitListExpr', 'ImplicitValueInitExpr', 'CXXDefaultArgExpr', 'CXXDefaultInitExpr'] as const),
  ...(['ArrayInitLoopExpr', 'ArrayInitIndexExpr', 'OpaqueValueExpr', 'StmtExpr'] as const),
);
const takesArguments = (node: AstNode): boolean =>
  isCallOrLaunch(node) || isConstruction(node) || node.kind === 'CXXNewExpr';
const declares = ofKind(
  ...(['VarDecl', 'ParmVarDecl', 'FieldDecl', 'TypedefDecl', 'TypeAliasDecl', 'NonTypeTemplateParmDecl'] as const),
);
/** Functions whose `long` holds every value it can have. */
const FITS = /^(?:random|srandom|[jlmn]rand48|sysconf|nanosleep|usleep|sleep|__builtin_.*)$/;
/** What counts bytes in found-inputs.h. */
const OURS = /^mantissa_(?:numbers|is_first|moved|result|in_rows|manage|manage_records|leads_on)$/;

export class NarrowValues {
  private readonly doubts = new Map<string, Doubt>();
  private readonly above: AstNode[] = [];

  constructor(private readonly places: PlaceReader) {}

  in(root: AstNode): Doubt[] {
    this.visit(root);
    return [...this.doubts.values()];
  }

  private visit(node: AstNode): void {
    if (node.isImplicit || /^__/.test(node.name ?? '')) return; // a compiler's own: the iterators of a range, a record's own name
    // how many numbers there are in memory of 32-bit addresses, in text of ours (move-copied-inputs.ts)
    if (node.kind === 'CallExpr' && OURS.test(calleeOf(node)?.referencedDecl?.name ?? calleeOf(node)?.name ?? ''))
      return;
    if (declares(node) && mentionsLong(node.type)) this.doubt(node, `'${node.name ?? 'a declaration'}' has 32 bits`);
    if (node.type && node.valueCategory !== undefined) this.look(node);
    this.above.push(node);
    for (const child of children(node)) this.visit(child);
    this.above.pop();
  }

  private look(node: AstNode): void {
    if (!mentionsLong(node.type) || isFunction(node.type) || this.isInsideMacro(node)) return;
    const parent = this.above.findLast((one) => !isParenOrImplicit(one));
    if (!isLong(node.type)) {
      if (!isParenOrImplicit(node) || node.castKind === 'BitCast')
        this.doubt(node, `${canonical(node.type)} is made of 32-bit numbers`);
      return;
    }
    if (parent?.kind === 'CallExpr' && calleeOf(parent)?.referencedDecl?.name === 'mx_wide') return;
    if (node.kind === 'ImplicitCastExpr' && node.castKind === 'IntegralCast')
      return this.lookAtConversion(node, parent);
    if (follows(node)) return;
    if (isAssigned(node, this.above.at(-1)) && node.kind === 'MemberExpr') return; // ts.tv_nsec = 5
    this.doubt(node, `a value of 32 bits, ${canonical(node.type)}`);
  }

  /** Into a parameter of the library's: a size, or a function whose `long` is known to hold its values. */
  private lookAtConversion(node: AstNode, parent: AstNode | undefined): void {
    if (!parent || !takesArguments(parent) || node.type?.qualType !== canonical(node.type)) return;
    const name = calleeOf(parent)?.referencedDecl?.name ?? calleeOf(parent)?.name ?? '';
    if (parent.kind === 'CXXNewExpr' || parent.kind === 'CXXConstructExpr' || parent.kind === 'CXXTemporaryObjectExpr')
      return;
    if (!FITS.test(name)) this.doubt(node, `${name || 'a function'} takes a long, which has 32 bits`);
  }

  /** In the body of a macro of the system's whose own result is no `long`: it says the same everywhere. */
  private isInsideMacro(node: AstNode): boolean {
    const use = bodyOf(node);
    return (
      use !== undefined &&
      this.above.some(
        (outer) => bodyOf(outer) === use && outer.valueCategory !== undefined && !mentionsLong(outer.type),
      )
    );
  }

  private doubt(node: AstNode, text: string): void {
    const place = this.places.ofNode(node);
    if (!place) return;
    const key = `${place.range.file}:${place.range.begin}`;
    if (!this.doubts.has(key)) this.doubts.set(key, { text, range: place.range });
  }
}

/** Where the macro is used in whose body a node begins; an argument does not stand in the body. */
function bodyOf(node: AstNode): number | undefined {
  const use = node.range?.begin.expansionLoc;
  return use?.isMacroArgExpansion ? undefined : use?.offset;
}

function isFunction(type: TypeName | undefined): boolean {
  return /\)(?: const)?(?: noexcept)?$/.test(canonical(type)) && /\(/.test(canonical(type));
}

function isAssigned(node: AstNode, parent: AstNode | undefined): boolean {
  return parent?.kind === 'BinaryOperator' && parent.opcode === '=' && children(parent)[0] === node;
}
