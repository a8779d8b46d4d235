// Bit patterns of the binary interchange formats (IEEE 754-2019 §3.4) and of OFP8's as unsigned integers. Every NaN gets the bit pattern of
// CUDA's conversions: 0x7f for fp8e4m3 and fp8e5m2 (on GPUs with instructions), 0x7fff for fp16 and bf16, the quiet NaN for fp32 and fp64.

import { type BinaryFormat, formats, type StorageFormat } from './format.js';
import { roundTo } from './rounding.js';

const view = new DataView(new ArrayBuffer(8));

/** The bit pattern of x rounded to the format. */
export function encodeBits(format: BinaryFormat, x: number): bigint {
  switch (format) {
    case 'fp64':
      view.setFloat64(0, x);
      return view.getBigUint64(0);
    case 'fp32':
      view.setFloat32(0, x);
      return BigInt(view.getUint32(0));
    case 'bf16': {
      if (Number.isNaN(x)) return 0x7fffn;
      view.setFloat32(0, roundTo('bf16', x)); // a bf16 is the upper half of an fp32
      return BigInt(view.getUint16(0));
    }
    case 'fp16':
      return BigInt(encodeHalf(roundTo('fp16', x)));
    case 'fp8e4m3':
    case 'fp8e5m2':
      return BigInt(encodeByte(format, roundTo(format, x)));
  }
}

export function decodeBits(format: BinaryFormat, bits: bigint): number {
  switch (format) {
    case 'fp64':
      view.setBigUint64(0, bits);
      return view.getFloat64(0);
    case 'fp32':
      view.setUint32(0, Number(bits));
      return view.getFloat32(0);
    case 'bf16':
      view.setUint32(0, Number(bits) * 0x10000);
      return view.getFloat32(0);
    case 'fp16':
      return decodeHalf(Number(bits));
    case 'fp8e4m3':
    case 'fp8e5m2':
      return decodeByte(format, Number(bits));
  }
}

// sign, 5 bits of exponent biased by 15, 10 bits of fraction
function encodeHalf(x: number): number {
  if (Number.isNaN(x)) return 0x7fff;
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(x);
  if (magnitude === Infinity) return sign | 0x7c00;
  if (magnitude < formats.fp16.smallestNormal) return sign | (magnitude * 2 ** 24);
  view.setFloat32(0, magnitude);
  const wide = view.getUint32(0);
  return sign | ((wide >>> 13) - ((127 - 15) << 10));
}

function decodeHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

// fp8e5m2 is the upper byte of an fp16; fp8e4m3 has the exponents of a format without infinities, biased by 7
function encodeByte(format: StorageFormat, x: number): number {
  if (Number.isNaN(x)) return 0x7f;
  if (format === 'fp8e5m2') return encodeHalf(x) >>> 8;
  const sign = x < 0 || Object.is(x, -0) ? 0x80 : 0;
  const magnitude = Math.abs(x);
  if (magnitude < formats.fp8e4m3.smallestNormal) return sign | (magnitude * 2 ** 9);
  view.setFloat32(0, magnitude);
  return sign | ((view.getUint32(0) >>> 20) - ((127 - 7) << 3));
}

function decodeByte(format: StorageFormat, bits: number): number {
  if (format === 'fp8e5m2') return decodeHalf(bits << 8);
  const sign = bits & 0x80 ? -1 : 1;
  const exponent = (bits >>> 3) & 0xf;
  const fraction = bits & 7;
  if (exponent === 0) return sign * fraction * 2 ** -9;
  if (exponent === 0xf && fraction === 7) return NaN;
  return sign * (8 + fraction) * 2 ** (exponent - 10);
}
