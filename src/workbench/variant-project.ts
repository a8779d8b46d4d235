/**
 * Writes configurations into the user's source. Most are edits of that source as it stands; where one would have to reach into the
 * body of a macro, the edits are made in the text with all macros expanded, and the uses that need no such edit put back. Where other
 * builds are to stay right, the edits of all are made in the one text they share.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import { followedIn } from '../analysis/other-builds.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, readSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import type { SiteIndex } from '../program/program.js';
import { keepCommentColumns } from '../rewrite/comment-columns.js';
import { keyOf, SourceEdits } from '../rewrite/source-edits.js';
import { planTypeNames } from '../rewrite/type-names.js';
import type { TypeNames } from '../rewrite/type-naming.js';
import { type Disagreement, uniteEdits } from '../rewrite/unite-edits.js';
import { changedSites, writeVariant } from '../rewrite/variant.js';
import { type Configuration, resolve } from '../space/resolve.js';
import { PartedText } from '../support/parted-tokens.js';
import { type Infeasible, infeasible, type Rewriting, required } from './attempts.js';
import { copyProject } from './copy-project.js';
import { expansionsOf } from './macro-expansions.js';
import type { ReadOtherBuild } from './read-builds.js';

interface Expanded {
  readonly syntax: ProgramSyntax;
  /** Where each use of a macro was, and where what it stands for is now. */
  readonly uses: readonly { readonly use: Range; readonly expansion: Range }[];
}

interface Edited {
  readonly kind: 'edited';
  readonly syntax: ProgramSyntax;
  readonly edits: SourceEdits;
}

export interface WrittenProject {
  readonly kind: 'written';
  readonly project: Project;
  /** The files that changed, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

export class VariantWriter {
  private expanded: Promise<Expanded> | null = null;
  private readonly groupsOfOthers = new Map<string, Groups>();

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly project: Project,
    private readonly syntax: ProgramSyntax,
    /** For intermediate copies of the source. */
    private readonly folder: string,
    /** Builds of the same text that are to stay right. */
    private readonly others: readonly ReadOtherBuild[] = [],
  ) {}

  /** The text of every file a configuration changes: path relative to the project → new contents (one character per byte). */
  async rewrite(configuration: Configuration): Promise<Map<string, string>> {
    return required(await this.tryRewrite(configuration)).files;
  }

  async tryRewrite(configuration: Configuration): Promise<Rewriting> {
    if (this.others.length > 0) return this.rewriteForAll(configuration);
    const edited = await this.edited(configuration);
    if (edited.kind === 'infeasible') return edited;
    const { syntax, edits } = edited;
    const changed = new Map<string, string>();
    const { root } = this.syntax.program;
    // a header of directives alone is none of the program's files until it is edited
    syntax.places.files.forEach(({ absolutePath }, index) => {
      const text = edits.apply(index);
      const file = path.relative(syntax.program.root, absolutePath).replaceAll(path.sep, '/');
      const original = this.syntax.places.files.find((one) => one.absolutePath === path.join(root, file));
      if (text !== original?.source.text) changed.set(file, keepCommentColumns(original?.source.text ?? text, text));
    });
    return { kind: 'rewritten', files: changed };
  }

  /** The project over a copy of the user's files with the configuration written into them; `folder` becomes its root. */
  async write(configuration: Configuration, folder: string): Promise<Project> {
    return required(await this.tryWrite(configuration, folder)).project;
  }

  async tryWrite(configuration: Configuration, folder: string): Promise<WrittenProject | Infeasible> {
    const rewriting = await this.tryRewrite(configuration);
    if (rewriting.kind === 'infeasible') return rewriting;
    const { files } = rewriting;
    return { kind: 'written', files, project: copyProject(this.project, this.syntax, files, folder) };
  }

  /** One text for all builds: with the program's own names for its types where all can follow these, else written out. */
  private rewriteForAll(configuration: Configuration): Rewriting {
    const writtenOut = this.editsOfAll(configuration, null);
    if (writtenOut.kind === 'infeasible') return writtenOut;
    const names = planTypeNames(writtenOut.builds[0]!, changedSites(this.syntax.program, configuration));
    const named = names && this.editsOfAll(configuration, names);
    const attempts = [...(named?.kind === 'edited' ? [named.builds] : []), writtenOut.builds];
    let refused: Infeasible | null = null;
    for (const builds of attempts) {
      const united = uniteEdits(builds);
      if (united.kind === 'united') return { kind: 'rewritten', files: this.relative(united.files) };
      refused = this.disagreed(united, configuration);
    }
    return refused!;
  }

  private editsOfAll(
    configuration: Configuration,
    names: TypeNames | null,
  ): { readonly kind: 'edited'; readonly builds: readonly SourceEdits[] } | Infeasible {
    const builds: SourceEdits[] = [];
    for (const build of [null, ...this.others]) {
      const syntax = build?.syntax ?? this.syntax;
      const own = build ? this.followed(build, configuration) : configuration;
      const edited = this.editsFor(syntax, own, names?.inBuildOf(changedSites(syntax.program, own)), build?.name);
      if (edited.kind === 'infeasible') return edited;
      const [inside] = edited.edits.usesToExpand();
      if (inside) {
        const { path: file, source } = syntax.program.files[inside.file]!;
        const place = `${file}:${source.position(inside.begin).line}`;
        const reason = `the macro '${edited.edits.text(inside)}' (${place}) would have to be edited inside, which is not done where other builds are to stay right`;
        return this.cannotBeWritten([...configuration.sites.keys()][0] ?? 0, reason);
      }
      builds.push(edited.edits);
    }
    return { kind: 'edited', builds };
  }

  private followed({ name, syntax }: ReadOtherBuild, configuration: Configuration): Configuration {
    const groups = this.groupsOfOthers.get(name) ?? findGroups(syntax.program);
    this.groupsOfOthers.set(name, groups);
    return followedIn(this.syntax.program, syntax.program, groups, configuration);
  }

  private relative(files: ReadonlyMap<string, string>): Map<string, string> {
    const known = this.syntax.program.files;
    return new Map(
      [...files].flatMap(([absolutePath, text]) => {
        const file = known.find((one) => one.absolutePath === absolutePath);
        return file && file.source.text !== text ? [[file.path, text] as const] : [];
      }),
    );
  }

  private disagreed(
    { build, absolutePath, range, wanted, other }: Disagreement,
    configuration: Configuration,
  ): Infeasible {
    const { files, sites } = this.syntax.program;
    const { path: file, source } = files.find((one) => one.absolutePath === absolutePath)!;
    const { line } = source.position(range.begin);
    const words = new Set(source.line(line).match(/[A-Za-z_]\w*/g));
    const changed = [...configuration.sites.keys()];
    const site = changed.find((one) => words.has(sites[one]!.name)) ?? changed[0] ?? 0;
    const written = (text: string | null) => (text === null ? 'leaves it as it is' : `needs '${text.trim()}'`);
    const { name } = this.others[build - 1]!;
    const place = `'${source.text.slice(range.begin, range.end)}' at ${file}:${line}`;
    return this.cannotBeWritten(
      site,
      `the build ${name} ${written(wanted)} for ${place}, where another ${written(other)}`,
    );
  }

  private async edited(configuration: Configuration): Promise<Edited | Infeasible> {
    const writtenOut = this.editsFor(this.syntax, configuration);
    if (writtenOut.kind === 'infeasible') return writtenOut;
    const names = planTypeNames(writtenOut.edits, changedSites(this.syntax.program, configuration));
    const first = names ? this.editsFor(this.syntax, configuration, names) : writtenOut;
    if (first.kind === 'infeasible') return first;
    const { edits } = first;
    const toExpand = new Set(edits.usesToExpand().map(keyOf));
    if (toExpand.size === 0) return first;
    this.expanded ??= this.expandEverywhere();
    const { syntax, uses } = await this.expanded;
    const again = this.editsFor(syntax, configuration, names ?? undefined);
    if (again.kind === 'infeasible') return again;
    const left = again.edits.usesToExpand()[0];
    if (left) {
      const reason = `'${again.edits.text(left)}' is a macro of the system and would have to be edited inside`;
      return this.cannotBeWritten([...configuration.sites.keys()][0] ?? 0, reason);
    }
    for (const { use, expansion } of uses)
      if (!toExpand.has(keyOf(use))) again.edits.override(expansion, edits.edited(use));
    return again;
  }

  private editsFor(
    syntax: ProgramSyntax,
    configuration: Configuration,
    names?: TypeNames,
    build?: string,
  ): Edited | Infeasible {
    const edits = new SourceEdits(syntax, names);
    const writing = writeVariant(edits, configuration, resolve(syntax.program, configuration));
    if (writing.kind === 'written') return { kind: 'edited', syntax, edits };
    if (build === undefined) return this.cannotBeWritten(writing.site, writing.reason);
    return infeasible(`${syntax.program.sites[writing.site]?.id ?? 'a site'} in the build ${build}: ${writing.reason}`);
  }

  private cannotBeWritten(site: SiteIndex, reason: string): Infeasible {
    return infeasible(`${this.syntax.program.sites[site]?.id ?? 'a site'}: ${reason}`);
  }

  /** The source with every use of a macro replaced by what it stands for: read once, and used where a configuration needs it. */
  private async expandEverywhere(): Promise<Expanded> {
    const expansions = await expansionsOf(this.clang, this.project, this.syntax, path.join(this.folder, 'macro-uses'));
    const texts = new Map<string, string>();
    const moved: { use: Range; path: string; begin: number; end: number }[] = [];
    this.syntax.program.files.forEach((file, index) => {
      const uses = [...expansions.values()]
        .filter(({ use }) => use.file === index)
        .sort((a, b) => a.use.begin - b.use.begin);
      const text = new PartedText();
      let at = 0;
      for (const { use, text: expansion } of uses) {
        if (use.begin < at) continue; // in the argument of another
        text.append(file.source.text.slice(at, use.begin));
        text.append(expansion);
        moved.push({ use, path: file.path, begin: text.length - expansion.length, end: text.length });
        at = use.end;
      }
      text.append(file.source.text.slice(at));
      if (uses.length > 0) texts.set(file.path, text.toString());
    });
    const folder = path.join(this.folder, 'expanded');
    const copy = copyProject(this.project, this.syntax, texts, folder);
    const syntax = await readSyntax(this.clang, copy, undefined, [], this.syntax.program);
    fs.rmSync(folder, { recursive: true, force: true });
    const fileOf = new Map(syntax.program.files.map((file, index) => [file.path, index]));
    return {
      syntax,
      uses: moved.map(({ use, path: name, begin, end }) => ({
        use,
        expansion: { file: fileOf.get(name)!, begin, end },
      })),
    };
  }
}
