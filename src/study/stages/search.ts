/** The search: its beginning, and the questions it asks. */
import type { Stage } from './stage.js';

/** Where the time is only enough to check the recommendation that stands, the search never begins. */
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
    await recommendation.checkStanding();
  },
};

/** What the strategy wants to know: trials, which are asked for, or runs on the shortest input, which are made at once. */
export const search: Stage = {
  name: 'search',
  isDue: ({ search }) => search.isUnderWay,
  run: async (study) => {
    const { end, search } = study;
    const points = end.exhausted === null ? search.question : null;
    if (points === null) search.finish();
    else if (!points.onShortest) study.asked = study.batches.batchOf(points);
    else if (!(await search.probe(points))) end.exhausted = 'time';
  },
};
