// Dyadic rationals m·2^e with integer m: the exact value of every finite number of every format, and of their sums and products. Exact intermediate
// results (for printing, parsing, fused operations and conversions) are computed here and rounded once.

export interface Dyadic {
  readonly m: bigint;
  readonly e: number;
}

const view = new DataView(new ArrayBuffer(8));

export function dyadic(x: number): Dyadic {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is not a finite number`);
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { m: bits >> 63n ? -magnitude : magnitude, e: Math.max(exponent, 1) - 1075 };
}

export function addDyadic(a: Dyadic, b: Dyadic): Dyadic {
  const e = Math.min(a.e, b.e);
  return { m: (a.m << BigInt(a.e - e)) + (b.m << BigInt(b.e - e)), e };
}

export function mulDyadic(a: Dyadic, b: Dyadic): Dyadic {
  return { m: a.m * b.m, e: a.e + b.e };
}

export function negDyadic(a: Dyadic): Dyadic {
  return { m: -a.m, e: a.e };
}

export function sumOfParts(parts: readonly number[]): Dyadic {
  return parts.map(dyadic).reduce(addDyadic);
}

export function bitLength(m: bigint): number {
  const hex = (m < 0n ? -m : m).toString(16);
  return hex === '0' ? 0 : 4 * (hex.length - 1) + (32 - Math.clz32(Number.parseInt(hex[0]!, 16)));
}

/** Compares |a| with 2^k: negative below, zero at, positive above. */
export function compareWithPowerOfTwo(a: Dyadic, k: number): number {
  const magnitude = a.m < 0n ? -a.m : a.m;
  const shift = k - a.e;
  if (shift < 0) return magnitude === 0n ? -1 : 1;
  const power = 1n << BigInt(shift);
  return magnitude < power ? -1 : magnitude > power ? 1 : 0;
}

/**
 * The nearest number of p bits with exponents from exponentMin, ties to even, as a double; infinite from 2^(exponentMax+1).
 * p ≤ 53, and zero keeps no sign.
 */
export function roundDyadic(a: Dyadic, p: number, exponentMin: number, exponentMax: number): number {
  if (a.m === 0n) return 0;
  const negative = a.m < 0n;
  const magnitude = negative ? -a.m : a.m;
  const exponent = Math.max(bitLength(magnitude) - 1 + a.e, exponentMin);
  const ulpExponent = exponent - p + 1;
  const drop = ulpExponent - a.e;
  let units = drop <= 0 ? magnitude << BigInt(-drop) : magnitude >> BigInt(drop);
  if (drop > 0) {
    const rest = magnitude - (units << BigInt(drop));
    const half = 1n << BigInt(drop - 1);
    if (rest > half || (rest === half && (units & 1n) === 1n)) units += 1n;
  }
  // units ≤ 2^p and ulpExponent ≥ −1074: both factors and the product are doubles
  const rounded = bitLength(units) - 1 + ulpExponent > exponentMax ? Infinity : Number(units) * 2 ** ulpExponent;
  return negative ? -rounded : rounded;
}
