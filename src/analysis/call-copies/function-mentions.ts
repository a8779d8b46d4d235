/** Finds where the text of a program declares each of its functions, calls it, and mentions it in other ways. */
import { calleeOf } from '../../frontend/ast/callee.js';
import { isFileLevel } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Place, Range } from '../../program/place.js';
import type { FunctionIndex } from '../../program/program.js';

export interface Declaration {
  readonly scope: UnitScope;
  readonly node: AstNode;
  /** Declared in a function or in a class. */
  readonly isInside: boolean;
}

export interface FunctionMentions {
  readonly declarations: Declaration[];
  /** The name in each call, once per place. */
  readonly calls: Range[];
  /** Mentions that are no calls, and calls inside macros. */
  readonly others: { readonly what: 'named' | 'called in a macro'; readonly place: Place | null }[];
}

export function functionMentions(syntax: ProgramSyntax): ReadonlyMap<FunctionIndex, FunctionMentions> {
  const found = new Map<FunctionIndex, FunctionMentions>();
  const of = (index: FunctionIndex): FunctionMentions => {
    const known = found.get(index) ?? { declarations: [], calls: [], others: [] };
    found.set(index, known);
    return known;
  };
  syntax.scopes.forEach((scope, unit) => {
    const visit = (node: AstNode, isInside: boolean): void => {
      const declared = node.kind === 'FunctionDecl' ? scope.functions.get(node.id) : undefined;
      if (declared !== undefined) of(declared).declarations.push({ scope, node, isInside });
      const callee = node.kind === 'CallExpr' || node.kind === 'CUDAKernelCallExpr' ? namedCallee(node) : null;
      const called = callee && scope.functions.get(callee.referencedDecl?.id ?? '');
      if (callee && called !== null && called !== undefined) noteCall(syntax, of(called), callee);
      const named = node.kind === 'DeclRefExpr' ? scope.functions.get(node.referencedDecl?.id ?? '') : undefined;
      if (named !== undefined) of(named).others.push({ what: 'named', place: syntax.places.ofNode(node) });
      const within = isInside || !isFileLevel(node);
      for (const child of children(node))
        if (!(called !== null && called !== undefined && child === children(node)[0])) visit(child, within);
    };
    visit(syntax.roots[unit]!, false);
  });
  for (const { calls } of found.values()) calls.sort((a, b) => a.file - b.file || a.begin - b.begin);
  return found;
}

/** The function name in a call; null for a call through anything else. */
export function namedCallee(call: AstNode): AstNode | null {
  const callee = calleeOf(call);
  return callee?.kind === 'DeclRefExpr' ? callee : null;
}

/** The last word of a qualified name, if it is written in the file itself; null inside a macro. */
export function nameRange({ places }: ProgramSyntax, { range, referencedDecl }: AstNode): Range | null {
  const isPlain = range && !range.begin.expansionLoc && !range.end.expansionLoc;
  const place = isPlain ? places.between(range.begin, range.end) : null;
  if (!place) return null;
  const { file, end } = place.range;
  const name = { file, begin: end - (referencedDecl?.name?.length ?? 0), end };
  return places.text(name) === referencedDecl?.name ? name : null;
}

function noteCall(syntax: ProgramSyntax, { calls, others }: FunctionMentions, callee: AstNode): void {
  const range = nameRange(syntax, callee);
  if (!range) others.push({ what: 'called in a macro', place: syntax.places.ofNode(callee) });
  else if (!calls.some((one) => one.file === range.file && one.begin === range.begin)) calls.push(range);
}
