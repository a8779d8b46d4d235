/** Registers what a unit declares: types, records and their fields, globals, functions with parameters and return values. */
import type { Place, Range } from '../../program/place.js';
import type { FunctionKind, MemorySpace, SiteIndex, SiteKind } from '../../program/program.js';
import type { TypeFacts } from '../ast/c-types.js';
import { type AstNode, children, type TypeName } from '../ast/node.js';
import { integerConstant } from './integer-constants.js';
import { placeKey } from './places.js';
import type { UnitScope } from './unit-scope.js';

interface Surroundings {
  /** Enclosing namespaces and records. */
  readonly qualifiers: readonly string[];
  readonly record: string | null;
  readonly inUnion: boolean;
}

const FUNCTION = /^(?:FunctionDecl|CXXMethodDecl|CXXConstructorDecl|CXXDestructorDecl|CXXConversionDecl)$/;
const RECORD = /^(?:CXXRecordDecl|RecordDecl|ClassTemplateSpecializationDecl)$/;

/** Template text that no unit instantiates, with the declarations in it. */
export interface DormantTemplate {
  readonly name: string;
  readonly pattern: AstNode;
  readonly scope: UnitScope;
  readonly isDevice: boolean;
}

export function declareUnit(scope: UnitScope, root: AstNode, dormant: DormantTemplate[]): void {
  const top: Surroundings = { qualifiers: [], record: null, inUnion: false };
  for (const node of children(root)) declareNames(scope, node, top);
  for (const node of children(root)) declare(scope, node, top, dormant);
}

/** First pass: typedefs and the names of user templates, which later types are read with. */
function declareNames(scope: UnitScope, node: AstNode, around: Surroundings): void {
  switch (node.kind) {
    case 'TypedefDecl':
    case 'TypeAliasDecl':
      nameUnnamedRecord(scope, node, node.name ?? '');
      if (node.type) scope.types.addAlias([...around.qualifiers, node.name].join('::'), node.type);
      return;
    case 'ClassTemplateDecl':
      scope.types.addUserTemplate(node.name ?? '');
      for (const child of children(node))
        if (child.kind === 'ClassTemplateSpecializationDecl') declareNames(scope, child, around);
      return;
    case 'EnumDecl':
      declareEnumerators(scope, node);
      return;
    case 'NamespaceDecl':
    case 'LinkageSpecDecl':
    case 'CXXRecordDecl':
    case 'RecordDecl':
    case 'ClassTemplateSpecializationDecl': {
      const inside = {
        ...around,
        qualifiers:
          node.name && node.kind !== 'LinkageSpecDecl' ? [...around.qualifiers, node.name] : around.qualifiers,
      };
      for (const child of children(node)) declareNames(scope, child, inside);
      return;
    }
  }
}

/** `typedef struct { … } State;`: the record goes by its typedef's name. */
function nameUnnamedRecord(scope: UnitScope, node: AstNode, name: string): void {
  for (const type of children(node)) {
    const record = (type.ownedTagDecl ?? type.decl) as { id?: string; name?: string } | undefined;
    if (record?.id && !record.name) scope.typedefNames.set(record.id, name);
    nameUnnamedRecord(scope, type, name);
  }
}

function declareEnumerators(scope: UnitScope, node: AstNode): void {
  let next: number | null = 0;
  for (const enumerator of children(node)) {
    if (enumerator.kind !== 'EnumConstantDecl') continue;
    const given = children(enumerator)[0];
    const value: number | null = given ? integerConstant(given, scope.integers) : next;
    if (value !== null) scope.integers.set(enumerator.id, value);
    next = value === null ? null : value + 1;
  }
}

function declare(scope: UnitScope, node: AstNode, around: Surroundings, dormant: DormantTemplate[]): void {
  if (FUNCTION.test(node.kind)) return declareFunction(scope, node, around);
  if (RECORD.test(node.kind)) return declareRecord(scope, node, around, dormant);
  switch (node.kind) {
    case 'NamespaceDecl':
    case 'LinkageSpecDecl': {
      const named = node.kind === 'NamespaceDecl' && node.name ? [...around.qualifiers, node.name] : around.qualifiers;
      for (const child of children(node)) declare(scope, child, { ...around, qualifiers: named }, dormant);
      return;
    }
    case 'FunctionTemplateDecl':
      return declareFunctionTemplate(scope, node, around, dormant);
    case 'ClassTemplateDecl':
      for (const child of children(node))
        if (child.kind === 'ClassTemplateSpecializationDecl') declareRecord(scope, child, around, dormant);
      if (!children(node).some((child) => child.kind === 'ClassTemplateSpecializationDecl')) {
        const pattern = children(node).find((child) => child.kind === 'CXXRecordDecl');
        if (pattern) dormant.push({ name: node.name ?? '', pattern, scope, isDevice: false });
      }
      return;
    case 'VarDecl':
      declareVariable(scope, node, around);
      return;
    case 'EnumDecl':
      return declareEnumerators(scope, node);
  }
}

function declareFunctionTemplate(
  scope: UnitScope,
  node: AstNode,
  around: Surroundings,
  dormant: DormantTemplate[],
): void {
  const [pattern, ...instantiations] = children(node).filter((child) => FUNCTION.test(child.kind));
  for (const instantiation of instantiations) declareFunction(scope, instantiation, around);
  if (pattern && !instantiations.some(bodyOf) && bodyOf(pattern))
    dormant.push({ name: pattern.name ?? '', pattern, scope, isDevice: functionKind(pattern).kind !== 'host' });
}

export function bodyOf(node: AstNode): AstNode | undefined {
  return children(node).find((child) => child.kind === 'CompoundStmt' || child.kind === 'CXXTryStmt');
}

export function functionKind(node: AstNode): { kind: FunctionKind; alsoHost: boolean } {
  const explicit = (kind: string) => children(node).some((child) => child.kind === kind && !child.implicit);
  if (explicit('CUDAGlobalAttr')) return { kind: 'kernel', alsoHost: false };
  if (explicit('CUDADeviceAttr')) return { kind: 'device', alsoHost: explicit('CUDAHostAttr') };
  return { kind: 'host', alsoHost: true };
}

function declareFunction(scope: UnitScope, node: AstNode, around: Surroundings): void {
  const { builder } = scope;
  const place = builder.places.ofName(node);
  if (!place || node.isImplicit) return;
  const record =
    around.record ?? (node.parentDeclContextId ? (scope.recordNames.get(node.parentDeclContextId) ?? null) : null);
  if (node.kind !== 'FunctionDecl' && record === null) return; // a member of a template's pattern, defined outside it
  const scopes = around.record ? around.qualifiers : record ? [record] : around.qualifiers;
  const name = [...scopes, node.name ?? '(unnamed)'].join('::');
  const local = node.storageClass === 'static' || /^_ZL|_GLOBAL__N_/.test(node.mangledName ?? '');
  const previous = node.previousDecl ? scope.functions.get(node.previousDecl) : undefined;
  const keys = [
    `at ${placeKey(place)}`,
    ...(node.mangledName
      ? [`link ${local && node.kind === 'FunctionDecl' ? scope.unit.file : ''} ${node.mangledName}`]
      : []),
  ];
  const body = bodyOf(node);
  const { kind, alsoHost } = functionKind(node);
  const index = builder.declareFunction(keys, previous, () => ({ name, kind, alsoHost, place, body: null }));
  scope.functions.set(node.id, index);
  const draft = builder.functions[index]!;
  if (kind !== 'host' && draft.kind === 'host') Object.assign(draft, { kind, alsoHost });
  if (node.kind === 'CXXConstructorDecl' && record) scope.constructors.set(`${record} ${node.type?.qualType}`, index); // found again by the same label
  const isDefinition = body !== undefined;
  if (isDefinition && draft.body === null) {
    draft.place = place;
    draft.body = builder.places.ofNode(body)?.range ?? null;
  }
  declareFunctionParts(scope, node, index);
  scope.functionNodes.push({ function: index, node });
  if (isDefinition) scope.bodies.push({ function: index, node });
}

/** Parameters and return value; of a prototype they are redeclarations, of another instantiation a check of formats. */
export function declareFunctionParts(scope: UnitScope, node: AstNode, index: number): void {
  const isDefinition = bodyOf(node) !== undefined;
  const ids = children(node)
    .filter((child) => child.kind === 'ParmVarDecl')
    .map((child) => child.id);
  scope.parameterIds.set(index, ids);
  ids.forEach((id, position) => {
    scope.parameters.set(id, { function: index, position });
  });
  declareParameters(scope, node, index, isDefinition);
  declareReturn(scope, node, index, isDefinition);
}

function declareParameters(scope: UnitScope, node: AstNode, index: number, isDefinition: boolean): void {
  const draft = scope.builder.functions[index]!;
  children(node)
    .filter((child) => child.kind === 'ParmVarDecl')
    .forEach((parameter, position) => {
      const site = declareStorage(scope, parameter, {
        kind: 'parameter',
        function: index,
        record: null,
        space: draft.kind === 'host' ? 'host' : 'local',
        known: draft.parameters[position] ?? null,
        isDefinition,
        linkageKey: null,
      });
      draft.parameters[position] = site;
    });
}

function declareReturn(scope: UnitScope, node: AstNode, index: number, isDefinition: boolean): void {
  const { builder } = scope;
  const draft = builder.functions[index]!;
  const type = returnType(node);
  const place = builder.places.ofName(node);
  const whole = builder.places.ofNode(node);
  if (!type || !place || !whole || /^CXX(?:Constructor|Destructor|Conversion)Decl$/.test(node.kind)) return;
  const name = node.name ?? '';
  draft.returnSite = declareTyped(scope, type, {
    kind: 'return',
    name,
    place,
    declaration: {
      file: whole.range.file,
      begin: whole.range.begin,
      end: Math.max(place.range.begin, whole.range.begin),
    },
    function: index,
    record: null,
    space: draft.kind === 'host' ? 'host' : 'local',
    known: draft.returnSite,
    isDefinition,
    linkageKey: null,
    isDynamicShared: false,
  });
}

/** The return type of a printed function type: what stands before its parameter list, or after `->`. */
function returnType(node: AstNode): TypeName | null {
  const type = node.type?.qualType ?? '';
  const trailing = / -> (.*)$/.exec(type);
  if (trailing) return { qualType: trailing[1]! };
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    if (type[at] === '<') depth++;
    else if (type[at] === '>') depth--;
    else if (type[at] === '(' && depth === 0) return { qualType: type.slice(0, at).trim() };
  }
  return null;
}

function declareRecord(scope: UnitScope, node: AstNode, around: Surroundings, dormant: DormantTemplate[]): void {
  if (node.isImplicit && node.kind !== 'ClassTemplateSpecializationDecl') return;
  const own = `${node.name ?? scope.typedefNames.get(node.id) ?? ''}${templateArguments(node)}`;
  const name = [...around.qualifiers, own].filter(Boolean).join('::');
  // an instantiation is shown under its template's name, since they share one text
  const label = own.replace(/<.*>$/s, '');
  const shown = [...around.qualifiers, label].filter(Boolean).join('::');
  scope.recordNames.set(node.id, shown);
  if (!node.completeDefinition) return;
  const isUnion = node.tagUsed === 'union';
  const inside: Surroundings = {
    qualifiers: label ? [...around.qualifiers, label] : around.qualifiers,
    record: shown,
    inUnion: around.inUnion || isUnion,
  };
  const members = children(node);
  for (const member of members)
    if (RECORD.test(member.kind) || member.kind === 'EnumDecl') declare(scope, member, inside, dormant);
  const fields = members.filter((member) => member.kind === 'FieldDecl');
  const sites = fields.map((field) => {
    const site = declareStorage(scope, field, {
      kind: 'field',
      function: null,
      record: shown || '(anonymous)',
      space: 'host',
      known: null,
      isDefinition: true,
      linkageKey: null,
    });
    if (site !== null && inside.inUnion) scope.builder.freeze(site, 'union', '');
    return site;
  });
  const info = { name, isUnion, fields, sites };
  const place = scope.builder.places.ofNode(node);
  if (!own && place) {
    const file = scope.builder.places.files[place.range.file]!;
    const { line, column } = file.source.position(place.range.begin);
    scope.records.set(`at ${file.absolutePath}:${line}:${column}`, info);
  } else scope.records.set(name, info);
  if (own && !scope.records.has(own)) scope.records.set(own, info);
  for (const member of members)
    if (!RECORD.test(member.kind) && member.kind !== 'FieldDecl' && member.kind !== 'EnumDecl')
      declare(scope, member, inside, dormant);
}

function templateArguments(node: AstNode): string {
  const given = children(node).filter((child) => child.kind === 'TemplateArgument');
  if (given.length === 0) return '';
  return `<${given.map((argument) => argument.type?.qualType ?? String(argument.value ?? '')).join(', ')}>`;
}

function declareVariable(scope: UnitScope, node: AstNode, around: Surroundings): void {
  const attributes = new Set(children(node).map((child) => child.kind));
  const space: MemorySpace = attributes.has('CUDAConstantAttr')
    ? 'constant'
    : attributes.has('CUDADeviceAttr') || attributes.has('HIPManagedAttr')
      ? 'global'
      : attributes.has('CUDASharedAttr')
        ? 'shared'
        : 'host';
  const isStatic = node.storageClass === 'static' || /^_ZL|_GLOBAL__N_/.test(node.mangledName ?? '');
  const site = declareStorage(scope, node, {
    kind: 'variable',
    function: null,
    record: around.record,
    namespace: around.record ? [] : around.qualifiers,
    space,
    known: null,
    isDefinition: node.storageClass !== 'extern' || node.init !== undefined,
    linkageKey: isStatic ? null : (node.mangledName ?? node.name ?? null),
  });
  rememberConstant(scope, node);
  if (node.init !== undefined) scope.initialisers.push({ site, node });
}

/** `const int n = 64;` and constexpr: known from here on. */
export function rememberConstant(scope: UnitScope, node: AstNode): void {
  if (node.init === undefined || !/\bconst\b/.test(node.type?.qualType ?? '')) return;
  const value = integerConstant(
    children(node).find((child) => !child.kind.endsWith('Attr')),
    scope.integers,
  );
  if (value !== null) scope.integers.set(node.id, value);
}

export interface StorageContext {
  readonly kind: SiteKind;
  readonly function: number | null;
  readonly record: string | null;
  readonly namespace?: readonly string[];
  readonly space: MemorySpace;
  /** The site this declares again (a prototype's parameter, another instantiation). */
  readonly known: SiteIndex | null;
  readonly isDefinition: boolean;
  readonly linkageKey: string | null;
}

/** Declares the site of a variable, parameter or field; null when its type has no floating base. */
export function declareStorage(scope: UnitScope, node: AstNode, context: StorageContext): SiteIndex | null {
  const { builder } = scope;
  const name = node.name ?? '';
  const place = builder.places.ofName(node);
  const whole = builder.places.ofNode(node);
  scope.others.set(node.id, node);
  if (!place || !whole) return null;
  const facts = scope.types.read(node.type);
  const kind = context.kind === 'variable' && facts.isArray ? 'array' : context.kind;
  const site = declareTyped(scope, node.type!, {
    ...context,
    kind,
    name,
    place,
    declaration: whole.range,
    isDynamicShared: context.space === 'shared' && node.storageClass === 'extern',
  });
  if (site === null) return null;
  scope.sites.set(node.id, site);
  freezeByDeclaration(scope, node, facts, site);
  return site;
}

function freezeByDeclaration(scope: UnitScope, node: AstNode, facts: TypeFacts, site: SiteIndex): void {
  const { builder } = scope;
  if (facts.trouble) builder.freeze(site, facts.trouble, node.type!.qualType);
  if (facts.isVolatile) builder.freeze(site, 'volatile', '');
  if (node.loc?.expansionLoc) builder.freeze(site, 'in-macro', '');
}

interface TypedContext extends StorageContext {
  readonly name: string;
  readonly place: Place;
  readonly declaration: Range;
  readonly isDynamicShared: boolean;
}

function declareTyped(scope: UnitScope, type: TypeName, context: TypedContext): SiteIndex | null {
  const { builder } = scope;
  const facts = scope.types.read(type);
  if (facts.format === null && facts.trouble === null) return null;
  const format = facts.format ?? 'fp64'; // frozen below by its caller: the trouble names why
  const { known, isDefinition, linkageKey, namespace = [], ...rest } = context;
  const inDeviceCode = context.function !== null && builder.functions[context.function]!.kind !== 'host';
  const draft = {
    ...rest,
    namespace: namespace.join('::'),
    type: type.qualType,
    shape: facts.shape,
    elements: facts.elements,
    format,
    inDeviceCode,
  };
  if (known === null) {
    const site = builder.declareSite(draft, linkageKey);
    if (facts.trouble && context.kind === 'return') builder.freeze(site, facts.trouble, type.qualType);
    if (isDefinition) adoptDefinition(scope, site, context);
    else if (!builder.defined.has(site)) builder.declaredOnly.add(site);
    return site;
  }
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

/** The definition is where a site is shown; a prototype seen before it becomes a redeclaration. */
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
