/**
 * Every compiled function body in the program's files: the functions of the model, and members of class templates that the model treats as
 * containers, but not the patterns of templates.
 */
import { isFunctionDeclaration } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';

const isAround = ofKind(
  ...(['TranslationUnitDecl', 'NamespaceDecl', 'LinkageSpecDecl', 'CXXRecordDecl'] as const),
  ...(['ClassTemplateDecl', 'ClassTemplateSpecializationDecl', 'FunctionTemplateDecl'] as const),
);

export function* functionBodies(
  syntax: ProgramSyntax,
): Generator<{ readonly scope: UnitScope; readonly node: AstNode }> {
  const known = new Set<string>();
  for (const { scope, node } of syntax.functions) {
    known.add(`${syntax.scopes.indexOf(scope)} ${node.id}`);
    yield { scope, node };
  }
  for (const [index, root] of syntax.roots.entries())
    for (const node of membersOf(root, new Set()))
      if (!known.has(`${index} ${node.id}`) && syntax.places.ofNode(node)) yield { scope: syntax.scopes[index]!, node };
}

function* membersOf(node: AstNode, patterns: Set<string>): Generator<AstNode> {
  const inner = children(node);
  const pattern =
    node.kind === 'ClassTemplateDecl' || node.kind === 'FunctionTemplateDecl'
      ? inner.find((child) => child.kind === 'CXXRecordDecl' || isFunctionDeclaration(child))
      : undefined;
  if (pattern) patterns.add(pattern.id);
  for (const child of inner) {
    if (child === pattern || patterns.has(child.parentDeclContextId ?? '')) continue;
    if (isFunctionDeclaration(child)) {
      const isDefined = children(child).some(({ kind }) => kind === 'CompoundStmt');
      if (isDefined && !child.isImplicit) yield child;
    } else if (isAround(child)) yield* membersOf(child, patterns);
  }
}
