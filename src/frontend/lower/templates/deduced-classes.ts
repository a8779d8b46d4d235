/**
 * `Box b(x)`: a class template's arguments are deduced from a value. In another format the value, or the parameter that takes it, would make
 * another class of it, so that both keep theirs.
 */
import { namesIn } from '../../../support/tokens.js';
import { type AstNode, children, initialValue } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';
import type { ClassTemplateDraft } from './class-parameters.js';
import { sitesNamedIn } from './shared-texts.js';
import { sitesSpeltWith } from './template-parameter-text.js';

export function freezeDeducedClasses(scope: UnitScope, root: AstNode): void {
  const drafts = new Map([...scope.builder.classTemplates.values()].map((draft) => [draft.name, draft]));
  if (drafts.size === 0) return;
  const visit = (node: AstNode, around: string): void => {
    const draft = deducedClass(scope, node, drafts);
    // in its own text, and in the members that are defined outside of it, the name of a class means one with its own arguments
    if (draft && !`::${around}`.includes(`::${draft.name}::`)) freezeDeduced(scope, node, draft);
    const index = scope.functions.get(node.id);
    for (const child of children(node))
      visit(child, index === undefined ? around : scope.builder.functions[index]!.name);
  };
  visit(root, '');
}

/** The class template that a variable, or a value made where it stands, names without its arguments. */
function deducedClass(
  scope: UnitScope,
  node: AstNode,
  drafts: ReadonlyMap<string, ClassTemplateDraft>,
): ClassTemplateDraft | null {
  if (node.kind !== 'VarDecl' && node.kind !== 'CXXFunctionalCastExpr' && node.kind !== 'CXXTemporaryObjectExpr')
    return null;
  const { places } = scope.builder;
  const whole = places.ofNode(node)?.range;
  const end = node.kind === 'VarDecl' ? places.ofName(node)?.range.begin : whole?.end;
  if (!whole || end === undefined || end < whole.begin) return null;
  const { tokens } = places.files[whole.file]!.source;
  const words = tokens.within({ begin: whole.begin, end });
  // a value begins with its class, perhaps behind the names of namespaces; what stands in angle brackets is an argument
  const last = words.findIndex(({ text }) => text === '(' || text === '{' || text === '<');
  const name = words.slice(0, last < 0 ? words.length : last + 1).findLast(({ text }) => drafts.has(text));
  const behind = name && tokens.list[name.index + 1]?.text;
  const draft = name && behind !== '<' && behind !== '::' ? drafts.get(name.text)! : null;
  // the text of a template, `Box<T>`, whose instantiations are asked one by one
  const isOfPattern = namesIn(node.type?.qualType ?? '').some((word) => draft?.parameters.includes(word));
  return isOfPattern ? null : draft;
}

function freezeDeduced(scope: UnitScope, node: AstNode, draft: ClassTemplateDraft): void {
  const { builder } = scope;
  const texts = draft.texts.filter((text) => text !== null);
  const spelt = draft.parameters.filter((name) => name !== '').flatMap((name) => sitesSpeltWith(builder, name, texts));
  // without a constructor of its own, the fields are what braces give values to
  const constructors = new Set(
    builder.functions.flatMap(({ name }, index) => (isConstructorOf(name, draft.name) ? [index] : [])),
  );
  const deducing = spelt.filter((site) => {
    const { kind, function: owner } = builder.sites[site]!;
    return constructors.size === 0 ? kind === 'field' : kind === 'parameter' && constructors.has(owner ?? -1);
  });
  const value = node.kind === 'VarDecl' ? initialValue(node) : node;
  for (const site of new Set([...deducing, ...(value ? sitesNamedIn(scope, value) : [])]))
    builder.freeze(site, 'class-deduced', draft.name);
}

/** `space::Box::Box` of `Box`, perhaps numbered. */
function isConstructorOf(name: string, className: string): boolean {
  const [around, own] = name.replace(/~\d+$/, '').split('::').slice(-2);
  return around === className && own === className;
}
