// Rounds a double once to a binary format of lower precision, to nearest, ties to even (IEEE 754-2019 §4.3.1), with gradual underflow and
// overflow to infinity; 8-bit formats overflow to their largest number.
//
// Adding and subtracting c = 1.5·2^(e+53−p), where e is the exponent of x, makes the hardware round at the right bit: the sum is in
// [2^(e+53−p), 2^(e+54−p)), where doubles are 2^(e+1−p) apart, one ulp of the target. e is clamped to the smallest normal exponent
// (subnormals share its ulp) and to one above the largest (everything there overflows).

import { type BinaryFormat, formats } from './format.js';

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const high = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

function roundAt(x: number, p: number, exponentMin: number, exponentMax: number, largest: number): number {
  double[0] = x;
  const exponent = ((words[high]! >>> 20) & 0x7ff) - 1023;
  const clamped = Math.min(Math.max(exponent, exponentMin), exponentMax + 1);
  words[high] = ((clamped + 53 - p + 1023) << 20) | 0x80000;
  words[1 - high] = 0;
  const c = double[0]!;
  const rounded = x + c - c;
  if (rounded === 0) return x * 0; // keeps the sign of a zero
  if (rounded > largest) return Infinity;
  return rounded < -largest ? -Infinity : rounded;
}

/**
 * CUDA's saturating conversion to 8-bit formats (`__NV_SATFINITE`): values that are too large, infinities included, become the largest finite number.
 */
function saturated(x: number, largest: number): number {
  return Math.min(Math.max(x, -largest), largest);
}

export function roundTo(format: BinaryFormat, x: number): number {
  switch (format) {
    case 'fp64':
      return x;
    case 'fp32':
      return Math.fround(x);
    case 'fp16':
      return roundAt(x, 11, -14, 15, 65504);
    case 'bf16':
      return roundAt(x, 8, -126, 127, formats.bf16.largest);
    case 'fp8e4m3':
      return saturated(roundAt(x, 4, -6, 8, 448), 448);
    case 'fp8e5m2':
      return saturated(roundAt(x, 3, -14, 15, 57344), 57344);
  }
}

/**
 * Rounds `head + tail` to odd, where |tail| ≤ ulp(head)/2: von Neumann's rounding (Boldo and Melquiond, "Emulation of FMA and correctly rounded
 * sums", IEEE TC 2008) sets the last bit whenever the tail is lost. Rounding the result to a binary format of at most 51 bits is then the same as
 * rounding `head + tail` once.
 */
export function roundToOdd(head: number, tail: number): number {
  if (tail === 0 || !Number.isFinite(head) || Number.isNaN(tail)) return head;
  double[0] = head;
  if ((words[1 - high]! & 1) === 1) return head;
  // head is even, so the odd neighbour on the tail's side is one step up or down in the ordered bit pattern
  if (head === 0) return tail;
  const outwards = head > 0 === tail > 0;
  if (outwards) {
    words[1 - high]! += 1; // the last bit is 0 and becomes 1 without a carry
  } else if (words[1 - high] === 0) {
    words[1 - high] = 0xffffffff;
    words[high]! -= 1;
  } else {
    words[1 - high]! -= 1;
  }
  return double[0]!;
}
