/**
 * Wilson's score interval for a proportion of `successes` in `trials`: the proportions that a test at this level would not reject. Unlike the
 * textbook interval it stays within [0, 1] and is informative if all or none succeeded.
 * centre = (p + z²/2n) / (1 + z²/n),   half width = z/(1 + z²/n) · √(p(1 − p)/n + z²/4n²)
 */
const Z_95 = 1.959963984540054;

export interface ShareEstimate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The 95 % interval; null without trials. */
export function wilsonInterval(successes: number, trials: number): ShareEstimate | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const z2 = Z_95 ** 2 / trials;
  const centre = (share + z2 / 2) / (1 + z2);
  const half = (Z_95 / (1 + z2)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials));
  return {
    share,
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === trials ? 1 : Math.min(1, centre + half),
  };
}

/** The number of trials whose interval begins at `low` or above if all succeed: n/(n + z²) ≥ low. Infinite for 1. */
export function trialsForLow(low: number): number {
  return Math.max(1, Math.ceil((Z_95 ** 2 * low) / (1 - low)));
}
