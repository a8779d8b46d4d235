import type { Project } from './project.js';

const FAST =
  /^-Ofast$|^-f(?:fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|approx-func)$|^--use_fast_math$|^--ftz=true$|^--prec-(?:div|sqrt)=false$|^-ffp-model=(?:fast|aggressive)$/;

/** The flags of a project that deviate from standard floating-point arithmetic, without duplicates. */
export function fastArithmetic({ units }: Pick<Project, 'units'>): string[] {
  return [...new Set(units.flatMap(({ arithmeticFlags }) => arithmeticFlags.filter((flag) => FAST.test(flag))))];
}

/** The flags that allow reordering of additions, and thus removal of an error compensation. */
export function reorderingFlags(project: Pick<Project, 'units'>): string[] {
  return fastArithmetic(project).filter((flag) =>
    /^-Ofast$|^-f(?:fast-math|unsafe-math-optimizations|associative-math)$|^-ffp-model=/.test(flag),
  );
}
