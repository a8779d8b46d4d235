import { z } from 'zod';
import { everyPoint, Ladders } from './ladders.js';
import { defineStrategy, type Point, type Proposals } from './strategy.js';

const SIDE_BY_SIDE = 16;

export const exhaustive = defineStrategy({
  name: 'exhaustive',
  summary: 'try every combination of formats, the narrowest first',
  options: z.strictObject({}),
  *propose({ space }): Proposals {
    const ladders = new Ladders(space);
    let points: Point[] = [];
    for (const rungs of everyPoint(ladders)) {
      points.push(ladders.pointOf(rungs));
      if (points.length < SIDE_BY_SIDE) continue;
      yield points;
      points = [];
    }
    if (points.length > 0) yield points;
    return { isComplete: true };
  },
});
