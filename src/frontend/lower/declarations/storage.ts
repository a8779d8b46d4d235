/** Declares the site of a variable, parameter, field or return value, once for all its declarations. */
import { isWithin, type Place, type Range } from '../../../program/place.js';
import type { FunctionIndex, MemorySpace, SiteIndex, SiteKind } from '../../../program/program.js';
import type { TypeFacts } from '../../ast/c-types.js';
import { locationKey } from '../../ast/locations.js';
import { type AstNode, children, type Location, type TypeName } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';
import { bindingNames } from './bindings.js';

export interface StorageContext {
  readonly kind: SiteKind;
  readonly function: number | null;
  readonly record: string | null;
  readonly namespace?: readonly string[];
  readonly space: MemorySpace;
  /** The site that this redeclares (the parameter of a prototype, another instantiation). */
  readonly known: SiteIndex | null;
  readonly isDefinition: boolean;
  readonly linkageKey: string | null;
}

/** Declares the site of a variable, parameter or field; null if its type has no floating-point base. */
export function declareStorage(scope: UnitScope, node: AstNode, context: StorageContext): SiteIndex | null {
  const { builder } = scope;
  const name = node.name ?? bindingNames(node);
  const place = builder.places.ofName(node);
  const whole = builder.places.ofNode(node);
  scope.others.set(node.id, node);
  const isShared = children(node).some(({ kind }) => kind === 'CUDASharedAttr');
  const outlivesCall = node.storageClass === 'static' || (node.storageClass === 'extern' && !isShared);
  if (context.function !== null && !outlivesCall) scope.localTo.set(node.id, context.function);
  if (!place || !whole) return null;
  const facts = scope.types.read(node.type);
  if (facts.isUntypedPointer && facts.isArray && facts.pointerLevels === 0 && context.space !== 'shared')
    measureBytes(scope, node, place, context.function);
  const kind = context.kind === 'variable' && facts.isArray ? 'array' : context.kind;
  const site = declareTyped(scope, node.type!, {
    ...context,
    kind,
    name,
    place,
    declaration: whole.range,
    begins: node.range?.begin,
  });
  if (context.space === 'shared' && node.storageClass === 'extern') {
    const cell = site ?? scope.sharedCell(node.id);
    if (cell !== null) {
      builder.dynamicShared.push({ function: context.function, cell });
      // arrays of the same name in several kernels are one array with one type
      const first = scope.dynamicShared.get(name);
      if (first === undefined) scope.dynamicShared.set(name, cell);
      else if (first !== cell) builder.join(first, cell, 'typed-alike', place, context.function);
    }
  }
  if (site === null) return null;
  if (node.constexpr || (node.init !== undefined && (context.space === 'constant' || context.space === 'global')))
    builder.sites[site]!.startsAsConstant = true;
  scope.sites.set(node.id, site);
  freezeByDeclaration(scope, node, facts, site, context.function);
  return site;
}

/** `char pool[4096]`: memory of a fixed number of bytes with unknown contents. */
function measureBytes(scope: UnitScope, node: AstNode, place: Place, owner: number | null): void {
  const { builder } = scope;
  const count = builder.newCarrier('byte-count', node.name ?? '', place.range, null, owner);
  builder.countPlain(count);
  builder.join(count, scope.cellOf(node.id), 'measures', place);
}

function freezeByDeclaration(
  scope: UnitScope,
  node: AstNode,
  facts: TypeFacts,
  site: SiteIndex,
  owner: FunctionIndex | null,
): void {
  const { builder } = scope;
  if (facts.trouble) builder.freeze(site, facts.trouble, node.type!.qualType);
  if (facts.isVolatile) builder.freeze(site, 'volatile', '');
  if (node.loc?.expansionLoc && !isDeclaredByUse(scope, node, owner)) builder.freeze(site, 'in-macro', '');
}

/** `DECLARE_ARRAY(level, 4);`: if the type of a declaration by the program's own macro changes, the macro is expanded in place. */
function isDeclaredByUse({ builder, macros }: UnitScope, node: AstNode, owner: FunctionIndex | null): boolean {
  const { places } = builder;
  const uses = places.macroUses(node);
  const around = owner === null ? null : builder.functions[owner]!.body;
  // a macro that contains a function is not expanded
  if (node.kind === 'ParmVarDecl' || (around && uses.some((use) => isWithin(around, use)))) return false;
  return uses.length > 0 && uses.every((use) => macros.has(/^\w*/.exec(places.text(use))![0]));
}

interface TypedContext extends StorageContext {
  readonly name: string;
  readonly place: Place;
  readonly declaration: Range;
  /** The begin of the declaration specifiers, which several declarators may share. */
  readonly begins: Location | undefined;
}

export function declareTyped(scope: UnitScope, type: TypeName, context: TypedContext): SiteIndex | null {
  const { builder } = scope;
  const facts = scope.types.read(type);
  if (facts.format === null && facts.trouble === null) return null;
  const format = facts.format ?? 'fp64'; // the caller freezes it with `trouble` as the reason
  const { known, isDefinition, linkageKey, begins: _, namespace = [], ...rest } = context;
  const inDeviceCode = context.function !== null && builder.functions[context.function]!.kind !== 'host';
  const draft = {
    ...rest,
    namespace: namespace.join('::'),
    type: type.qualType,
    shape: facts.shape,
    isOfVectors: scope.types.namesVectors(type),
    elements: facts.elements,
    format,
    inDeviceCode,
    startsAsConstant: context.function !== null && builder.functions[context.function]!.isConstexpr,
    isConstantOfHost: false,
    isPassedByLibrary: false,
    combinedByOpenMp: null,
    scannedAt: null,
    usedInPlace: null,
    overloadedFor: null,
  };
  if (known === null) {
    const site = builder.declareSite(draft, linkageKey);
    shareSpecifier(scope, site, context);
    if (facts.trouble && context.kind === 'return') builder.freeze(site, facts.trouble, type.qualType);
    if (isDefinition) adoptDefinition(scope, site, context);
    else if (!builder.defined.has(site)) builder.declaredOnly.add(site);
    return site;
  }
  shareSpecifier(scope, known, context);
  const site = builder.sites[known]!;
  if (site.format !== format) builder.freeze(known, 'several-formats', `${site.format} and ${format}`);
  if (isDefinition) adoptDefinition(scope, known, context);
  else if (
    !sameRange(site.declaration, context.declaration) &&
    !site.redeclarations.some((range) => sameRange(range, context.declaration))
  )
    site.redeclarations.push(context.declaration);
  return known;
}

/**
 * `double f(double), g(void), x;`: functions share the specifier for their return types and cannot be separated. A declaration that contains a
 * directive cannot be split either.
 */
function shareSpecifier(scope: UnitScope, site: SiteIndex, context: TypedContext): void {
  const { kind, declaration, place, begins } = context;
  if (kind === 'parameter' || !begins) return;
  const { builder } = scope;
  const hasDirective = /\n[ \t]*#/.test(builder.places.text(declaration));
  const key = `${locationKey(begins)}${builder.markOf(context.function)}`;
  const others = builder.specifiers.get(key) ?? [];
  builder.specifiers.set(key, [...others.filter((other) => other.site !== site), { site, kind }]);
  for (const other of others)
    if (kind === 'return' || other.kind === 'return' || hasDirective)
      builder.join(other.site, site, 'declared-with', place, null);
}

/** Makes the definition the main place of a site; a prototype seen earlier becomes a redeclaration. */
function adoptDefinition(scope: UnitScope, index: SiteIndex, context: TypedContext): void {
  const site = scope.builder.sites[index]!;
  scope.builder.declaredOnly.delete(index);
  scope.builder.defined.add(index);
  if (sameRange(site.declaration, context.declaration)) return;
  if (!site.redeclarations.some((range) => sameRange(range, site.declaration)))
    site.redeclarations.push(site.declaration);
  site.redeclarations = site.redeclarations.filter((range) => !sameRange(range, context.declaration));
  Object.assign(site, { place: context.place, declaration: context.declaration, name: context.name });
}

function sameRange(a: Range, b: Range): boolean {
  return a.file === b.file && a.begin === b.begin && a.end === b.end;
}
