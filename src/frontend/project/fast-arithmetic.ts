import type { Project } from './project.js';

const FAST =
  /^-Ofast$|^-f(?:fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|approx-func)$|^--use_fast_math$|^--ftz=true$|^--prec-(?:div|sqrt)=false$|^-ffp-model=(?:fast|aggressive)$/;

/** The flags of a project's units by which arithmetic is no longer as the standard has it, each once. */
export function fastArithmetic({ units }: Pick<Project, 'units'>): string[] {
  return [...new Set(units.flatMap(({ arithmeticFlags }) => arithmeticFlags.filter((flag) => FAST.test(flag))))];
}
