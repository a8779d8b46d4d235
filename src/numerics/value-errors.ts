/** The difference between two finite numbers, in the measures of the metrics. */

/** Two doubles with the same 17 significant digits are equal. */
export const MAX_DIGITS = 17;

export function relativeError(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return 0;
  return expected === 0 ? Number.POSITIVE_INFINITY : Math.abs((found - expected) / expected);
}

/** As `relativeError`, for a difference known more precisely than in double. */
export function relativeDifference(expected: number, difference: number): number {
  if (difference === 0) return 0;
  return expected === 0 ? Number.POSITIVE_INFINITY : Math.abs(difference / expected);
}

export function absoluteError(expected: number, found: number): number {
  return Object.is(expected, found) ? 0 : Math.abs(found - expected);
}

/** The number of doubles from one value to the other. */
export function ulpError(expected: number, found: number): number {
  return Math.abs(Number(order(found) - order(expected)));
}

/** Adjacent doubles differ by one; both zeros are equal. */
function order(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}

/** The number of leading decimal digits that agree (GPUMixer, section 4.5: 3.1415 and 3.1479 agree in 3). */
export function equalDigits(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return MAX_DIGITS;
  const [a, b] = [scientific(expected), scientific(found)];
  if (a.negative !== b.negative || a.exponent !== b.exponent) return 0;
  let count = 0;
  while (count < MAX_DIGITS && a.digits[count] === b.digits[count]) count++;
  return count;
}

/** The shortest decimal that reads back as the value: 3.142, not 3.14199…. */
function scientific(value: number): { negative: boolean; digits: string; exponent: number } {
  const [, sign, first, rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential())!;
  return { negative: sign === '-', digits: (first! + rest).padEnd(MAX_DIGITS, '0'), exponent: Number(exponent) };
}

/** The number of decimals that agree, if everything before the point agrees (AMPT-GA, section 4.1: 3.14159 and 3.142 agree in 2). */
export function equalDecimals(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return MAX_DIGITS;
  const [a, b] = [plain(expected), plain(found)];
  if (a.whole !== b.whole) return 0;
  let count = 0;
  while (count < MAX_DIGITS && (a.fraction[count] ?? '0') === (b.fraction[count] ?? '0')) count++;
  return count;
}

function plain(value: number): { whole: string; fraction: string } {
  const { negative, digits, exponent } = scientific(value);
  const sign = negative ? '-' : '';
  if (exponent < 0) return { whole: `${sign}0`, fraction: '0'.repeat(Math.min(-exponent - 1, MAX_DIGITS)) + digits };
  return {
    whole: sign + digits.padEnd(exponent + 1, '0').slice(0, exponent + 1),
    fraction: digits.slice(exponent + 1),
  };
}
