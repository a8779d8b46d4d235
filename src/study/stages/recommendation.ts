/** Confirms trials: immediately if there is no recommendation yet, and all promising ones after a search. */
import { once, type Stage } from './stage.js';

export const bestSoFar: Stage = {
  name: 'best so far',
  isDue: ({ bestSoFar }) => bestSoFar.isStale,
  run: ({ bestSoFar }) => bestSoFar.update(),
};

export const recommendation: Stage = once({
  name: 'recommendation',
  isDue: ({ search }) => search.isOver,
  run: async (study) => {
    study.recommended = await study.recommendation.find();
  },
});

/** Last resort: candidates that the model predicts to be no faster. It can be wrong. */
export const lastResort: Stage = once({
  name: 'last resort',
  isDue: ({ ranking, recommended, search, time }) =>
    search.isOver && recommended === null && !time.isUp && ranking.hopeless.size > 0,
  run: async (study) => {
    study.recommended = await study.recommendation.find(new Set());
  },
});
