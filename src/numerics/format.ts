// The number formats that Mantissa chooses between: fp16, fp32 and fp64 (IEEE 754-2019 §3.3), bfloat16 (fp32 with an 8-bit significand),
// the two 8-bit formats of the Open Compute Project's OFP8 specification (fp8e4m3 has no infinities: its largest exponent is used for
// numbers), and unevaluated sums of such numbers.
//
// significandBits p counts the implicit bit; a normal number is ±m·2^e with 1 ≤ m < 2 and exponentMin ≤ e ≤ exponentMax;
// epsilon = 2^(1−p) is the distance from 1 to the next number of p bits.
//
// This is the one list of formats. Parsers and printers of their names follow from it; other tables are a `Record<Format, …>`, so that the
// compiler reports each missing entry when a format is added (docs/adding/a-format.md).

/** Formats without a type in C and C++; CUDA has one. */
export type HalfFormat = 'fp16' | 'bf16';
/** Storage-only formats: CUDA has types with conversions, but without arithmetic. */
export type StorageFormat = 'fp8e4m3' | 'fp8e5m2';
/** Formats that are classes in CUDA and convert to float. */
export type ClassFormat = HalfFormat | StorageFormat;
/** Formats of one machine number. */
export type BinaryFormat = ClassFormat | 'fp32' | 'fp64';
/** Formats of one machine number with arithmetic. */
export type ArithmeticFormat = Exclude<BinaryFormat, StorageFormat>;
export type DoubleWordFormat = 'fp32x2' | 'fp64x2';
/** Multi-word formats, which patches write as classes of runtime/mantissa/mantissa_formats.h. */
export type SummedFormat = DoubleWordFormat | 'fp64x4';
export type CompositeFormat = 'cmp32x2' | 'cmp64x2';
export type MultiPartFormat = DoubleWordFormat | 'fp64x4' | CompositeFormat;
export type Format = BinaryFormat | MultiPartFormat;

export interface FormatProperties {
  readonly bits: number;
  readonly sizeBytes: number;
  /** The number of machine numbers of one value, and their format. */
  readonly parts: 1 | 2 | 4;
  readonly part: BinaryFormat;
  /** p. For fp32x2, fp64x2 and fp64x4 the precision of every value; for cmp32x2 and cmp64x2 the precision after × and ÷. */
  readonly significandBits: number;
  readonly exponentMin: number;
  readonly exponentMax: number;
  /** The first part of the largest finite value. */
  readonly largest: number;
  readonly smallestNormal: number;
  readonly smallestSubnormal: number;
  /** Below this magnitude the last part underflows and a value has fewer than p bits. */
  readonly smallestFullPrecision: number;
  readonly epsilon: number;
  /** An operation on two formats computes in the one of higher rank; fp16 and bf16, of equal rank, combine to fp32. */
  readonly rank: number;
  /** The format of operations on a storage-only format. */
  readonly computesIn?: 'fp32';
}

function binary(
  bits: number,
  significandBits: number,
  exponentMax: number,
  rank: number,
  name: BinaryFormat,
  exponentMin = 1 - exponentMax,
): FormatProperties {
  return {
    bits,
    sizeBytes: bits / 8,
    parts: 1,
    part: name,
    significandBits,
    exponentMin,
    exponentMax,
    largest: (2 - 2 ** (1 - significandBits)) * 2 ** exponentMax,
    smallestNormal: 2 ** exponentMin,
    smallestSubnormal: 2 ** (exponentMin + 1 - significandBits),
    smallestFullPrecision: 2 ** exponentMin,
    epsilon: 2 ** (1 - significandBits),
    rank,
  };
}

function sumOf(parts: 2 | 4, part: FormatProperties, significandBits: number, rank: number): FormatProperties {
  return {
    ...part,
    bits: parts * part.bits,
    sizeBytes: parts * part.sizeBytes,
    parts,
    significandBits,
    smallestFullPrecision: 2 ** (part.exponentMin + (parts - 1) * part.significandBits),
    epsilon: 2 ** (1 - significandBits),
    rank,
  };
}

const fp32 = binary(32, 24, 127, 1, 'fp32');
const fp64 = binary(64, 53, 1023, 4, 'fp64');

/** In the order in which they are listed for users. */
export const formats: Readonly<Record<Format, FormatProperties>> = {
  fp8e4m3: { ...binary(8, 4, 8, -1, 'fp8e4m3', -6), largest: 448, computesIn: 'fp32' },
  fp8e5m2: { ...binary(8, 3, 15, -1, 'fp8e5m2'), computesIn: 'fp32' },
  fp16: binary(16, 11, 15, 0, 'fp16'),
  bf16: binary(16, 8, 127, 0, 'bf16'),
  fp32,
  fp64,
  fp32x2: sumOf(2, fp32, 48, 3),
  fp64x2: sumOf(2, fp64, 106, 6),
  fp64x4: sumOf(4, fp64, 212, 7),
  cmp32x2: sumOf(2, fp32, 24, 2),
  cmp64x2: sumOf(2, fp64, 53, 5),
};

export const formatNames = Object.keys(formats) as readonly Format[];
/** The formats of memory, files and GPU arithmetic; the others are composed of them. */
export const binaryFormats = formatNames.filter(isBinaryFormat);
/** The formats with GPU instructions. */
export const arithmeticFormats = binaryFormats.filter(isArithmetic);

/** The format of reference runs, with the smallest rounding errors. */
export const widestFormat: SummedFormat = 'fp64x4';

export function isFormat(name: string): name is Format {
  return Object.hasOwn(formats, name);
}

export function isBinaryFormat(format: Format): format is BinaryFormat {
  return formats[format].parts === 1;
}

export function isStorageOnly(format: Format | null): format is StorageFormat {
  return format !== null && formats[format].computesIn !== undefined;
}

function isArithmetic(format: BinaryFormat): format is ArithmeticFormat {
  return !isStorageOnly(format);
}

/** A class of CUDA: patches write the conversions to it, and from it to anything but float. */
export function isClass(format: Format | null): format is ClassFormat {
  return isHalf(format) || isStorageOnly(format);
}

/** A class with arithmetic. */
export function isHalf(format: Format | null): format is HalfFormat {
  return format === 'fp16' || format === 'bf16';
}

export function isSummed(format: Format | null): format is SummedFormat {
  return format === 'fp32x2' || format === 'fp64x2' || format === 'fp64x4';
}

/**
 * The format of an operation on operands of two formats, here and in runtime/formats. Associative and commutative, so that the order of several
 * operands does not matter.
 */
export function meet(a: Format, b: Format): Format {
  if (isStorageOnly(a) || isStorageOnly(b)) return meet(computedIn(a), computedIn(b));
  if (a === b) return a;
  const difference = formats[a].rank - formats[b].rank;
  if (difference === 0) return 'fp32';
  return difference > 0 ? a : b;
}

/** The format of an operation on operands of this format only. */
export function computedIn(format: Format): Format {
  return formats[format].computesIn ?? format;
}

/** The format of an operation on operands of several formats. */
export function meetAll(several: readonly Format[]): Format {
  return several.map(computedIn).reduce(meet);
}

export function isWider(a: Format, b: Format): boolean {
  return formats[a].rank > formats[b].rank;
}
