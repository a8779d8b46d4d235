/**
 * Writes configurations into the user's source. Most edits apply to the source directly. If an edit would be inside the body of a macro, the edits
 * are made in the macro-expanded text, and the macro uses without such edits are restored. If other builds must stay correct, the edits
 * of all builds are merged.
 */

import * as fs from 'node:fs';
import path from 'node:path';
import { whyTooMuchShared } from '../analysis/shared-memory-limit.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { SiteIndex } from '../program/program.js';
import { keepColumns } from '../rewrite/aligned-columns.js';
import type { PrintedDigits } from '../rewrite/expression-writer.js';
import { mergeCopies } from '../rewrite/merge-copies.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { planTypeNames } from '../rewrite/type-names.js';
import type { TypeNames } from '../rewrite/type-naming.js';
import { changedSites, writeVariant } from '../rewrite/variant.js';
import { type Configuration, resolve } from '../space/resolve.js';
import { once } from '../support/once.js';
import { asCplusplus17, includesFormats, withFormatsHeader } from './added-formats.js';
import { type Infeasible, infeasible, type Rewriting, required } from './attempts.js';
import { copyProject, nameIn } from './copy-project.js';
import type { ProgramOfCalls } from './derived/calls-apart.js';
import type { ReadProgram, ReadText } from './derived/derived-program.js';
import { DerivedPrograms } from './derived/derived-programs.js';
import { type ExpandedText, expandMacros } from './derived/expanded-macros.js';
import { MergedBuilds, type ReplacedText } from './merged-builds.js';
import { originalReplacements } from './replaced-text.js';

interface Writing {
  readonly configuration: Configuration;
  readonly names?: TypeNames | undefined;
  readonly digits?: PrintedDigits;
}

interface Edited {
  readonly kind: 'edited';
  readonly syntax: ProgramSyntax;
  readonly edits: SourceEdits;
  readonly addLines: () => void;
}

/** The source to write into; `others`, `written` and `families` as in ReadProgram and ProgramOfCalls. */
type WrittenText = ReadText & Partial<Pick<ReadProgram, 'others'> & Pick<ProgramOfCalls, 'written' | 'families'>>;

export class VariantWriter {
  /** The source with all macro uses expanded. */
  private readonly expanded = once(() => this.expandEverywhere());
  private readonly united: MergedBuilds | null;
  /** Programs with other summation methods or block sizes. */
  readonly derived: DerivedPrograms;

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly text: WrittenText,
    /** Folder for intermediate copies of the source. */
    private readonly folder: string,
  ) {
    const writers = (text.others ?? []).map((other, index) => ({
      name: other.build.name,
      writer: new VariantWriter(clang, other, path.join(folder, `build-${index}`)),
    }));
    this.united = writers.length > 0 ? new MergedBuilds(this, writers) : null;
    this.derived = new DerivedPrograms(clang, text, folder, (made, place) => new VariantWriter(clang, made, place));
  }

  get syntax(): ProgramSyntax {
    return this.text.syntax;
  }

  /** The text of every file a configuration changes: path relative to the project → new contents (one character per byte). */
  async rewrite(configuration: Configuration): Promise<Map<string, string>> {
    return required(await this.tryRewrite(configuration)).files;
  }

  /** `digits`: printed digits of wide numbers. A patch prints as many as the source, a judged run all of them. */
  async tryRewrite(configuration: Configuration, digits: PrintedDigits = 'as-written'): Promise<Rewriting> {
    const rewriting = await this.rewriteTexts(configuration, digits);
    if (rewriting.kind === 'infeasible') return rewriting;
    const unchanged = this.syntax.program.files.filter(({ path: file }) => !rewriting.files.has(file));
    const sources = unchanged.map(({ source }) => source.text);
    return { ...rewriting, files: withFormatsHeader(rewriting.files, sources) };
  }

  private async rewriteTexts(configuration: Configuration, digits: PrintedDigits): Promise<Rewriting> {
    const derived = await this.derived.of(configuration);
    if (derived?.kind === 'infeasible') return derived;
    if (derived) {
      const rewriting = await derived.program.writer.rewriteTexts(derived.configuration, digits);
      if (rewriting.kind === 'infeasible') return rewriting;
      return { kind: 'rewritten', files: new Map([...derived.program.files, ...rewriting.files]) };
    }
    if (this.united) return this.united.tryRewrite(configuration);
    const edited = await this.edited(configuration, digits);
    if (edited.kind === 'infeasible') return edited;
    const { syntax, edits } = edited;
    const changed = new Map<string, string>();
    const { root } = this.syntax.program;
    // also covers headers with directives only, which are not files of the program unless edited
    mergeCopies(edits, this.text.families ?? []);
    syntax.places.files.forEach(({ absolutePath }, index) => {
      const text = edits.apply(index);
      const file = nameIn(syntax.program.root, absolutePath);
      const read = this.syntax.places.files.find((one) => one.absolutePath === path.join(root, file));
      const original = this.text.written?.get(file) ?? read?.source.text;
      if (text !== original) changed.set(file, keepColumns(original ?? text, text));
    });
    return { kind: 'rewritten', files: changed };
  }

  /** Writes the configuration into a copy of the user's files in `folder`, and returns the project there and the changed files. */
  async tryWrite(
    configuration: Configuration,
    folder: string,
    digits: PrintedDigits = 'as-written',
  ): Promise<
    { readonly kind: 'written'; readonly project: Project; readonly files: ReadonlyMap<string, string> } | Infeasible
  > {
    const rewriting = await this.tryRewrite(configuration, digits);
    if (rewriting.kind === 'infeasible') return rewriting;
    const { files } = rewriting;
    const texts = new Map([...(this.text.written ?? []), ...files]);
    const project = copyProject(this.text.project, this.syntax, texts, folder);
    return { kind: 'written', files, project: includesFormats(files) ? asCplusplus17(project) : project };
  }

  /** The replacements of a configuration, with these type names. A macro use with an edit inside is replaced as a whole. */
  async replaced(configuration: Configuration, names: TypeNames): Promise<ReplacedText | Infeasible> {
    const writing = { configuration, names };
    const direct = this.editsFor(this.syntax, writing);
    if (direct.kind === 'infeasible') return direct;
    const { edits } = direct;
    const text = { kind: 'replaced' as const, syntax: this.syntax, edits };
    const again = await this.withMacrosExpanded(edits, writing);
    if (again?.kind === 'infeasible') return again;
    (again ?? direct).addLines();
    if (again === null) return { ...text, replacements: (file) => edits.replacements(file) };
    const { parts } = await this.expanded();
    const uses = new Set(edits.usesToExpand().map(rangeKey));
    const { files } = this.syntax.places;
    return {
      ...text,
      replacements: (file) => {
        const own = parts.filter(({ original }) => original.file === file);
        return originalReplacements(again.edits, own, uses, files[file]!.source.text);
      },
    };
  }

  private async edited(configuration: Configuration, digits: PrintedDigits): Promise<Edited | Infeasible> {
    const writtenOut = this.editsFor(this.syntax, { configuration, digits });
    if (writtenOut.kind === 'infeasible') return writtenOut;
    const names = planTypeNames(writtenOut.edits, changedSites(this.syntax.program, configuration)) ?? undefined;
    const writing = { configuration, names, digits };
    const first = names ? this.editsFor(this.syntax, writing) : writtenOut;
    if (first.kind === 'infeasible') return first;
    const last = (await this.withMacrosExpanded(first.edits, writing)) ?? first;
    if (last.kind === 'edited') last.addLines();
    return last;
  }

  /** The edits with the macro uses expanded that contain edits; null if there are none. */
  private async withMacrosExpanded(edits: SourceEdits, writing: Writing): Promise<Edited | Infeasible | null> {
    const toExpand = new Set(edits.usesToExpand().map(rangeKey));
    if (toExpand.size === 0) return null;
    const { syntax, parts } = await this.expanded();
    const again = this.editsFor(syntax, writing);
    if (again.kind === 'infeasible') return again;
    const left = again.edits.usesToExpand()[0];
    if (left) {
      const use = again.edits.text(left);
      const isOwn = syntax.scopes.some(({ macros }) => macros.has(/^\w*/.exec(use)![0]));
      const whose = isOwn ? 'expands differently each time its file is included' : 'is a system macro';
      const reason = `'${use}' ${whose}, and its expansion would have to be edited`;
      return this.cannotBeWritten([...writing.configuration.sites.keys()][0] ?? 0, reason);
    }
    for (const { kind, original, expanded } of parts)
      if (kind === 'use' && !toExpand.has(rangeKey(original))) again.edits.override(expanded, edits.edited(original));
    return again;
  }

  private editsFor(
    syntax: ProgramSyntax,
    { configuration, names, digits = 'as-written' }: Writing,
  ): Edited | Infeasible {
    const edits = new SourceEdits(syntax, names);
    const resolution = resolve(syntax.program, configuration);
    const crowded = whyTooMuchShared(syntax.program, resolution.siteFormats);
    if (crowded) return infeasible(crowded);
    const writing = writeVariant(edits, configuration, resolution, digits);
    return writing.kind === 'infeasible'
      ? this.cannotBeWritten(writing.site, writing.reason)
      : { kind: 'edited', syntax, edits, addLines: writing.addLines };
  }

  private cannotBeWritten(site: SiteIndex | null, reason: string): Infeasible {
    return infeasible(site === null ? reason : `${this.syntax.program.sites[site]?.id ?? 'a site'}: ${reason}`);
  }

  private async expandEverywhere(): Promise<ExpandedText> {
    const folder = path.join(this.folder, 'expanded');
    const expanded = await expandMacros(this.clang, this.text, folder);
    fs.rmSync(folder, { recursive: true, force: true });
    return expanded;
  }
}
