/** Parses a decimal, the 16 hexadecimal digits of a double, or the 4 of a half or a bfloat; null for other text. */
export function constantNumber(text: string): number | null {
  const half = /^0x([HR])([0-9A-F]{4})$/.exec(text);
  if (half) return half[1] === 'H' ? halfOf(Number.parseInt(half[2]!, 16)) : bfloatOf(Number.parseInt(half[2]!, 16));
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text)) return Number(text);
  const bits = /^0x([0-9A-F]{16})$/.exec(text);
  if (!bits) return null;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits[1]}`));
  return view.getFloat64(0);
}

function halfOf(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15, (bits >> 10) & 31, bits & 1023];
  const size =
    exponent === 31
      ? fraction === 0
        ? Number.POSITIVE_INFINITY
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25);
  return sign ? -size : size;
}

function bfloatOf(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits * 2 ** 16);
  return view.getFloat32(0);
}
