// The oracle: MPFR (through gmp-wasm), with so many bits that its own rounding does not matter.

import { init, mpfr_rnd_t } from 'gmp-wasm';

const { binding } = await init();
const nearest = mpfr_rnd_t.MPFR_RNDN;

/** Represents any sum of four doubles exactly. */
const operandBits = 2240;
/** Represents their sums and products exactly; roots, quotients and functions are rounded to fewer bits. */
const exactBits = 2 * operandBits;
const roundedBits = 700;

function variable(bits: number) {
  const x = binding.mpfr_t();
  binding.mpfr_init2(x, bits);
  return x;
}

const operands = [variable(operandBits), variable(operandBits), variable(operandBits)] as const;
const exactResult = variable(exactBits);
const roundedResult = variable(roundedBits);
const difference = variable(exactBits);

export type Operation = 'add' | 'sub' | 'mul' | 'div' | 'sqrt' | 'fma' | 'exp' | 'log' | 'sin' | 'cos' | 'pow' | 'id';

function set(x: (typeof operands)[number], parts: readonly number[]): void {
  binding.mpfr_set_d(x, parts[0]!, nearest);
  for (const part of parts.slice(1)) if (part !== 0) binding.mpfr_add_d(x, x, part, nearest);
}

/** Computes the operation on sums of parts. */
function compute(operation: Operation, args: readonly (readonly number[])[]) {
  const exact = ['add', 'sub', 'mul', 'fma', 'id'].includes(operation) ? exactResult : roundedResult;
  args.forEach((parts, k) => {
    set(operands[k]!, parts);
  });
  const [a, b, c] = operands;
  switch (operation) {
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'pow':
      binding[`mpfr_${operation}`](exact, a, b, nearest);
      break;
    case 'fma':
      binding.mpfr_fma(exact, a, b, c, nearest);
      break;
    case 'id':
      binding.mpfr_set(exact, a, nearest);
      break;
    default:
      binding[`mpfr_${operation}`](exact, a, nearest);
  }
  return exact;
}

export interface Judgement {
  /** The exact result as the nearest double. */
  readonly exact: number;
  /** |computed − exact| / |exact|, NaN where the exact result is zero or not finite. */
  readonly relative: number;
  readonly absolute: number;
}

/** Compares a computed sum of parts with the exact result of an operation. */
export function judge(
  operation: Operation,
  args: readonly (readonly number[])[],
  computed: readonly number[],
): Judgement {
  const exact = compute(operation, args);
  const value = binding.mpfr_get_d(exact, nearest);
  set(operands[0], computed);
  binding.mpfr_sub(difference, operands[0], exact, nearest);
  binding.mpfr_abs(difference, difference, nearest);
  const absolute = binding.mpfr_get_d(difference, nearest);
  binding.mpfr_div(difference, difference, exact, nearest);
  return { exact: value, relative: Math.abs(binding.mpfr_get_d(difference, nearest)), absolute };
}

const narrow = new Map<string, ReturnType<typeof variable>>();

/** The exact result rounded once to p bits, with subnormals from exponentMin and overflow beyond exponentMax. */
export function rounded(
  operation: Operation,
  args: readonly (readonly number[])[],
  format: { significandBits: number; exponentMin: number; exponentMax: number },
): number {
  const { significandBits: p, exponentMin, exponentMax } = format;
  const key = `${p}`;
  if (!narrow.has(key)) narrow.set(key, variable(p));
  const x = narrow.get(key)!;
  // MPFR's exponents count from fractions in [0.5, 1); mpfr_subnormalize then rounds once, knowing the first rounding
  const [emin, emax] = [binding.mpfr_get_emin(), binding.mpfr_get_emax()];
  args.forEach((parts, k) => {
    set(operands[k]!, parts);
  });
  binding.mpfr_set_emin(exponentMin - p + 2);
  binding.mpfr_set_emax(exponentMax + 1);
  const [a, b, c] = operands;
  let ternary: number;
  if (operation === 'fma') ternary = binding.mpfr_fma(x, a, b, c, nearest);
  else if (operation === 'id') ternary = binding.mpfr_set(x, a, nearest);
  else if (operation === 'sqrt') ternary = binding.mpfr_sqrt(x, a, nearest);
  else ternary = binding[`mpfr_${operation as 'add' | 'sub' | 'mul' | 'div'}`](x, a, b, nearest);
  ternary = binding.mpfr_check_range(x, ternary, nearest);
  binding.mpfr_subnormalize(x, ternary, nearest);
  const value = binding.mpfr_get_d(x, nearest);
  binding.mpfr_set_emin(emin);
  binding.mpfr_set_emax(emax);
  return value;
}
