/** Trials are confirmed: at once where none stands as the recommendation yet, and all that may win once a search is over. */
import { once, type Stage } from './stage.js';

export const standingRecommendation: Stage = {
  name: 'standing recommendation',
  isDue: ({ standing }) => standing.isStale,
  run: ({ standing }) => standing.update(),
};

export const recommendation: Stage = once({
  name: 'recommendation',
  isDue: ({ search }) => search.isOver,
  run: async (study) => {
    study.recommended = await study.recommendation.find();
  },
});

/** Candidates that the model predicts to be no faster, where nothing else held and no search is left to go on: it can be wrong. */
export const lastResort: Stage = once({
  name: 'last resort',
  isDue: ({ ranking, recommended, search, time }) =>
    search.isOver && recommended === null && !time.isUp && ranking.hopeless.size > 0,
  run: async (study) => {
    study.recommended = await study.recommendation.find(new Set());
  },
});
