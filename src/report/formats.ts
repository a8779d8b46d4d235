import type { FormatLetter } from './document.js';

/** One letter a format, so that colour never speaks alone: Half, Brain, Single, Double, and the pairs and quadruples of them. */
const LETTERS: Readonly<Record<string, string>> = {
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

export function letterOf(format: string): string {
  return LETTERS[format] ?? '?';
}

/** The letters of these formats, narrowest first. */
export function formatLetters(formats: Iterable<string>): FormatLetter[] {
  const wanted = new Set(formats);
  return Object.entries(LETTERS).flatMap(([format, letter]) => (wanted.has(format) ? [{ format, letter }] : []));
}
