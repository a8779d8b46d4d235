/**
 * Functions whose one text has several meanings: templates instantiated with several formats (or without one in some of them), and those with a
 * parameter pack. No edit is right for all meanings, so the text stays unchanged, and everything declared or used in it is frozen.
 */
import type { FunctionIndex, SiteIndex } from '../../../program/program.js';
import { type AstNode, children } from '../../ast/node.js';
import { namedIn } from '../declarations/named-declarations.js';
import type { UnitScope } from '../unit-scope.js';

/** These functions with their definitions. */
export function sharedTexts(scope: UnitScope): Map<FunctionIndex, readonly AstNode[]> {
  const isShared = (index: FunctionIndex, nodes: readonly AstNode[]): boolean =>
    scope.packFunctions.has(index) || hasSeveralFormats(scope, nodes) || scope.builder.unchangedFunctions.has(index);
  return new Map([...definitions(scope)].filter(([index, nodes]) => isShared(index, nodes)));
}

export function freezeSharedTexts(scope: UnitScope): void {
  const { builder } = scope;
  for (const [index, nodes] of definitions(scope))
    if (builder.functions[index]!.templateParameters.length > 0)
      for (const site of nodes.flatMap((node) => sitesNamedIn(scope, node)))
        builder.functions[index]!.template.names.add(site);
  for (const [index, nodes] of sharedTexts(scope)) {
    const { name } = builder.functions[index]!;
    builder.unchangedFunctions.add(index);
    builder.sites.forEach((site, position) => {
      if (site.function !== index) return;
      if (hasSeveralFormats(scope, nodes)) builder.freeze(position, 'several-formats', 'in part of its function');
      if (scope.packFunctions.has(index)) builder.freeze(position, 'parameter-pack', name);
    });
    for (const site of new Set(nodes.flatMap((node) => sitesNamedIn(scope, node))))
      if (builder.sites[site]!.function !== index) builder.freeze(site, 'shared-text', name);
  }
}

/** Variables and fields (also those initialised by braces without a name), and the results of called functions and lambdas. */
export function sitesNamedIn(scope: UnitScope, node: AstNode): SiteIndex[] {
  const returned = (id: string): SiteIndex | null => {
    const index = scope.functions.get(id);
    return index === undefined ? null : (scope.builder.functions[index]!.returnSite ?? null);
  };
  const named = [...namedIn(node), ...idsIn(node)].map((id) => scope.sites.get(id) ?? returned(id));
  return [...named, ...fieldsOfLists(scope, node)].filter((site) => site !== null);
}

function fieldsOfLists(scope: UnitScope, node: AstNode): (SiteIndex | null)[] {
  const own = node.kind === 'InitListExpr' ? (scope.recordOf(node.type)?.sites ?? []) : [];
  return [...own, ...children(node).flatMap((child) => fieldsOfLists(scope, child))];
}

function idsIn(node: AstNode): string[] {
  return [node.id, ...children(node).flatMap(idsIn)];
}

function definitions(scope: UnitScope): Map<FunctionIndex, AstNode[]> {
  const nodes = new Map<FunctionIndex, AstNode[]>();
  for (const { function: index, node } of [...scope.bodies, ...scope.genericLambdas])
    nodes.set(index, [...(nodes.get(index) ?? []), node]);
  return nodes;
}

function hasSeveralFormats(scope: UnitScope, nodes: readonly AstNode[]): boolean {
  return nodes.length > 1 && new Set(nodes.map((node) => formatsIn(scope, node).join(' '))).size > 1;
}

/** The formats of all expressions and declarations in a function, in order. */
function formatsIn(scope: UnitScope, node: AstNode): string[] {
  const own = scope.types.read(node.type).format ?? '-';
  return [own, ...children(node).flatMap((child) => (child.kind.endsWith('Attr') ? [] : formatsIn(scope, child)))];
}
