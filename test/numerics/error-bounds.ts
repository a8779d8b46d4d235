// The relative error each operation of a multi-part format may have, where neither operands, result nor the parts' products
// underflow or overflow. u is the rounding unit of a part: 2^−24 or 2^−53.
//
//   +, −  3u² + 13u³    Joldes, Muller, Popescu 2017, algorithm 6, relative to |x + y| also under cancellation
//   ×     5u²           Muller, Rideau 2022 (algorithm 10 of the former)
//   ÷     15u² + 56u³   Joldes, Muller, Popescu 2017, algorithm 17
//   √     25/8·u²       Lefèvre, Louvet, Muller, Picot, Rideau 2023
//   fp64x4 + − ×  2^−208: truncation of a non-overlapping expansion, 2^−(p−1)n with n = 4 (Joldes, Marty, Muller, Popescu
//         2016). Theirs is proven for their renormalisation; ours has the same first two passes and is tested, not proven
//   fp64x4 ÷ √    2^−207: by composition, one rounded product (2^−208) in the first remainder and one renormalisation (2^−208)
//   functions of fp32x2: double's 1 ulp (2^−52) and the conversion to the pair (u²)
//   functions of fp64x2 and fp64x4: an estimate, no proof. The last sum and the series' leading product cost 3u² + 5u², argument
//     reduction 8u² of an argument whose condition number is at most 1 after it, intermediate sums 3u² each: below 32u² = 2^−101,
//     and likewise 16 operations of 2^−208: 2^−204. What is measured is far below
//   pow: (1 + |y·ln x|) times that, because an error of y·ln x is an error of the result relative to 1

export interface ErrorBounds {
  readonly add: number;
  readonly mul: number;
  readonly div: number;
  readonly sqrt: number;
  /** exp, log, sin, cos */
  readonly functions: number;
  /** Magnitudes between which operands and results keep clear of underflow and overflow, as powers of two. */
  readonly exponents: readonly [min: number, max: number];
}

function doubleWord(u: number): Omit<ErrorBounds, 'functions' | 'exponents'> {
  return {
    add: 3 * u ** 2 + 13 * u ** 3,
    mul: 5 * u ** 2,
    div: 15 * u ** 2 + 56 * u ** 3,
    sqrt: (25 / 8) * u ** 2,
  };
}

export const errorBounds: Readonly<Record<'fp32x2' | 'fp64x2' | 'fp64x4', ErrorBounds>> = {
  fp32x2: { ...doubleWord(2 ** -24), functions: 2 ** -48 + 2 ** -51, exponents: [-25, 60] },
  fp64x2: { ...doubleWord(2 ** -53), functions: 2 ** -101, exponents: [-400, 500] },
  fp64x4: {
    add: 2 ** -208,
    mul: 2 ** -208,
    div: 2 ** -207,
    sqrt: 2 ** -207,
    functions: 2 ** -204,
    exponents: [-300, 480],
  },
};
