/** Flags of the compiler that a user asks for (`--flag -fcommon`): words of which none names a file, a plugin or a program. */
import { isNvccFlag } from '../../clang/driver-flags.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { arithmeticFlag } from './compile-options.js';

const PLAIN = /^-(?:[fm][a-z][\w.+-]*(?:=[\w.+-]+)?|pthread|l[A-Za-z][\w.+-]*)$/;
const REACHES_OUT =
  /^-f(?:plugin|use-ld|dump|profile|auto-profile|branch-probabilities|callgraph-info|stack-usage|opt-info|diagnostics|lto|sanitize|macro-prefix|file-prefix|debug-prefix|save-optimization)/;
/** How far a program is optimised: what is timed is built as its user builds it. */
const OPTIMISATION = /^-O[123s]$/;
/** Those that a compilation database may ask for: what they decide is what the text means. */
const OF_THE_LANGUAGE =
  /^-f(?:no-)?(?:common|signed-char|unsigned-char|wrapv|strict-aliasing|gnu89-inline|short-enums|ms-extensions)$/;

/** nvcc's flags for its arithmetic, whose builds have them; other engines compute without, and a warning says so. */
const NVCC_ARITHMETIC = /^--?(use_fast_math|(?:fmad|ftz|prec-div|prec-sqrt)=(?:true|false))$/;
/** Flags of builds that change neither the meaning of the text nor its results: debug information, messages, the GPU to build for. */
const WITHOUT_EFFECT =
  /^-{1,2}(?:g[0-3]?|G|pg|pipe|v|w|W(?![lpa],)[\w=+-]+|lineinfo|generate-line-info|device-debug|debug|verbose|keep|resource-usage|arch=\w+|gpu-architecture=\w+|gencode=[\w,=]+|maxrregcount=\d+|ptxas-options=[\w,=-]+|Xptxas=[\w,=-]+|threads=\d+)$/;

/** The flags of one unit, by what becomes of them. */
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

/** Flags that are taken from a compilation database. */
export function isTakenFlag(word: string): boolean {
  return OF_THE_LANGUAGE.test(word) || OPTIMISATION.test(word) || isNvccFlag(word);
}

/** Why a flag is refused; null for one that may be passed on. */
export function flagFault(flag: string): string | null {
  if (NVCC_ARITHMETIC.test(flag) || WITHOUT_EFFECT.test(flag)) return null;
  if (arithmeticFlag(flag) !== null)
    return `${flag} changes what arithmetic means; programs are tuned with arithmetic as the standard has it`;
  if (/^-[DUI]|^-std|^-isystem/.test(flag)) return `${flag} has an option or a key of its own`;
  if (OPTIMISATION.test(flag) || isNvccFlag(flag)) return null;
  if (/^-O/.test(flag)) return `${flag} is not passed on; of optimisation flags -O1, -O2, -O3 and -Os are`;
  if (!PLAIN.test(flag) || REACHES_OUT.test(flag)) return `${flag} is not a flag that is passed on to a compiler`;
  return null;
}

export function requirePassable(flags: readonly string[], option: string): void {
  const wrong = flags.flatMap((flag) => flagFault(flag) ?? []);
  if (wrong.length === 0) return;
  throw new MantissaError(
    'MX2004',
    wrong.map((text) => ({ text: `${option}${text}` })),
    {
      remedy:
        'give flags such as -O3, -march=native, -fcommon, -funsigned-char, -fopenmp, -pthread, -lname, --extended-lambda or --use_fast_math, one each',
    },
  );
}
