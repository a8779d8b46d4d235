/** Formats of two numbers, the second of which has what the first cannot hold, and the format of each. */
import type { Format } from './format.js';

export const WORDS = { fp32x2: 'fp32', fp64x2: 'fp64' } as const satisfies Partial<Record<Format, Format>>;
export type TwoWords = keyof typeof WORDS;

export function isTwoWords(format: Format): format is TwoWords {
  return Object.hasOwn(WORDS, format);
}
