/**
 * Type parameters of function templates: `template <class T> void axpy(T a, T *x, T *y, int n)`. Where every instantiation gives T one type of
 * numbers, T can be given another format where the template is instantiated: in the angle brackets of a call, or by the arguments that a
 * call deduces it from. The text then goes on to say T wherever it means T's format, and what keeps another one is written out.
 */
import type { Format } from '../../../numerics/format.js';
import type { Range } from '../../../program/place.js';
import type { CellIndex, FunctionIndex, SiteIndex } from '../../../program/program.js';
import { addTo } from '../../../support/grouped-by.js';
import { endOfBracket, listIn } from '../../../support/token-lists.js';
import { namesIn, type Token, Tokens } from '../../../support/tokens.js';
import { type AstNode, children } from '../../ast/node.js';
import { explicitInstantiations } from '../../lexical/explicit-instantiations.js';
import type { FunctionDraft, OwnCall, ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';
import { abbreviatedBy } from './template-parameters.js';
import { isGenericFunction, sharedVariants } from './variants.js';

export interface TypeParameter {
  readonly function: FunctionIndex;
  readonly name: string;
  /** Among the parameters of its template. */
  readonly position: number;
  /** What every instantiation gives it: `double`, `float2`. */
  readonly type: string;
  readonly format: Format;
  /** The texts of its template. */
  readonly texts: readonly Range[];
  /** Sites that are spelt with its name. */
  readonly sites: ReadonlySet<SiteIndex>;
  /** Where these say it, but for casts, which say it in the middle of an expression. */
  readonly declared: readonly Range[];
  /** The parameters that every call gives something to deduce it from; none where every call says what it is. */
  readonly deducedFrom: readonly SiteIndex[];
  /** Where calls say what it is; nowhere where each call may say another format. */
  readonly said: readonly Range[];
  /** Types spelt with it in expressions. */
  readonly mentions: readonly CellIndex[];
  /** The template is instantiated with other types of numbers, too: its text stays as it is written. */
  readonly isShared: boolean;
  /** What stands for all that is spelt with it, where its text is shared. */
  readonly cell: CellIndex | null;
  /** Every call gives a class that says it, too: `Vec<T>`. */
  readonly isDeducedAnyway: boolean;
  /** False where some text that instantiates the template could not be changed: then it stays what it is. */
  readonly follows: boolean;
}

/** What is known of the template that a function is an instantiation of. */
export interface TemplateFacts {
  /** Its texts without their `template <…>`; null where a macro spells one. */
  readonly texts: (Range | null)[];
  /** What instantiations give each parameter, by the type's spelling. */
  readonly given: Map<string, GivenType>[];
  /** What its text names, and what functions return that it calls. */
  readonly names: Set<SiteIndex>;
}

/** What an instantiation gives a parameter; no format for anything but a number or a vector of numbers. */
interface GivenType {
  readonly type: string;
  readonly format: Format | null;
}

/** The types of numbers among a template's arguments: where these differ, so do the formats of its text. */
export function numbersGiven(scope: UnitScope, node: AstNode): string {
  return givenTypes(scope, node)
    .map(({ type, format }) => (format === null ? '-' : type))
    .join(', ');
}

function givenTypes(scope: UnitScope, node: AstNode): GivenType[] {
  return children(node)
    .filter(({ kind }) => kind === 'TemplateArgument')
    .map((argument) => {
      const type = scope.types.expand(argument.type?.qualType ?? '');
      const facts = scope.types.read({ qualType: type });
      const isNumber = facts.shape === 'scalar' || facts.shape === 'vector';
      return { type, format: isNumber ? facts.format : null };
    });
}

/** Called for every instantiation of a function template. */
export function rememberInstantiation(scope: UnitScope, node: AstNode, index: FunctionIndex): void {
  const { given } = scope.builder.functions[index]!.template;
  givenTypes(scope, node).forEach((one, position) => {
    given[position] ??= new Map();
    given[position].set(one.type, one);
  });
  rememberText(scope, node, index);
}

/** Called for every text of a function template. */
export function rememberText({ builder }: UnitScope, node: AstNode, index: FunctionIndex): void {
  const { texts } = builder.functions[index]!.template;
  const place = builder.places.ofNode(node);
  // it may begin with a macro, as `__global__` is one
  const isWritten = place?.spelling === null || node.range?.end.expansionLoc === undefined;
  const text = place && isWritten ? place.range : null;
  if (!texts.some((one) => (one === null ? text === null : text !== null && isSame(one, text)))) texts.push(text);
}

export function findTypeParameters(builder: ProgramBuilder): TypeParameter[] {
  const named = new NamedTemplates(builder);
  const shared = new Set(
    sharedVariants(builder).flatMap((variants) =>
      variants.some((index) => isGenericFunction(builder, index)) ? [] : variants,
    ),
  );
  return builder.functions.flatMap((_, index) => {
    const { templateParameters } = builder.functions[index]!;
    return templateParameters.flatMap((name, position) => {
      const found = name === '' ? null : new Reading(builder, named, index, position, shared.has(index)).result();
      return found ? [found] : [];
    });
  });
}

/** Where the type of a site stands: before its name. */
function typeRegion(builder: ProgramBuilder, site: SiteIndex): Range {
  const { declaration, place, kind } = builder.sites[site]!;
  const isNamed = place.range.file === declaration.file && place.range.begin > declaration.begin;
  return kind !== 'return' && isNamed
    ? { ...declaration, end: Math.min(declaration.end, place.range.begin) }
    : declaration;
}

const CLASS_OF = /\w\s*<[^<>]*>(?!\s*::)/;

class Reading {
  private readonly draft: FunctionDraft;
  private readonly name: string;
  /** Of `auto x`: `x`. */
  private readonly abbreviated: string | null;
  private readonly calls: readonly OwnCall[];

  constructor(
    private readonly builder: ProgramBuilder,
    private readonly named: NamedTemplates,
    private readonly index: FunctionIndex,
    private readonly position: number,
    private readonly isShared: boolean,
  ) {
    this.draft = builder.functions[index]!;
    this.name = this.draft.templateParameters[position]!;
    this.abbreviated = abbreviatedBy(this.name);
    this.calls = builder.ownCalls.filter(({ callee }) => callee === index);
  }

  result(): TypeParameter | null {
    const { builder, name, position } = this;
    const given = [...(this.draft.template.given[position]?.values() ?? [])];
    const texts = this.draft.template.texts.filter((text) => text !== null);
    const [only] = given;
    if (this.abbreviated !== null && this.isShared) return null; // it has no name that a copy could have a type for
    if (given.length !== 1 || !only || only.format === null || texts.length === 0) return null;
    const isInside = (range: Range) => texts.some((text) => isWithin(range, text));
    const sites = [...builder.sites.keys()].filter((site) => {
      const region = typeRegion(builder, site);
      const { function: owner, kind, name: declared } = builder.sites[site]!;
      if (this.abbreviated !== null)
        return owner === this.index && kind === 'parameter' && declared === this.abbreviated;
      if (this.isShared && owner !== this.index) return false;
      return isInside(region) && this.mentions(region);
    });
    const again = sites.flatMap((site) => builder.sites[site]!.redeclarations.filter(isInside));
    const declared = [
      ...sites.filter((site) => builder.sites[site]!.kind !== 'cast').map((site) => typeRegion(builder, site)),
      ...again.map((range) => ({ ...range, end: range.begin + builder.places.text(range).split('=')[0]!.length })),
    ];
    const deducedFrom = this.calls.some((call) => this.deduces(call)) ? this.deducing(sites) : [];
    const isGeneric = sites.some((site) => builder.sites[site]!.frozen.some(({ code }) => code === 'generic'));
    const said = isGeneric ? [] : this.calls.flatMap((call) => call.said?.[position] ?? []);
    const mentions = [...builder.carriers.keys()].filter((at) => {
      const { owner, typeParameter } = builder.carrierOrigins[at]!;
      return owner === this.index && typeParameter === name && builder.carriers[at]!.what === 'type-mention';
    });
    const isAccounted = !this.isShared || this.isAccounted(texts, sites, declared, mentions);
    return {
      mentions: mentions.map((at) => -at - 1),
      isShared: this.isShared,
      cell: this.isShared ? builder.newCarrier('void-pointer', name, null, null, this.index) : null,
      ...{ function: this.index, name, position, type: only.type, format: only.format, texts },
      ...{ sites: new Set(sites), declared, deducedFrom, said: distinct(said) },
      isDeducedAnyway: this.otherTypes().some((type) => type !== null && CLASS_OF.test(type)),
      follows: !isGeneric && isAccounted && this.canChange(deducedFrom),
    };
  }

  private mentions(range: Range): boolean {
    return namesIn(this.builder.places.text(range)).includes(this.name);
  }

  /** True where all that the text says with it is known to change with it. */
  private isAccounted(
    texts: readonly Range[],
    sites: readonly SiteIndex[],
    declared: readonly Range[],
    mentions: readonly number[],
  ): boolean {
    const { builder, name } = this;
    const firsts = mentions.flatMap((at) => {
      const { range } = builder.carriers[at]!;
      return range ? wordsIn(builder, range, name).slice(0, 1) : [];
    });
    const known = [...declared, ...sites.map((site) => builder.sites[site]!.declaration), ...firsts];
    const isPlain = sites.every(
      (site) => !/\btypename\b|\bdecltype\b/.test(builder.places.text(typeRegion(builder, site))),
    );
    return (
      isPlain &&
      texts.every((text) => wordsIn(builder, text, name).every((word) => known.some((range) => isWithin(word, range))))
    );
  }

  /** True where a call leaves the parameter to its arguments. */
  private deduces({ said }: OwnCall): boolean {
    return said === null || said.length <= this.position;
  }

  /** Parameters that every call gives something for. */
  private deducing(sites: readonly SiteIndex[]): SiteIndex[] {
    return this.draft.parameters.filter((site): site is SiteIndex => {
      if (site === null || !sites.includes(site)) return false;
      const { declaration } = this.builder.sites[site]!;
      const words = new Tokens(this.builder.places.text(declaration)).list.map(({ text }) => text);
      const isMember = words.some((word, at) => word === '::' && /^>+$/.test(words[at - 1] ?? ''));
      return !isMember && !['=', 'typename', 'decltype'].some((word) => words.includes(word));
    });
  }

  private canChange(deducedFrom: readonly SiteIndex[]): boolean {
    const { draft, builder, index } = this;
    const isOrdinary = !/\boperator\b|~/.test(draft.name) && draft.recordParameters.length === 0;
    if (!isOrdinary || draft.body === null || draft.isSpecialised || draft.addressTaken !== null) return false;
    if (builder.leftAsWritten.has(index) || builder.calledByLibrary.has(index)) return false;
    if (draft.template.texts.some((text) => text === null || !this.hasPlainHead(text))) return false;
    if (this.otherTypes().length > 0) return false;
    const deduces = this.calls.some((call) => this.deduces(call));
    if (deduces && deducedFrom.length === 0) return false;
    return this.calls.every((call) => this.canCall(call)) && this.named.areKnown(index, this.position);
  }

  /** `template <class T, int N>`: nothing else is said of T there. */
  private hasPlainHead({ file, begin }: Range): boolean {
    if (this.abbreviated !== null) return true;
    const { tokens } = this.builder.places.files[file]!.source;
    const list = templateHeadBefore(tokens, begin);
    const parts = (list?.parts ?? []).map((part) => tokens.within(part).map(({ text }) => text));
    const named = parts.filter((part) => part.includes(this.name));
    return named.length === 1 && named[0]!.length === 2 && ['class', 'typename'].includes(named[0]![0]!);
  }

  /** `Vec<T> v`, `T (*f)(T)`: a parameter without a site of its own is given what it is given; null where it cannot be read. */
  private otherTypes(): (string | null)[] {
    const { builder, draft } = this;
    const owned = draft.parameters.flatMap((site) => {
      if (site === null) return [];
      const { declaration, redeclarations } = builder.sites[site]!;
      return [declaration, ...redeclarations];
    });
    return draft.template.texts.flatMap((text) => {
      const list = text && this.parameterList(text);
      if (!list) return [null];
      const words = wordsIn(builder, list, this.name).filter((word) => !owned.some((one) => isWithin(word, one)));
      const around = ({ file, begin }: Range) =>
        builder.places.text({ file, begin: Math.max(list.begin, begin - 60), end: Math.min(list.end, begin + 60) });
      return words.map(around);
    });
  }

  private parameterList(text: Range): Range | null {
    const { tokens } = this.builder.places.files[text.file]!.source;
    const short = this.draft.name.split('::').at(-1)!;
    const open = tokens
      .within(text)
      .find(({ text: one, index }) => one === '(' && tokens.list[index - 1]?.text === short);
    return open ? { file: text.file, begin: open.end, end: endOfBracket(tokens, open) ?? text.end } : null;
  }

  private canCall({ said, isEdited, caller, links }: OwnCall): boolean {
    if (said === null || !isEdited || caller === null || this.builder.leftAsWritten.has(caller)) return false;
    return said.length <= this.position || links.some(({ parameter }) => parameter === this.name);
  }
}

/** The parameters of the `template <…>` that ends before this place, if it has no brackets in it. */
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

/** Where the templates of the program are named with arguments: `f<double>` in a call, or anywhere else. */
class NamedTemplates {
  private readonly places = new Map<string, Range[]>();

  constructor(private readonly builder: ProgramBuilder) {
    const names = new Set(
      builder.functions
        .filter(({ templateParameters }) => templateParameters.length > 0)
        .map(({ name }) => name.split('::').at(-1)!),
    );
    if (names.size === 0) return;
    builder.places.files.forEach(({ source: { tokens } }, file) => {
      for (const { text: name, begin, index } of tokens.list) {
        const behind = tokens.list[index + 1];
        if (names.has(name) && behind?.text === '<') addTo(this.places, name, { file, begin, end: behind.end });
      }
    });
  }

  /** True where each of them is a call that was read, or an explicit instantiation that can be. */
  areKnown(index: FunctionIndex, position: number): boolean {
    const { functions, ownCalls, places } = this.builder;
    const draft = functions[index]!;
    const short = draft.name.split('::').at(-1)!;
    const said = ownCalls.flatMap((call) => call.said ?? []);
    return (this.places.get(short) ?? []).every((place) => {
      if (said.some(({ file, begin }) => file === place.file && begin === place.end)) return true;
      const { text, tokens } = places.files[place.file]!.source;
      if (tokens.list[tokens.indexFrom(place.begin)]!.directive) return false;
      const explicit = explicitInstantiations(tokens).find(
        (one) => one.said?.[0]?.begin === tokens.list[tokens.indexFrom(place.end)]?.begin,
      );
      const argument = explicit?.said?.[position];
      const given = functions
        .filter((one) => placeKey(one.place) === placeKey(draft.place))
        .flatMap((one) => [...(one.template.given[position]?.keys() ?? [])]);
      return argument !== undefined && given.includes(text.slice(argument.begin, argument.end).trim());
    });
  }
}

/** Where a word stands in a text, but not as a member's name. */
export function wordsIn(builder: ProgramBuilder, range: Range, word: string): Range[] {
  const { tokens } = builder.places.files[range.file]!.source;
  return tokens
    .within(range)
    .filter(({ text, index }) => text === word && !['.', '->', '::'].includes(tokens.list[index - 1]?.text ?? ''))
    .map(({ begin, end }) => ({ file: range.file, begin, end }));
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.file === outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

function isSame(a: Range, b: Range): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

function distinct(ranges: readonly Range[]): Range[] {
  return ranges.filter((range, at) => ranges.findIndex((other) => isSame(range, other)) === at);
}
