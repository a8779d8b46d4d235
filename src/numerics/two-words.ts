/** The double-word formats, each with the format of its two parts. */
import type { Format } from './format.js';

export const WORDS = { fp32x2: 'fp32', fp64x2: 'fp64' } as const satisfies Partial<Record<Format, Format>>;
export type TwoWords = keyof typeof WORDS;

export function isTwoWords(format: Format): format is TwoWords {
  return Object.hasOwn(WORDS, format);
}
