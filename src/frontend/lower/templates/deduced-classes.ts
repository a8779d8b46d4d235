/**
 * `Box b(x)`: the template arguments of a class are deduced from a value. In another format, the value or the parameter would produce another class,
 * so both keep their formats.
 */
import { namesIn } from '../../../support/tokens.js';
import { type AstNode, children, initialValue } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';
import type { ClassTemplateDraft } from './class-parameters.js';
import { sitesNamedIn } from './shared-texts.js';
import { sitesDeclaredWith } from './template-parameter-text.js';

export function freezeDeducedClasses(scope: UnitScope, root: AstNode): void {
  const drafts = new Map([...scope.builder.classTemplates.values()].map((draft) => [draft.name, draft]));
  if (drafts.size === 0) return;
  const visit = (node: AstNode, around: string): void => {
    const draft = deducedClass(scope, node, drafts);
    // inside the class and its member definitions, the name without arguments means the current instantiation
    if (draft && !`::${around}`.includes(`::${draft.name}::`)) freezeDeduced(scope, node, draft);
    const index = scope.functions.get(node.id);
    for (const child of children(node))
      visit(child, index === undefined ? around : scope.builder.functions[index]!.name);
  };
  visit(root, '');
}

/** The class template that a variable or a temporary names without arguments. */
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
  // an expression begins with the class, possibly after namespaces; anything in angle brackets is an argument
  const last = words.findIndex(({ text }) => text === '(' || text === '{' || text === '<');
  const name = words.slice(0, last < 0 ? words.length : last + 1).findLast(({ text }) => drafts.has(text));
  const behind = name && tokens.list[name.index + 1]?.text;
  const draft = name && behind !== '<' && behind !== '::' ? drafts.get(name.text)! : null;
  // the pattern of a template, `Box<T>`; its instantiations are checked one by one
  const isOfPattern = namesIn(node.type?.qualType ?? '').some((word) => draft?.parameters.includes(word));
  return isOfPattern ? null : draft;
}

function freezeDeduced(scope: UnitScope, node: AstNode, draft: ClassTemplateDraft): void {
  const { builder } = scope;
  const texts = draft.texts.filter((text) => text !== null);
  const parameterSites = draft.parameters
    .filter((name) => name !== '')
    .flatMap((name) => sitesDeclaredWith(builder, name, texts));
  // without a constructor, the values in braces initialise the fields
  const constructors = new Set(
    builder.functions.flatMap(({ name }, index) => (isConstructorOf(name, draft.name) ? [index] : [])),
  );
  const deducing = parameterSites.filter((site) => {
    const { kind, function: owner } = builder.sites[site]!;
    return constructors.size === 0 ? kind === 'field' : kind === 'parameter' && constructors.has(owner ?? -1);
  });
  const value = node.kind === 'VarDecl' ? initialValue(node) : node;
  for (const site of new Set([...deducing, ...(value ? sitesNamedIn(scope, value) : [])]))
    builder.freeze(site, 'class-deduced', draft.name);
}

/** Whether `space::Box::Box` (possibly with a number) is a constructor of `Box`. */
function isConstructorOf(name: string, className: string): boolean {
  const [around, own] = name.replace(/~\d+$/, '').split('::').slice(-2);
  return around === className && own === className;
}
