/** Uses of a template's type parameter: in declarations, in expressions, and as an explicit argument of a call. */
import type { Place, Range } from '../../../program/place.js';
import type { CellIndex, FunctionIndex } from '../../../program/program.js';
import { listIn } from '../../../support/token-lists.js';
import { Tokens } from '../../../support/tokens.js';
import { type AstNode, children, ofKind } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { ProgramBuilder } from '../builder.js';
import type { CallLink, FunctionDraft } from '../drafts.js';

/** Names of a template's parameters in order; '' for one that is not a type. */
const isTemplateParameter = ofKind('TemplateTypeParmDecl', 'NonTypeTemplateParmDecl', 'TemplateTemplateParmDecl');

export function templateParameters(template: AstNode): string[] {
  return children(template)
    .filter((child) => isTemplateParameter(child))
    .map((child) => (child.kind === 'TemplateTypeParmDecl' ? (child.name ?? '') : ''));
}

/** The function parameter whose `auto` introduced this template parameter; clang calls it `x:auto` for `auto x`. */
export function abbreviatedBy(name: string): string | null {
  return name.endsWith(':auto') ? name.slice(0, -':auto'.length) : null;
}

/** `template <class... T> … sum(T... terms)`. */
export function hasPack(template: AstNode): boolean {
  return children(template).some((child) => child.isParameterPack === true);
}

/** `<double, 4>` of an instantiation, as clang spells it in types. */
export function templateArguments(node: AstNode): string {
  const args = children(node).filter((child) => child.kind === 'TemplateArgument');
  if (args.length === 0) return '';
  return `<${args.map((argument) => argument.type?.qualType ?? String(argument.value ?? UNNAMED_ARGUMENT)).join(', ')}>`;
}

/** The syntax tree does not name a template template argument. */
export const UNNAMED_ARGUMENT = '?';

/** Whether an instantiation's name, `Grid<double, Layout>`, is the one that the syntax tree prints as `Grid<double, ?>`. */
export function isSameInstance(known: string, name: string): boolean {
  const [a, b] = [known, name].map(argumentsOf);
  if (!a || !b || a.length !== b.length || !known.includes(UNNAMED_ARGUMENT)) return false;
  return a.every(
    (argument, at) => argument === b[at] || argument === UNNAMED_ARGUMENT || isSameInstance(argument, b[at]!),
  );
}

/** The template's name, followed by its arguments. */
function argumentsOf(name: string): string[] | null {
  const tokens = new Tokens(name);
  const open = tokens.list.find(({ text }) => text === '<');
  const list = open && listIn(tokens, open);
  return list ? [name.slice(0, open.begin), ...list.parts.map(({ begin, end }) => name.slice(begin, end))] : null;
}

/** The type parameter of this function's template that occurs in the text; null if none does. */
export function typeParameterIn(builder: ProgramBuilder, owner: FunctionDraft, range: Range): string | null {
  const names = [...owner.templateParameters, ...owner.recordParameters].filter((name) => name !== '');
  if (names.length === 0) return null;
  const words = new Set(builder.places.text(range).match(/[A-Za-z_]\w*/g));
  return names.find((name) => words.has(name)) ?? null;
}

/** The explicit template arguments of a call. */
interface ExplicitArguments {
  readonly links: readonly CallLink[];
  /** Those of the function's own template; null if its name is not in the user's text. */
  readonly explicitTypes: readonly Range[] | null;
}

/** `alloc<double>(n)`, `Pool<double>::get(n)`: the text of the argument determines the parameter and changes with it. */
export function explicitArguments(body: BodyLowering, index: FunctionIndex, named: Place | null): ExplicitArguments {
  const { builder } = body;
  const callee = builder.functions[index]!;
  if (!named || named.spelling !== null) return { links: [], explicitTypes: null };
  if (callee.templateParameters.length === 0 && callee.recordParameters.length === 0)
    return { links: [], explicitTypes: [] };
  const text = builder.places.text(named.range);
  const lists = argumentLists(text);
  const last = lists.at(-1);
  const isFunctions = last !== undefined && /^\s*$/.test(text.slice(last.end));
  const links: CallLink[] = [];
  const rangeOf = ({ begin, end }: { begin: number; end: number }): Range => ({
    file: named.range.file,
    begin: named.range.begin + begin,
    end: named.range.begin + end,
  });
  const mention = (list: ReturnType<typeof argumentLists>[number] | undefined, names: readonly string[]) => {
    list?.arguments.forEach((argument, position) => {
      const parameter = names[position];
      const type = text.slice(argument.begin, argument.end).trim();
      const { format } = body.scope.types.read({ qualType: type });
      if (!parameter || (format === null && !isTypeParameter(body, type))) return;
      const range = rangeOf(argument);
      const cell = builder.newCarrier('type-mention', `<${type}>`, range, format);
      links.push({ cell, parameter, kind: 'cast', place: { range, spelling: null } });
    });
  };
  if (isFunctions) mention(last, callee.templateParameters);
  mention(isFunctions ? lists.at(-2) : last, callee.recordParameters);
  return { links, explicitTypes: isFunctions ? last.arguments.map(rangeOf) : [] };
}

/** The caller's own type parameter in `twice<T>(p)`. */
function isTypeParameter({ builder, owner }: BodyLowering, name: string): boolean {
  return (
    owner !== null &&
    name !== '' &&
    [...builder.functions[owner]!.templateParameters, ...builder.functions[owner]!.recordParameters].includes(name)
  );
}

/** `std::make_unique<double[]>(n)`: the explicit arguments of a library template as one cell; null if none is a number type. */
export function explicitLibraryArguments(body: BodyLowering, node: AstNode, named: Place | null): CellIndex | null {
  if (!named) return null;
  const { builder } = body;
  const text = builder.places.text(named.range);
  let first: CellIndex | null = null;
  for (const { begin, end } of argumentLists(text).at(-1)?.arguments ?? []) {
    const type = text.slice(begin, end).trim();
    const { format } = body.scope.types.read({ qualType: type });
    if (format === null) continue;
    const range = { file: named.range.file, begin: named.range.begin + begin, end: named.range.begin + end };
    const cell = builder.newCarrier('type-mention', `<${type}>`, range, format);
    if (first === null) first = cell;
    else body.join(first, cell, 'typed-alike', node);
  }
  return first;
}

/** The argument lists of `A::B<x, y>::f<z>`, outermost only, with the offsets of their arguments. */
function argumentLists(text: string): { end: number; arguments: { begin: number; end: number }[] }[] {
  const lists: { end: number; arguments: { begin: number; end: number }[] }[] = [];
  let depth = 0;
  let begin = 0;
  let found: { begin: number; end: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<' && depth++ === 0) {
      begin = at + 1;
      found = [];
    } else if (text[at] === ',' && depth === 1) {
      found.push({ begin, end: at });
      begin = at + 1;
    } else if (text[at] === '>' && --depth === 0) {
      found.push({ begin, end: at });
      lists.push({ end: at + 1, arguments: found });
    }
  }
  return lists;
}
