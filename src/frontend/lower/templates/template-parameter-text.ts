/** The tokens of a template's text: its head, the arguments of instantiations, uses of the name of a type parameter, and the sites spelt with it. */
import type { Format } from '../../../numerics/format.js';
import { isWithin, type Range } from '../../../program/place.js';
import type { SiteIndex } from '../../../program/program.js';
import { listIn } from '../../../support/token-lists.js';
import { namesIn, type Token, type Tokens } from '../../../support/tokens.js';
import { type AstNode, children } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import type { UnitScope } from '../unit-scope.js';

/** The argument of an instantiation; without a format unless it is a number or a vector of numbers. */
export interface GivenType {
  readonly type: string;
  readonly format: Format | null;
}

/** The number types among a template's arguments, which determine the formats in its text. */
export function numbersGiven(scope: UnitScope, node: AstNode): string {
  return givenTypes(scope, node)
    .map(({ type, format }) => (format === null ? '-' : type))
    .join(', ');
}

export function givenTypes(scope: UnitScope, node: AstNode): GivenType[] {
  return children(node)
    .filter(({ kind }) => kind === 'TemplateArgument')
    .map((argument) => {
      const type = scope.types.expand(argument.type?.qualType ?? '');
      const facts = scope.types.read({ qualType: type });
      const isNumber = facts.shape === 'scalar' || facts.shape === 'vector';
      return { type, format: isNumber ? facts.format : null };
    });
}

/** The span of a site's type, before its name. */
export function typeRegion(builder: ProgramBuilder, site: SiteIndex): Range {
  const { declaration, place, kind } = builder.sites[site]!;
  const isNamed = place.range.file === declaration.file && place.range.begin > declaration.begin;
  return kind !== 'return' && isNamed
    ? { ...declaration, end: Math.min(declaration.end, place.range.begin) }
    : declaration;
}

/** The spans of a site's type in these texts, for all its declarations. */
function regionsOf(builder: ProgramBuilder, site: SiteIndex, texts: readonly Range[]): Range[] {
  const again = builder.sites[site]!.redeclarations.map((range) => ({
    ...range,
    end: range.begin + builder.places.text(range).split('=')[0]!.length,
  }));
  return [typeRegion(builder, site), ...again].filter((range) => texts.some((text) => isWithin(range, text)));
}

function says(builder: ProgramBuilder, range: Range, name: string): boolean {
  return namesIn(builder.places.text(range)).includes(name);
}

/** The sites in these texts that are spelt with the name of a type parameter. */
export function sitesDeclaredWith(builder: ProgramBuilder, name: string, texts: readonly Range[]): SiteIndex[] {
  return [...builder.sites.keys()].filter((site) =>
    regionsOf(builder, site, texts).some((range) => says(builder, range, name)),
  );
}

/** The spans of their types, except for casts, whose types are inside expressions. */
export function declarationsOf(
  builder: ProgramBuilder,
  sites: readonly SiteIndex[],
  name: string,
  texts: readonly Range[],
): Map<Range, SiteIndex> {
  const declared = new Map<Range, SiteIndex>();
  for (const site of sites.filter((one) => builder.sites[one]!.kind !== 'cast'))
    for (const range of [typeRegion(builder, site), ...regionsOf(builder, site, texts)])
      if (says(builder, range, name)) declared.set(range, site);
  return new Map(
    [...declared].filter(([range], at) => [...declared.keys()].findIndex((one) => isSame(one, range)) === at),
  );
}

/** The parameters of the `template <…>` that ends before this place, if it contains no nested angle brackets. */
export function templateHeadBefore(tokens: Tokens, begin: number): ReturnType<typeof listIn> {
  const last = tokens.list[tokens.indexFrom(begin) - 1];
  if (last?.text !== '>') return null;
  let open: Token | undefined = last;
  for (let at = last.index - 1; at >= 0; at--) {
    open = tokens.list[at]!;
    if (['<', '>', ';', '{', '}'].includes(open.text)) break;
  }
  const isHead = open?.text === '<' && tokens.list[open.index - 1]?.text === 'template';
  return isHead ? listIn(tokens, open!) : null;
}

/** The index after the `template <…>` at the begin of a definition. */
export function afterTemplateHeads(tokens: Tokens, begin: number): number {
  for (let at = tokens.indexFrom(begin); ; ) {
    const [word, open] = tokens.list.slice(at, at + 2);
    const head = word?.text === 'template' && open?.text === '<' ? listIn(tokens, open) : null;
    if (!head) return word?.begin ?? begin;
    at = tokens.indexFrom(head.end);
  }
}

/** The uses of a word in a text, except as a member name. */
export function wordsIn(builder: ProgramBuilder, range: Range, word: string): Range[] {
  const { tokens } = builder.places.files[range.file]!.source;
  return tokens
    .within(range)
    .filter(({ text, index }) => text === word && !['.', '->', '::'].includes(tokens.list[index - 1]?.text ?? ''))
    .map(({ begin, end }) => ({ file: range.file, begin, end }));
}

export function isSame(a: Range, b: Range): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

export function distinct(ranges: readonly Range[]): Range[] {
  return ranges.filter((range, at) => ranges.findIndex((other) => isSame(range, other)) === at);
}
