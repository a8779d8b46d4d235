import { once, type Stage } from './stage.js';

/** Tries other summation methods with the formats that the search found (accumulator-trials.ts). */
export const accumulators: Stage = once({
  name: 'accumulators',
  isDue: ({ end, search }) => search.isOver && end.exhausted === null,
  run: async ({ end, sums }) => {
    end.exhausted = await sums.try();
  },
});
