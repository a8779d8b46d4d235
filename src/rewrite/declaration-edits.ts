/**
 * Changes the declared types of sites. Declarators that share one type specifier change it together; if their formats differ, the declaration is
 * split into one per declarator.
 */

import { type AstNode, children } from '../frontend/ast/node.js';
import { findTypeOfExpression } from '../frontend/ast/types-of-expressions.js';
import { trailingReturnType } from '../frontend/lower/expressions/deduced-containers.js';
import { afterTemplateHeads } from '../frontend/lower/templates/template-parameter-text.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Range } from '../program/place.js';
import type { SiteIndex } from '../program/program.js';
import type { Span, Tokens } from '../support/tokens.js';
import { keepAliasesOfExpressions } from './aliases-of-expressions.js';
import { attributesBefore, declarationTokens, endOfSpecifiers, isAttributes, SPECIFIERS } from './declaration-text.js';
import type { SourceEdits } from './source-edits.js';
import { findTypeTokens, formatName, respell, respellIn, type Spelling, type TypeToken } from './type-text.js';

/** Reports to `writeVariant` that the configuration cannot be written, and because of which site. */
export class InfeasibleEdit extends Error {
  constructor(
    /** The site at fault; null if the reason gives a place. */
    readonly site: SiteIndex | null,
    reason: string,
  ) {
    super(reason);
  }
}

interface Declarator {
  readonly node: AstNode;
  readonly site: SiteIndex | null;
  readonly range: Range;
  readonly nameBegin: number;
}

export function editDeclarations(
  edits: SourceEdits,
  scope: UnitScope,
  changed: ReadonlyMap<SiteIndex, Spelling>,
): void {
  const lists = new Map<string, Declarator[]>();
  const names = changedNames(scope, changed);
  keepAliasesOfExpressions(edits, scope, names);
  for (const [id, node] of scope.others) {
    const site = scope.sites.get(id) ?? null;
    const name = edits.syntax.places.ofName(node);
    const whole = edits.syntax.places.ofNode(node);
    if (!name || !whole || node.isImplicit) continue;
    if (whole.spelling !== null && site !== null && followsChange(scope, site, names)) {
      edits.expandUse(whole.range);
      continue;
    }
    if (node.loc?.expansionLoc && site !== null && formatToWrite(edits, scope, site, changed, names) !== null) {
      for (const use of edits.syntax.places.macroUses(node)) edits.expandUse(use);
      continue;
    }
    const key = `${whole.range.file}:${whole.range.begin}`;
    if (!lists.has(key)) lists.set(key, []);
    const list = lists.get(key)!;
    if (!list.some((one) => one.nameBegin === name.range.begin))
      list.push({ node, site, range: whole.range, nameBegin: name.range.begin });
  }
  for (const list of lists.values())
    editList(
      edits,
      scope,
      list.sort((a, b) => a.nameBegin - b.nameBegin),
      changed,
      names,
    );
  for (const { function: index, node } of [...scope.functionNodes, ...scope.patternNodes]) {
    const site = scope.builder.functions[index]!.returnSite;
    const format = site === null ? null : formatToWrite(edits, scope, site, changed, names);
    if (site === null || format === null) continue;
    const whole = edits.syntax.places.ofNode(node);
    const name = edits.syntax.places.ofName(node);
    if (!whole || !name) continue;
    const { text, tokens } = edits.syntax.places.files[whole.range.file]!.source;
    const begin = afterTemplateHeads(tokens, whole.range.begin);
    const trailing = trailingReturn(text, begin);
    if (trailing) replaceToken(edits, scope, site, whole.range.file, trailing.begin, trailing.end, format);
    else replaceToken(edits, scope, site, whole.range.file, begin, name.range.begin, format);
  }
  const named = new Set(scope.functionNodes.map((one) => one.function));
  scope.builder.functions.forEach(({ returnSite: site }, index) => {
    const format = site === null || named.has(index) ? undefined : changed.get(site);
    if (site === null || format === undefined) return;
    // for clang, a lambda begins at its `mutable` or at its return type; without a return type, the type follows from its return statements
    const { file, begin } = scope.builder.sites[site]!.declaration;
    const { text } = edits.syntax.places.files[file]!.source;
    const head = /^[^{]*/.exec(text.slice(begin, begin + 4000))![0];
    const arrow = head.lastIndexOf('->');
    const isType = /->\s*$/.test(text.slice(0, begin));
    const from = arrow >= 0 ? begin + arrow + 2 : isType ? begin : trailingReturnType(text, begin);
    if (from !== null) replaceToken(edits, scope, site, file, from, begin + head.length, format);
  });
}

/** The type after `->` of a function that begins here; null if it has none. */
export function trailingReturn(text: string, begin: number): { begin: number; end: number } | null {
  const head = /^[^{;]*/.exec(text.slice(begin, begin + 4000))![0];
  const named = /\boperator\s*->/.exec(head);
  const arrow = head.lastIndexOf('->');
  return arrow < 0 || (named && arrow === named.index + named[0].length - 2)
    ? null
    : { begin: begin + arrow + 2, end: begin + head.length };
}

function editList(
  edits: SourceEdits,
  scope: UnitScope,
  list: readonly Declarator[],
  changed: ReadonlyMap<SiteIndex, Spelling>,
  names: ReadonlySet<string>,
): void {
  const [first] = list as [Declarator];
  const formats = list.map(({ site }) => (site === null ? null : formatToWrite(edits, scope, site, changed, names)));
  if (formats.every((format) => format === null)) return;
  const site = list.find((one, index) => one.site !== null && formats[index] !== null)!.site!;
  if (list.length === 1 || formats.every((format) => format === formats[0])) {
    const { file } = first.range;
    const begin = afterTemplateHeads(edits.syntax.places.files[file]!.source.tokens, first.range.begin);
    replaceToken(edits, scope, site, file, begin, first.nameBegin, formats[0]!, list.length > 1);
    return;
  }
  splitDeclaration(edits, scope, list, formats, site);
}

function replaceToken(
  edits: SourceEdits,
  scope: UnitScope,
  site: SiteIndex,
  file: number,
  begin: number,
  end: number,
  format: Spelling,
  isShared = false,
): void {
  const { text, tokens: source } = edits.syntax.places.files[file]!.source;
  const tokens = findTypeTokens(scope, source, { begin, end });
  const spellings = tokens.map((token) => {
    const spelling = respellDeclared(edits, scope, { file, ...token }, site, format);
    return isShared || isQualified(source, { begin, end }) ? inOneWord(spelling) : spelling;
  });
  if (tokens.length === 0 || spellings.includes(null))
    throw new InfeasibleEdit(site, `its type '${text.slice(begin, end).trim()}' cannot be written in ${format}`);
  tokens.forEach((token, index) => {
    const isMember = spellings[index] === token.name && token.name.includes('<');
    const isClassArgument = edits.typeParameters.isClassTypeArgument({ file, begin: token.begin, end: token.end });
    const isLeft = spellings[index] === 'auto' || isMember || isClassArgument;
    if (!isLeft)
      // `auto` also for `decltype(auto)`; in `Box<double>::Scalar` the argument may change
      edits.replaceType({ file, begin: token.begin, end: token.end }, token.name, format, spellings[index]!);
  });
}

/** `const vector v` with a pointer type `vector`: the pointer is constant, independent of its target. */
function isQualified(tokens: Tokens, declaration: Span): boolean {
  return declarationTokens(tokens, declaration).some(({ text }) => QUALIFIERS.has(text));
}
const QUALIFIERS = new Set(['const', 'volatile', 'restrict', '__restrict', 'restrict__', '__restrict__']);

/** `vector x, y` of `typedef double *vector`: an asterisk would apply to the first declarator only. */
function inOneWord(spelling: string | null): string | null {
  return spelling && isPointer(spelling) ? `__typeof__(${spelling})` : spelling;
}

function isPointer(spelling: string): boolean {
  return /^(?!__typeof__).*\*[^>]*$/.test(spelling);
}

function changedNames(scope: UnitScope, changed: ReadonlyMap<SiteIndex, Spelling>): ReadonlySet<string> {
  const { sites, functions } = scope.builder;
  return new Set(
    [...changed.keys()].map((site) => {
      const { kind, name, function: owner } = sites[site]!;
      return kind === 'return' && owner !== null ? functions[owner]!.name.split('::').at(-1)! : name;
    }),
  );
}

/** Null if the declaration may stay. */
function formatToWrite(
  edits: SourceEdits,
  scope: UnitScope,
  site: SiteIndex,
  changed: ReadonlyMap<SiteIndex, Spelling>,
  names: ReadonlySet<string>,
): Spelling | null {
  const isWritten = followsChange(scope, site, names) || edits.typeParameters.mustBeWritten(site);
  return changed.get(site) ?? (isWritten ? scope.builder.sites[site]!.format : null);
}

/** `__typeof__(x) t`: its type follows an expression that changes, so it must be written out even if it stays the same. */
function followsChange({ builder }: UnitScope, site: SiteIndex, names: ReadonlySet<string>): boolean {
  const { type } = builder.sites[site]!;
  const said = findTypeOfExpression(type);
  return (
    said !== null && (type.slice(said.begin, said.end).match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word))
  );
}

/** The type of an expression in another format: `float`, or `__typeof__(float *)` for more than a name. */
function respellTypeOfExpression(scope: UnitScope, token: string, site: SiteIndex, format: Spelling): string | null {
  const { type, shape } = scope.builder.sites[site]!;
  const said = findTypeOfExpression(type);
  const isMember = !token.endsWith(')');
  const isNumber = shape === 'scalar' || ((shape === 'pointer' || shape === 'reference') && /[*&]$/.test(type));
  if (isMember && !isNumber) return token; // `decltype(v)::iterator` follows the type of v
  const meaning = said && !isMember && scope.types.expand(type.slice(said.begin, said.end));
  const known = meaning && !findTypeOfExpression(meaning) ? meaning : isMember || shape === 'scalar' ? 'double' : null;
  const spelling = known && respellIn(scope, known, format);
  return spelling && /[^\w\s]/.test(spelling) ? `__typeof__(${spelling})` : spelling;
}

/** `auto` for anything but numbers follows the initialiser, which changes with it. */
function respellDeclared(
  edits: SourceEdits,
  scope: UnitScope,
  written: Range & TypeToken,
  site: SiteIndex,
  format: Spelling,
): string | null {
  const token = written.name;
  const { shape, type } = scope.builder.sites[site]!;
  const parameter = edits.typeParameters.spell(scope, site, token, format);
  if (parameter !== undefined) return parameter;
  if (findTypeOfExpression(token)?.begin === 0) return respellTypeOfExpression(scope, token, site, format);
  if (token === 'auto' && edits.deducedAsWanted.has(site)) return token;
  if (token !== 'auto' || shape === 'scalar') return respell(scope, token, format, edits.typeNamesAt(written, token));
  return shape === 'vector' ? respellIn(scope, type.replace(/\b(?:const|volatile)\b/g, '').trim(), format) : token;
}

/** `double a, *b = p;` with a in fp32 becomes `float a; double *b = p;`. */
function splitDeclaration(
  edits: SourceEdits,
  scope: UnitScope,
  list: readonly Declarator[],
  formats: readonly (Spelling | null)[],
  site: SiteIndex,
): void {
  const [first] = list as [Declarator];
  const { file } = first.range;
  const { text, tokens } = edits.syntax.places.files[file]!.source;
  const [token = null, ...others] = findTypeTokens(scope, tokens, { begin: first.range.begin, end: first.nameBegin });
  if (others.length > 0)
    throw new InfeasibleEdit(site, 'a declaration of several containers cannot be split into one per variable');
  if (!token) throw new InfeasibleEdit(site, 'its type was not found in the source text');
  const [head, open] = tokens.list.slice(Math.max(0, tokens.indexFrom(first.range.begin) - 2));
  if (head?.text === 'for' && open?.text === '(')
    throw new InfeasibleEdit(site, 'it is declared together with other variables in the head of a for loop');
  const last = list.at(-1)!;
  const specifiersEnd = endOfSpecifiers(
    tokens,
    { begin: closeTemplate(text, first.range.begin, token.end), end: first.nameBegin },
    (word) => SPECIFIERS.has(word) || scope.macros.has(word),
  );
  const starts = list.map((one, index) => {
    if (index === 0) return specifiersEnd;
    const between = declarationTokens(tokens, { begin: list[index - 1]!.range.end, end: one.nameBegin });
    return between.find((other) => other.text === ',')!.end;
  });
  // attributes behind a declarator apply to it alone; those before all of them apply to each
  const own = list.map((one, index) => {
    const behind =
      index + 1 < list.length ? { begin: one.range.end, end: starts[index + 1]! - 1 } : { begin: 0, end: 0 };
    const attributes = tokens.within(behind);
    return attributes.length === 0 ? '' : text.slice(behind.begin, attributes.at(-1)!.end);
  });
  const shared = attributesBefore(tokens, first.range.begin, (name) =>
    (scope.macros.get(name) ?? []).some(({ body }) => isAttributes(body)),
  );
  // `auto` follows an initialiser that may change; a declarator that was split off has its former type written out
  const kept = ({ site }: Declarator) => {
    const declared = site === null ? null : scope.builder.sites[site]!;
    return token.name === 'auto' && declared?.shape === 'scalar'
      ? formatName(declared.format)
      : edits.typeNamesAt({ file, ...token }, token.name).kept(token.name);
  };
  const withQualifier = isQualified(tokens, { begin: first.range.begin, end: specifiersEnd });
  const spellings = list.map((one, index) => {
    const format = formats[index] ?? null;
    const spelling = format === null ? kept(one) : respellDeclared(edits, scope, { file, ...token }, one.site!, format);
    return withQualifier ? inOneWord(spelling) : spelling;
  });
  edits.splitDeclarations.add(`${file}:${first.range.begin}`);
  edits.splitTypes.push({ file, ...token });
  if (spellings.some((spelling) => spelling === null))
    throw new InfeasibleEdit(site, `'${token.name}' cannot be written in the chosen format`);
  const isOneType = (a: number, b: number) => {
    const [one, other] = [a, b].map((at) => formats[at] ?? scope.builder.sites[list[at]!.site ?? -1]?.format);
    // `auto *a = f(x), *b = f(y)`: their types follow from the initialisers
    return spellings[a] === spellings[b] && !isPointer(spellings[a]!) && (spellings[a] !== 'auto' || one === other);
  };
  // adjacent declarators that still have one type stay together
  const isContinued = (index: number) =>
    index > 0 && isOneType(index, index - 1) && own[index - 1] === '' && own[index] === '';
  edits.replace({ file, begin: first.range.begin, end: last.range.end }, 'split', (inner) =>
    list
      .map((one, index) => {
        const declarator = `${inner(starts[index]!, one.range.end).trimStart()}${own[index]!}`;
        if (isContinued(index)) return `, ${declarator}`;
        const specifiers =
          text.slice(first.range.begin, token.begin) + spellings[index]! + text.slice(token.end, specifiersEnd);
        return `${index > 0 ? `${between(text, first.range.begin)}${shared}` : ''}${specifiers} ${declarator}`;
      })
      .join(''),
  );
}

/** A declaration on a line of its own becomes one line per declarator. */
function between(text: string, begin: number): string {
  const lineBegin = text.lastIndexOf('\n', begin - 1) + 1;
  const indent = text.slice(lineBegin, begin);
  return /^[ \t]*$/.test(indent) ? `;${text.includes('\r\n') ? '\r\n' : '\n'}${indent}` : '; ';
}

/** End of `std::vector<double>`, for a token inside its angle brackets. */
function closeTemplate(text: string, begin: number, tokenEnd: number): number {
  const head = text.slice(begin, tokenEnd);
  let open = head.split('<').length - head.split('>').length;
  let at = tokenEnd;
  for (; open > 0 && at < text.length; at++) {
    if (text[at] === '<') open++;
    if (text[at] === '>') open--;
  }
  return at;
}

/** Nodes below `node`, for edits that depend on node kinds only. */
export function* descendants(node: AstNode): Generator<AstNode> {
  for (const child of children(node)) {
    yield child;
    yield* descendants(child);
  }
}
