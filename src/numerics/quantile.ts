/** A quantile of sorted values, interpolated linearly (Hyndman and Fan's type 7). */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below === above ? below : below + (above - below) * (at - Math.floor(at));
}
