/**
 * What a program computes once and keeps: objects that exist before main or from their first use on, and functions that run by
 * themselves. They are computed in the formats of the run that came first, so that a second run in the same process would have some of
 * the first one's numbers, whether a comparison of what both print shows it or not.
 */
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { descendants } from '../rewrite/declaration-edits.js';

export function computesOnce({ scopes }: ProgramSyntax): boolean {
  return scopes.some(
    (scope) =>
      scope.functionNodes.some(({ node }) => children(node).some(({ kind }) => kind === 'ConstructorAttr')) ||
      [...scope.others.values()].some((node) => isKept(scope, node) && runsOwnCode(scope, node)),
  );
}

function isKept(scope: UnitScope, node: AstNode): boolean {
  return node.kind === 'VarDecl' && node.constexpr !== true && !scope.localTo.has(node.id);
}

function runsOwnCode(scope: UnitScope, declaration: AstNode): boolean {
  const value = initialValue(declaration);
  if (!value) return false;
  return [value, ...descendants(value)].some((node) => {
    if (node.kind === 'LambdaExpr') return true;
    if (scope.functions.has(node.referencedDecl?.id ?? '') || scope.functions.has(node.referencedMemberDecl ?? ''))
      return true;
    return /^CXX(?:Construct|TemporaryObject)Expr$/.test(node.kind) && namesOwnClass(scope, node.type?.qualType ?? '');
  });
}

/** The class itself, or a library's object that holds some of it. */
function namesOwnClass(scope: UnitScope, type: string): boolean {
  return (type.match(/[A-Za-z_]\w*/g) ?? []).some((word) => scope.records.has(word));
}
