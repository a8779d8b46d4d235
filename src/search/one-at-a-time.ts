import { z } from 'zod';
import { baselinePoint, defineStrategy, isAccepted, type Outcome, type Point } from './strategy.js';

/**
 * Lowers each group alone, narrowest format first, then all that passed together; while that fails, gives back the group with the
 * largest error of its own. Its first half is a sensitivity analysis.
 */
export const oneAtATime = defineStrategy({
  name: 'one-at-a-time',
  summary: 'lower each group alone, then together all that passed',
  options: z.strictObject({}),
  *propose({ space }): Generator<Point, void, Outcome> {
    const baseline = baselinePoint(space);
    const passed: { index: number; format: Point[number]; error: number }[] = [];
    for (const [index, { formats }] of space.dimensions.entries()) {
      for (const format of formats.slice(1).reverse()) {
        const outcome: Outcome = yield baseline.with(index, format);
        if (!isAccepted(outcome) || outcome.kind !== 'measured') continue;
        passed.push({ index, format, error: outcome.error });
        break;
      }
    }
    passed.sort((a, b) => a.error - b.error);
    for (let count = passed.length; count > 1; count--) {
      const point = [...baseline];
      for (const { index, format } of passed.slice(0, count)) point[index] = format;
      const outcome: Outcome = yield point;
      if (isAccepted(outcome)) return;
    }
  },
});
