/**
 * Programs derived from the user's source by rewriting. Each is a copy of the files with some contents changed, and is read like any other
 * program, so that formats, emulation and patches need no special rules.
 */
import { findGroups, type Groups } from '../../analysis/groups.js';
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { Project } from '../../frontend/project/project.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Place } from '../../program/place.js';
import type { Program, SiteIndex } from '../../program/program.js';
import type { SourceEdits } from '../../rewrite/source-edits.js';
import { type Infeasible, refusedSource } from '../attempts.js';
import { copyProject, nameIn } from '../copy-project.js';
import { type ReadOtherBuild, readBuilds } from '../read-builds.js';
import type { VariantWriter } from '../variant-project.js';

/** A project and its syntax. */
export interface ReadText {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
}

export interface ReadProgram extends ReadText {
  /** The model, whose places are in the user's own files. */
  readonly program: Program;
  readonly groups: Groups;
  /** Other builds of the same source that must stay correct. */
  readonly others: readonly ReadOtherBuild[];
  /** The writer for its configurations, if there is one already. */
  readonly writer?: VariantWriter;
}

export interface DerivedProgram extends ReadProgram {
  readonly kind: 'derived';
  /** The files that the rewriting changed, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

/** The program with other contents of some files. `folder`: for the derived source; it must outlive the result. */
export async function deriveProgram(
  clang: EmbeddedClang,
  { project: given, syntax: from }: ReadText,
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<DerivedProgram | Infeasible> {
  const project = copyProject(given, from, files, folder);
  try {
    // its sites may differ: frozen sites and conversions follow from this source
    const { syntax, others } = await readBuilds(clang, project);
    const { program } = syntax;
    return { kind: 'derived', project, syntax, program, groups: findGroups(program), others, files };
  } catch (error) {
    return refusedSource(error);
  }
}

/** The new text of the files that edits change, by path relative to the project. */
export function changedFiles(edits: SourceEdits): Map<string, string> {
  const { places, program } = edits.syntax;
  return new Map(
    places.files.flatMap(({ absolutePath, source }, index) => {
      const text = edits.apply(index);
      return text === source.text ? [] : [[nameIn(program.root, absolutePath), text] as const];
    }),
  );
}

/** File and line of a place, for findings. */
export function fileAndLineOf({ places, program }: ProgramSyntax, { range }: Place): { file: string; line: number } {
  const { absolutePath, source } = places.files[range.file]!;
  return { file: nameIn(program.root, absolutePath), line: source.position(range.begin).line };
}

/** The index of each original site in a derived program, ignoring sites that it `added`; null if the lists differ. */
export function matchSites(
  original: Program,
  derived: Program,
  namesOf: (program: Program) => readonly string[],
  added: ReadonlySet<string> = new Set(),
): readonly SiteIndex[] | null {
  const common = derived.sites.flatMap(({ name }, site) => (added.has(name) ? [] : [site]));
  const names = namesOf(derived);
  return common.map((site) => names[site]).join(' ') === namesOf(original).join(' ') ? common : null;
}
