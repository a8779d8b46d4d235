/** How far one finite number is from another, in the measures that metrics are made of. */

/** Two doubles that print alike in 17 significant digits are the same double. */
export const MOST_DIGITS = 17;

export function relativeError(expected: number, found: number): number {
  if (Object.is(expected, found) || expected === found) return 0;
  return expected === 0 ? Number.POSITIVE_INFINITY : Math.abs((found - expected) / expected);
}

/** As `relativeError`, of a difference that is known better than the difference of two doubles. */
export function relativeDifference(expected: number, difference: number): number {
  if (difference === 0) return 0;
  return expected === 0 ? Number.POSITIVE_INFINITY : Math.abs(difference / expected);
}

export function absoluteError(expected: number, found: number): number {
  return Object.is(expected, found) ? 0 : Math.abs(found - expected);
}

/** Doubles from one to the other. */
export function ulpError(expected: number, found: number): number {
  return Math.abs(Number(order(found) - order(expected)));
}

/** Neighbouring doubles differ by one; both zeros are the same place. */
function order(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}

/** Equal digits from the left, of the decimal expansions (GPUMixer, section 4.5: 3.1415 and 3.1479 agree in 3). */
export function equalDigits(expected: number, found: number): number {
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

/**
 * Digits after the point that agree one by one, where everything before it agrees (AMPT-GA, section 4.1: 3.14159 and 3.142 agree
 * in 2).
 */
export function equalDecimals(expected: number, found: number): number {
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
