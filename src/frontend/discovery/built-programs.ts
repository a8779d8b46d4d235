import path from 'node:path';
import type { TranslationUnit } from '../project/project.js';
import type { BuildStep } from './build-commands.js';

/** A program that a folder makes: what it is called, and what it is made of. */
export interface FoundProgram {
  readonly name: string;
  /** Absolute; null where nobody says what it is linked to. */
  readonly file: string | null;
  readonly units: readonly TranslationUnit[];
  /** `-fopenmp`, `-lname`. */
  readonly flags: readonly string[];
  /** Why no engine of ours can build it, in words; null where one can. */
  readonly ownBuild: string | null;
}

/** The programs of a build, in the order they are linked. */
export function programsOf(steps: readonly BuildStep[]): FoundProgram[] {
  return steps.filter(({ isProgram }) => isProgram).map((step) => programOf(step, steps));
}

function programOf(program: BuildStep, steps: readonly BuildStep[]): FoundProgram {
  const found: BuildStep[] = [];
  const missing: string[] = [];
  const visit = (step: BuildStep): void => {
    if (found.includes(step)) return;
    found.push(step);
    for (const part of step.parts) {
      const made = steps.find(({ output }) => output === part || path.basename(output) === part);
      if (made) visit(made);
      else if (path.isAbsolute(part)) missing.push(path.basename(part));
    }
  };
  visit(program);
  const own = new Set(found.map(({ output }) => `-l${path.basename(output, '.a').replace(/^lib/, '')}`));
  const foreign = [...new Set([...found.flatMap((step) => step.foreign), ...missing])];
  return {
    name: path.basename(program.output),
    file: program.output,
    units: unique(found.flatMap(({ units }) => units)),
    flags: [...new Set(found.flatMap(({ flags }) => flags))].filter((flag) => !own.has(flag)),
    ownBuild: foreign.length === 0 ? null : `it is built with ${foreign.join(', ')}`,
  };
}

/** A file compiled twice, as for two libraries, counts as first compiled. */
function unique(units: readonly TranslationUnit[]): TranslationUnit[] {
  const byFile = new Map<string, TranslationUnit>();
  for (const unit of units) if (!byFile.has(unit.file)) byFile.set(unit.file, unit);
  return [...byFile.values()];
}
