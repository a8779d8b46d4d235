/** The formats, spelt like this everywhere; C++ spellings live in `frontend` and `rewrite` only. */
export type Format = 'fp16' | 'bf16' | 'fp32' | 'fp64' | 'fp32x2' | 'fp64x2' | 'fp64x4' | 'cmp32x2' | 'cmp64x2';
