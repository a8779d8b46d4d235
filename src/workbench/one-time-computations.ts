/**
 * Finds computations that a program does only once per process: initializers of static objects, and functions that run before main. They use the
 * formats of the first run, so that a second run in the same process would use some of its numbers, even if a comparison of the outputs
 * does not show it.
 */
import { isConstruction } from '../frontend/ast/kinds.js';
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { descendants } from '../rewrite/declaration-edits.js';

export function hasOneTimeComputations({ scopes }: ProgramSyntax): boolean {
  return scopes.some(
    (scope) =>
      scope.functionNodes.some(({ node }) => children(node).some(({ kind }) => kind === 'ConstructorAttr')) ||
      [...scope.others.values()].some((node) => isStatic(scope, node) && runsOwnCode(scope, node)),
  );
}

function isStatic(scope: UnitScope, node: AstNode): boolean {
  const isVariable = (node.kind === 'VarDecl' || node.kind === 'DecompositionDecl') && node.isImplicit !== true; // not a loop's own iterators
  return isVariable && node.constexpr !== true && !scope.localTo.has(node.id);
}

function runsOwnCode(scope: UnitScope, declaration: AstNode): boolean {
  const value = initialValue(declaration);
  if (!value) return false;
  return [value, ...descendants(value)].some((node) => {
    if (node.kind === 'LambdaExpr') return true;
    if (scope.functions.has(node.referencedDecl?.id ?? '') || scope.functions.has(node.referencedMemberDecl ?? ''))
      return true;
    return isConstruction(node) && namesOwnClass(scope, node.type?.qualType ?? '');
  });
}

/** Whether a type is, or contains, a class of the program with constructors, destructors or initializers. */
function namesOwnClass(scope: UnitScope, type: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (/\((?:unnamed|anonymous)\b/.test(type)) return true;
  const words = (type.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !seen.has(word));
  const known = new Set([...seen, ...words]);
  return words.some((word) => {
    const record = scope.records.get(word);
    if (!record) return false;
    const label = record.name.replace(/<.*>/s, '');
    const types = [...record.bases, ...record.fields.map((field) => field.type)];
    return (
      [...scope.constructors.keys()].some((key) => key.startsWith(`${label} `)) ||
      scope.functionNodes.some(({ node }) => node.name === `~${label.split('::').at(-1)}`) ||
      record.fields.some((field) => initialValue(field) !== undefined) ||
      types.some((held) => namesOwnClass(scope, held?.qualType ?? '', known))
    );
  });
}
