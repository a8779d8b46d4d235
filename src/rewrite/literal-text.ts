import { fromNumber } from '../numerics/conversion.js';
import { parseDecimal } from '../numerics/decimal.js';
import { formats, type SummedFormat, widestFormat } from '../numerics/format.js';
import { NotPortable } from './not-portable.js';

/**
 * A literal in fp32: `0.1` becomes `0.1f`. The suffix rounds the decimal text once; a cast rounds the double nearest to it again. The two differ
 * only if that double is halfway between two floats. A cast is written there, so that the source computes the same as the emulation.
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
 * A literal in a multi-part format: `0.1` becomes `fp64x2(0.1, -5.551115123125783e-18)`, the parts of the number nearest to the decimal text.
 * Null if the original literal is that number, which C++ converts (a double literal for fp32x2 is converted by the common format, and gets a
 * suffix). The result contains `Infinity` if the format cannot represent the number.
 */
export function summedLiteral(text: string, value: number, to: SummedFormat): string | null {
  const plain = text.replaceAll("'", '').replace(/[lL]$/, '');
  const isFloat = /[fF]$/.test(plain) && !/^0[xX]/.test(plain);
  const digits = plain.replace(/[fF]$/, '');
  // a float literal has its float value, independent of further digits, of which clang reports nine; hexadecimal digits are exact
  const isExact = isFloat || /^0[xX]/.test(plain);
  const parts = isExact ? fromNumber(to, isFloat ? Math.fround(value) : value) : parseDecimal(to, digits);
  const [head, ...rest] = parts as [number, ...number[]];
  const ofFloats = to === 'fp32x2';
  if (!Number.isFinite(head)) return `${to}(Infinity)`;
  while (rest.at(-1) === 0) rest.pop();
  if (rest.length === 0) return isFloat || !ofFloats ? null : spelt(digits, head, true);
  const all = [
    spelt(ofFloats || head === value ? digits : String(head), head, ofFloats),
    ...rest.map((one) => (ofFloats ? `${shortestFloat(one)}f` : withPoint(String(one)))),
  ];
  while (all.length < formats[to].parts) all.push('0');
  return `${to}(${all.join(', ')})`;
}

/**
 * A literal in the carrier of emulated runs with wide formats (runtime/instrument/wide.h), with all digits of its text; null if a double is
 * enough. A narrow format rounds the double, as in the source: if rounding all digits would give another number, the carrier cannot represent
 * both.
 */
export function carriedLiteral(text: string, value: number): string | null {
  const full = /^[.\d]/.test(text) && Number.isFinite(value) ? summedLiteral(text, value, widestFormat) : null;
  if (full && isRoundedToEither(value, full))
    throw new NotPortable(
      `the literal ${text} is too close to the midpoint of two numbers of a narrower format: its digits and its double round differently`,
    );
  return full?.replace(`${widestFormat}(`, 'mx_real(') ?? null;
}

/** Checks the leading doubles: one for formats of one part, two for fp32x2, whose second float is the rest after the first. */
function isRoundedToEither(first: number, full: string): boolean {
  if ([24, 11, 8].some((bits) => isHalfway(first, bits))) return true;
  const [second = 0, third = 0] = full.split(',').slice(1).map(Number.parseFloat);
  return third !== 0 && isHalfway(first - Math.fround(first) + second, 24);
}

/** Halfway between two numbers with this many bits. */
function isHalfway(value: number, bits: number): boolean {
  const [pattern] = new BigUint64Array(new Float64Array([value]).buffer);
  const behind = BigInt(53 - bits);
  return (pattern! & ((1n << behind) - 1n)) === 1n << (behind - 1n);
}

/** The original text if it reads as that number, otherwise the number in full. */
function spelt(text: string, value: number, asFloat: boolean): string {
  const decimal = withPoint(text);
  return asFloat ? `${Math.fround(Number(decimal)) === value ? decimal : shortestFloat(value)}f` : decimal;
}

/** The shortest digits that read back as this float. */
function shortestFloat(value: number): string {
  const digits = [...Array(9).keys()].map((count) => value.toPrecision(count + 1));
  const text = digits.find((one) => Math.fround(Number(one)) === value) ?? String(value);
  return withPoint(text);
}

function withPoint(text: string): string {
  return /[.eEpP]/.test(text) ? text : `${text}.0`;
}

/** C's constants of <math.h>: its headers have 20 digits, multi-part formats hold up to 65. */
export const MATH_CONSTANTS: Readonly<Record<string, string>> = {
  M_PI: '3.14159265358979323846264338327950288419716939937510582097494459230781641',
  M_PI_2: '1.57079632679489661923132169163975144209858469968755291048747229615390820',
  M_PI_4: '0.785398163397448309615660845819875721049292349843776455243736148076954102',
  M_1_PI: '0.318309886183790671537767526745028724068919291480912897495334688117793595',
  M_2_PI: '0.636619772367581343075535053490057448137838582961825794990669376235587191',
  M_2_SQRTPI: '1.12837916709551257389615890312154517168810125865799771368817144342128494',
  M_E: '2.71828182845904523536028747135266249775724709369995957496696762772407663',
  M_LN2: '0.693147180559945309417232121458176568075500134360255254120680009493393622',
  M_LN10: '2.30258509299404568401799145468436420760110148862877297603332790096757261',
  M_LOG2E: '1.44269504088896340735992468100189213742664595415298593413544940693110922',
  M_LOG10E: '0.434294481903251827651128918916605082294397005803666566114453783165864649',
  M_SQRT2: '1.41421356237309504880168872420969807856967187537694807317667973799073248',
  M_SQRT1_2: '0.707106781186547524400844362104849039284835937688474036588339868995366239',
};
