/** The program with its inputs marked, where its text does not do that itself: a text of its own, whose sites are those of the program as written. */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, readSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import { type CopiedInputs, moveCopiedInputs } from '../rewrite/move-copied-inputs.js';
import { keyOf, SourceEdits } from '../rewrite/source-edits.js';
import { copyProject } from './copy-project.js';
import { expansionsOf } from './macro-expansions.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';

export interface MarkedProgram {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
  readonly groups: Groups;
  readonly others: readonly ReadOtherBuild[];
  readonly inputs: CopiedInputs;
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

/** The program with its inputs marked; in words, why its text cannot be. */
export async function markInputs(
  clang: EmbeddedClang,
  project: Project,
  syntax: ProgramSyntax,
  folder: string,
): Promise<MarkedProgram | string> {
  const first = new SourceEdits(syntax);
  moveCopiedInputs(first);
  const uses = first.usesToExpand();
  try {
    const expanded = uses.length > 0 ? await withUsesExpanded(clang, project, syntax, uses, folder) : null;
    const text = expanded ?? { project, syntax };
    const edits = new SourceEdits(text.syntax);
    const inputs = moveCopiedInputs(edits, 'expanded');
    if (inputs.moved.length === 0) return inputs.passedOver.join('; ');
    const copy = copyProject(text.project, text.syntax, changedFiles(text.syntax, edits), path.join(folder, 'text'));
    const { syntax: marked, others } = await readBuilds(clang, copy);
    // a lambda is called by its line, and a line was added
    const names = ({ program }: ProgramSyntax) => program.sites.map(({ id }) => id.replace(/@\d+/, '@')).join(' ');
    // a configuration would mean something else there
    if (names(marked) !== names(syntax)) return 'the text that moves it changes what there is to tune';
    return { project: copy, syntax: marked, groups: findGroups(marked.program), others, inputs };
  } catch (error) {
    if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
    return `the text that moves it does not compile: ${error.findings[0]?.text ?? error.message}`;
  }
}

/** The program with these uses of macros replaced by what they stand for. */
async function withUsesExpanded(
  clang: EmbeddedClang,
  project: Project,
  syntax: ProgramSyntax,
  uses: readonly Range[],
  folder: string,
): Promise<{ readonly project: Project; readonly syntax: ProgramSyntax }> {
  const expansions = await expansionsOf(clang, project, syntax, path.join(folder, 'macro-uses'), uses);
  const edits = new SourceEdits(syntax);
  for (const use of uses) {
    const text = expansions.get(keyOf(use))?.text;
    if (text !== undefined) edits.replace(use, 'expansion', () => text);
  }
  const copy = copyProject(project, syntax, changedFiles(syntax, edits), path.join(folder, 'expanded'));
  return { project: copy, syntax: await readSyntax(clang, copy, undefined, [], syntax.program) };
}

/** The new text of the files that edits change, by path relative to the project. */
function changedFiles({ places, program }: ProgramSyntax, edits: SourceEdits): Map<string, string> {
  return new Map(
    places.files.flatMap(({ absolutePath, source }, index) => {
      const text = edits.apply(index);
      const file = path.relative(program.root, absolutePath).replaceAll(path.sep, '/');
      return text === source.text ? [] : [[file, text] as const];
    }),
  );
}
