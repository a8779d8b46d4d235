/** Writes a configuration into the one text that several builds share. */
import { findGroups, type Groups } from '../analysis/groups.js';
import { correspondingConfiguration } from '../analysis/other-builds.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { keepColumns } from '../rewrite/aligned-columns.js';
import { type BuildText, type Disagreement, mergeEdits } from '../rewrite/merge-edits.js';
import type { SourceEdits } from '../rewrite/source-edits.js';
import { planTypeNames } from '../rewrite/type-names.js';
import { type TypeNames, writtenOut } from '../rewrite/type-naming.js';
import { changedSites } from '../rewrite/variant.js';
import type { Configuration } from '../space/resolve.js';
import { namesIn } from '../support/tokens.js';
import { type Infeasible, infeasible, type Rewriting, reasonOf } from './attempts.js';

/** What writes one of the builds by itself. */
export interface BuildWriter {
  readonly syntax: ProgramSyntax;
  replaced(configuration: Configuration, names: TypeNames): Promise<ReplacedText | Infeasible>;
}

export interface ReplacedText extends BuildText {
  readonly kind: 'replaced';
  /** Of the text as it is written, before any macro is expanded. */
  readonly edits: SourceEdits;
}

export class MergedBuilds {
  private readonly groups: readonly Groups[];

  constructor(
    private readonly tuned: BuildWriter,
    private readonly others: readonly { readonly name: string; readonly writer: BuildWriter }[],
  ) {
    this.groups = others.map(({ writer }) => findGroups(writer.syntax.program));
  }

  /** With the program's own names for its types where all builds can follow these, else written out. */
  async tryRewrite(configuration: Configuration): Promise<Rewriting> {
    const plain = await this.texts(configuration, writtenOut);
    if (plain.kind === 'infeasible') return plain;
    const changed = changedSites(this.tuned.syntax.program, configuration);
    const names = planTypeNames(plain.texts[0]!.edits, changed);
    const named = names && (await this.texts(configuration, names));
    const united = named?.kind === 'replaced' ? mergeEdits(named.texts) : null;
    if (united?.kind === 'united') return this.rewritten(united.files);
    const unitedPlainly = mergeEdits(plain.texts);
    return unitedPlainly.kind === 'united'
      ? this.rewritten(unitedPlainly.files)
      : this.disagreed(unitedPlainly, configuration);
  }

  private async texts(
    configuration: Configuration,
    names: TypeNames,
  ): Promise<{ readonly kind: 'replaced'; readonly texts: readonly ReplacedText[] } | Infeasible> {
    const own = await this.tuned.replaced(configuration, names);
    if (own.kind === 'infeasible') return own;
    const texts = [own];
    for (const [index, { name, writer }] of this.others.entries()) {
      const { program } = writer.syntax;
      const followed = correspondingConfiguration(
        this.tuned.syntax.program,
        program,
        this.groups[index]!,
        configuration,
      );
      const text = await writer.replaced(followed, names.inBuildOf(changedSites(program, followed)));
      if (text.kind === 'infeasible') return infeasible(`in the build ${name}: ${reasonOf(text)}`, text.message);
      texts.push(text);
    }
    return { kind: 'replaced', texts };
  }

  private rewritten(texts: ReadonlyMap<string, string>): Rewriting {
    const files = this.tuned.syntax.program.files.flatMap(({ absolutePath, path, source }) => {
      const text = texts.get(absolutePath);
      const isChanged = text !== undefined && text !== source.text;
      return isChanged ? [[path, keepColumns(source.text, text)] as const] : [];
    });
    return { kind: 'rewritten', files: new Map(files) };
  }

  private disagreed(
    { build, absolutePath, range, wanted, other }: Disagreement,
    configuration: Configuration,
  ): Infeasible {
    const { files, sites, functions } = this.tuned.syntax.program;
    const index = files.findIndex((one) => one.absolutePath === absolutePath);
    const { path, source } = files[index]!;
    const { line } = source.position(range.begin);
    const changed = [...configuration.sites.keys()];
    const namedIn = (text: string) => {
      const words = new Set(namesIn(text));
      return changed.find((one) => {
        const { name, function: owner } = sites[one]!;
        const body = owner === null ? null : functions[owner]!.body;
        const isOwn = body === null || (body.file === index && body.begin <= range.begin && range.end <= body.end);
        return isOwn && words.has(name);
      });
    };
    const site = namedIn(source.text.slice(range.begin, range.end)) ?? namedIn(source.line(line)) ?? changed[0];
    const written = (text: string | null) => (text === null ? 'leaves it as it is' : `needs '${text.trim()}'`);
    const place = `'${source.text.slice(range.begin, range.end)}' at ${path}:${line}`;
    const who = site === undefined ? 'an operation' : sites[site]!.id;
    const { name } = this.others[build - 1]!;
    return infeasible(`${who}: the build ${name} ${written(wanted)} for ${place}, where another ${written(other)}`);
  }
}
