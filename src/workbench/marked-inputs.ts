/** The program with its inputs marked, where its text does not do that itself: a text of its own, whose sites are those of the program as written. */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, readSyntax } from '../frontend/read-program.js';
import { checkProjectSyntax } from '../frontend/units/check-syntax.js';
import type { Range } from '../program/place.js';
import type { Reach } from '../rewrite/copied-numbers.js';
import { type CopiedInputs, moveCopiedInputs } from '../rewrite/move-copied-inputs.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { copyProject } from './copy-project.js';
import { expansionsOf } from './macro-expansions.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';
import { recording } from './recording.js';

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
    const marked =
      (await markedText(clang, text, 'records', folder)) ?? (await markedText(clang, text, 'numbers', folder));
    if (marked === null) return 'the text that moves it does not compile';
    if (typeof marked === 'string') return marked;
    const { project: copy, inputs } = marked;
    const { syntax: read, others } = await readBuilds(clang, copy);
    // a lambda is called by its line, and a line was added
    const names = ({ program }: ProgramSyntax) => program.sites.map(({ id }) => id.replace(/@\d+/, '@')).join(' ');
    // a configuration would mean something else there
    if (names(read) !== names(syntax)) return 'the text that moves it changes what there is to tune';
    return { project: copy, syntax: read, groups: findGroups(read.program), others, inputs };
  } catch (error) {
    if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
    return `the text that moves it does not compile: ${error.findings[0]?.text ?? error.message}`;
  }
}

interface Text {
  readonly project: Project;
  readonly syntax: ProgramSyntax;
}

/** A copy with marks that compile where they move something; null where they do not, in words where there are none. */
async function markedText(
  clang: EmbeddedClang,
  { project, syntax }: Text,
  reach: Reach,
  folder: string,
): Promise<{ readonly project: Project; readonly inputs: CopiedInputs } | string | null> {
  const edits = new SourceEdits(syntax);
  const inputs = moveCopiedInputs(edits, 'expanded', reach);
  if (inputs.moved.length === 0) return inputs.passedOver.join('; ');
  const copy = copyProject(project, syntax, changedFiles(syntax, edits), path.join(folder, `marked-${reach}`));
  const { defines } = recording();
  const units = copy.units.map((unit) => ({ ...unit, defines: [...unit.defines, ...defines] }));
  try {
    await checkProjectSyntax(clang, { ...copy, units }, project);
    return { project: copy, inputs };
  } catch (error) {
    if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
    return null;
  }
}

/** The program with these uses of macros replaced by what they stand for. */
async function withUsesExpanded(
  clang: EmbeddedClang,
  project: Project,
  syntax: ProgramSyntax,
  uses: readonly Range[],
  folder: string,
): Promise<Text> {
  const expansions = await expansionsOf(clang, project, syntax, path.join(folder, 'macro-uses'), uses);
  const edits = new SourceEdits(syntax);
  for (const use of uses) {
    const text = expansions.get(rangeKey(use))?.text;
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
