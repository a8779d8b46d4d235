// Decimal text of multi-part values, exact: a finite value is m·2^e, hence m·5^(−e)·10^e where e < 0, and both ways are
// integer arithmetic with one rounding, to nearest, ties to even. runtime/formats/decimal.h prints and parses the same.

import { type Parts, partsOfDyadic } from './conversion.js';
import { sumOfParts } from './dyadic.js';
import { type Format, formats } from './format.js';
import type { QuadWord } from './quad-word.js';

/** `digits` significant digits as d.ddde±x. The default is enough to distinguish any two values of the format. */
export function printDecimal(format: Format, parts: Parts, digits = defaultDigits(format)): string {
  const head = parts[0]!;
  if (Number.isNaN(head)) return 'nan';
  if (!Number.isFinite(head)) return head < 0 ? '-inf' : 'inf';
  const exact = sumOfParts(parts);
  const sign = exact.m < 0n || Object.is(head, -0) ? '-' : '';
  if (exact.m === 0n) return `${sign}${withPoint('0'.repeat(digits))}e+0`;
  const magnitude = exact.m < 0n ? -exact.m : exact.m;
  const text = (exact.e >= 0 ? magnitude << BigInt(exact.e) : magnitude * 5n ** BigInt(-exact.e)).toString();
  let exponent = text.length - 1 + Math.min(exact.e, 0);
  let rounded = roundDigits(text, digits);
  if (rounded.length > digits) {
    rounded = rounded.slice(0, digits);
    exponent++;
  }
  return `${sign}${withPoint(rounded)}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

function defaultDigits(format: Format): number {
  return Math.ceil(1 + formats[format].significandBits * Math.log10(2));
}

function withPoint(digits: string): string {
  return digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
}

function roundDigits(text: string, digits: number): string {
  if (text.length <= digits) return text.padEnd(digits, '0');
  const leading = BigInt(text.slice(0, digits));
  const rest = text.slice(digits);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const up = rest > half || (rest === half && (leading & 1n) === 1n);
  return (up ? leading + 1n : leading).toString();
}

/** The value of the format nearest to a decimal number such as -12.5e-3; undefined if the text is not a number. */
export function parseDecimal(format: Format, text: string): number[] | undefined {
  const special = /^\s*([+-]?)(inf|infinity|nan)\s*$/i.exec(text);
  if (special) {
    const head = special[2]!.toLowerCase() === 'nan' ? NaN : special[1] === '-' ? -Infinity : Infinity;
    return [head, ...new Array<number>(formats[format].parts - 1).fill(0)];
  }
  const match = /^\s*([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?\s*$/.exec(text);
  if (!match || `${match[2]}${match[3]}` === '') return undefined;
  const negative = match[1] === '-';
  const digits = `${match[2]}${match[3]}`.replace(/^0+/, '');
  const power = Number(match[4] ?? 0) - match[3]!.length;
  const magnitude = digits.length + power; // the value is in [10^(magnitude−1), 10^magnitude)
  if (digits === '' || magnitude < -400) return signed(partsOfDyadic(format, { m: 0n, e: 0 }), negative);
  if (magnitude > 400) return signed([Infinity, ...new Array<number>(formats[format].parts - 1).fill(0)], negative);
  return signed(partsOfDyadic(format, dyadicWithSticky(BigInt(digits), power)), negative);
}

/** Bits computed after the binary point: beyond the last bit of the smallest double, so that a set lowest bit breaks every tie. */
const fractionBits = 1200;

function dyadicWithSticky(digits: bigint, power: number): { m: bigint; e: number } {
  if (power >= 0) return { m: digits * 10n ** BigInt(power), e: 0 };
  const divisor = 10n ** BigInt(-power);
  const dividend = digits << BigInt(fractionBits);
  const quotient = dividend / divisor;
  const sticky = quotient * divisor === dividend ? 0n : 1n;
  return { m: (quotient << 1n) | sticky, e: -fractionBits - 1 };
}

function signed(parts: number[], negative: boolean): number[] {
  return negative ? parts.map((part, k) => (part === 0 && k > 0 ? 0 : -part)) : parts;
}

/** The value of the widest format that is nearest to a decimal text; undefined if the text is not a number. */
export function parseInFull(text: string): QuadWord | undefined {
  return parseDecimal('fp64x4', text) as QuadWord | undefined;
}
