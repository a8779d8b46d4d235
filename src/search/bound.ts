/**
 * An error in multiples of the bound: 1 just meets it. Digits that must agree are negative bounds: a missing digit is an error ten times as
 * large.
 */
export function timesBound(error: number, bound: number): number {
  if (bound < 0) return 10 ** (error - bound);
  if (bound > 0) return error / bound;
  return error === 0 ? 0 : Number.POSITIVE_INFINITY;
}

/** The error that is this multiple of the bound. */
export function errorAt(times: number, bound: number): number {
  if (bound < 0) return bound + Math.log10(times);
  if (bound > 0) return times * bound;
  return times === 0 ? 0 : Number.POSITIVE_INFINITY;
}
