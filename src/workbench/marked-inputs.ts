/** The program with its inputs marked, where its text does not do that itself: a text of its own, whose sites are those of the program as written. */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { type CopiedInputs, moveCopiedInputs } from '../rewrite/move-copied-inputs.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { copyProject } from './copy-project.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';

export interface MarkedProgram {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
  readonly groups: Groups;
  readonly others: readonly ReadOtherBuild[];
  /** What is moved, as the text calls it. */
  readonly inputs: readonly string[];
}

const ANNOTATED = /\bMANTISSA_INPUT\s*\(/;

/** Whether the program says itself what it starts from. */
export function marksInputs({ places }: ProgramSyntax): boolean {
  return places.files.some(({ source }) => ANNOTATED.test(source.text));
}

/** What a program copies to the device of which the numbers can be moved, as its text calls it; and what of it cannot. */
export function copiedInputs(syntax: ProgramSyntax): CopiedInputs {
  return moveCopiedInputs(new SourceEdits(syntax));
}

/** Null where nothing is copied to a device that could be marked. */
export async function markInputs(
  clang: EmbeddedClang,
  project: Project,
  syntax: ProgramSyntax,
  folder: string,
): Promise<MarkedProgram | null> {
  const edits = new SourceEdits(syntax);
  const { moved: inputs } = moveCopiedInputs(edits);
  if (inputs.length === 0) return null;
  const files = new Map(
    syntax.places.files.flatMap(({ absolutePath, source }, index) => {
      const text = edits.apply(index);
      const file = path.relative(syntax.program.root, absolutePath).replaceAll(path.sep, '/');
      return text === source.text ? [] : [[file, text] as const];
    }),
  );
  const copy = copyProject(project, syntax, files, folder);
  try {
    const { syntax: marked, others } = await readBuilds(clang, copy);
    // a lambda is called by its line, and a line was added
    const names = ({ program }: ProgramSyntax) => program.sites.map(({ id }) => id.replace(/@\d+/, '@')).join(' ');
    if (names(marked) !== names(syntax)) return null; // a configuration would mean something else there
    return { project: copy, syntax: marked, groups: findGroups(marked.program), others, inputs };
  } catch (error) {
    if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
    return null; // text that cannot stand where we put it
  }
}
