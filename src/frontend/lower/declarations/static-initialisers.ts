/**
 * Initialisers outside function bodies: globals, default arguments, default member initialisers. Their operations are not part of any function and
 * cannot be tuned, so the sites they read keep their formats.
 */

import type { SiteIndex } from '../../../program/program.js';
import { type AstNode, children, initialValue } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

export interface StaticInitialiser {
  readonly site: SiteIndex | null;
  readonly declaration: AstNode;
  readonly value: AstNode;
}

export function staticInitialisers(scope: UnitScope): StaticInitialiser[] {
  return [...startsOf(scope.initialisers), ...defaultValues(scope)];
}

/** Default arguments, including those of prototypes, and default member initialisers. */
function defaultValues(scope: UnitScope): StaticInitialiser[] {
  const parameters = scope.functionNodes.flatMap(({ node }) =>
    children(node).filter((child) => child.kind === 'ParmVarDecl'),
  );
  return [...startsOf(sitesOf(scope, parameters)), ...defaultMembers(scope)];
}

/** `struct Point { double x = 0.1; };` */
export function defaultMembers(scope: UnitScope): StaticInitialiser[] {
  return startsOf(sitesOf(scope, [...new Set([...scope.records.values()].flatMap((record) => record.fields))]));
}

function sitesOf(scope: UnitScope, declared: readonly AstNode[]): { site: SiteIndex | null; node: AstNode }[] {
  return declared.map((node) => ({ site: scope.sites.get(node.id) ?? null, node }));
}

function startsOf(declared: readonly { site: SiteIndex | null; node: AstNode }[]): StaticInitialiser[] {
  return declared.flatMap(({ site, node }) => {
    const value = initialValue(node);
    return value ? [{ site, declaration: node, value }] : [];
  });
}
