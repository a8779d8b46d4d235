/** A conversion in a scanf format that takes an argument. */
export interface ScanConversion {
  /** Offsets of its length modifier (possibly empty) in the text. */
  readonly begin: number;
  readonly end: number;
  readonly length: string;
  readonly letter: string;
  /** Whether it counts in the return value of scanf (`%n` does not). */
  readonly counts: boolean;
}

const CONVERSION = /%(?:%|(\*?)\d*(hh?|ll?|[qjztL]?)([diouxXaAeEfFgGcspn]|\[\^?\]?[^\]]*\]))/g;

/** The conversions of a scanf format in the order of the arguments; null if it contains anything unknown. */
export function scanConversions(text: string): ScanConversion[] | null {
  const conversions: ScanConversion[] = [];
  let understood = 0;
  for (const match of text.matchAll(CONVERSION)) {
    understood++;
    const [whole, suppressed, length = '', letter] = match;
    if (whole === '%%') {
      understood++;
      continue;
    }
    if (suppressed || letter === undefined) continue;
    const end = match.index + whole.length - letter.length;
    conversions.push({ begin: end - length.length, end, length, letter, counts: letter !== 'n' });
  }
  return understood === text.split('%').length - 1 ? conversions : null;
}

export const scansNumber = ({ letter }: ScanConversion): boolean => /^[aAeEfFgG]$/.test(letter);
