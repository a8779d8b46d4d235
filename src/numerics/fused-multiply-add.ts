// fma(a, b, c) = a·b + c rounded once (IEEE 754-2019 §5.4.1), for the binary formats, whose operands are given as doubles.

import { addDyadic, dyadic, mulDyadic, roundDyadic } from './dyadic.js';
import { type BinaryFormat, formats } from './format.js';

export function fma(format: BinaryFormat, a: number, b: number, c: number): number {
  const product = a * b;
  if (!Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c)) {
    // if the product of finite a and b overflows a double, it must not be added to an infinite c as an infinity
    return Number.isFinite(a) && Number.isFinite(b) ? c : product + c;
  }
  const exact = addDyadic(mulDyadic(dyadic(a), dyadic(b)), dyadic(c));
  if (exact.m === 0n) return product === 0 ? product + c : 0; // exact cancellation is +0
  const { significandBits, exponentMin, exponentMax } = formats[format];
  const rounded = roundDyadic(exact, significandBits, exponentMin, exponentMax);
  return rounded === 0 && exact.m < 0n ? -0 : rounded;
}
