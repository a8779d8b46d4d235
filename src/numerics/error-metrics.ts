/**
 * How far one output is from another. Every metric is an error (0 is best) but the two that count digits, where more is better;
 * `meetsBound` knows which. Both digit counts are taken as their papers define them:
 * - digits: equal digits from the left, of the decimal expansions (GPUMixer, section 4.5: 3.1415 and 3.1479 agree in 3);
 * - decimals: equal digits after the point (AMPT-GA, section 4.1: 3.14159 and 3.142 agree in 2).
 */
export const METRICS = ['max-relative', 'rms-relative', 'max-absolute', 'ulp', 'digits', 'decimals'] as const;
export type Metric = (typeof METRICS)[number];

/** The first value that makes a comparison meaningless: it is not finite, or there is none to compare it with. */
export interface Offence {
  readonly index: number;
  readonly expected: number | null;
  readonly found: number | null;
  readonly why: 'count' | 'not-finite';
}

export function findOffence(expected: readonly number[], found: readonly number[]): Offence | null {
  const length = Math.min(expected.length, found.length);
  for (let index = 0; index < length; index++) {
    if (!Number.isFinite(found[index]!) && !Object.is(found[index], expected[index]))
      return { index, expected: expected[index]!, found: found[index]!, why: 'not-finite' };
  }
  if (expected.length === found.length) return null;
  return { index: length, expected: expected[length] ?? null, found: found[length] ?? null, why: 'count' };
}

/** The metric over two lists of equal length, none of them empty; `worst` is where they differ most. */
export function compareValues(
  metric: Metric,
  expected: readonly number[],
  found: readonly number[],
): { readonly error: number; readonly worst: number } {
  const measure = VALUE_ERRORS[metric];
  let worst = 0;
  let extreme = measure(expected[0]!, found[0]!);
  let squares = 0;
  for (let index = 0; index < expected.length; index++) {
    const error = measure(expected[index]!, found[index]!);
    squares += error * error;
    if (countsDigits(metric) ? error >= extreme : error <= extreme) continue;
    extreme = error;
    worst = index;
  }
  return { error: metric === 'rms-relative' ? Math.sqrt(squares / expected.length) : extreme, worst };
}

export function measureError(metric: Metric, expected: readonly number[], found: readonly number[]): number {
  return compareValues(metric, expected, found).error;
}

/** One value's part in a metric; a value that is not finite where it should be is as far off as can be. */
export function valueError(metric: Metric, expected: number, found: number): number {
  if (Number.isFinite(expected) && Number.isFinite(found)) return VALUE_ERRORS[metric](expected, found);
  const isSame = Object.is(expected, found);
  return countsDigits(metric) ? (isSame ? MOST_DIGITS : 0) : isSame ? 0 : Number.POSITIVE_INFINITY;
}

export function countsDigits(metric: Metric): boolean {
  return metric === 'digits' || metric === 'decimals';
}

export function meetsBound(metric: Metric, error: number, bound: number): boolean {
  return countsDigits(metric) ? error >= bound : error <= bound;
}

/** Two doubles that print alike in 17 significant digits are the same double. */
const MOST_DIGITS = 17;

const VALUE_ERRORS: Readonly<Record<Metric, (expected: number, found: number) => number>> = {
  'max-relative': relative,
  'rms-relative': relative,
  'max-absolute': (expected, found) => (Object.is(expected, found) ? 0 : Math.abs(found - expected)),
  ulp: (expected, found) => Math.abs(Number(order(found) - order(expected))),
  digits: equalDigits,
  decimals: equalDecimals,
};

function relative(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return 0;
  return expected === 0 ? Number.POSITIVE_INFINITY : Math.abs((found - expected) / expected);
}

/** Neighbouring doubles differ by one; both zeros are the same place. */
function order(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}

function equalDigits(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return MOST_DIGITS;
  const [a, b] = [scientific(expected), scientific(found)];
  if (a.negative !== b.negative || a.exponent !== b.exponent) return 0;
  let count = 0;
  while (count < MOST_DIGITS && a.digits[count] === b.digits[count]) count++;
  return count;
}

/** The shortest decimal that reads back as the value: 3.142 is 3.142, not the 3.14199… its bits spell. */
function scientific(value: number): { negative: boolean; digits: string; exponent: number } {
  const [, sign, first, rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential())!;
  return { negative: sign === '-', digits: (first! + rest).padEnd(MOST_DIGITS, '0'), exponent: Number(exponent) };
}

/** Digits after the point that agree one by one, where everything before it agrees. */
function equalDecimals(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return MOST_DIGITS;
  const [a, b] = [plain(expected), plain(found)];
  if (a.whole !== b.whole) return 0;
  let count = 0;
  while (count < MOST_DIGITS && (a.fraction[count] ?? '0') === (b.fraction[count] ?? '0')) count++;
  return count;
}

function plain(value: number): { whole: string; fraction: string } {
  const { negative, digits, exponent } = scientific(value);
  const sign = negative ? '-' : '';
  if (exponent < 0) return { whole: `${sign}0`, fraction: '0'.repeat(Math.min(-exponent - 1, MOST_DIGITS)) + digits };
  return {
    whole: sign + digits.padEnd(exponent + 1, '0').slice(0, exponent + 1),
    fraction: digits.slice(exponent + 1),
  };
}
