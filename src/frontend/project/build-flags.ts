/** Flags of the compiler that a user asks for (`--flag -fcommon`): words of which none names a file, a plugin or a program. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { arithmeticFlag } from './compile-options.js';

const PLAIN = /^-(?:[fm][a-z][\w.+-]*(?:=[\w.+-]+)?|pthread|l[A-Za-z][\w.+-]*)$/;
const REACHES_OUT =
  /^-f(?:plugin|use-ld|dump|profile|auto-profile|branch-probabilities|callgraph-info|stack-usage|opt-info|diagnostics|lto|sanitize|macro-prefix|file-prefix|debug-prefix|save-optimization)/;
/** Those that a compilation database may ask for: what they decide is what the text means. */
const OF_THE_LANGUAGE =
  /^-f(?:no-)?(?:common|signed-char|unsigned-char|wrapv|strict-aliasing|gnu89-inline|short-enums|ms-extensions)$/;

export function isLanguageFlag(word: string): boolean {
  return OF_THE_LANGUAGE.test(word);
}

/** Why a flag is refused; null for one that may be passed on. */
export function flagFault(flag: string): string | null {
  if (arithmeticFlag(flag) !== null)
    return `${flag} changes what arithmetic means; programs are tuned with arithmetic as the standard has it`;
  if (/^-[DUI]|^-std|^-isystem/.test(flag)) return `${flag} has an option or a key of its own`;
  if (/^-[OgW]/.test(flag)) return `${flag} is not passed on: how a program is built is decided here`;
  if (!PLAIN.test(flag) || REACHES_OUT.test(flag)) return `${flag} is not a flag that is passed on to a compiler`;
  return null;
}

export function requirePassable(flags: readonly string[], option: string): void {
  const wrong = flags.flatMap((flag) => flagFault(flag) ?? []);
  if (wrong.length === 0) return;
  throw new MantissaError(
    'MX2004',
    wrong.map((text) => ({ text: `${option}${text}` })),
    { remedy: 'give flags such as -fcommon, -funsigned-char, -fopenmp, -pthread or -lname, one each' },
  );
}
