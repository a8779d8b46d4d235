/** First pass over a unit: collects typedefs, enumerators and the names of user templates, which are needed to parse types. */
import { type AstNode, children } from '../../ast/node.js';
import { integerConstant } from '../expressions/integer-constants.js';
import { sizeOfPlain } from '../memory/record-layout.js';
import { isContainerTemplate } from '../templates/container-templates.js';
import { templateArguments } from '../templates/template-parameters.js';
import type { UnitScope } from '../unit-scope.js';
import type { LexicalContext } from './lexical-context.js';

/** Collects the typedefs and user templates of a declaration and its children. */
export function declareNames(scope: UnitScope, node: AstNode, around: LexicalContext): void {
  switch (node.kind) {
    case 'TypedefDecl':
    case 'TypeAliasDecl':
      nameUnnamedRecord(scope, node, node.name ?? '');
      if (around.qualifiers.length === 0) scope.typedefs.push(node);
      if (node.type) scope.types.addAlias([...around.qualifiers, node.name].join('::'), node.type);
      return;
    case 'ClassTemplateDecl':
      scope.types.addUserTemplate(node.name ?? '');
      if (isContainerTemplate(scope, node)) scope.types.addUserContainer(node.name ?? '');
      for (const child of children(node))
        if (child.kind === 'ClassTemplateSpecializationDecl') declareNames(scope, child, around);
      return;
    case 'EnumDecl':
      declareEnumerators(scope, node);
      scope.enumerations.set([...around.qualifiers, node.name].join('::'), sizeOfEnumeration(scope, node));
      return;
    case 'NamespaceDecl':
    case 'LinkageSpecDecl':
    case 'CXXRecordDecl':
    case 'RecordDecl':
    case 'ClassTemplateSpecializationDecl': {
      const inside = {
        ...around,
        qualifiers:
          node.name && node.kind !== 'LinkageSpecDecl'
            ? [...around.qualifiers, node.name + templateArguments(node)]
            : around.qualifiers,
      };
      for (const child of children(node)) declareNames(scope, child, inside);
      return;
    }
  }
}

/** `typedef struct { … } State;`: the record gets the name of its first typedef; later ones only mention it. */
function nameUnnamedRecord(scope: UnitScope, node: AstNode, name: string): void {
  for (const type of children(node)) {
    const record = (type.ownedTagDecl ?? type.decl) as { id?: string; name?: string } | undefined;
    if (record?.id && !record.name && !scope.typedefNames.has(record.id)) scope.typedefNames.set(record.id, name);
    nameUnnamedRecord(scope, type, name);
  }
}

/** The size in bytes, which is larger than that of int if an enumerator needs it; null if unknown. */
function sizeOfEnumeration(scope: UnitScope, node: AstNode): number | null {
  if (node.fixedUnderlyingType) return sizeOfPlain(scope, node.fixedUnderlyingType);
  const enumerators = children(node).filter(({ kind }) => kind === 'EnumConstantDecl');
  const isOfInts = enumerators.every(({ id }) => Math.abs(scope.integers.get(id) ?? Infinity) < 2 ** 31);
  return isOfInts && !children(node).some(({ kind }) => kind === 'PackedAttr') ? 4 : null;
}

export function declareEnumerators(scope: UnitScope, node: AstNode): void {
  let next: number | null = 0;
  for (const enumerator of children(node)) {
    if (enumerator.kind !== 'EnumConstantDecl') continue;
    const initialiser = children(enumerator)[0];
    const value: number | null = initialiser ? integerConstant(initialiser, scope.integers) : next;
    if (value !== null) scope.integers.set(enumerator.id, value);
    next = value === null ? null : value + 1;
  }
}
