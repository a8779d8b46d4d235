import { z } from 'zod';
import { defineStrategy, type Point, type Proposals } from './strategy.js';

const SIDE_BY_SIDE = 16;
const TRIES = 200;

/** Points drawn independently, each once; it ends when the space is nearly used up. */
export const random = defineStrategy({
  name: 'random',
  summary: 'try random combinations of formats',
  options: z.strictObject({
    lower: z.coerce.number().min(0).max(1).default(0.5).describe('chance that a group is lowered at all'),
  }),
  *propose({ space, options, random: draw }): Proposals {
    const seen = new Set<string>();
    let points: Point[] = [];
    for (let misses = 0; misses < TRIES; ) {
      const point = space.dimensions.map(({ formats }) => {
        const lowered = draw() < options.lower;
        const pick = 1 + Math.floor(draw() * (formats.length - 1));
        return lowered && formats.length > 1 ? formats[pick]! : formats[0]!;
      });
      const key = point.join(' ');
      if (seen.has(key)) {
        misses++;
        continue;
      }
      misses = 0;
      seen.add(key);
      points.push(point);
      if (points.length < SIDE_BY_SIDE) continue;
      yield points;
      points = [];
    }
    if (points.length > 0) yield points;
  },
});
