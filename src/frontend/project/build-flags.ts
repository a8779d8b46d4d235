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

/** nvcc's arithmetic flags. The cuda engine passes them to nvcc; other engines compute without them, and a warning says so. */
const NVCC_ARITHMETIC = /^--?(use_fast_math|(?:fmad|ftz|prec-div|prec-sqrt)=(?:true|false))$/;
/** Build flags that change neither the meaning of the source nor its results: debug information, messages, the GPU to build for. */
const WITHOUT_EFFECT =
  /^-{1,2}(?:g[0-3]?|G|pg|pipe|v|w|W(?![lpa],)[\w=+-]+|lineinfo|generate-line-info|device-debug|debug|verbose|keep|resource-usage|arch=\w+|gpu-architecture=\w+|gencode=[\w,=]+|maxrregcount=\d+|ptxas-options=[\w,=-]+|Xptxas=[\w,=-]+|threads=\d+)$/;

/** The flags of one unit, by use. */
export interface SortedFlags {
  /** Passed to the compiler. */
  readonly flags?: readonly string[];
  readonly arithmeticFlags: readonly string[];
  /** Left out, and named to the user. */
  readonly ignoredFlags?: readonly string[];
}

export function sortFlags(given: readonly string[]): SortedFlags {
  const all = [...new Set(given)];
  const arithmetic = all.flatMap((flag) => NVCC_ARITHMETIC.exec(flag)?.[1] ?? []);
  const ignored = all.filter((flag) => WITHOUT_EFFECT.test(flag));
  const flags = all.filter((flag) => !NVCC_ARITHMETIC.test(flag) && !WITHOUT_EFFECT.test(flag));
  return {
    arithmeticFlags: arithmetic.map((name) => `--${name}`),
    ...(flags.length > 0 && { flags }),
    ...(ignored.length > 0 && { ignoredFlags: ignored }),
  };
}

/** Whether a flag is taken from a compilation database. */
export function isDatabaseFlag(word: string): boolean {
  return LANGUAGE_FLAGS.test(word) || OPTIMISATION.test(word) || isNvccFlag(word);
}

/** The reason why a flag is rejected; null if it may be passed to the compiler. */
export function flagFault(flag: string): string | null {
  if (NVCC_ARITHMETIC.test(flag) || WITHOUT_EFFECT.test(flag)) return null;
  if (arithmeticFlag(flag) !== null)
    return `${flag} changes floating-point semantics; Mantissa tunes programs with the arithmetic of the standard`;
  if (/^-[DUI]|^-std|^-isystem/.test(flag))
    return `${flag} has its own option (-I, -D, -U, --std) or key in mantissa.json`;
  if (OPTIMISATION.test(flag) || isNvccFlag(flag)) return null;
  if (/^-O/.test(flag))
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
        'use flags such as -O3, -march=native, -fcommon, -funsigned-char, -fopenmp, -pthread, -lname, --extended-lambda or --use_fast_math, one per option',
    },
  );
}
