/**
 * A template may be declared several times and defined elsewhere, a member of a class template outside its class. clang attaches instantiations to
 * one of these texts, and possibly parameters to another one than the body; a format must change in all of them.
 */
import type { Range } from '../../../program/place.js';
import type { FunctionIndex, SiteIndex } from '../../../program/program.js';
import { isFunctionDeclaration } from '../../ast/kinds.js';
import { type AstNode, children, ofKind } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';
import { afterTemplateHeads } from './template-parameter-text.js';
import { rememberText } from './type-parameters.js';

const holdsDeclarations = ofKind(
  ...([
    'NamespaceDecl',
    'LinkageSpecDecl',
    'CXXRecordDecl',
    'ClassTemplateDecl',
    'FunctionTemplateDecl',
    'FriendDecl',
  ] as const),
  ...(['ClassTemplateSpecializationDecl', 'ClassTemplatePartialSpecializationDecl'] as const),
);

/** The functions and variables of a unit, each with the first declaration of all its texts and instantiations. */
export class TemplateTexts {
  readonly nodes = new Map<string, AstNode>();
  /** Members of class templates, in the template itself. */
  private readonly members = new Set<AstNode>();
  /** Declarations used as template arguments (`weigh<2, table>`), with the template. */
  readonly usedAsArguments = new Map<string, AstNode>();

  constructor(root: AstNode) {
    const collect = (node: AstNode, inPattern: boolean): void => {
      for (const child of children(node)) {
        for (const argument of children(child))
          if (argument.kind === 'TemplateArgument') this.argument(argument, child);
        if ((child.kind === 'VarDecl' || isFunctionDeclaration(child)) && child.loc && !this.nodes.has(child.id)) {
          this.nodes.set(child.id, child);
          if (inPattern) this.members.add(child);
        } else if (holdsDeclarations(child))
          collect(
            child,
            (inPattern ||
              node.kind === 'ClassTemplateDecl' ||
              child.kind === 'ClassTemplatePartialSpecializationDecl') &&
              child.kind !== 'ClassTemplateSpecializationDecl',
          );
      }
    };
    collect(root, false);
  }

  private argument(node: AstNode, user: AstNode): void {
    const { id } = (node.decl ?? {}) as { id?: string };
    if (id !== undefined) this.usedAsArguments.set(id, user);
    for (const part of children(node)) this.argument(part, user);
  }

  /** Whether this is a member of a class template defined outside it: `template <class T> double Box<T>::weight`. */
  isMemberOfPattern(node: AstNode): boolean {
    return node.TemplateInstantiationPattern === undefined && this.members.has(this.first(node));
  }

  /** The first declaration of the same entity; for an instantiation, that of its pattern. */
  first(node: AstNode): AstNode {
    const before = this.nodes.get(String(node.TemplateInstantiationPattern ?? node.previousDecl ?? ''));
    return before && before !== node ? this.first(before) : node;
  }
}

/** Registers the patterns of instantiated templates as redeclarations. */
export function declareTemplatesAgain(scope: UnitScope): void {
  const known = new Map<AstNode, Set<FunctionIndex>>();
  for (const node of scope.templates.nodes.values()) {
    const index = scope.functions.get(node.id);
    const first = scope.templates.first(node);
    if (index !== undefined) known.set(first, (known.get(first) ?? new Set()).add(index));
  }
  for (const node of scope.templates.nodes.values()) {
    if (node.isImplicit) continue; // an implicit declaration of a built-in such as `truncf`, at the place of the user's
    const indices = scope.functions.has(node.id) ? undefined : known.get(scope.templates.first(node));
    for (const index of indices ?? []) declareAgain(scope, node, index);
  }
}

/** A template argument must keep the type of the template parameter. */
export function freezeTemplateArguments(scope: UnitScope): void {
  for (const [id, user] of scope.templates.usedAsArguments) {
    const site = scope.sites.get(id);
    const called = scope.functions.get(id);
    const callee = called === undefined ? null : scope.builder.functions[called]!;
    const sites = callee ? [...callee.parameters, callee.returnSite] : [site];
    for (const one of sites)
      if (one !== null && one !== undefined) scope.builder.freeze(one, 'template-argument', user.name ?? '');
  }
}

/** The site that a variable redeclares: a static member outside its class, an `extern` declaration in a header. */
export function siteDeclaredBefore(scope: UnitScope, node: AstNode): SiteIndex | null {
  const first = scope.templates.first(node);
  const place = first === node ? null : scope.builder.places.ofName(first);
  return place && scope.builder.siteAt(place);
}

function declareAgain(scope: UnitScope, node: AstNode, index: FunctionIndex): void {
  const { builder } = scope;
  const { parameters, returnSite } = builder.functions[index]!;
  const add = (site: SiteIndex, range: Range): void => {
    const { declaration, redeclarations } = builder.sites[site]!;
    const isHere = (one: Range) => one.file === range.file && one.begin === range.begin;
    if (!isHere(declaration) && !redeclarations.some(isHere)) redeclarations.push(range);
  };
  children(node)
    .filter(({ kind }) => kind === 'ParmVarDecl')
    .forEach((parameter, position) => {
      const site = parameters[position] ?? null;
      const whole = builder.places.ofNode(parameter);
      if (site === null || !whole) return;
      scope.others.set(parameter.id, parameter);
      scope.sites.set(parameter.id, site);
      add(site, whole.range);
    });
  scope.patternNodes.push({ function: index, node });
  rememberText(scope, node, index);
  const [whole, name] = [builder.places.ofNode(node), builder.places.ofName(node)];
  if (returnSite === null || !whole || !name) return;
  const begin = afterTemplateHeads(builder.places.files[whole.range.file]!.source.tokens, whole.range.begin);
  add(returnSite, { ...whole.range, begin, end: Math.max(name.range.begin, begin) });
}
