/**
 * Writes configurations into the user's source. Most are edits of that source as it stands; where one would have to reach into the
 * body of a macro, the uses of that macro that need it are expanded first, and the edits made in the expanded text.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../frontend/clang/compiler.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, readSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import { InfeasibleEdit } from '../rewrite/declaration-edits.js';
import { applyNestedEdits } from '../rewrite/nested-edits.js';
import { keyOf, SourceEdits } from '../rewrite/source-edits.js';
import { writeVariant } from '../rewrite/variant.js';
import { type Configuration, resolve } from '../space/resolve.js';
import { copyProject } from './copy-project.js';
import { expansionsOf } from './macro-expansions.js';

interface Source {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
}

export class VariantWriter {
  private expansions: Promise<ReadonlyMap<string, string>> | null = null;
  private copies = 0;

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly project: Project,
    private readonly syntax: ProgramSyntax,
    /** For intermediate copies of the source. */
    private readonly folder: string,
  ) {}

  /** The text of every file a configuration changes: path relative to the project → new contents (one character per byte). */
  async rewrite(configuration: Configuration): Promise<Map<string, string>> {
    const { syntax, edits } = await this.edited(configuration);
    const changed = new Map<string, string>();
    syntax.program.files.forEach((file, index) => {
      const text = edits.apply(index);
      if (text !== this.syntax.program.files.find((one) => one.path === file.path)?.source.text)
        changed.set(file.path, text);
    });
    return changed;
  }

  /** The project over a copy of the user's files with the configuration written into them; `folder` becomes its root. */
  async write(configuration: Configuration, folder: string): Promise<Project> {
    return copyProject(this.project, this.syntax, await this.rewrite(configuration), folder);
  }

  private async edited(configuration: Configuration): Promise<{ syntax: ProgramSyntax; edits: SourceEdits }> {
    const edits = editsFor(this.syntax, configuration);
    const uses = edits.usesToExpand();
    if (uses.length === 0) return { syntax: this.syntax, edits };
    const { syntax } = await this.expand(uses);
    const again = editsFor(syntax, configuration);
    const left = again.usesToExpand()[0];
    if (left)
      throw new InfeasibleEdit(
        [...configuration.sites.keys()][0] ?? 0,
        `'${again.text(left)}' is a macro of the system and would have to be edited inside`,
      );
    return { syntax, edits: again };
  }

  /** The source with these uses of macros replaced by what they stand for. */
  private async expand(uses: readonly Range[]): Promise<Source> {
    this.expansions ??= expansionsOf(this.clang, this.project, this.syntax, path.join(this.folder, 'macro-uses'));
    const expansions = await this.expansions;
    const texts = new Map<string, string>();
    this.syntax.program.files.forEach((file, index) => {
      const edits = uses
        .filter((use) => use.file === index && expansions.has(keyOf(use)))
        .map(({ begin, end, file: at }) => ({
          begin,
          end,
          render: () => expansions.get(keyOf({ begin, end, file: at }))!,
        }));
      if (edits.length > 0) texts.set(file.path, applyNestedEdits(file.source.text, edits));
    });
    const folder = path.join(this.folder, `expanded-${this.copies++}`);
    const project = copyProject(this.project, this.syntax, texts, folder);
    const syntax = await readSyntax(this.clang, project);
    fs.rmSync(folder, { recursive: true, force: true });
    return { project, syntax };
  }
}

function editsFor(syntax: ProgramSyntax, configuration: Configuration): SourceEdits {
  const edits = new SourceEdits(syntax);
  writeVariant(edits, configuration, resolve(syntax.program, configuration));
  return edits;
}
