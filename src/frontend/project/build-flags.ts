/** Compiler flags that a user may pass (`--flag -fcommon`): none of them may name a file, a plugin or a program. */
import { isNvccFlag } from '../../clang/driver-flags.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { arithmeticFlag } from './compile-options.js';

const PLAIN = /^-(?:[fm][a-z][\w.+-]*(?:=[\w.+-]+)?|pthread|l[A-Za-z][\w.+-]*)$/;
const REACHES_OUT =
  /^-f(?:plugin|use-ld|dump|profile|auto-profile|branch-probabilities|callgraph-info|stack-usage|opt-info|diagnostics|lto|sanitize|macro-prefix|file-prefix|debug-prefix|save-optimization)/;
/** Optimisation levels: programs are timed as their users build them. */
const OPTIMISATION = /^-O[123s]$/;
/** Flags taken from a compilation database because they change the meaning of the source. */
const LANGUAGE_FLAGS =
  /^-f(?:no-)?(?:common|signed-char|unsigned-char|wrapv|strict-aliasing|gnu89-inline|short-enums|ms-extensions)$/;

/** Whether a flag is taken from a compilation database. */
export function isDatabaseFlag(word: string): boolean {
  return LANGUAGE_FLAGS.test(word) || OPTIMISATION.test(word) || isNvccFlag(word);
}

/** The reason why a flag is rejected; null if it may be passed to the compiler. */
export function flagFault(flag: string): string | null {
  if (arithmeticFlag(flag) !== null)
    return `${flag} changes floating-point semantics; Mantissa tunes programs with the arithmetic of the standard`;
  if (/^-[DUI]|^-std|^-isystem/.test(flag))
    return `${flag} has its own option (-I, -D, -U, --std) or key in mantissa.json`;
  if (OPTIMISATION.test(flag) || isNvccFlag(flag)) return null;
  if (/^-[OgW]/.test(flag))
    return `${flag} is not passed to the compiler; the optimisation flags are -O1, -O2, -O3 and -Os`;
  if (!PLAIN.test(flag) || REACHES_OUT.test(flag)) return `${flag} is not passed to the compiler`;
  return null;
}

export function requireAllowedFlags(flags: readonly string[], option: string): void {
  const wrong = flags.flatMap((flag) => flagFault(flag) ?? []);
  if (wrong.length === 0) return;
  throw new MantissaError(
    'MX2004',
    wrong.map((text) => ({ text: `${option}${text}` })),
    {
      remedy:
        'use flags such as -O3, -march=native, -fcommon, -funsigned-char, -fopenmp, -pthread, -lname or --extended-lambda, one per option',
    },
  );
}
