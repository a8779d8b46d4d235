import { type Format, formatNames } from '../numerics/format.js';
import type { FormatLetter } from './document.js';

/** One letter per format, so that nothing depends on colour: Eight bits, Half, Brain, Single, Double, and their pairs and quadruples. */
const LETTERS: Readonly<Record<Format, string>> = {
  fp8e4m3: 'E',
  fp8e5m2: 'e',
  fp16: 'H',
  bf16: 'B',
  fp32: 'S',
  fp64: 'D',
  fp32x2: 'P',
  fp64x2: 'Q',
  fp64x4: 'O',
  cmp32x2: 'p',
  cmp64x2: 'q',
};

export const AS_DECLARED = '.';

export function letterOf(format: Format): string {
  return LETTERS[format];
}

/** The letters of these formats, in the order of `formatNames`. */
export function formatLetters(formats: Iterable<string>): FormatLetter[] {
  const wanted = new Set(formats);
  return formatNames.filter((format) => wanted.has(format)).map((format) => ({ format, letter: LETTERS[format] }));
}
