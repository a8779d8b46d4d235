import { fromNumber } from '../numerics/conversion.js';
import { parseDecimal } from '../numerics/decimal.js';
import { formats, type SummedFormat } from '../numerics/format.js';

/**
 * A literal in fp32: `0.1` becomes `0.1f`. The suffix rounds the decimal text once, a cast rounds the double nearest to it again; the
 * two differ only where that double lies halfway between two floats, and there the cast is written, so that the source computes
 * what was emulated.
 */
export function narrowLiteral(text: string, value: number): string {
  const plain = text.replace(/[lL]$/, '');
  if (/[fF]$/.test(plain) && !/^0[xX]/.test(plain)) return text;
  if (!Number.isFinite(Math.fround(value)) || isHalfwayBetweenFloats(value)) return `(float)${text}`;
  return /[.eEpP]/.test(plain) ? `${plain}f` : `${plain}.0f`;
}

function isHalfwayBetweenFloats(value: number): boolean {
  const nearest = Math.fround(value);
  const error = value - nearest;
  if (error === 0) return false;
  // the float on the other side of the value is one step away; halfway means both are equally far
  const bits = new Uint32Array(new Float32Array([nearest]).buffer);
  const step = nearest === 0 || error > 0 === nearest > 0 ? 1 : -1;
  const other = new Float32Array(new Uint32Array([bits[0]! + step]).buffer)[0]!;
  return Math.abs(other - value) === Math.abs(error);
}

/**
 * A literal in a format of several parts: `0.1` becomes `fp64x2(0.1, -5.551115123125783e-18)`, its parts those of the number nearest to the
 * decimal text. Null where the literal as it stands is that number, which C++ converts (a double where a sum of floats is asked for is
 * converted by the format they meet in, and gets a suffix).
 */
export function summedLiteral(text: string, value: number, to: SummedFormat): string | null {
  const plain = text.replaceAll("'", '').replace(/[lL]$/, '');
  const isFloat = /[fF]$/.test(plain) && !/^0[xX]/.test(plain);
  const digits = plain.replace(/[fF]$/, '');
  // a float's literal is that float, whatever its text says; hexadecimal digits are exact
  const isExact = isFloat || /^0[xX]/.test(plain);
  const parts = isExact ? fromNumber(to, value) : parseDecimal(to, digits);
  const [head, ...rest] = parts as [number, ...number[]];
  const ofFloats = to === 'fp32x2';
  while (rest.at(-1) === 0) rest.pop();
  if (rest.length === 0) return isFloat || !ofFloats ? null : spelt(digits, head, true);
  const all = [
    spelt(ofFloats || head === value ? digits : String(head), head, ofFloats),
    ...rest.map((one) => spelt(String(one), one, ofFloats)),
  ];
  while (all.length < formats[to].parts) all.push('0');
  return `${to}(${all.join(', ')})`;
}

/** The text where it reads as that number, else the number in full. */
function spelt(text: string, value: number, asFloat: boolean): string {
  const decimal = /[.eEpP]/.test(text) ? text : `${text}.0`;
  return asFloat ? `${Math.fround(Number(decimal)) === value ? decimal : String(value)}f` : decimal;
}
