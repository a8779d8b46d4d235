// Number formats: their values, rounding, and the arithmetic of the multi-word formats.

export { decodeBits, encodeBits } from './bits.js';
export { type Composite, type CompositeArithmetic, cmp32x2, cmp64x2 } from './composite.js';
export { convert, fromNumber, type Parts } from './conversion.js';
export { parseDecimal, printDecimal } from './decimal.js';
export { type DoubleWord, type DoubleWordArithmetic, fp32x2, fp64x2 } from './double-word.js';
export { type ErrorFreeTransforms, errorFree32, errorFree64, type Pair } from './error-free-transforms.js';
export {
  type ArithmeticFormat,
  arithmeticFormats,
  type BinaryFormat,
  type CompositeFormat,
  type DoubleWordFormat,
  type Format,
  type FormatProperties,
  formatNames,
  formats,
  isBinaryFormat,
  isFormat,
  isStorageOnly,
  type MultiPartFormat,
  meet,
} from './format.js';
export { fma } from './fused-multiply-add.js';
export { fp64x4, type QuadWord } from './quad-word.js';
export { roundTo, roundToOdd } from './rounding.js';
export { ulpDistance } from './ulp-distance.js';
