// The number formats Mantissa chooses between: the format table of the design, with the figures of IEEE 754-2019 §3.3
// (fp16, fp32, fp64), of bfloat16 (fp32 with the significand cut to 8 bits), of the two formats of 8 bits of the Open Compute Project's
// OFP8 specification (fp8e4m3 has no infinities: its largest exponent holds numbers, too), and of unevaluated sums of such numbers.
//
// significandBits p counts the implicit bit; a normal number is ±m·2^e with 1 ≤ m < 2 and exponentMin ≤ e ≤ exponentMax;
// epsilon = 2^(1−p) is the distance from 1 to the next number of p bits.
//
// This is the one list of formats: what reads or writes their names follows from it, and what each of them needs elsewhere is a
// `Record<Format, …>`, so that the compiler names it when one is added (docs/adding/a-format.md).

/** What C and C++ have no type for; CUDA has. */
export type HalfFormat = 'fp16' | 'bf16';
/** What memory holds and nothing computes in: CUDA has types that convert, and no arithmetic. */
export type StorageFormat = 'fp8e4m3' | 'fp8e5m2';
/** What CUDA has a class for, which converts to float. */
export type ClassFormat = HalfFormat | StorageFormat;
/** One machine number. */
export type BinaryFormat = ClassFormat | 'fp32' | 'fp64';
/** One machine number that operations have. */
export type ArithmeticFormat = Exclude<BinaryFormat, StorageFormat>;
export type DoubleWordFormat = 'fp32x2' | 'fp64x2';
/** Sums of machine numbers, which patches write as classes of runtime/mantissa/mantissa_formats.h. */
export type SummedFormat = DoubleWordFormat | 'fp64x4';
export type CompositeFormat = 'cmp32x2' | 'cmp64x2';
export type MultiPartFormat = DoubleWordFormat | 'fp64x4' | CompositeFormat;
export type Format = BinaryFormat | MultiPartFormat;

export interface FormatProperties {
  readonly bits: number;
  readonly sizeBytes: number;
  /** How many machine numbers one value is made of, and which. */
  readonly parts: 1 | 2 | 4;
  readonly part: BinaryFormat;
  /** p. For fp32x2, fp64x2 and fp64x4 what any value holds; for cmp32x2 and cmp64x2 what × and ÷ keep. */
  readonly significandBits: number;
  readonly exponentMin: number;
  readonly exponentMax: number;
  /** The first part of the largest finite value. */
  readonly largest: number;
  readonly smallestNormal: number;
  readonly smallestSubnormal: number;
  /** Below this magnitude the last part runs out of exponent and a value holds fewer than p bits. */
  readonly smallestFullPrecision: number;
  readonly epsilon: number;
  /** Two formats meet in the one of higher rank; fp16 and bf16, of equal rank, meet in fp32. */
  readonly rank: number;
  /** The format in which operations compute on numbers of a storage format. */
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

/** In the order in which people are told of them. */
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
/** What memory and files hold, and GPUs compute in; the others are made of several of these. */
export const binaryFormats = formatNames.filter(isBinaryFormat);
/** What a GPU has operations for. */
export const arithmeticFormats = binaryFormats.filter(isArithmetic);

/** What a run is compared with that has the fewest errors of its own. */
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

/** A class of CUDA's: conversions to it, and from it to anything but float, are written. */
export function isClass(format: Format | null): format is ClassFormat {
  return isHalf(format) || isStorageOnly(format);
}

/** A class with arithmetic of its own. */
export function isHalf(format: Format | null): format is HalfFormat {
  return format === 'fp16' || format === 'bf16';
}

export function isSummed(format: Format | null): format is SummedFormat {
  return format === 'fp32x2' || format === 'fp64x2' || format === 'fp64x4';
}

/**
 * The format in which an operation on operands of two formats is computed, here and in runtime/formats. Associative and commutative, so
 * that the order of several operands makes no difference.
 */
export function meet(a: Format, b: Format): Format {
  if (isStorageOnly(a) || isStorageOnly(b)) return meet(computedIn(a), computedIn(b));
  if (a === b) return a;
  const difference = formats[a].rank - formats[b].rank;
  if (difference === 0) return 'fp32';
  return difference > 0 ? a : b;
}

/** The format in which an operation computes on numbers of this one alone. */
export function computedIn(format: Format): Format {
  return formats[format].computesIn ?? format;
}

/** The format that several meet in, or one by itself. */
export function meetAll(several: readonly Format[]): Format {
  return several.map(computedIn).reduce(meet);
}

export function isWider(a: Format, b: Format): boolean {
  return formats[a].rank > formats[b].rank;
}
