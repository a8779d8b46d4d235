import { z } from 'zod';
import { inFixedOrder } from './fixed-order.js';
import { everyPoint, Ladders } from './ladders.js';
import { defineStrategy, type Proposals } from './strategy.js';

export const exhaustive = defineStrategy({
  name: 'exhaustive',
  summary: 'try every combination of formats, lowest precision first',
  options: z.strictObject({}),
  *propose({ space }): Proposals {
    const ladders = new Ladders(space);
    yield* inFixedOrder(everyPoint(ladders), (rungs) => ladders.pointOf(rungs));
    return { isComplete: true };
  },
});
