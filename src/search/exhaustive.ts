import { z } from 'zod';
import { defineStrategy, type Point, type Proposals } from './strategy.js';

const SIDE_BY_SIDE = 16;

/** Every point of the space, the narrowest first: an odometer whose last dimension turns fastest. */
export const exhaustive = defineStrategy({
  name: 'exhaustive',
  summary: 'try every combination of formats, the narrowest first',
  options: z.strictObject({}),
  *propose({ space }): Proposals {
    const sizes = space.dimensions.map((dimension) => dimension.formats.length);
    const digits = sizes.map((size) => size - 1);
    for (let points: Point[] = []; ; ) {
      points.push(space.dimensions.map((dimension, index) => dimension.formats[digits[index]!]!));
      let turning = digits.length - 1;
      while (turning >= 0 && digits[turning] === 0) {
        digits[turning] = sizes[turning]! - 1;
        turning--;
      }
      if (turning < 0 || points.length === SIDE_BY_SIDE) {
        yield points;
        points = [];
      }
      if (turning < 0) return;
      digits[turning]!--;
    }
  },
});
