import { z } from 'zod';
import type { Format } from '../numerics/format.js';
import { baselinePoint, defineStrategy, isAccepted, type Point, type Proposals, withAhead } from './strategy.js';

interface Lowered {
  readonly index: number;
  readonly format: Format;
  readonly error: number;
}

/**
 * Lowers each group alone, lowest format first, then all that passed together; while that fails, restores the group with the largest error of
 * its own. Its first half is a sensitivity analysis.
 */
export const oneAtATime = defineStrategy({
  name: 'one-at-a-time',
  summary: 'lower each group alone, then all that passed together',
  options: z.strictObject({}),
  *propose({ space }): Proposals {
    const baseline = baselinePoint(space);
    const passed: Lowered[] = [];
    let asked = space.dimensions.flatMap(({ formats }, index) =>
      formats.length > 1 ? [{ index, rung: formats.length - 1 }] : [],
    );
    while (asked.length > 0) {
      const steps = asked.map(({ index, rung }) => ({ index, format: space.dimensions[index]!.formats[rung]! }));
      const wider = asked.filter(({ rung }) => rung > 1);
      const outcomes = yield withAhead(
        steps.map(({ index, format }) => baseline.with(index, format)),
        (most) =>
          wider
            .slice(0, most)
            .map(({ index, rung }) => baseline.with(index, space.dimensions[index]!.formats[rung - 1]!)),
      );
      for (const [at, outcome] of outcomes.entries())
        if (outcome.kind === 'accurate' && outcome.accepted) passed.push({ ...steps[at]!, error: outcome.error });
      asked = asked
        .filter(({ rung }, at) => rung > 1 && !isAccepted(outcomes[at]!))
        .map(({ index, rung }) => ({ index, rung: rung - 1 }));
    }
    passed.sort((a, b) => a.error - b.error);
    const joined = (count: number): Point => {
      const point = [...baseline];
      for (const { index, format } of passed.slice(0, count)) point[index] = format;
      return point;
    };
    for (let count = passed.length; count > 1; count--) {
      const fewer = Array.from({ length: count - 2 }, (_, at) => count - 1 - at);
      const [together] = yield withAhead([joined(count)], (most) => fewer.slice(0, most).map(joined));
      if (isAccepted(together!)) return;
    }
  },
});
