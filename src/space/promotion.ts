import type { Format } from '../numerics/format.js';

/** Where a format stands among the ones C++ converts between on its own; wider formats contain the narrower ones' values. */
const WIDTH: Readonly<Record<Format, number>> = {
  fp16: 1,
  bf16: 1,
  fp32: 2,
  cmp32x2: 3,
  fp32x2: 3,
  fp64: 4,
  cmp64x2: 5,
  fp64x2: 5,
  fp64x4: 6,
};

/** The format two operands meet in: the wider one; fp16 with bf16 meets in fp32, a pair of floats with a double in the pair of doubles. */
export function promote(a: Format, b: Format): Format {
  if (a === b) return a;
  if (WIDTH[a] === WIDTH[b]) return WIDTH[a] === 1 ? 'fp32' : a.startsWith('fp') ? a : b;
  const [wide, narrow] = WIDTH[a] > WIDTH[b] ? [a, b] : [b, a];
  return wide === 'fp64' && narrow.endsWith('x2') ? 'fp64x2' : wide;
}

export function isWider(a: Format, b: Format): boolean {
  return WIDTH[a] > WIDTH[b];
}
