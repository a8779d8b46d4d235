import path from 'node:path';
import type { TranslationUnit } from '../project/project.js';
import type { BuildStep } from './build-commands.js';

/** A program found in a folder: its name, sources and flags. */
export interface FoundProgram {
  readonly name: string;
  /** The absolute path of the executable; null if unknown. */
  readonly file: string | null;
  readonly units: readonly TranslationUnit[];
  /** `-fopenmp`, `-lname`. */
  readonly flags: readonly string[];
  /** The reason why our engines cannot build it; null if they can. */
  readonly ownBuild: string | null;
}

/** The programs of a build in link order. */
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
      const step = steps.find(({ output }) => output === part || path.basename(output) === part);
      if (step) visit(step);
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

/** If a file is compiled twice, as for two libraries, the first command counts. */
function unique(units: readonly TranslationUnit[]): TranslationUnit[] {
  const byFile = new Map<string, TranslationUnit>();
  for (const unit of units) if (!byFile.has(unit.file)) byFile.set(unit.file, unit);
  return [...byFile.values()];
}
