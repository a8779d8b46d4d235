/** Declares functions: kind, parameters, return value, and the body to lower later. */
import type { Place, Range } from '../../../program/place.js';
import type { FunctionIndex, FunctionKind } from '../../../program/program.js';
import { type AstNode, children, type TypeName } from '../../ast/node.js';
import { MEMBER_OF_LIBRARY, typeOfElement } from '../expressions/library-elements.js';
import { placeKey } from '../places.js';
import { numbersGiven } from '../templates/template-parameter-text.js';
import { rememberInstantiation } from '../templates/type-parameters.js';
import type { UnitScope } from '../unit-scope.js';
import type { LexicalContext } from './lexical-context.js';
import { declareStorage, declareTyped } from './storage.js';

export function bodyOf(node: AstNode): AstNode | undefined {
  if (node.explicitlyDefaulted !== undefined) return undefined; // the compiler's own, at the place of `default`
  return children(node).find((child) => child.kind === 'CompoundStmt' || child.kind === 'CXXTryStmt');
}

export function functionKind(node: AstNode): { kind: FunctionKind; alsoHost: boolean } {
  const explicit = (kind: string) => children(node).some((child) => child.kind === kind && !child.implicit);
  if (explicit('CUDAGlobalAttr')) return { kind: 'kernel', alsoHost: false };
  if (explicit('CUDADeviceAttr')) return { kind: 'device', alsoHost: explicit('CUDAHostAttr') };
  return { kind: 'host', alsoHost: true };
}

export function declareFunction(
  scope: UnitScope,
  node: AstNode,
  around: LexicalContext,
  templateParameters: readonly string[] = [],
): void {
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
  const origin = node.TemplateInstantiationPattern ? builder.places.ofName(scope.templates.first(node)) : null;
  const isSplit = templateParameters.length > 0 && record === null && !around.inPack;
  const variant = isSplit ? builder.variantOf(origin ?? place, numbersGiven(scope, node)) : 0;
  const mark = variant === 0 ? '' : ` #${variant}`;
  const keys = [
    `at ${placeKey(place)}${mark}`,
    ...(origin ? [`at ${placeKey(origin)}${mark}`] : []),
    ...(node.mangledName
      ? [`link ${local && node.kind === 'FunctionDecl' ? scope.unit.file : ''} ${node.mangledName}`]
      : []),
  ];
  const body = bodyOf(node);
  const { kind, alsoHost } = functionKind(node);
  const recordParameters = scope.recordParameters.get(around.recordId ?? node.parentDeclContextId ?? '') ?? [];
  const index = builder.declareFunction(keys, previous, () => ({
    name,
    kind,
    alsoHost,
    place,
    body: null,
    templateParameters,
    recordParameters,
    variant,
  }));
  scope.functions.set(node.id, index);
  if (templateParameters.length > 0) rememberInstantiation(scope, node, index);
  if (around.inPack) scope.packFunctions.add(index);
  const draft = builder.functions[index]!;
  if (kind !== 'host' && draft.kind === 'host') Object.assign(draft, { kind, alsoHost });
  if (node.kind === 'CXXConstructorDecl' && record) scope.constructors.set(`${record} ${node.type?.qualType}`, index); // found again by the same label
  if (node.name === 'operator()' && record) {
    const known = scope.callOperators.get(record) ?? [];
    if (!known.includes(index)) scope.callOperators.set(record, [...known, index]);
  }
  const isDefinition = body !== undefined;
  if (node.kind === 'FunctionDecl') draft.pointerType ??= builder.pointerTypes.of(scope, node.type);
  draft.isComplete ||= isComplete(node);
  draft.isConstexpr ||= node.constexpr === true;
  const saysNothing = scope.unit.language === 'c' && /\(\)$/.test(node.type?.qualType ?? '');
  draft.hasPrototype ||= !saysNothing;
  if (saysNothing && !isDefinition) draft.unprototyped ??= place;
  const isByType = isDeclaredByType(scope, place);
  if (isByType) draft.declaredByType ??= place;
  const text = body && builder.places.ofNode(body)?.range;
  if (text && draft.body && (text.file !== draft.body.file || text.begin !== draft.body.begin))
    builder.definedTwice.set(index, place);
  if (isDefinition && draft.body === null) {
    draft.place = place;
    draft.body = text ?? null;
  }
  if (!isByType) declareFunctionParts(scope, node, index);
  if (templateParameters.length === 0 && isSpecialisation(node)) scope.specialisations.add(node.id);
  if (scope.specialisations.has(node.id)) freezeAsSpecialised(scope, index);
  scope.functionNodes.push({ function: index, node });
  if (isDefinition) scope.bodies.push({ function: index, node });
}

export function freezeAsSpecialised({ builder }: UnitScope, index: FunctionIndex | undefined): void {
  if (index === undefined) return;
  const draft = builder.functions[index]!;
  const { parameters, returnSite } = draft;
  draft.isSpecialised = true;
  for (const site of [...parameters, returnSite])
    if (site !== null && site !== undefined) builder.freeze(site, 'specialised', '');
}

/** `template <> double root<double>(double x)`: what is not made from a pattern is written for its argument. */
function isSpecialisation(node: AstNode): boolean {
  return (
    node.TemplateInstantiationPattern === undefined && children(node).some((child) => child.kind === 'TemplateArgument')
  );
}

/** `map scaled;` with `typedef double map(double);`: its types are written where the type is declared. */
function isDeclaredByType({ builder }: UnitScope, { range, spelling }: Place): boolean {
  const { tokens } = builder.places.files[range.file]!.source;
  return spelling === null && [',', ';'].includes(tokens.list[tokens.indexFrom(range.end)]?.text ?? '');
}

/** `= 0`, `= default` and `= delete` need no body elsewhere. */
function isComplete(node: AstNode): boolean {
  return node.pure === true || node.explicitlyDefaulted !== undefined || node.explicitlyDeleted === true;
}

/** Parameters and return value; of a prototype they are redeclarations, of another instantiation a check of formats. */
export function declareFunctionParts(scope: UnitScope, node: AstNode, index: number): void {
  const isDefinition = bodyOf(node) !== undefined || isComplete(node);
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
      // an instantiation without a floating type leaves what another one has found
      draft.parameters[position] = site ?? draft.parameters[position] ?? null;
    });
}

function declareReturn(scope: UnitScope, node: AstNode, index: number, isDefinition: boolean): void {
  const { builder } = scope;
  const draft = builder.functions[index]!;
  const type = concreteReturn(scope, node, returnType(node));
  const place = builder.places.ofName(node);
  const whole = builder.places.ofNode(node);
  if (!type || !place || !whole || node.kind === 'CXXConstructorDecl' || node.kind === 'CXXDestructorDecl') return;
  const facts = scope.types.read(type);
  if (facts.isInteger) draft.returnCarrier ??= builder.newCarrier('byte-count', draft.name, null, null, index);
  if (facts.isUntypedPointer || (node.kind === 'CXXConversionDecl' && facts.format !== null))
    draft.returnCarrier ??= builder.newCarrier(
      facts.isUntypedPointer ? 'void-pointer' : 'type-mention',
      draft.name,
      facts.isUntypedPointer ? null : conversionType(builder.places.text(whole.range), whole.range),
      facts.format,
      index,
    );
  if (node.kind === 'CXXConversionDecl') return;
  const name = node.name ?? '';
  const returned = declareTyped(scope, type, {
    kind: 'return',
    name,
    place,
    declaration: {
      file: whole.range.file,
      begin: whole.range.begin,
      end: Math.max(place.range.begin, whole.range.begin),
    },
    begins: node.range?.begin,
    function: index,
    record: null,
    space: draft.kind === 'host' ? 'host' : 'local',
    known: draft.returnSite,
    isDefinition,
    linkageKey: null,
  });
  draft.returnSite = returned ?? draft.returnSite;
  const [begin, named] = [node.range?.begin.expansionLoc, node.loc?.expansionLoc];
  if (returned !== null && begin && begin.offset === named?.offset) builder.freeze(returned, 'in-macro', '');
}

/** `auto begin() { return values.begin(); }` has a library's name for its type (`iterator`): what it returns knows the real one. */
function concreteReturn(scope: UnitScope, node: AstNode, type: TypeName | null): TypeName | null {
  if (!type || !MEMBER_OF_LIBRARY.test(type.qualType) || scope.types.read(type).format !== null) return type;
  const returned = returnedValue(node);
  const value = returned ? typeOfElement(scope, returned) : null;
  if (value === null) return type;
  return { qualType: /&\s*$/.test(type.qualType) && returned?.valueCategory === 'lvalue' ? `${value} &` : value };
}

function returnedValue(node: AstNode): AstNode | undefined {
  if (node.kind === 'ReturnStmt') return children(node)[0];
  if (node.kind === 'LambdaExpr') return undefined;
  for (const child of children(node)) {
    const found = returnedValue(child);
    if (found) return found;
  }
  return undefined;
}

/** `operator double *()` spells its return type between the keyword and the parentheses. */
function conversionType(text: string, { file, begin }: Range): Range | null {
  const match = /\boperator\b([^(]*)\(/.exec(text);
  if (!match) return null;
  const start = begin + match.index + 'operator'.length;
  return { file, begin: start, end: start + match[1]!.length };
}

/**
 * The return type of a printed function type: what stands before its parameter list, or after `->`; `double (*)[3]` of
 * `double (*(int))[3]`, where the list stands inside what is returned.
 */
export function returnType(node: AstNode): TypeName | null {
  // C gives a definition the type that an earlier declaration has a name for
  const { qualType = '', desugaredQualType } = node.type ?? {};
  const type = qualType.includes('(') ? qualType : (desugaredQualType ?? qualType);
  const trailing = / -> (.*)$/.exec(type);
  if (trailing) return { qualType: trailing[1]! };
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    if (type[at] === '<') depth++;
    else if (type[at] === '>') depth--;
    else if (type[at] === '(' && depth === 0) return { qualType: withoutParameters(type, at) };
  }
  return null;
}

function withoutParameters(type: string, at: number): string {
  const returned = /^\(\s*(?:(?:[\w:]+::)?[*&]+(?:const|volatile|\s)*)/.exec(type.slice(at));
  if (!returned) return type.slice(0, at).trim();
  const list = at + returned[0].length;
  let depth = 0;
  for (let end = list; end < type.length; end++) {
    if (type[end] === '(') depth++;
    else if (type[end] === ')' && --depth === 0) return type.slice(0, list) + type.slice(end + 1);
  }
  return type.slice(0, at).trim();
}
