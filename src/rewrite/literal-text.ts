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
