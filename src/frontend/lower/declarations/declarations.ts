/** Registers the declarations of a unit: records and their fields, globals, functions and templates. */
import type { MemorySpace } from '../../../program/program.js';
import { isFunctionDeclaration, isRecordDeclaration } from '../../ast/kinds.js';
import { type AstNode, children, initialValue, type TypeName } from '../../ast/node.js';
import { spellOutNamesakes } from '../../ast/spell-out-namesakes.js';
import { integerConstant } from '../expressions/integer-constants.js';
import { hasPlainLayout } from '../memory/record-layout.js';
import { freezeSharedBytes } from '../memory/shared-bytes.js';
import { placeKey } from '../places.js';
import { rememberClassTemplate } from '../templates/class-parameters.js';
import { hasPack, templateArguments, templateParameters, UNNAMED_ARGUMENT } from '../templates/template-parameters.js';
import {
  declareTemplatesAgain,
  freezeTemplateArguments,
  siteDeclaredBefore,
} from '../templates/template-redeclarations.js';
import { findSpecialisedClasses, isState } from '../templates/type-dependent-code.js';
import type { UnitScope } from '../unit-scope.js';
import { bodyOf, declareFunction, freezeAsSpecialised, functionKind } from './function-declarations.js';
import type { LexicalContext } from './lexical-context.js';
import { nameAfterFunction } from './local-records.js';
import { freezeMembersPointedTo } from './member-pointers.js';
import { joinOverridden } from './overriding.js';
import { declareStorage } from './storage.js';
import { declareEnumerators, declareNames } from './type-names.js';

/** A template that no unit instantiates, with the declarations in its text. */
export interface DormantTemplate {
  readonly name: string;
  readonly pattern: AstNode;
  readonly scope: UnitScope;
  readonly isDevice: boolean;
}

export function declareUnit(scope: UnitScope, root: AstNode, dormant: DormantTemplate[]): void {
  const top: LexicalContext = { qualifiers: [], record: null };
  const unresolved = spellOutNamesakes(root);
  scope.types.ofExpressions.learn(root);
  findSpecialisedClasses(scope, root);
  for (const node of children(root)) declareNames(scope, node, top);
  findDefinitionsOutside(scope, root);
  for (const node of children(root)) declare(scope, node, top, dormant);
  for (const { name, sites } of scope.records.values()) {
    const own = name.replace(/<.*/s, '').split('::').at(-1)!;
    for (const site of unresolved.has(own) ? sites : []) if (site !== null) scope.builder.freeze(site, 'namesake', own);
  }
  freezeSpecialised(scope);
  declareTemplatesAgain(scope);
  freezeTemplateArguments(scope);
  freezeMembersPointedTo(scope, root);
  freezeSharedBytes(scope);
}

function declare(scope: UnitScope, node: AstNode, around: LexicalContext, dormant: DormantTemplate[]): void {
  if (isFunctionDeclaration(node)) {
    declareFunction(scope, node, around);
    return declareLocalRecords(scope, node, around, dormant);
  }
  if (isRecordDeclaration(node)) return declareRecord(scope, node, around, dormant);
  switch (node.kind) {
    case 'NamespaceDecl':
    case 'LinkageSpecDecl': {
      const named = node.kind === 'NamespaceDecl' && node.name ? [...around.qualifiers, node.name] : around.qualifiers;
      for (const child of children(node))
        declare(scope, child, { ...around, qualifiers: named, namespaces: named }, dormant);
      return;
    }
    case 'FriendDecl': {
      // a friend is defined inside a class without being a member
      const outside: LexicalContext = { qualifiers: around.namespaces ?? [], record: null };
      for (const child of children(node))
        if (isFunctionDeclaration(child) || child.kind === 'FunctionTemplateDecl')
          declare(scope, child, outside, dormant);
      return;
    }
    case 'FunctionTemplateDecl':
      return declareFunctionTemplate(scope, node, around, dormant);
    case 'ClassTemplateDecl':
      if (scope.types.isUserContainer(node.name ?? '')) return; // its objects are sites, like those of a library container
      for (const child of children(node)) scope.recordParameters.set(child.id, templateParameters(node));
      rememberClassTemplate(scope, node, around.qualifiers);
      rememberBodies(scope, node);
      for (const child of children(node))
        if (child.kind === 'ClassTemplateSpecializationDecl')
          declareRecord(scope, child, hasPack(node) ? { ...around, inPack: true } : around, dormant);
      if (!children(node).some((child) => child.kind === 'ClassTemplateSpecializationDecl')) {
        const pattern = children(node).find((child) => child.kind === 'CXXRecordDecl');
        if (pattern) dormant.push({ name: node.name ?? '', pattern, scope, isDevice: false });
      }
      return;
    case 'VarDecl':
    case 'DecompositionDecl':
      declareVariable(scope, node, around);
      return;
    case 'EnumDecl':
      return declareEnumerators(scope, node);
  }
}

/** Classes declared in the body of a function, named after it. */
function declareLocalRecords(
  scope: UnitScope,
  node: AstNode,
  around: LexicalContext,
  dormant: DormantTemplate[],
): void {
  const inside: LexicalContext = {
    qualifiers: [...around.qualifiers, node.name ?? ''],
    record: null,
    namespaces: around.namespaces ?? [],
    inPack: around.inPack ?? false,
  };
  const visit = (part: AstNode): void => {
    if (part.kind === 'DeclStmt')
      for (const child of children(part)) {
        if (!isRecordDeclaration(child)) continue;
        if (scope.repeatedRecords.has(child.name ?? '')) nameAfterFunction(node, child.name!, inside.qualifiers);
        declare(scope, child, inside, dormant);
      }
    if (part.kind !== 'LambdaExpr') for (const child of children(part)) visit(child);
  };
  const body = bodyOf(node);
  if (body) visit(body);
}

function declareFunctionTemplate(
  scope: UnitScope,
  node: AstNode,
  around: LexicalContext,
  dormant: DormantTemplate[],
): void {
  const [pattern, ...instantiations] = children(node).filter((child) => isFunctionDeclaration(child));
  const parameters = templateParameters(node);
  const inside = hasPack(node) ? { ...around, inPack: true } : around;
  for (const instantiation of instantiations) {
    declareFunction(scope, instantiation, inside, parameters);
    declareLocalRecords(scope, instantiation, inside, dormant);
  }
  scope.instantiations.push(instantiations.map(({ id }) => id));
  if (pattern && !instantiations.some(bodyOf) && bodyOf(pattern))
    dormant.push({ name: pattern.name ?? '', pattern, scope, isDevice: functionKind(pattern).kind !== 'host' });
}

function findDefinitionsOutside(scope: UnitScope, around: AstNode): void {
  for (const node of children(around)) {
    if (node.kind === 'NamespaceDecl') findDefinitionsOutside(scope, node);
    else if (isFunctionDeclaration(node) && node.previousDecl && bodyOf(node))
      scope.definedOutside.add(node.previousDecl);
  }
}

/** Records the member definitions of a class template, inside the class or outside, instantiated or not. */
function rememberBodies({ builder, definedOutside }: UnitScope, template: AstNode): void {
  const pattern = children(template).find((child) => child.kind === 'CXXRecordDecl');
  for (const member of pattern ? children(pattern) : []) {
    const isDefined = isFunctionDeclaration(member) && (bodyOf(member) || definedOutside.has(member.id));
    const place = isDefined ? builder.places.ofName(member) : null;
    if (place) builder.bodiesInTemplates.add(placeKey(place));
  }
}

/** An explicit specialisation must keep matching its template, so the types of the template cannot change. */
function freezeSpecialised(scope: UnitScope): void {
  for (const ids of scope.instantiations)
    if (ids.some((id) => scope.specialisations.has(id)))
      for (const id of ids) freezeAsSpecialised(scope, scope.functions.get(id));
}

function declareRecord(scope: UnitScope, node: AstNode, around: LexicalContext, dormant: DormantTemplate[]): void {
  if (node.isImplicit && node.kind !== 'ClassTemplateSpecializationDecl') return;
  const own = `${node.name ?? scope.typedefNames.get(node.id) ?? ''}${templateArguments(node)}`;
  const name = [...around.qualifiers, own].filter(Boolean).join('::');
  // instantiations share their text and are shown under the template's name
  const label = own.replace(/<.*>$/s, '');
  const shown = [...around.qualifiers, label].filter(Boolean).join('::');
  scope.recordNames.set(node.id, shown);
  if (!node.completeDefinition) return;
  const isUnion = node.tagUsed === 'union';
  const inside: LexicalContext = {
    qualifiers: label ? [...around.qualifiers, label] : around.qualifiers,
    record: shown,
    recordId: node.id,
    namespaces: around.namespaces ?? [],
    inPack: around.inPack ?? false,
  };
  const members = children(node);
  for (const member of members)
    if (isRecordDeclaration(member) || member.kind === 'EnumDecl') declare(scope, member, inside, dormant);
  const fields = members.filter((member) => member.kind === 'FieldDecl');
  const sites = fields.map((field) =>
    declareStorage(scope, field, {
      kind: 'field',
      function: null,
      record: shown || '(anonymous)',
      space: 'host',
      known: null,
      isDefinition: true,
      linkageKey: null,
    }),
  );
  const bases = ((node.bases ?? []) as { type: TypeName }[]).map(({ type }) => type);
  const info = { name, isUnion, hasPlainLayout: hasPlainLayout(node, fields), bases, fields, sites };
  if (isUnion) scope.unions.push(info);
  const place = scope.builder.places.ofNode(node);
  if (!own && place) {
    const file = scope.builder.places.files[place.range.file]!;
    const { line, column } = file.source.position(place.range.begin);
    scope.records.set(`at ${file.absolutePath}:${line}:${column}`, info);
  } else scope.records.set(name, info);
  if (own && !scope.records.has(own)) scope.records.set(own, info);
  if (own.includes(UNNAMED_ARGUMENT)) scope.partlyNamed.set(name, info).set(own, info);
  for (const member of members)
    if (!isRecordDeclaration(member) && member.kind !== 'FieldDecl' && member.kind !== 'EnumDecl')
      declare(scope, member, inside, dormant);
  joinOverridden(scope, node, shown);
}

function declareVariable(scope: UnitScope, node: AstNode, around: LexicalContext): void {
  if (node.isImplicit) return; // the implicit variable of a structured binding
  const attributes = new Set(children(node).map((child) => child.kind));
  const space: MemorySpace = attributes.has('CUDAConstantAttr')
    ? 'constant'
    : attributes.has('CUDADeviceAttr') || attributes.has('HIPManagedAttr')
      ? 'global'
      : attributes.has('CUDASharedAttr')
        ? 'shared'
        : 'host';
  const known = siteDeclaredBefore(scope, node);
  const isOfPattern = scope.templates.isMemberOfPattern(node);
  if (isOfPattern && known === null) return; // its class is never instantiated
  const isMember = around.record !== null && node.storageClass === 'static';
  if (isMember && scope.recordParameters.has(around.recordId ?? '') && isState(node))
    scope.membersOfEachType.add(node.id);
  const isStatic = (!isMember && node.storageClass === 'static') || /^_ZL|_GLOBAL__N_/.test(node.mangledName ?? '');
  const site = declareStorage(scope, node, {
    kind: 'variable',
    function: null,
    record: around.record,
    namespace: around.record ? [] : around.qualifiers,
    space,
    known,
    isDefinition:
      (node.storageClass !== 'extern' && (!isMember || node.inline === true)) ||
      node.init !== undefined ||
      space === 'shared', // the launch allocates an `extern __shared__` array
    linkageKey: isStatic ? null : (node.mangledName ?? node.name ?? null),
  });
  rememberConstant(scope, node);
  if (node.init !== undefined && !isOfPattern) scope.initialisers.push({ site, node });
}

/** Records the value of `const int n = 64;` or a constexpr integer. */
export function rememberConstant(scope: UnitScope, node: AstNode): void {
  if (node.init === undefined || !/\bconst\b/.test(node.type?.qualType ?? '')) return;
  const value = integerConstant(initialValue(node), scope.integers);
  if (value !== null) scope.integers.set(node.id, value);
}
