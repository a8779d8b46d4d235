/**
 * A file that is included several times declares different entities with one text. An edit of that text affects all of them, so declarations of one
 * format change together. If the formats differ, no edit is right for all and the text stays unchanged.
 */
import type { FunctionIndex, SiteIndex } from '../../../program/program.js';
import { type AstNode, children } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import { rangeKey } from '../places.js';
import { sitesNamedIn } from '../templates/shared-texts.js';
import type { UnitScope } from '../unit-scope.js';
import { staticInitialisers } from './static-initialisers.js';

interface Definition {
  readonly scope: UnitScope;
  readonly function: FunctionIndex;
  readonly node: AstNode;
}

/** Finds functions in such text, and freezes the sites used in text that stays unchanged. */
export function findRepeatedIncludes(scopes: readonly UnitScope[], builder: ProgramBuilder): void {
  if (builder.places.readAgain.size === 0) return;
  for (const definitions of definitionsByText(scopes, builder)) {
    const functions = [...new Set(definitions.map((one) => one.function))];
    if (functions.length < 2) continue;
    if (new Set(definitions.map(({ scope, node }) => formsIn(scope, node))).size > 1)
      for (const one of definitions) keepTextUnchanged(builder, one);
    else builder.repeatedTexts.push(functions);
  }
  for (const scope of scopes) freezeIncludedParts(scope);
}

/** `#include "body.inc"` inside a function or a list of values: text with a different meaning in every inclusion. */
function freezeIncludedParts(scope: UnitScope): void {
  const { builder } = scope;
  const { places } = builder;
  const visit = (node: AstNode, enclosing: SiteIndex | null): void => {
    const place = places.ofNode(node);
    if (!place || !places.isReadAgain(place.range)) {
      const declared = scope.sites.get(node.id) ?? enclosing;
      for (const child of children(node)) visit(child, declared);
      return;
    }
    builder.unchangedTexts.push(place.range);
    for (const site of [...sitesNamedIn(scope, node), ...(enclosing === null ? [] : [enclosing])])
      builder.freeze(site, 'included-again', `at ${builder.at(place)}`);
  };
  for (const { function: index, node } of [...scope.bodies, ...scope.genericLambdas])
    if (!places.isReadAgain(builder.functions[index]!.place.range)) visit(node, null);
  for (const { site, declaration, value } of staticInitialisers(scope)) {
    const place = places.ofNode(declaration);
    if (place && !places.isReadAgain(place.range)) visit(value, site);
  }
}

function definitionsByText(scopes: readonly UnitScope[], builder: ProgramBuilder): Definition[][] {
  const found = new Map<string, Definition[]>();
  for (const scope of scopes)
    for (const { function: index, node } of [...scope.bodies, ...scope.genericLambdas]) {
      const { place } = builder.functions[index]!;
      if (!builder.places.isReadAgain(place.range)) continue;
      const key = `${rangeKey(place.range)}${builder.markOf(index)}`;
      found.set(key, [...(found.get(key) ?? []), { scope, function: index, node }]);
    }
  return [...found.values()];
}

/** The node kinds and formats of a subtree, to compare two readings of a text. */
function formsIn(scope: UnitScope, node: AstNode): string {
  const inner = children(node).filter(({ kind }) => !kind.endsWith('Attr'));
  return `${node.kind} ${scope.types.read(node.type).format}(${inner.map((child) => formsIn(scope, child)).join()})`;
}

function keepTextUnchanged(builder: ProgramBuilder, { scope, function: index, node }: Definition): void {
  builder.unchangedFunctions.add(index);
  builder.sites.forEach((site, position) => {
    if (site.function === index) builder.freeze(position, 'included-again', 'part of its function has several formats');
  });
  for (const site of sitesNamedIn(scope, node))
    if (builder.sites[site]!.function !== index)
      builder.freeze(site, 'included-again', `in ${builder.functions[index]!.name}`);
}

/** Joins the declarations of one text if they have one format, and freezes them otherwise. */
export function joinRepeatedDeclarations(builder: ProgramBuilder): void {
  const byText = new Map<string, SiteIndex[]>();
  const occurrences = new Map<string, number>();
  builder.sites.forEach(({ kind, place, function: owner }, site) => {
    if (!builder.places.isReadAgain(place.range)) return;
    const text = `${kind} ${rangeKey(place.range)}${builder.markOf(owner)}`;
    // the use of a macro may contain several declarations or casts
    const inOwner = `${text} in ${owner} ${place.reading ?? 0}`;
    const nth = (occurrences.get(inOwner) ?? 0) + 1;
    occurrences.set(inOwner, nth);
    byText.set(`${text} ${nth}`, [...(byText.get(`${text} ${nth}`) ?? []), site]);
  });
  for (const sites of byText.values()) {
    const [first, ...others] = sites as [SiteIndex];
    const formats = new Set(sites.map((site) => builder.sites[site]!.format));
    if (formats.size > 1)
      for (const site of sites) builder.freeze(site, 'included-again', [...formats].sort().reverse().join(' and '));
    else for (const site of others) builder.join(first, site, 'named-alike', builder.sites[site]!.place, null);
  }
}
