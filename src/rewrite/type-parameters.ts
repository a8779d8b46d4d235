/**
 * Chooses new types for the type parameters of templates. A parameter that calls deduce gets the type of the new arguments; one that every call
 * names explicitly gets the type of most of its uses. The parameter's name stays wherever it has the right meaning, and a type replaces it
 * elsewhere: so every choice is correct. If all uses change to one format, so does the parameter, at its instantiations; otherwise the choice
 * changes the fewest lines, and prefers the instantiation in a tie.
 */
import type { FunctionDraft } from '../frontend/lower/drafts.js';
import { wordsIn } from '../frontend/lower/templates/template-parameter-text.js';
import { abbreviatedBy } from '../frontend/lower/templates/template-parameters.js';
import type { TypeParameter } from '../frontend/lower/templates/type-parameters.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { isWithin, type Range } from '../program/place.js';
import type { CellIndex, SiteIndex, SiteKind } from '../program/program.js';
import { SharedFormats } from '../program/shared-formats.js';
import { Tokens } from '../support/tokens.js';
import type { SourceEdits } from './source-edits.js';
import { respell, type Spelling } from './type-text.js';

/** The parameters that may get another format: deduced ones must, the others may. */
export type Followed = 'all' | 'deduced';

export class TypeParameters {
  private readonly parameters: readonly TypeParameter[];
  private readonly chosen = new Map<TypeParameter, Spelling>();
  private readonly ofSite = new Map<SiteIndex, TypeParameter[]>();
  /** Types in expressions that name a parameter, with their new meaning if it differs from the source. */
  private readonly mentions: readonly { readonly range: Range; readonly meaning: Spelling | null }[];

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly changed: ReadonlyMap<SiteIndex, Spelling>,
    followed: Followed,
  ) {
    const { program, scopes } = syntax;
    this.parameters = scopes[0]?.builder.typeParameters ?? [];
    for (const parameter of this.parameters)
      for (const site of parameter.sites) this.ofSite.set(site, [...(this.ofSite.get(site) ?? []), parameter]);
    const shared = new SharedFormats(program);
    const changedTo = (cell: CellIndex) => {
      const site = shared.siteOf(cell);
      return site === null ? null : (changed.get(site) ?? null);
    };
    this.mentions = program.cells.flatMap(({ what, range }, cell) =>
      what === 'type-mention' && range ? [{ range, meaning: changedTo(cell) }] : [],
    );
    if (followed === 'all')
      for (const parameter of this.parameters) {
        if (!parameter.isShared || parameter.cell === null) continue;
        const format = changedTo(program.sites.length - parameter.cell - 1);
        if (format !== null) this.chosen.set(parameter, format);
      }
    if (scopes[0]) this.choose(scopes[0], followed);
  }

  private choose(scope: UnitScope, followed: Followed): void {
    const mayChange = this.parameters.filter(
      ({ follows, deducedFrom, isShared }) => follows && !isShared && (followed === 'all' || deducedFrom.length > 0),
    );
    const left = new Set<TypeParameter>();
    // a parameter's argument may be the name of another parameter
    for (let round = 0, isSettled = false; !isSettled && round < 8; round++) {
      isSettled = true;
      for (const parameter of mayChange) {
        const after = left.has(parameter) ? parameter.format : this.choiceFor(scope, parameter);
        if (this.formatOf(parameter) === after) continue;
        this.chosen.set(parameter, after);
        isSettled = false;
      }
      // a call that deduces one type from several classes needs equal arguments
      for (const { boundTo } of this.parameters)
        if (isSettled && new Set(boundTo.map((one) => this.formatOf(one))).size > 1) {
          for (const one of boundTo) left.add(one);
          isSettled = false;
        }
    }
  }

  private choiceFor(scope: UnitScope, parameter: TypeParameter): Spelling {
    const [bound] = parameter.boundTo;
    if (bound) return this.formatOf(bound);
    if (parameter.deducedFrom.length > 0)
      return mostOf(parameter.deducedFrom.map((site) => this.formatOfSite(scope, site))) ?? parameter.format;
    const meanings = this.meanings(scope, parameter);
    const formats = [...new Set(meanings.values())];
    if (formats.length < 2) return formats[0] ?? parameter.format;
    const changes = new Map(
      [...formats, parameter.format].map((format) => [format, this.linesToChange(scope, parameter, meanings, format)]),
    );
    const fewest = Math.min(...changes.values());
    const best = [...changes].filter(([, lines]) => lines === fewest).map(([format]) => format);
    return best.find((format) => format !== parameter.format) ?? parameter.format;
  }

  /** The new meaning of each place that names a parameter or an alias of it. */
  private meanings(scope: UnitScope, parameter: TypeParameter): Map<Range, Spelling> {
    const alike = [parameter, ...this.parameters.filter(({ boundTo }) => boundTo.includes(parameter))];
    const found = new Map<Range, Spelling>();
    for (const one of alike) {
      const { declared, texts, name } = one;
      for (const [range, site] of declared)
        if (!isUncompiled(one, range)) found.set(range, this.formatOfSite(scope, site));
      for (const word of texts.flatMap((text) => wordsIn(scope.builder, text, name))) {
        const isOfSite = [...declared.keys()].some((range) => isWithin(word, range));
        const isClassArgument = alike.some(({ explicitTypes }) => explicitTypes.some((range) => isWithin(word, range)));
        if (!isOfSite && !isClassArgument && !isUncompiled(one, word))
          found.set(word, this.meaningOf(scope, one, word));
      }
    }
    return found;
  }

  /** Lines that change if a parameter gets a format: uses with another meaning, and explicit arguments. */
  private linesToChange(
    { builder }: UnitScope,
    parameter: TypeParameter,
    meanings: ReadonlyMap<Range, Spelling>,
    format: Spelling,
  ): number {
    const written = [...meanings].flatMap(([range, meaning]) => (meaning === format ? [] : [range]));
    const explicitTypes = parameter.explicitTypes.filter((range) => {
      const around = this.parameterNamed(range, builder.places.text(range).trim());
      return around !== parameter && (around ? this.formatOf(around) : parameter.format) !== format;
    });
    const lines = [...written, ...explicitTypes].map(
      ({ file, begin }) => `${file}:${builder.places.files[file]!.source.position(begin).line}`,
    );
    return new Set(lines).size;
  }

  /** The parameter that a name refers to here. */
  private parameterNamed(range: Range, name: string): TypeParameter | undefined {
    return this.parameters.find((one) => one.name === name && one.texts.some((text) => isWithin(range, text)));
  }

  /** The meaning of a parameter's name outside the declarations of sites. */
  private meaningOf(scope: UnitScope, parameter: TypeParameter, word: Range): Spelling {
    const other = this.parameters.find(({ explicitTypes }) => explicitTypes.some((range) => isWithin(word, range)));
    if (other) return this.formatOf(other);
    const cast = this.castAt(parameter, word);
    if (cast !== null) return this.formatOfSite(scope, cast);
    const initialised = initialisedBy(scope, parameter, word);
    if (initialised !== null) return this.formatOfSite(scope, initialised);
    const mention = this.mentions.find(({ range }) => this.isFirst(scope, parameter, range, word));
    return mention?.meaning ?? parameter.format;
  }

  private castAt({ sites }: TypeParameter, word: Range): SiteIndex | null {
    const all = this.syntax.program.sites;
    return [...sites].find((site) => this.kindOf(site) === 'cast' && isWithin(word, all[site]!.declaration)) ?? null;
  }

  private kindOf(site: SiteIndex): SiteKind {
    return this.syntax.program.sites[site]!.kind;
  }

  private isFirst({ builder }: UnitScope, { name }: TypeParameter, range: Range, word: Range): boolean {
    return isWithin(word, range) && wordsIn(builder, range, name)[0]?.begin === word.begin;
  }

  private formatOfSite({ builder }: UnitScope, site: SiteIndex): Spelling {
    return this.changed.get(site) ?? builder.sites[site]!.format;
  }

  private formatOf(parameter: TypeParameter): Spelling {
    return this.chosen.get(parameter) ?? parameter.format;
  }

  /** The new text for a site declared with the name of a parameter; undefined for any other type. */
  spell(scope: UnitScope, site: SiteIndex, token: string, format: Spelling): string | null | undefined {
    const member = memberNamed(token);
    const parameter = this.ofSite
      .get(site)
      ?.find(({ name }) => (abbreviatedBy(name) === null ? name : 'auto') === (member ?? token));
    if (parameter && token === 'auto') return token; // the type follows the argument
    if (member !== null && parameter && this.formatOf(parameter) === format) return token;
    return parameter && this.spellAs(scope, parameter, format);
  }

  private spellAs(scope: UnitScope, parameter: TypeParameter, format: Spelling): string | null {
    return this.formatOf(parameter) === format ? parameter.name : respell(scope, parameter.type, format);
  }

  /** `std::vector<Particle<double>>`: this argument decides the instantiation of the class for all declarations. */
  isClassTypeArgument(range: Range): boolean {
    return this.parameters.some(
      ({ function: index, explicitTypes }) => index === null && explicitTypes.some((one) => isWithin(range, one)),
    );
  }

  /** True for a site that keeps its format while its parameter changes. */
  mustBeWritten(site: SiteIndex): boolean {
    const { declaration } = this.syntax.program.sites[site]!;
    const parameters = (this.ofSite.get(site) ?? []).filter((one) => !isUncompiled(one, declaration));
    return !this.changed.has(site) && parameters.some((one) => this.formatOf(one) !== one.format);
  }

  /** True for a function parameter whose argument, in a call, decides the instantiation of its template. */
  isDeducedFrom(site: SiteIndex): boolean {
    return (this.ofSite.get(site) ?? []).some(
      (one) =>
        this.kindOf(site) === 'parameter' &&
        (one.follows || one.isDeducedAnyway) &&
        one.deducedFrom.length > 0 &&
        this.formatOf(one) === (this.changed.get(site) ?? one.format),
    );
  }

  /** The new text for a type in an expression that names a parameter; undefined for any other text. */
  spellMention(scope: UnitScope, range: Range, token: string, format: Spelling | null): string | null | undefined {
    const parameter = this.parameterNamed(range, token);
    if (parameter?.isShared) return token; // it changes together with all its uses
    return parameter && this.spellAs(scope, parameter, format ?? parameter.format);
  }

  /** The format that an explicit instantiation of these templates names for a parameter; null if it stays. */
  formatSaid(scope: UnitScope, templates: readonly FunctionDraft[], position: number, type: string): Spelling | null {
    const parameter = this.parameters.find(
      ({ function: index, ...one }) =>
        index !== null &&
        one.position === position &&
        one.type === type &&
        templates.includes(scope.builder.functions[index]!),
    );
    return !parameter || this.formatOf(parameter) === parameter.format ? null : this.formatOf(parameter);
  }

  /** Edits explicit arguments, and other text of templates, for parameters that change. */
  edit(edits: SourceEdits): void {
    const [scope] = edits.syntax.scopes;
    if (!scope) return;
    for (const parameter of this.parameters) {
      for (const range of parameter.explicitTypes) this.editExplicitArgument(edits, scope, parameter, range);
      if (this.formatOf(parameter) !== parameter.format && !parameter.isShared) this.editTexts(edits, scope, parameter);
    }
  }

  private editExplicitArgument(edits: SourceEdits, scope: UnitScope, parameter: TypeParameter, range: Range): void {
    const text = edits.text(range);
    const name = text.trim();
    const begin = range.begin + text.indexOf(name);
    const around = this.parameterNamed(range, name);
    if (around?.isShared) return;
    const format = this.formatOf(parameter);
    const isMeant = around ? this.formatOf(around) === format : format === parameter.format;
    const spelling = isMeant ? name : (edits.typeNames.changed(name, format) ?? respell(scope, parameter.type, format));
    if (spelling !== null && !isMeant)
      // an enclosing edit may replace the member as a whole
      edits.replaceType({ file: range.file, begin, end: begin + name.length }, name, format, spelling, true);
  }

  private editTexts(edits: SourceEdits, scope: UnitScope, parameter: TypeParameter): void {
    for (const word of parameter.texts.flatMap((text) => wordsIn(scope.builder, text, parameter.name))) {
      const isOfSite = [...parameter.declared.keys()].some((range) => isWithin(word, range));
      const isClassArgument = this.parameters.some(({ explicitTypes }) =>
        explicitTypes.some((range) => isWithin(word, range)),
      );
      if (isOfSite || isClassArgument || isUncompiled(parameter, word)) continue;
      const spelling = this.spellAs(scope, parameter, this.meaningOf(scope, parameter, word));
      // an enclosing edit may turn the cast into a call
      const isOptional = this.castAt(parameter, word) !== null;
      if (spelling !== null && spelling !== parameter.name) edits.replace(word, 'type', () => spelling, isOptional);
    }
  }
}

/** Longest text between the type of a declaration and its initialiser, and of a literal in parentheses. */
const MOST_TEXT = 200;

/** `Real value = Real(0.1)`, outside function bodies: the declaration that a cast of a literal initialises. The literal is rounded once in either format. */
function initialisedBy({ builder }: UnitScope, { declared }: TypeParameter, word: Range): SiteIndex | null {
  const between = (begin: number, end: number) => new Tokens(builder.places.text({ ...word, begin, end })).list;
  const [open, literal, close] = between(word.end, word.end + MOST_TEXT);
  if (open?.text !== '(' || literal?.kind !== 'number' || close?.text !== ')') return null;
  for (const [range, site] of declared) {
    if (range.file !== word.file || range.end > word.begin || word.begin - range.end > MOST_TEXT) continue;
    const [, equals, ...rest] = between(range.end, word.begin);
    if (equals?.text === '=' && rest.length === 0) return site;
  }
  return null;
}

/** `Scalar` of `Box<double>::Scalar`; null for a type that is no member of a class template. */
function memberNamed(token: string): string | null {
  const words = new Tokens(token).list.map(({ text }) => text);
  return words.length > 2 && words.includes('<') && words.at(-2) === '::' ? words.at(-1)! : null;
}

function isUncompiled({ uncompiled }: TypeParameter, range: Range): boolean {
  return uncompiled.some((part) => isWithin(range, part));
}

/** The most frequent one; in a tie, the first. */
function mostOf(formats: readonly Spelling[]): Spelling | null {
  const counts = new Map<Spelling, number>();
  for (const format of formats) counts.set(format, (counts.get(format) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
