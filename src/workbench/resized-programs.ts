/**
 * Programs whose thread blocks have other sizes: each a text of its own, read like any other. Its sites are those of the program as written,
 * one by one, so that formats mean the same in it.
 */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import { type BlockSizes, whyTooLarge } from '../analysis/launches/block-sizes.js';
import { findBlockSizes, unknownSize } from '../analysis/launches/find-block-sizes.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Place } from '../program/place.js';
import type { Program } from '../program/program.js';
import { resizeBlocks } from '../rewrite/resize-blocks.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { type Infeasible, infeasible } from './attempts.js';
import { copyProject } from './copy-project.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';

export interface ResizedProgram {
  readonly kind: 'resized';
  readonly project: Project;
  readonly syntax: ProgramSyntax;
  readonly groups: Groups;
  readonly others: readonly ReadOtherBuild[];
  /** What its text has in place of the files as written, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

/** Sizes of thread blocks by their ids. */
export type Blocks = ReadonlyMap<string, number>;

export class ResizedPrograms {
  private found: BlockSizes | null = null;
  private readonly made = new Map<string, Promise<ResizedProgram | Infeasible>>();

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly project: Project,
    private readonly syntax: ProgramSyntax,
    private readonly folder: string,
  ) {}

  /** The sizes of the program's thread blocks, free and frozen. */
  get sizes(): BlockSizes {
    this.found ??= findBlockSizes(this.syntax, new Set(this.project.settings?.freeBlocks));
    return this.found;
  }

  /** The program with blocks of these sizes: read once, whatever the formats. */
  of(blocks: Blocks): Promise<ResizedProgram | Infeasible> {
    const key = JSON.stringify([...blocks].sort());
    const made = this.made.get(key) ?? this.make(blocks, path.join(this.folder, `blocks-${this.made.size}`));
    this.made.set(key, made);
    return made;
  }

  private async make(blocks: Blocks, folder: string): Promise<ResizedProgram | Infeasible> {
    const refused = this.whyNot(blocks);
    if (refused) return { kind: 'infeasible', message: refused };
    const edits = new SourceEdits(this.syntax);
    resizeBlocks(edits, this.sizes.sizes, blocks);
    const { root } = this.syntax.program;
    const files = new Map(
      this.syntax.places.files.flatMap(({ absolutePath, source }, index) => {
        const text = edits.apply(index);
        const file = path.relative(root, absolutePath).replaceAll(path.sep, '/');
        return text === source.text ? [] : [[file, text] as const];
      }),
    );
    const project = copyProject(this.project, this.syntax, files, folder);
    try {
      const { syntax, others } = await readBuilds(this.clang, project);
      requireSameSites(this.syntax.program, syntax.program);
      return { kind: 'resized', project, syntax, groups: findGroups(syntax.program), others, files };
    } catch (error) {
      if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
      return infeasible(error.findings, error);
    }
  }

  private whyNot(blocks: Blocks): MantissaError | null {
    const { sizes } = this.sizes;
    for (const [id, wanted] of blocks) {
      const size = sizes.find((one) => one.id === id);
      if (!size)
        return unknownSize(
          id,
          sizes.map((one) => one.id),
        );
      const { frozen, value } = size;
      if (frozen && wanted !== value)
        return new MantissaError('MX2055', { text: `${id}: ${frozen.reason}`, place: this.whereIs(frozen.place) });
    }
    const large = whyTooLarge(this.sizes, blocks);
    const [id] = blocks.keys();
    return large === null ? null : new MantissaError('MX2055', `${id}: ${large}`);
  }

  private whereIs({ range }: Place): { file: string; line: number } {
    const { absolutePath, source } = this.syntax.places.files[range.file]!;
    return {
      file: path.relative(this.syntax.program.root, absolutePath),
      line: source.position(range.begin).line,
    };
  }
}

/** Another difference than numbers would give a configuration two meanings. */
function requireSameSites(written: Program, resized: Program): void {
  const names = ({ sites }: Program) => sites.map(({ id }) => id).join(' ');
  if (names(written) !== names(resized))
    throw new MantissaError('MX1006', 'the program with other thread blocks has other sites than the source');
}
