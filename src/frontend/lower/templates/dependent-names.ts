/**
 * Text of a template whose meaning differs between instantiations: `static_cast<D *>(this)->step(h)` calls a function of each `D`, `p.x` is a field
 * of each `P`. An edit of the text affects all of them, and an operation on them has one format, so they change together. A number passed by value is
 * converted by the call itself, and each function rounds it on entry.
 */
import type { FunctionIndex, SiteIndex } from '../../../program/program.js';
import { isCallOrLaunch, isConstruction } from '../../ast/kinds.js';
import { type AstNode, children, ofKind } from '../../ast/node.js';
import { calledConstructor, calledFunction } from '../calls/called-function.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';
import { sharedTexts } from './shared-texts.js';

/** One text with its node in each instantiation. */
type Readings = { readonly scope: UnitScope; readonly node: AstNode }[];

const isName = ofKind('DeclRefExpr', 'MemberExpr');
const isList = ofKind('InitListExpr');

/** The functions of all instantiations for a call whose text has several meanings; null for a function outside the program. */
export function callsOfSeveral(scopes: readonly UnitScope[]): Map<AstNode, readonly (FunctionIndex | null)[]> {
  const found = new Map<AstNode, readonly (FunctionIndex | null)[]>();
  for (const readings of sharedReadings(scopes)) {
    const callees = [...new Set(calleesOf(readings))];
    if (callees.length > 1) for (const { node } of readings) found.set(node, callees);
  }
  return found;
}

export function joinDependentNames(scopes: readonly UnitScope[], isCuda: boolean): void {
  for (const readings of sharedReadings(scopes)) {
    const [{ node }] = readings as [Readings[number]];
    if (isCallOrLaunch(node) || isConstruction(node)) joinCallees(readings, isCuda);
    else if (isName(node))
      joinSites(
        readings,
        readings.map((one) => siteNamed(one)),
      );
    else {
      const fields = readings.map(({ scope, node: list }) => scope.recordOf(list.type)?.sites ?? []);
      for (let at = 0; at < Math.max(...fields.map((sites) => sites.length)); at++)
        joinSites(
          readings,
          fields.map((sites) => sites[at]),
        );
    }
  }
}

function joinCallees(readings: Readings, isCuda: boolean): void {
  const callees = calleesOf(readings);
  if (new Set(callees).size < 2) return;
  const { functions, sites } = readings[0]!.scope.builder;
  const drafts = callees.map((callee) => (callee === null ? null : functions[callee]!));
  joinSites(
    readings,
    drafts.map((draft) => draft?.returnSite ?? null),
  );
  // a call that converts its arguments implicitly needs no format in its text
  const converts = !isCuda && readings.every(({ node }) => node.list !== true);
  const count = Math.max(...drafts.map((draft) => draft?.parameters.length ?? 0));
  for (let at = 0; at < count; at++) {
    const parameters = drafts.map((draft) => draft?.parameters[at] ?? null);
    const byValue = parameters.every((site) => site === null || /^(?:scalar|reference)$/.test(sites[site]!.shape));
    if (!(converts && byValue)) joinSites(readings, parameters);
  }
}

/** If one of the meanings is not a site, its format is fixed, and so are those of the others. */
function joinSites(readings: Readings, sites: readonly (SiteIndex | null | undefined)[]): void {
  const { builder } = readings[0]!.scope;
  const place = builder.places.ofNode(readings[0]!.node);
  const own = [...new Set(sites)].filter((site) => site !== null && site !== undefined);
  if (!place || own.length === 0 || new Set(sites).size === 1) return;
  for (const site of own.slice(1)) builder.join(own[0]!, site, 'named-alike', place);
  if (sites.includes(null)) builder.freeze(own[0]!, 'shared-name', `at ${builder.at(place)}`);
}

function calleesOf(readings: Readings): (FunctionIndex | null)[] {
  return readings.map(({ scope, node }) => calledFunction(scope, node) ?? calledConstructor(scope, node));
}

function siteNamed({ scope, node }: Readings[number]): SiteIndex | null {
  const id = node.kind === 'MemberExpr' ? node.referencedMemberDecl : node.referencedDecl?.id;
  return scope.sites.get(id ?? '') ?? null;
}

/** The texts of functions that are instantiated several times, except those that stay unchanged. */
function sharedReadings(scopes: readonly UnitScope[]): Readings[] {
  const bodies = new Map<FunctionIndex, Readings>();
  const repeated = new Map(
    (scopes[0]?.builder.repeatedTexts ?? []).flatMap((functions) => functions.map((index) => [index, functions[0]!])),
  );
  const unchanged = new Set(scopes.flatMap((scope) => [...sharedTexts(scope).keys()]));
  for (const scope of scopes)
    for (const { function: own, node } of [...scope.bodies, ...scope.genericLambdas]) {
      const index = repeated.get(own) ?? own;
      const known = bodies.get(index) ?? [];
      // an inline function of several units is lowered in one of them
      const isRead = node.mangledName !== undefined && known.some((one) => one.node.mangledName === node.mangledName);
      if (!unchanged.has(own) && !isRead) bodies.set(index, [...known, { scope, node }]);
    }
  return [...bodies.values()].filter((nodes) => nodes.length > 1).flatMap(readingsOf);
}

function readingsOf(bodies: Readings): Readings[] {
  const texts = new Map<string, Readings>();
  for (const { scope, node: body } of bodies) {
    const occurrences = new Map<string, number>(); // a conversion has the same text as its operand
    const visit = (node: AstNode): void => {
      const key = textKey(scope, node);
      if (key !== null) {
        const nth = (occurrences.get(key) ?? 0) + 1;
        occurrences.set(key, nth);
        texts.set(`${key} ${nth}`, [...(texts.get(`${key} ${nth}`) ?? []), { scope, node }]);
      }
      for (const child of children(node)) visit(child);
    };
    visit(body);
  }
  return [...texts.values()].filter((readings) => readings.length > 1);
}

function textKey(scope: UnitScope, node: AstNode): string | null {
  const kind = [isCallOrLaunch, isConstruction, isName, isList].findIndex((is) => is(node));
  const place = kind < 0 ? null : scope.builder.places.ofNode(node);
  return place && `${placeKey(place)} ${kind}`;
}
