/** A program whose inputs are marked automatically, because its source has no marks; its sites are those of the original. */
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { Project } from '../../frontend/project/project.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { checkProjectSyntax } from '../../frontend/units/check-syntax.js';
import type { Program } from '../../program/program.js';
import { type CopiedInputs, moveCopiedInputs } from '../../rewrite/move-copied-inputs.js';
import { SourceEdits } from '../../rewrite/source-edits.js';
import { reasonOf, refusedSource } from '../attempts.js';
import { recording } from '../build-request.js';
import { copyProject } from '../copy-project.js';
import { changedFiles, type DerivedProgram, deriveProgram, matchSites, type ReadText } from './derived-program.js';
import { expandMacros } from './expanded-macros.js';

export interface MarkedProgram extends DerivedProgram {
  readonly inputs: CopiedInputs;
}

const ANNOTATED = /\bMANTISSA_INPUT\s*\(/;

/** Whether the source marks its inputs. */
export function marksInputs({ places }: ProgramSyntax): boolean {
  return places.files.some(({ source }) => ANNOTATED.test(source.text));
}

/** The values that a program copies to the device: those that can be perturbed, and those that cannot. */
export function copiedInputs(syntax: ProgramSyntax): CopiedInputs {
  return moveCopiedInputs(new SourceEdits(syntax));
}

/** The program with its inputs marked; a string says why that is not possible. */
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
    for (const reach of ['records', 'numbers'] as const) {
      const edits = new SourceEdits(text.syntax);
      const inputs = moveCopiedInputs(edits, 'expanded', reach);
      if (inputs.perturbed.length === 0) return inputs.notPerturbed.join('; ');
      const [files, place] = [changedFiles(edits), path.join(folder, `marked-${reach}`)];
      if (!(await isMarkable(clang, copyProject(text.project, text.syntax, files, place), text.project))) continue;
      const derived = await deriveProgram(clang, text, files, place);
      if (derived.kind === 'infeasible') return `the perturbed program does not compile: ${reasonOf(derived)}`;
      if (!matchSites(original.syntax.program, derived.program, namesOf))
        return 'perturbing it would change the variables of the program';
      return { ...derived, inputs };
    }
    return 'the perturbed program does not compile';
  } catch (error) {
    return `the perturbed program does not compile: ${reasonOf(refusedSource(error))}`;
  }
}

/** Ids of lambdas contain line numbers, which added lines change. */
function namesOf({ sites }: Program): string[] {
  return sites.map(({ id }) => id.replace(/@\d+/, '@'));
}

/** Whether it compiles with the marks enabled. */
async function isMarkable(clang: EmbeddedClang, marked: Project, original: Project): Promise<boolean> {
  const { defines } = recording();
  const units = marked.units.map((unit) => ({ ...unit, defines: [...unit.defines, ...defines] }));
  const refused = await checkProjectSyntax(clang, { ...marked, units }, original).then(() => null, refusedSource);
  return refused === null;
}
