/** Formats of vectors: C spellings, and numbers per 128-bit load. */
export const VECTOR_FORMATS = {
  fp16: { type: 'half', numbersPerLoad: 8 },
  bf16: { type: 'bfloat', numbersPerLoad: 8 },
  fp32: { type: 'float', numbersPerLoad: 4 },
} as const;

export const FORMAT_BYTES = { fp16: 2, bf16: 2, fp32: 4 } as const;

export type VectorFormat = keyof typeof VECTOR_FORMATS;
export type Width = 2 | 4 | 8;

/** `half8` */
export function vectorType(format: VectorFormat, width: Width): string {
  return `${VECTOR_FORMATS[format].type}${width}`;
}
