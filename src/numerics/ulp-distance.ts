// Distance between two values in units in the last place of a format.
//
// For the binary formats: how many steps from one representable number to the next lead from a to b (both rounded to the
// format first), so that neighbours are 1 apart also across a power of two and across zero. For the multi-part formats, which
// have no fixed last place: |a − b| / 2^(e−p+1), e the exponent of the larger magnitude and p the format's significand bits.
// Two NaNs are 0 apart; a NaN and a number, or an infinity and a number of a multi-part format, are infinitely far apart.

import { encodeBits } from './bits.js';
import type { Parts } from './conversion.js';
import { addDyadic, bitLength, negDyadic, sumOfParts } from './dyadic.js';
import { type BinaryFormat, type Format, formats, isBinaryFormat } from './format.js';

export function ulpDistance(format: Format, a: Parts, b: Parts): number {
  const [x, y] = [a[0]!, b[0]!];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) && Number.isNaN(y) ? 0 : Infinity;
  if (isBinaryFormat(format)) {
    const steps = orderedIndex(format, x) - orderedIndex(format, y);
    return Number(steps < 0n ? -steps : steps);
  }
  if (!Number.isFinite(x) || !Number.isFinite(y)) return x === y ? 0 : Infinity;
  const [exactA, exactB] = [sumOfParts(a), sumOfParts(b)];
  const difference = addDyadic(exactA, negDyadic(exactB));
  if (difference.m === 0n) return 0;
  const exponent = Math.max(
    exactA.m === 0n ? -Infinity : bitLength(exactA.m) - 1 + exactA.e,
    exactB.m === 0n ? -Infinity : bitLength(exactB.m) - 1 + exactB.e,
  );
  const magnitude = difference.m < 0n ? -difference.m : difference.m;
  const shift = difference.e - (exponent - formats[format].significandBits + 1);
  // only the quotient's leading 64 bits matter to a double
  const excess = Math.max(bitLength(magnitude) - 64, 0);
  return Number(magnitude >> BigInt(excess)) * 2 ** (shift + excess);
}

/** The position of a number in the order of the format: positive numbers count up from 0, negative ones down. */
function orderedIndex(format: BinaryFormat, x: number): bigint {
  const bits = encodeBits(format, x);
  const sign = 1n << BigInt(formats[format].bits - 1);
  return bits & sign ? -(bits - sign) : bits;
}
