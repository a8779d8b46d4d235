/**
 * GPUMixer's equation (3): s = (p_mixed − p_64) / (p_32 − p_64) · 100, the share of the gain of the lowest-precision program that a mixed one
 * reaches. p is a figure of merit. A rate (zones per second) and a time give different percentages for the same programs, so the kind matters. The
 * sign is correct for both, since a time decreases in numerator and denominator alike.
 */
export type MeritKind = 'rate' | 'time';

/** Speedups are baseline time ÷ candidate time. Null if the lowest-precision program is no faster. */
export function percentOfIdeal(mixedSpeedup: number, idealSpeedup: number, kind: MeritKind): number | null {
  if (!(idealSpeedup > 1)) return null;
  const figure = (speedup: number) => (kind === 'rate' ? speedup : 1 / speedup);
  return (100 * (figure(mixedSpeedup) - 1)) / (figure(idealSpeedup) - 1) + 0; // no negative zero for a program that is no faster
}
