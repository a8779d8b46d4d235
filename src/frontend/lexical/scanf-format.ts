/** A conversion in the format text of scanf that takes an argument. */
export interface ScanConversion {
  /** Offsets of its length modifier (perhaps empty), in the text given. */
  readonly begin: number;
  readonly end: number;
  readonly length: string;
  readonly letter: string;
  /** True where it counts towards what scanf returns (`%n` does not). */
  readonly counts: boolean;
}

const CONVERSION = /%(?:%|(\*?)\d*(hh?|ll?|[qjztL]?)([diouxXaAeEfFgGcspn]|\[\^?\]?[^\]]*\]))/g;

/** The conversions of a scanf format, in the order of their arguments; null where the text holds what is not understood. */
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
