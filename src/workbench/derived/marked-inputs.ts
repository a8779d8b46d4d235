/** The program with its inputs marked, where its text does not do that itself; its sites are those of the original. */
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { checkProjectSyntax } from '../../frontend/units/check-syntax.js';
import type { Program } from '../../program/program.js';
import type { Reach } from '../../rewrite/copied-numbers.js';
import { type CopiedInputs, moveCopiedInputs } from '../../rewrite/move-copied-inputs.js';
import { SourceEdits } from '../../rewrite/source-edits.js';
import { reasonOf, refusedSource } from '../attempts.js';
import { copyProject } from '../copy-project.js';
import { recording } from '../recording.js';
import { changedFiles, type DerivedProgram, deriveProgram, matchSites, type ReadText } from './derived-program.js';
import { expandMacros } from './expanded-macros.js';

export interface MarkedProgram extends DerivedProgram {
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
  original: ReadText,
  folder: string,
): Promise<MarkedProgram | string> {
  const first = new SourceEdits(original.syntax);
  moveCopiedInputs(first);
  const uses = first.usesToExpand();
  try {
    const text = uses.length > 0 ? await expandMacros(clang, original, folder, uses) : original;
    const marked =
      (await markedText(clang, text, 'records', folder)) ?? (await markedText(clang, text, 'numbers', folder));
    if (marked === null) return 'the text that moves it does not compile';
    if (typeof marked === 'string') return marked;
    const derived = await deriveProgram(clang, text, marked.files, marked.folder);
    if (derived.kind === 'infeasible') return `the text that moves it does not compile: ${reasonOf(derived)}`;
    if (!matchSites(original.syntax.program, derived.program, namesOf))
      return 'the text that moves it changes what there is to tune';
    return { ...derived, inputs: marked.inputs };
  } catch (error) {
    return `the text that moves it does not compile: ${reasonOf(refusedSource(error))}`;
  }
}

/** A lambda is called by its line, and a line was added. */
function namesOf({ sites }: Program): string[] {
  return sites.map(({ id }) => id.replace(/@\d+/, '@'));
}

interface MarkedText {
  readonly files: ReadonlyMap<string, string>;
  readonly folder: string;
  readonly inputs: CopiedInputs;
}

/** Marks that compile where they move something; null where they do not, in words where there are none. */
async function markedText(
  clang: EmbeddedClang,
  { project, syntax }: ReadText,
  reach: Reach,
  parent: string,
): Promise<MarkedText | string | null> {
  const edits = new SourceEdits(syntax);
  const inputs = moveCopiedInputs(edits, 'expanded', reach);
  if (inputs.moved.length === 0) return inputs.passedOver.join('; ');
  const files = changedFiles(edits);
  const folder = path.join(parent, `marked-${reach}`);
  const copy = copyProject(project, syntax, files, folder);
  const { defines } = recording();
  const units = copy.units.map((unit) => ({ ...unit, defines: [...unit.defines, ...defines] }));
  return checkProjectSyntax(clang, { ...copy, units }, project).then(
    () => ({ files, folder, inputs }),
    (error: unknown) => {
      refusedSource(error);
      return null;
    },
  );
}
