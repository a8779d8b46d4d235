import { isScalarValue } from '../frontend/ast/c-types.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import type { SiteIndex } from '../program/program.js';
import { applyNestedEdits, type NestedEdit } from './nested-edits.js';

/** Edits gathered for the files of a program, by place: an edit for a place that already has the same one is not repeated. */
export class SourceEdits {
  private readonly byFile = new Map<number, NestedEdit[]>();
  private readonly keys = new Set<string>();

  constructor(readonly syntax: ProgramSyntax) {}

  /** Replaces a range; `key` tells edits of one place and different purpose apart. */
  replace(range: Range, key: string, render: NestedEdit['render']): void {
    const id = `${range.file}:${range.begin}-${range.end} ${key}`;
    if (this.keys.has(id)) return; // a template's text, seen through another instantiation
    this.keys.add(id);
    if (!this.byFile.has(range.file)) this.byFile.set(range.file, []);
    this.byFile.get(range.file)!.push({ begin: range.begin, end: range.end, render });
  }

  /** `before` + text + `after`. */
  wrap(range: Range, key: string, before: string, after: string): void {
    this.replace(range, key, (inner) => before + inner(range.begin, range.end) + after);
  }

  insert(file: number, offset: number, key: string, text: string): void {
    this.replace({ file, begin: offset, end: offset }, key, () => text);
  }

  get isEmpty(): boolean {
    return this.byFile.size === 0;
  }

  /** The edited text of a file; the text itself where nothing was edited. */
  apply(file: number): string {
    const { text } = this.syntax.places.files[file]!.source;
    const edits = this.byFile.get(file);
    return edits ? applyNestedEdits(text, edits) : text;
  }

  text(range: Range): string {
    return this.syntax.places.text(range);
  }

  /** The range of a node's own text; null where it comes out of a macro's body or is not the user's. */
  rangeOf(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    return place && place.spelling === null && !spelledByMacro(node) ? place.range : null;
  }
}

/** True when either end of a node stands in a macro's body rather than in the file (or in a macro's argument). */
function spelledByMacro(node: AstNode): boolean {
  return [node.range?.begin, node.range?.end].some((end) => end?.expansionLoc && !end.expansionLoc.isMacroArgExpansion);
}

/** The site behind an lvalue or pointer: any member of its group will do, since they share one format. */
export function siteOf(scope: UnitScope, node: AstNode): SiteIndex | null {
  const inner = children(node);
  switch (node.kind) {
    case 'DeclRefExpr':
      return scope.sites.get(node.referencedDecl?.id ?? '') ?? null;
    case 'MemberExpr':
      return scope.sites.get(node.referencedMemberDecl ?? '') ?? (inner[0] ? siteOf(scope, inner[0]) : null);
    case 'ArraySubscriptExpr':
      return siteOf(scope, inner[0]!) ?? siteOf(scope, inner[1]!);
    case 'BinaryOperator':
      return /^[-+]$/.test(node.opcode ?? '') ? (siteOf(scope, inner[0]!) ?? siteOf(scope, inner[1]!)) : siteOf(scope, inner.at(-1)!);
    case 'CXXOperatorCallExpr':
    case 'CallExpr':
    case 'CXXMemberCallExpr':
      return siteOfCall(scope, node, inner);
    case 'ConditionalOperator':
      return siteOf(scope, inner[1]!) ?? siteOf(scope, inner[2]!);
    case 'IntegerLiteral':
    case 'FloatingLiteral':
      return null;
    default:
      return inner.length > 0 ? siteOf(scope, inner.at(-1)!) : null;
  }
}

function siteOfCall(scope: UnitScope, node: AstNode, inner: readonly AstNode[]): SiteIndex | null {
  const own = calledFunction(scope, node);
  if (own !== null) return scope.builder.functions[own]!.returnSite;
  if (node.kind === 'CXXMemberCallExpr') return siteOf(scope, inner[0]!); // the object of a library container
  return inner[1] ? siteOf(scope, inner[1]) : null;
}

/** The program's own function that a call calls; null for a library's or one called through a pointer. */
export function calledFunction(scope: UnitScope, call: AstNode): number | null {
  let callee = children(call)[0];
  while (callee && (callee.kind === 'ImplicitCastExpr' || callee.kind === 'ParenExpr')) callee = children(callee)[0];
  if (!callee) return null;
  const id = callee.kind === 'MemberExpr' ? callee.referencedMemberDecl : callee.referencedDecl?.id;
  return scope.functions.get(id ?? '') ?? null;
}

/** The name a call is written with: `sqrt`, `__syncthreads`, or `Class::method` for a member. */
export function calleeName(call: AstNode): string {
  let callee = children(call)[0];
  while (callee && (callee.kind === 'ImplicitCastExpr' || callee.kind === 'ParenExpr')) callee = children(callee)[0];
  return callee?.kind === 'MemberExpr' ? (callee.name ?? '') : (callee?.referencedDecl?.name ?? '');
}

/** What stands between a container and the numbers that initialise it. */
export const CONTAINER_LAYERS = /^(?:CXXConstructExpr|CXXTemporaryObjectExpr|CXXStdInitializerListExpr|MaterializeTemporaryExpr|ExprWithCleanups|CXXBindTemporaryExpr|CXXFunctionalCastExpr|ImplicitCastExpr)$/;

/** True for a number that a reference is bound to and that has no storage of its own: `const double &r = 2 * x;`. */
export function bindsTemporary(scope: UnitScope, node: AstNode): boolean {
  let at: AstNode | undefined = node;
  while (at && (at.kind === 'ExprWithCleanups' || at.kind === 'ImplicitCastExpr' || at.kind === 'ParenExpr')) at = children(at)[0];
  return at?.kind === 'MaterializeTemporaryExpr' && isScalarValue(scope.types.read(at.type));
}
