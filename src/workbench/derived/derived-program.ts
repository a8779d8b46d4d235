/**
 * Programs made from the user's text by a rewriting. Each is a copy of the files, some with other contents, and is read like any other
 * program: what formats mean in it, how it is emulated and how it is written follow from the rules for every program.
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

/** A text and what was read from it. */
export interface ReadText {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
}

export interface ReadProgram extends ReadText {
  /** The model; its places are in the user's own files. */
  readonly program: Program;
  readonly groups: Groups;
  /** Builds of the same text that are to stay right. */
  readonly others: readonly ReadOtherBuild[];
  /** Writes configurations into it, if something did already. */
  readonly writer?: VariantWriter;
}

export interface DerivedProgram extends ReadProgram {
  readonly kind: 'derived';
  /** The files that the rewriting changed, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

/** The program with other contents of some files. `folder` receives the text, and outlives the result. */
export async function deriveProgram(
  clang: EmbeddedClang,
  { project: given, syntax: from }: ReadText,
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<DerivedProgram | Infeasible> {
  const project = copyProject(given, from, files, folder);
  try {
    // its sites may be others: what is frozen or converts follows from this text alone
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

/** For findings. */
export function whereIs({ places, program }: ProgramSyntax, { range }: Place): { file: string; line: number } {
  const { absolutePath, source } = places.files[range.file]!;
  return { file: nameIn(program.root, absolutePath), line: source.position(range.begin).line };
}

/** Where each site of the original is among the sites of a derived program without those it `added`; null where the two lists differ. */
export function matchSites(
  original: Program,
  derived: Program,
  namesOf: (program: Program) => readonly string[],
  added: ReadonlySet<string> = new Set(),
): readonly SiteIndex[] | null {
  const kept = derived.sites.flatMap(({ name }, site) => (added.has(name) ? [] : [site]));
  const names = namesOf(derived);
  return kept.map((site) => names[site]).join(' ') === namesOf(original).join(' ') ? kept : null;
}
