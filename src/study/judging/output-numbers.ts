import { parseInFull } from '../../numerics/decimal.js';
import type { QuadWord } from '../../numerics/quad-word.js';

const NUMBER =
  /(?<![\w.])[-+]?(?:nan(?:\([^)]*\))?|inf(?:inity)?|0x[\da-f]+(?:\.[\da-f]*)?p[-+]?\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?![\w.])/gi;

/** The numbers a program printed, in order: decimal, scientific, hexadecimal floating point, nan and inf. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(NUMBER)].map(([word]) => readNumber(word.toLowerCase()));
}

const LONGEST_NAME = 40;

/** Locations of numbers in a text, given their indexes among all numbers: the words before a number, its line, and its position in the line. */
export function placesIn(text: string, indexes: readonly number[]): string[] {
  const wanted = new Set(indexes);
  const places = new Map<number, string>();
  let index = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const numbers = [...line.matchAll(NUMBER)];
    for (const [nth, found] of numbers.entries()) {
      if (!wanted.has(index++)) continue;
      const before = line.slice(nth === 0 ? 0 : numbers[nth - 1]!.index + numbers[nth - 1]![0].length, found.index);
      const name = before
        .replace(/[^\w.[\]()-]+/g, ' ')
        .trim()
        .slice(-LONGEST_NAME);
      const where = `line ${at + 1}${numbers.length > 1 ? `, number ${nth + 1}` : ''}`;
      places.set(index - 1, /[A-Za-z]/.test(name) ? `${name} (${where})` : where);
    }
  }
  return indexes.map((one) => places.get(one) ?? '');
}

/** Number of significant digits that distinguish any two doubles. A text with more has more than double precision. */
const DIGITS_OF_DOUBLE = 17;

/** The numbers in full precision; null if none has more digits than a double. */
export function partsIn(text: string): QuadWord[] | null {
  const words = [...text.matchAll(NUMBER)].map(([word]) => word.toLowerCase());
  if (!words.some(isLong)) return null;
  return words.map((word) => {
    const parts = isLong(word) ? parseInFull(word) : undefined;
    return parts ?? [readNumber(word), 0, 0, 0];
  });
}

function isLong(word: string): boolean {
  if (/^[-+]?(?:0x|nan|inf)/.test(word)) return false;
  return word.replace(/e.*$/, '').replace(/\D/g, '').replace(/^0+/, '').length > DIGITS_OF_DOUBLE;
}

function readNumber(word: string): number {
  const negative = word.startsWith('-');
  const size = word.replace(/^[-+]/, '');
  if (size.startsWith('nan')) return Number.NaN;
  if (size.startsWith('inf')) return negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const hexadecimal = /^0x([\da-f]+)(?:\.([\da-f]*))?p([-+]?\d+)$/.exec(size);
  const value = hexadecimal
    ? readHexadecimal(hexadecimal[1]!, hexadecimal[2] ?? '', Number(hexadecimal[3]))
    : Number(size);
  return negative ? -value : value;
}

/** Exact for the at most 53 bits that %a prints. */
function readHexadecimal(whole: string, fraction: string, exponent: number): number {
  const scale = exponent - 4 * fraction.length;
  const digits = Number(BigInt(`0x${whole}${fraction}`));
  // in two steps, so that a subnormal is not lost to an underflowing power
  return scale < -1000 ? digits * 2 ** (scale + 200) * 2 ** -200 : digits * 2 ** scale;
}
