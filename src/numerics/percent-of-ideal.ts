/**
 * GPUMixer's equation (3): s = (p_mixed − p_64) / (p_32 − p_64) · 100, how much of what the narrowest program gains a mixed one gains.
 * p is a figure of merit. A rate (zones per second) and a time give different percentages for the same programs, so which of the two
 * is meant matters; the sign is right for both, since a time falls in numerator and denominator alike.
 */
export type MeritKind = 'rate' | 'time';

/** Speedups are baseline time ÷ candidate time. Null where the narrowest program is no faster: there is nothing to take a part of. */
export function percentOfIdeal(mixedSpeedup: number, idealSpeedup: number, kind: MeritKind): number | null {
  if (!(idealSpeedup > 1)) return null;
  const figure = (speedup: number) => (kind === 'rate' ? speedup : 1 / speedup);
  return (100 * (figure(mixedSpeedup) - 1)) / (figure(idealSpeedup) - 1) + 0; // no negative zero for a program that is no faster
}
