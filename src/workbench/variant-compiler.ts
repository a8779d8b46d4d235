/** Compiles and reads rewritten programs with the embedded clang. */
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { checkProjectSyntax, isAboutNarrowing, NARROWING_REFUSED } from '../frontend/units/check-syntax.js';
import { REWRITTEN } from '../frontend/units/precompiled-headers.js';
import { type Infeasible, infeasible, isRefusedSource, refusedSource } from './attempts.js';
import { copyProject } from './copy-project.js';
import type { ReadProgram } from './derived/derived-program.js';
import { readFlattened, type Tools } from './flat-program.js';

export class VariantCompiler {
  /** Whether braces in the original program contain narrowing conversions. */
  private narrows = false;

  constructor(
    private readonly tools: Tools,
    private readonly original: ReadProgram,
  ) {}

  /** Null if it compiles. */
  whyRefused(project: Project): Promise<Infeasible | null> {
    return this.check(project).then(() => null, refusedSource);
  }

  /** Null if every other build that must stay correct compiles with these files. */
  async whyOthersRefuse(files: ReadonlyMap<string, string>, folder: string): Promise<Infeasible | null> {
    for (const [index, { build, project, syntax }] of this.original.others.entries()) {
      const copy = copyProject(project, syntax, files, path.join(folder, String(index)));
      const refused = await checkProjectSyntax(this.tools.clang, copy, project).then(() => null, refusedSource);
      if (!refused) continue;
      const [first, ...rest] = refused.message.findings;
      return infeasible(
        [{ ...first, text: `the build ${build.name}: ${first?.text ?? ''}` }, ...rest],
        refused.message,
      );
    }
    return null;
  }

  /** Reads a rewritten and flattened CUDA program: first with a small header for half types, then with nvcc's. */
  async readFlat(
    project: Project,
    folder: string,
  ): Promise<{ readonly kind: 'read'; readonly syntax: ProgramSyntax } | Infeasible> {
    const quick = project.units.map((unit) =>
      unit.language === 'cuda' ? { ...unit, defines: [...unit.defines, REWRITTEN] } : unit,
    );
    return this.readNarrowing({ ...project, units: quick }, folder)
      .catch((error: unknown) => {
        if (!isRefusedSource(error)) throw error;
        return this.readNarrowing(project, `${folder}-again`);
      })
      .then((syntax) => ({ kind: 'read' as const, syntax }), refusedSource);
  }

  /** Narrowing conversions in braces are only allowed if the original has some. */
  private async readNarrowing(project: Project, folder: string): Promise<ProgramSyntax> {
    const { clang, engine } = this.tools;
    if (!this.narrows)
      try {
        return await readFlattened(clang, project, folder, engine.dataModel, [NARROWING_REFUSED]);
      } catch (error) {
        if (!(error instanceof MantissaError) || !isAboutNarrowing(error.findings)) throw error;
      }
    await this.check(project);
    this.narrows = true;
    return readFlattened(clang, project, `${folder}-narrowing`, engine.dataModel);
  }

  private check(project: Project): Promise<void> {
    return checkProjectSyntax(this.tools.clang, project, this.original.project);
  }
}
