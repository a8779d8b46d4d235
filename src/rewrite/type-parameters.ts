/**
 * What the type parameters of templates are in a text that is being made. A parameter that calls deduce becomes what the arguments then
 * are; one that every call says becomes what most of its text means. Its name is left wherever it still says what is meant, and a type is
 * written in its place elsewhere: so any choice is right. Where all that is spelt with it goes to one format, so does the parameter, where it is
 * instantiated; otherwise the choice is the one that changes the fewest lines, and of two such ones the instantiation.
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

/** Which parameters are given another format: those that calls deduce must be, the others may be. */
export type Followed = 'all' | 'deduced';

export class TypeParameters {
  private readonly parameters: readonly TypeParameter[];
  private readonly chosen = new Map<TypeParameter, Spelling>();
  private readonly ofSite = new Map<SiteIndex, TypeParameter[]>();
  /** Types spelt in expressions, with what each means where that is not what the source says. */
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
    // one may be said by the name of another
    for (let round = 0, isSettled = false; !isSettled && round < 8; round++) {
      isSettled = true;
      for (const parameter of mayChange) {
        const after = left.has(parameter) ? parameter.format : this.choiceFor(scope, parameter);
        if (this.formatOf(parameter) === after) continue;
        this.chosen.set(parameter, after);
        isSettled = false;
      }
      // a call that deduces one type from several classes needs them alike
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

  /** What each place means that says a parameter, itself or by another name for it. */
  private meanings(scope: UnitScope, parameter: TypeParameter): Map<Range, Spelling> {
    const alike = [parameter, ...this.parameters.filter(({ boundTo }) => boundTo.includes(parameter))];
    const found = new Map<Range, Spelling>();
    for (const one of alike) {
      const { declared, texts, name } = one;
      for (const [range, site] of declared)
        if (!isUncompiled(one, range)) found.set(range, this.formatOfSite(scope, site));
      for (const word of texts.flatMap((text) => wordsIn(scope.builder, text, name))) {
        const isOfSite = [...declared.keys()].some((range) => isWithin(word, range));
        const isSaid = alike.some(({ explicitTypes }) => explicitTypes.some((range) => isWithin(word, range)));
        if (!isOfSite && !isSaid && !isUncompiled(one, word)) found.set(word, this.meaningOf(scope, one, word));
      }
    }
    return found;
  }

  /** The lines that change where a parameter is given a format: what means another, and what says it. */
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

  /** The parameter that a name means here. */
  private parameterNamed(range: Range, name: string): TypeParameter | undefined {
    return this.parameters.find((one) => one.name === name && one.texts.some((text) => isWithin(range, text)));
  }

  /** What a parameter's name means where it stands outside the declarations of sites. */
  private meaningOf(scope: UnitScope, parameter: TypeParameter, word: Range): Spelling {
    const other = this.parameters.find(({ explicitTypes }) => explicitTypes.some((range) => isWithin(word, range)));
    if (other) return this.formatOf(other);
    const cast = this.castAt(parameter, word);
    if (cast !== null) return this.formatOfSite(scope, cast);
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

  /** What a site that is spelt with the name of a parameter is to be spelt with; undefined for any other type. */
  spell(scope: UnitScope, site: SiteIndex, token: string, format: Spelling): string | null | undefined {
    const member = memberNamed(token);
    const parameter = this.ofSite
      .get(site)
      ?.find(({ name }) => (abbreviatedBy(name) === null ? name : 'auto') === (member ?? token));
    if (parameter && token === 'auto') return token; // the argument says it
    if (member !== null && parameter && this.formatOf(parameter) === format) return token;
    return parameter && this.spellAs(scope, parameter, format);
  }

  private spellAs(scope: UnitScope, parameter: TypeParameter, format: Spelling): string | null {
    return this.formatOf(parameter) === format ? parameter.name : respell(scope, parameter.type, format);
  }

  /** `std::vector<Particle<double>>`: an argument of a class that follows says what the class is made of, whoever is declared so. */
  isSaidByClass(range: Range): boolean {
    return this.parameters.some(
      ({ function: index, explicitTypes }) => index === null && explicitTypes.some((one) => isWithin(range, one)),
    );
  }

  /** True for a site that does not change while the parameter does that it is spelt with. */
  mustBeWritten(site: SiteIndex): boolean {
    const { declaration } = this.syntax.program.sites[site]!;
    const parameters = (this.ofSite.get(site) ?? []).filter((one) => !isUncompiled(one, declaration));
    return !this.changed.has(site) && parameters.some((one) => this.formatOf(one) !== one.format);
  }

  /** True for a parameter of a function whose argument, where a call gives one, decides what its template is instantiated with. */
  isDeducedFrom(site: SiteIndex): boolean {
    return (this.ofSite.get(site) ?? []).some(
      (one) =>
        this.kindOf(site) === 'parameter' &&
        (one.follows || one.isDeducedAnyway) &&
        one.deducedFrom.length > 0 &&
        this.formatOf(one) === (this.changed.get(site) ?? one.format),
    );
  }

  /** The parameter that a type spelt in an expression names, with what it is to say; null for any other text. */
  spellMention(scope: UnitScope, range: Range, token: string, format: Spelling | null): string | null | undefined {
    const parameter = this.parameterNamed(range, token);
    if (parameter?.isShared) return token; // it changes with all that is spelt so
    return parameter && this.spellAs(scope, parameter, format ?? parameter.format);
  }

  /** The format that an explicit instantiation of these templates is to say for a parameter; null where it stays as it is. */
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

  /** What calls say, and what else the texts of templates say, of parameters that change. */
  edit(edits: SourceEdits): void {
    const [scope] = edits.syntax.scopes;
    if (!scope) return;
    for (const parameter of this.parameters) {
      for (const range of parameter.explicitTypes) this.editSaid(edits, scope, parameter, range);
      if (this.formatOf(parameter) !== parameter.format && !parameter.isShared) this.editTexts(edits, scope, parameter);
    }
  }

  private editSaid(edits: SourceEdits, scope: UnitScope, parameter: TypeParameter, range: Range): void {
    const text = edits.text(range);
    const name = text.trim();
    const begin = range.begin + text.indexOf(name);
    const around = this.parameterNamed(range, name);
    if (around?.isShared) return;
    const format = this.formatOf(parameter);
    const isMeant = around ? this.formatOf(around) === format : format === parameter.format;
    const spelling = isMeant ? name : (edits.typeNames.changed(name, format) ?? respell(scope, parameter.type, format));
    if (spelling !== null && !isMeant)
      // a member of the class may be written out as a whole
      edits.replaceType({ file: range.file, begin, end: begin + name.length }, name, format, spelling, true);
  }

  private editTexts(edits: SourceEdits, scope: UnitScope, parameter: TypeParameter): void {
    for (const word of parameter.texts.flatMap((text) => wordsIn(scope.builder, text, parameter.name))) {
      const isOfSite = [...parameter.declared.keys()].some((range) => isWithin(word, range));
      const isSaid = this.parameters.some(({ explicitTypes }) => explicitTypes.some((range) => isWithin(word, range)));
      if (isOfSite || isSaid || isUncompiled(parameter, word)) continue;
      const spelling = this.spellAs(scope, parameter, this.meaningOf(scope, parameter, word));
      // a cast may be made a call as a whole
      const isOptional = this.castAt(parameter, word) !== null;
      if (spelling !== null && spelling !== parameter.name) edits.replace(word, 'type', () => spelling, isOptional);
    }
  }
}

/** `Scalar` of `Box<double>::Scalar`; null for a type that is no member of a class template. */
function memberNamed(token: string): string | null {
  const words = new Tokens(token).list.map(({ text }) => text);
  return words.length > 2 && words.includes('<') && words.at(-2) === '::' ? words.at(-1)! : null;
}

function isUncompiled({ uncompiled }: TypeParameter, range: Range): boolean {
  return uncompiled.some((part) => isWithin(range, part));
}

/** The one that most of them are; of those the first. */
function mostOf(formats: readonly Spelling[]): Spelling | null {
  const counts = new Map<Spelling, number>();
  for (const format of formats) counts.set(format, (counts.get(format) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
