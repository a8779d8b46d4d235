/**
 * Type parameters of function templates: `template <class T> void axpy(T a, T *x, T *y, int n)`. If every instantiation has the same number type for
 * T, T can get another format at the calls: in angle brackets, or through the arguments that T is deduced from. The text keeps T wherever it means
 * that format, and types that keep another format are written out.
 */
import type { Format } from '../../../numerics/format.js';
import { isWithin, type Range } from '../../../program/place.js';
import type { CellIndex, FunctionIndex, SiteIndex } from '../../../program/program.js';
import { addTo } from '../../../support/grouped-by.js';
import { endOfBracket } from '../../../support/token-lists.js';
import { type Token, Tokens } from '../../../support/tokens.js';
import type { AstNode } from '../../ast/node.js';
import { explicitInstantiations } from '../../lexical/explicit-instantiations.js';
import type { ProgramBuilder } from '../builder.js';
import type { FunctionDraft, OwnCall } from '../drafts.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';
import { findClassParameters, followingClasses } from './class-parameters.js';
import { instantiationsOfOneText, isGenericFunction } from './instantiations.js';
import {
  declarationsOf,
  distinct,
  type GivenType,
  givenTypes,
  isSame,
  sitesDeclaredWith,
  templateHeadBefore,
  typeRegion,
  wordsIn,
} from './template-parameter-text.js';
import { abbreviatedBy } from './template-parameters.js';

export interface TypeParameter {
  /** Null for a parameter of a class template (class-parameters.ts). */
  readonly function: FunctionIndex | null;
  readonly name: string;
  /** The position among the parameters of its template. */
  readonly position: number;
  /** The type in every instantiation: `double`, `float2`. */
  readonly type: string;
  readonly format: Format;
  /** The texts of its template. */
  readonly texts: readonly Range[];
  /** The sites that are spelt with its name. */
  readonly sites: ReadonlySet<SiteIndex>;
  /** The spans of the types of these sites, except casts, whose types are inside expressions. */
  readonly declared: ReadonlyMap<Range, SiteIndex>;
  /** The function parameters that it is deduced from in every call; empty if all calls name it explicitly. */
  readonly deducedFrom: readonly SiteIndex[];
  /** The explicit arguments of calls; empty if every call may have another format. */
  readonly explicitTypes: readonly Range[];
  /** Types in expressions that are spelt with it. */
  readonly mentions: readonly CellIndex[];
  /** The template is also instantiated with other number types, so its text stays unchanged. */
  readonly isShared: boolean;
  /** The cell of everything that is spelt with it, if the text is shared. */
  readonly cell: CellIndex | null;
  /** Every call also passes an object of a class with this parameter: `Vec<T>`. */
  readonly isDeducedAnyway: boolean;
  /** Parameters of classes in the types of arguments: in `norm(const Solver<T> &s)`, T follows from s. */
  readonly boundTo: readonly TypeParameter[];
  /** Parts of its texts that are not compiled. */
  readonly uncompiled: readonly Range[];
  /** False if some text that instantiates the template could not be changed. */
  readonly follows: boolean;
}

/** The facts about the template that a function is instantiated from. */
export interface TemplateFacts {
  /** Its texts without their `template <…>`; null for one inside a macro. */
  readonly texts: (Range | null)[];
  /** By parameter: the types in the instantiations, by spelling. */
  readonly argumentTypes: Map<string, GivenType>[];
  /** The sites that its text uses, and the results of functions that it calls. */
  readonly names: Set<SiteIndex>;
}

/** Called for every instantiation of a function template. */
export function rememberInstantiation(scope: UnitScope, node: AstNode, index: FunctionIndex): void {
  const { argumentTypes } = scope.builder.functions[index]!.template;
  givenTypes(scope, node).forEach((one, position) => {
    argumentTypes[position] ??= new Map();
    argumentTypes[position].set(one.type, one);
  });
  rememberText(scope, node, index);
}

/** Called for every text of a function template. */
export function rememberText({ builder }: UnitScope, node: AstNode, index: FunctionIndex): void {
  const { texts } = builder.functions[index]!.template;
  const place = builder.places.ofNode(node);
  // it may begin with a macro such as `__global__`
  const isWritten = place?.spelling === null || node.range?.end.expansionLoc === undefined;
  const text = place && isWritten ? place.range : null;
  if (!texts.some((one) => (one === null ? text === null : text !== null && isSame(one, text)))) texts.push(text);
}

export function findTypeParameters(builder: ProgramBuilder): TypeParameter[] {
  for (let classes = findClassParameters(builder); ; ) {
    const functions = parametersOfFunctions(builder, classes);
    const following = followingClasses(builder, classes, functions);
    if (following.length === classes.length) return [...classes, ...functions];
    classes = following;
  }
}

function parametersOfFunctions(builder: ProgramBuilder, classes: readonly TypeParameter[]): TypeParameter[] {
  const named = new NamedTemplates(builder);
  const shared = new Set(
    instantiationsOfOneText(builder).flatMap((variants) =>
      variants.some((index) => isGenericFunction(builder, index)) ? [] : variants,
    ),
  );
  return builder.functions.flatMap((_, index) => {
    const { templateParameters } = builder.functions[index]!;
    return templateParameters.flatMap((name, position) => {
      const found =
        name === '' ? null : new Reading(builder, named, classes, index, position, shared.has(index)).result();
      return found ? [found] : [];
    });
  });
}

const CLASS_OF = /\w\s*<[^<>]*>(?!\s*::)/;

class Reading {
  private readonly draft: FunctionDraft;
  private readonly name: string;
  /** `x` for the implicit parameter of `auto x`. */
  private readonly abbreviated: string | null;
  private readonly calls: readonly OwnCall[];

  constructor(
    private readonly builder: ProgramBuilder,
    private readonly named: NamedTemplates,
    private readonly classes: readonly TypeParameter[],
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
    const argumentTypes = [...(this.draft.template.argumentTypes[position]?.values() ?? [])];
    const texts = this.draft.template.texts.filter((text) => text !== null);
    const [only] = argumentTypes;
    if (this.abbreviated !== null && this.isShared) return null; // it has no name that a copy could use as a type
    if (argumentTypes.length !== 1 || !only || only.format === null || texts.length === 0) return null;
    const sites = (
      this.abbreviated !== null ? this.abbreviatedSites(this.abbreviated) : sitesDeclaredWith(builder, name, texts)
    ).filter((site) => !this.isShared || builder.sites[site]!.function === this.index);
    const declared = declarationsOf(builder, sites, this.abbreviated === null ? name : 'auto', texts);
    const deducedFrom = this.calls.some((call) => this.deduces(call)) ? this.deducing(sites) : [];
    const isGeneric = sites.some((site) => builder.sites[site]!.frozen.some(({ code }) => code === 'generic'));
    const explicitTypes = isGeneric ? [] : this.calls.flatMap((call) => call.explicitTypes?.[position] ?? []);
    const mentions = [...builder.carriers.keys()].filter((at) => {
      const { owner, typeParameter } = builder.carrierOrigins[at]!;
      return owner === this.index && typeParameter === name && builder.carriers[at]!.what === 'type-mention';
    });
    const isAccounted = !this.isShared || this.isAccounted(texts, sites, [...declared.keys()], mentions);
    const others = this.otherTypes();
    return {
      ...{ boundTo: this.classesOf(others), uncompiled: [] },
      mentions: mentions.map((at) => -at - 1),
      isShared: this.isShared,
      cell: this.isShared ? builder.newCarrier('void-pointer', name, null, null, this.index) : null,
      ...{ function: this.index, name, position, type: only.type, format: only.format, texts },
      ...{ sites: new Set(sites), declared, deducedFrom, explicitTypes: distinct(explicitTypes) },
      isDeducedAnyway: others.some((word) => word !== null && CLASS_OF.test(this.around(word))),
      follows: !isGeneric && isAccounted && this.canChange(deducedFrom, others),
    };
  }

  /** The parameters declared as `auto x`. */
  private abbreviatedSites(name: string): SiteIndex[] {
    return [...this.builder.sites.keys()].filter((site) => {
      const draft = this.builder.sites[site]!;
      return draft.function === this.index && draft.kind === 'parameter' && draft.name === name;
    });
  }

  /** Whether every use of the name in the text is known to change with it. */
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

  /** Whether a call deduces the parameter from its arguments. */
  private deduces({ explicitTypes }: OwnCall): boolean {
    return explicitTypes === null || explicitTypes.length <= this.position;
  }

  /** Function parameters that every call provides. */
  private deducing(sites: readonly SiteIndex[]): SiteIndex[] {
    return this.draft.parameters.filter((site): site is SiteIndex => {
      if (site === null || !sites.includes(site)) return false;
      const { declaration } = this.builder.sites[site]!;
      const words = new Tokens(this.builder.places.text(declaration)).list.map(({ text }) => text);
      const isMember = words.some((word, at) => word === '::' && /^>+$/.test(words[at - 1] ?? ''));
      return !isMember && !['=', 'typename', 'decltype'].some((word) => words.includes(word));
    });
  }

  /** The class parameters that these words are arguments of; if some cannot be parsed, those that occur in its texts. */
  private classesOf(words: readonly (Range | null)[]): TypeParameter[] {
    const texts = words.includes(null) ? this.draft.template.texts : [];
    return this.classes.filter(({ explicitTypes }) =>
      explicitTypes.some(
        (range) =>
          words.some((word) => word !== null && isWithin(word, range)) ||
          texts.some((text) => text !== null && isWithin(range, text)),
      ),
    );
  }

  private canChange(deducedFrom: readonly SiteIndex[], others: readonly (Range | null)[]): boolean {
    const { draft, builder, index } = this;
    const isBound = others.length > 0;
    const isOrdinary = (isBound || !/\boperator\b|~/.test(draft.name)) && draft.recordParameters.length === 0;
    if (!isOrdinary || draft.body === null || draft.isSpecialised || draft.addressTaken !== null) return false;
    if (builder.unchangedFunctions.has(index) || builder.calledByLibrary.has(index)) return false;
    if (draft.template.texts.some((text) => text === null || !this.hasPlainHead(text))) return false;
    const isClassArgument = (word: Range | null) =>
      word !== null && this.classes.some(({ explicitTypes }) => explicitTypes.some((range) => isWithin(word, range)));
    if (!others.every(isClassArgument)) return false;
    if (!this.named.areKnown(index, this.position)) return false;
    const deducing = this.calls.filter((call) => this.deduces(call));
    if (isBound && deducing.length === this.calls.length && deducedFrom.length === 0) return true; // no call names it
    if (!isBound && deducing.length > 0 && deducedFrom.length === 0) return false;
    return this.calls.every((call) => this.canCall(call));
  }

  /** Whether it has no default or constraint in `template <class T, int N>`. */
  private hasPlainHead({ file, begin }: Range): boolean {
    if (this.abbreviated !== null) return true;
    const { tokens } = this.builder.places.files[file]!.source;
    const list = templateHeadBefore(tokens, begin);
    const parts = (list?.parts ?? []).map((part) => tokens.within(part).map(({ text }) => text));
    const named = parts.filter((part) => part.includes(this.name));
    return named.length === 1 && named[0]!.length === 2 && ['class', 'typename'].includes(named[0]![0]!);
  }

  /** `Vec<T> v`, `T (*f)(T)`: the types of parameters that are not sites; null if one cannot be parsed. */
  private otherTypes(): (Range | null)[] {
    const { builder, draft } = this;
    const owned = draft.parameters.flatMap((site) => {
      if (site === null) return [];
      const { declaration, redeclarations } = builder.sites[site]!;
      return [declaration, ...redeclarations];
    });
    return draft.template.texts.flatMap((text) => {
      const list = text && this.parameterList(text);
      if (!list) return [null];
      return wordsIn(builder, list, this.name).filter((word) => !owned.some((one) => isWithin(word, one)));
    });
  }

  /** The other words of the parameter declaration around it. */
  private around({ file, begin }: Range): string {
    const list = this.draft.template.texts.flatMap((text) => (text && this.parameterList(text)) ?? []);
    const whole = list.find((one) => one.file === file && one.begin <= begin && begin < one.end)!;
    return this.builder.places.text({
      file,
      begin: Math.max(whole.begin, begin - 60),
      end: Math.min(whole.end, begin + 60),
    });
  }

  private parameterList(text: Range): Range | null {
    const { tokens } = this.builder.places.files[text.file]!.source;
    const short = this.draft.name.split('::').at(-1)!;
    const words = tokens.within(text);
    const named = words.findIndex(({ text: one }) => one === 'operator');
    const isBehind = ({ index }: Token) =>
      short.startsWith('operator')
        ? named >= 0 && index > words[named]!.index + 1
        : tokens.list[index - 1]?.text === short;
    const open = words.find((token) => token.text === '(' && isBehind(token));
    return open ? { file: text.file, begin: open.end, end: endOfBracket(tokens, open) ?? text.end } : null;
  }

  private canCall({ explicitTypes, isEdited, caller, links }: OwnCall): boolean {
    if (explicitTypes === null || !isEdited || caller === null || this.builder.unchangedFunctions.has(caller))
      return false;
    return explicitTypes.length <= this.position || links.some(({ parameter }) => parameter === this.name);
  }
}

/** All uses of the program's templates with arguments: `f<double>` in a call, or anywhere else. */
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

  /** Whether each of them is a known call, or an explicit instantiation that can change. */
  areKnown(index: FunctionIndex, position: number): boolean {
    const { functions, ownCalls, places } = this.builder;
    const draft = functions[index]!;
    const short = draft.name.split('::').at(-1)!;
    const explicitTypes = ownCalls.flatMap((call) => call.explicitTypes ?? []);
    return (this.places.get(short) ?? []).every((place) => {
      if (explicitTypes.some(({ file, begin }) => file === place.file && begin === place.end)) return true;
      const { text, tokens } = places.files[place.file]!.source;
      if (tokens.list[tokens.indexFrom(place.begin)]!.directive) return false;
      const explicit = explicitInstantiations(tokens).find(
        (one) => one.typeArguments?.[0]?.begin === tokens.list[tokens.indexFrom(place.end)]?.begin,
      );
      const argument = explicit?.typeArguments?.[position];
      const argumentTypes = functions
        .filter((one) => placeKey(one.place) === placeKey(draft.place))
        .flatMap((one) => [...(one.template.argumentTypes[position]?.keys() ?? [])]);
      return argument !== undefined && argumentTypes.includes(text.slice(argument.begin, argument.end).trim());
    });
  }
}
