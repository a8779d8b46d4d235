import type { AstNode } from '../frontend/ast/node.js';
import { namesTemplateParameter } from '../frontend/lexical/template-names.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Format } from '../numerics/format.js';
import type { Range } from '../program/place.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import { SharedFormats } from '../program/shared-formats.js';
import { addTo } from '../support/grouped-by.js';
import { reachesInto } from '../support/spans.js';
import type { Token } from '../support/tokens.js';
import { applyNestedEdits, type NestedEdit, outermostEdits, type Replacement } from './nested-edits.js';
import { NodeRanges } from './node-ranges.js';
import { type TypeNames, writtenOut } from './type-naming.js';
import { TypeParameters } from './type-parameters.js';
import type { Spelling } from './type-text.js';

interface Edit extends NestedEdit {
  /** The function that the edit belongs to, among those that share a text; null for all of them. */
  layer: FunctionIndex | null;
}

/** Collects edits of a program's files by place; an edit equal to an earlier one at the same place is ignored. */
export class SourceEdits extends NodeRanges {
  /** `file:begin` of declarations that were split into one per declarator. */
  readonly splitDeclarations = new Set<string>();
  /** The new types of template parameters. */
  typeParameters: TypeParameters;
  /** Variables that stay declared with `auto` (deduced-types.ts). */
  deducedAsWanted: ReadonlySet<SiteIndex> = new Set();
  /** Type names that were rewritten, with the new format of each; type-names.ts then decides on the program's own names. */
  readonly writtenTypes: { readonly range: Range; readonly name: string; readonly format: Format | null }[] = [];
  /** Type names shared by several declarators that are now repeated for each. */
  readonly splitTypes: (Range & { readonly name: string })[] = [];
  private readonly byFile = new Map<number, Edit[]>();
  private readonly keys = new Set<string>();
  private readonly repeated: ReadonlySet<FunctionIndex>;

  constructor(
    syntax: ProgramSyntax,
    /** The new meanings of the program's type names. */
    readonly typeNames: TypeNames = writtenOut,
  ) {
    super(syntax);
    this.typeParameters = new TypeParameters(syntax, new Map(), 'deduced');
    this.repeated = new Set(syntax.scopes[0]?.builder.repeatedTexts.flat());
  }

  private layer: FunctionIndex | null = null;

  /** Edits made by `edit` apply to this function only, if others share its text. */
  inLayerOf(index: FunctionIndex, edit: () => void): void {
    const around = this.layer;
    if (this.isOneOfSeveral(index)) this.layer = index;
    edit();
    this.layer = around;
  }

  private isOneOfSeveral(index: FunctionIndex): boolean {
    return this.syntax.program.functions[index]!.sharesText || this.repeated.has(index);
  }

  /** Makes the edits of one function apply to all functions that share its text. */
  adopt(index: FunctionIndex): void {
    for (const edits of this.byFile.values()) for (const edit of edits) if (edit.layer === index) edit.layer = null;
  }

  /** Replaces a range; `key` distinguishes edits of one place with different purposes. An enclosing edit may drop an optional one. */
  replace(range: Range, key: string, render: NestedEdit['render'], optional = false): void {
    const id = `${rangeKey(range)} ${key}${this.layer === null ? '' : ` #${this.layer}`}`;
    if (this.keys.has(id)) return; // a template's text, visited again through another instantiation
    this.keys.add(id);
    addTo(this.byFile, range.file, { begin: range.begin, end: range.end, render, optional, layer: this.layer });
  }

  /** The new meanings of the program's type names at this place, where they may name a template parameter. */
  typeNamesAt({ file, begin }: Range, name: string): TypeNames {
    const isParameter = namesTemplateParameter(this.syntax.places.files[file]!.source.tokens, begin, name);
    return isParameter ? writtenOut : this.typeNames;
  }

  /** Replaces the name of a type by another type. */
  replaceType(range: Range, name: string, format: Spelling, spelling: string, optional = false): void {
    if (format !== 'carrier') this.writtenTypes.push({ range, name, format });
    this.replace(range, 'type', () => spelling, optional);
  }

  /** `before` + text + `after`. */
  wrap(range: Range, key: string, before: string, after: string): void {
    this.replace(range, key, (inner) => before + inner(range.begin, range.end) + after);
  }

  insert(file: number, offset: number, key: string, text: string): void {
    this.replace({ file, begin: offset, end: offset }, key, () => text);
  }

  get isEmpty(): boolean {
    return this.byFile.size === 0;
  }

  /** The edited text of a file, or its original text without edits. */
  apply(file: number): string {
    const { text } = this.syntax.places.files[file]!.source;
    const edits = this.madeIn(file);
    return edits.length > 0 ? applyNestedEdits(text, edits) : text;
  }

  /** The outermost replacements of a file. */
  replacements(file: number): Replacement[] {
    return outermostEdits(this.syntax.places.files[file]!.source.text, this.madeIn(file));
  }

  /** The text of a range with its edits applied, including those for one function. */
  edited({ file, begin, end }: Range, index: FunctionIndex | null = null): string {
    const within = this.madeIn(file, index)
      .filter((edit) => edit.begin >= begin && edit.end <= end)
      .map(({ begin: from, end: to, render, optional = false }) => ({
        begin: from - begin,
        end: to - begin,
        optional,
        render: (inner: Parameters<typeof render>[0]) => render((a, b) => inner(a - begin, b - begin)),
      }));
    return applyNestedEdits(this.text({ file, begin, end }), within);
  }

  private madeIn(file: number, index: FunctionIndex | null = null): readonly NestedEdit[] {
    return (this.byFile.get(file) ?? []).filter(({ layer }) => layer === null || layer === index);
  }

  /** Replaces a range by `text` and drops all edits inside it. */
  override({ file, begin, end }: Range, text: string): void {
    const others = (this.byFile.get(file) ?? []).filter((edit) => edit.begin < begin || edit.end > end);
    this.byFile.set(file, [...others, { begin, end, render: () => text, optional: true, layer: null }]);
  }

  usesToExpand(): Range[] {
    const isEdited = this.syntax.places.files.map((_, file) => reachesInto(this.madeIn(file)));
    return this.usesToExpandFor((range) => isEdited[range.file]!(range));
  }

  firstToken(range: Range): Token | undefined {
    return this.syntax.places.files[range.file]!.source.tokens.within(range)[0];
  }
  /** The site whose format a type written in an expression follows; null if there is none. */
  siteOfMention(node: AstNode): SiteIndex | null {
    const place = this.syntax.places.ofNode(node);
    return place ? (this.sitesOfMentions().get(rangeKey(place.range)) ?? null) : null;
  }

  private mentioned: ReadonlyMap<string, SiteIndex> | null = null;
  private shared: SharedFormats | null = null;

  get sharedFormats(): SharedFormats {
    this.shared ??= new SharedFormats(this.syntax.program);
    return this.shared;
  }

  private sitesOfMentions(): ReadonlyMap<string, SiteIndex> {
    if (this.mentioned) return this.mentioned;
    const mentioned = new Map<string, SiteIndex>();
    this.syntax.program.cells.forEach(({ what, range }, cell) => {
      const site = this.sharedFormats.siteOf(cell);
      if (what === 'type-mention' && range && site !== null) mentioned.set(rangeKey(range), site);
    });
    this.mentioned = mentioned;
    return mentioned;
  }
}
