/** The search: its start, and the requests of the strategy. */
import type { Stage } from './stage.js';

/** Starts the search. If the time is up before it starts, only the current recommendation is checked. */
export const beginning: Stage = {
  name: 'beginning of the search',
  isDue: ({ search }) => !search.hasBegun,
  run: async (study) => {
    const { end, recommendation, search, time, trials } = study;
    trials.numberFromStart(); // the search begins with the first trial
    const hasBegun = await time.unlessUp(search.begin().then(() => true));
    if (hasBegun) return;
    end.exhausted = 'time';
    search.giveUp();
    await recommendation.checkCurrent();
  },
};

/** Serves the strategy's next request: trials, which the study asks for, or runs on the shortest input, which are made at once. */
export const search: Stage = {
  name: 'search',
  isDue: ({ search }) => search.isUnderWay,
  run: async (study) => {
    const { end, search } = study;
    const points = end.exhausted === null ? search.question : null;
    if (points === null) search.finish();
    else if (!points.onShortest) study.openBatch = study.batches.batchOf(points);
    else if (!(await search.probe(points))) end.exhausted = 'time';
  },
};
