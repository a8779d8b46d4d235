import { z } from 'zod';
import { inFixedOrder } from './fixed-order.js';
import { defineStrategy, type Point, type Proposals, type SearchSpace } from './strategy.js';

const TRIES = 200;

/** Points drawn independently, each once; it ends when the space is nearly exhausted. */
export const random = defineStrategy({
  name: 'random',
  summary: 'try random combinations of formats',
  options: z.strictObject({
    lower: z.coerce.number().min(0).max(1).default(0.5).describe('probability that a group is lowered'),
  }),
  *propose({ space, options, random: draw }): Proposals {
    yield* inFixedOrder(drawn(space, options.lower, draw), (point) => point);
  },
});

function* drawn(space: SearchSpace, lower: number, draw: () => number): Generator<Point> {
  const seen = new Set<string>();
  for (let misses = 0; misses < TRIES; ) {
    const point = space.dimensions.map(({ formats }) => {
      const lowered = draw() < lower;
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
    yield point;
  }
}
