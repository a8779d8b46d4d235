/** The path of a line over the iterations of a plan, with gaps for unknown values. */
import type { Scale } from './scales.js';

export function linePath(
  points: readonly { readonly at: number; readonly value: number | null }[],
  x: Scale,
  y: Scale,
): string {
  let isBroken = true;
  return points
    .map(({ at, value }) => {
      if (value === null) {
        isBroken = true;
        return '';
      }
      const word = `${isBroken ? 'M' : 'L'}${x(at)},${y(value)}`;
      isBroken = false;
      return word;
    })
    .join('');
}
