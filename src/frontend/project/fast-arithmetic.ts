import type { Project } from './project.js';

const FAST =
  /^-Ofast$|^-f(?:fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|approx-func)$|^--use_fast_math$|^--ftz=true$|^--prec-(?:div|sqrt)=false$|^-ffp-model=(?:fast|aggressive)$/;

/** The flags of a project's units by which arithmetic is no longer as the standard has it, each once. */
export function fastArithmetic({ units }: Pick<Project, 'units'>): string[] {
  return [...new Set(units.flatMap(({ arithmeticFlags }) => arithmeticFlags.filter((flag) => FAST.test(flag))))];
}

/** Those by which a compiler may add in another order than the text, and so take a compensation for nothing. */
export function reorderingFlags(project: Pick<Project, 'units'>): string[] {
  return fastArithmetic(project).filter((flag) =>
    /^-Ofast$|^-f(?:fast-math|unsafe-math-optimizations|associative-math)$|^-ffp-model=/.test(flag),
  );
}
