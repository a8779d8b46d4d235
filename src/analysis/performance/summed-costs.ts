/**
 * Costs of operations in formats of several parts, as operations of their parts: those of runtime/formats, counted for a device with fused
 * multiply-add. `depth` is the number of operations that depend on one another.
 *
 * Functions cost as much as their truncated series. fp32x2 has no series: its functions are those of fp64.
 */
import type { SummedFormat } from '../../numerics/format.js';
import type { CostClass } from './cost-class.js';

export interface SummedCost {
  /** Additions, multiplications and fused multiply-adds in the part's format. */
  readonly basic: number;
  readonly depth: number;
  /** Divisions and square roots in the part's format. */
  readonly divisions: number;
}

const cost = (basic: number, depth: number, divisions = 0): SummedCost => ({ basic, depth, divisions });

/**
 * Pairs of doubles.
 * Source: runtime/formats, counted for an addition and a multiplication, the selections for infinities included.
 * Chosen for the functions: estimated by the length of their series; never measured, and nothing else was tried.
 */
const PAIR_OF_DOUBLES: Readonly<Record<CostClass, SummedCost>> = {
  free: cost(0, 0),
  special: cost(1, 1),
  compare: cost(3, 2),
  minmax: cost(5, 3),
  round: cost(6, 4),
  add: cost(23, 15),
  mul: cost(13, 9),
  fma: cost(36, 24),
  div: cost(21, 16, 2),
  sqrt: cost(13, 11, 2),
  rsqrt: cost(34, 27, 4),
  exp: cost(620, 420),
  log: cost(420, 280, 3),
  sin: cost(480, 330),
  cos: cost(480, 330),
  pow: cost(1070, 720, 3),
};

/**
 * Pairs of floats. Their functions are those of fp64, but for those listed.
 * Source: results/nvidia-h200/fp32x2/throughput.txt: sums take 24.6 fp32 additions, products 12.9, quotients 32.8 and reciprocal roots 34.6. Beyond the
 * additions, multiplications and selections of runtime/formats/double-word.h, which are counted, the last two are in divisions of 16.1 additions.
 */
const PAIR_OF_FLOATS: Readonly<Partial<Record<CostClass, SummedCost>>> = {
  add: cost(24.6, 15),
  mul: cost(12.9, 9),
  fma: cost(37.5, 24),
  div: cost(13, 12, 1.2),
  sqrt: cost(10, 9, 2),
  rsqrt: cost(13, 10, 1.3),
};

/**
 * Pairs of floats with a float.
 * Source: runtime/mantissa/mantissa_fp32x2.h: 10 operations in place of 20 and 6 in place of 7, and three selections, as much slower than counted as with
 * two pairs.
 */
const PAIR_WITH_FLOAT: Readonly<Partial<Record<CostClass, SummedCost>>> = {
  add: cost(13.9, 9),
  mul: cost(11.6, 8),
};

/**
 * Formats of four parts.
 * Chosen: estimated by the length of the algorithms and series of runtime/formats; never measured, and nothing else was tried.
 */
const QUAD_WORD: Readonly<Record<CostClass, SummedCost>> = {
  free: cost(0, 0),
  special: cost(1, 1),
  compare: cost(6, 3),
  minmax: cost(6, 3),
  round: cost(130, 60),
  add: cost(150, 70),
  mul: cost(330, 120),
  fma: cost(480, 190),
  div: cost(1250, 800, 5),
  sqrt: cost(2100, 1300, 7),
  rsqrt: cost(3350, 2100, 12),
  exp: cost(13000, 7000),
  log: cost(11000, 6000, 10),
  sin: cost(11500, 6000),
  cos: cost(11500, 6000),
  pow: cost(24500, 13000, 10),
};

/** Functions that a format lacks are those of pairs of doubles. */
const COSTS: Readonly<Record<SummedFormat, Readonly<Partial<Record<CostClass, SummedCost>>>>> = {
  fp32x2: PAIR_OF_FLOATS,
  fp64x2: PAIR_OF_DOUBLES,
  fp64x4: QUAD_WORD,
};

export function costOfSummed(kind: CostClass, format: SummedFormat): SummedCost {
  return COSTS[format][kind] ?? PAIR_OF_DOUBLES[kind];
}

/** What an operation with a number of the part's format costs less than with another number of this format. */
export function savedWithPart(kind: CostClass, format: SummedFormat): SummedCost {
  const [whole, mixed] = [costOfSummed(kind, format), format === 'fp32x2' ? PAIR_WITH_FLOAT[kind] : undefined];
  return mixed ? cost(whole.basic - mixed.basic, whole.depth - mixed.depth) : cost(0, 0);
}

/** Functions that runtime/formats computes in double for fp32x2. */
export function isComputedInDouble(kind: CostClass, format: SummedFormat): boolean {
  return format === 'fp32x2' && /^(?:exp|log|sin|cos|pow)$/.test(kind);
}
