/** Reasons to search once more, each from what was learnt since the last search began. */
import { count } from '../../inspection/table.js';
import { refitText } from '../facts/refitted-model.js';
import { errorText } from '../judging/judge-output.js';
import { MAX_BOUNDS, stricterBound as nextBound, tradeOff } from '../recommendation/trade-off.js';
import type { StudyContext } from '../study-context.js';
import { once, type Stage } from './stage.js';

/**
 * Searches that begin anew with a refitted performance model.
 * Chosen: a model that two rounds of times did not correct is not corrected by a third; nothing else was tried.
 */
const MAX_REFITS = 2;

/** Something contradicted: the next search leaves it alone, and may find something else. */
export const setAside: Stage = {
  name: 'set aside',
  isDue: (study) => mayLearn(study) && study.search.hasNewContradictions,
  run: async ({ search }) => {
    search.leaveContradictionsAlone();
    await search.beginAgain();
  },
};

/** Everything that met the goal was refuted: a search with a stricter limit may find something that holds. */
export const stricterLimit: Stage = {
  name: 'stricter limit',
  isDue: (study) =>
    mayLearn(study) && study.recommended === null && study.search.hasRoundsLeft && study.search.stricterLimit !== null,
  run: async ({ plan, report, search }) => {
    const limit = search.stricterLimit!;
    const refuted = `${count(search.refuted.length, 'trial')} that met the goal did not hold when built, run on every input and watched`;
    const text = `${refuted}: the search goes on with ${errorText(plan.goal.metric, limit)} as its limit`;
    search.limit = limit;
    search.round++;
    report({ kind: 'note', text });
    await search.beginAgain();
  },
};

/** A search that stopped so that there was time to confirm what it had found goes on where nothing of it held. */
export const restOfTime: Stage = {
  name: 'rest of the time',
  isDue: (study) => mayLearn(study) && study.end.reason === 'time' && study.search.hasRoundsLeft,
  run: async ({ search }) => {
    search.round++;
    await search.beginAgain();
  },
};

/** Timed trials corrected the model by so much that a search may find something else. */
export const refittedModel: Stage = once({
  name: 'refitted model',
  isDue: ({ end, plan, search, time }) =>
    search.isOver &&
    end.reason === 'finished' &&
    Boolean(plan.strategy.needs?.includes('model')) &&
    plan.timing !== 'every' &&
    search.refits < MAX_REFITS &&
    !time.isUp,
  run: async ({ facts, report, search }) => {
    const refit = await facts.heedRefit(search.refits);
    if (refit === null) return;
    search.refits++;
    search.round ||= 1;
    report({ kind: 'note', text: `${refitText(refit)}: the search goes on with that` });
    await search.beginAgain();
  },
});

/** The trade-off is asked for, and what meets this bound may be slower, and still worth it, within the next. */
export const stricterBound: Stage = {
  name: 'stricter bound',
  isDue: ({ end, plan, ranking, search }) =>
    search.isOver &&
    end.reason === 'finished' &&
    Boolean(plan.front) &&
    search.bounds < MAX_BOUNDS &&
    tradeOff(ranking.ranked.filter(search.isWithinLimit), plan.goal.metric).length > 0,
  run: async ({ plan, report, search }) => {
    const { metric, bound } = plan.goal;
    search.limit = nextBound(metric, search.bounds === 0 ? bound : search.limit);
    search.bounds++;
    search.round ||= 1;
    report({ kind: 'note', text: `the search goes on within ${errorText(metric, search.limit)}` });
    await search.beginAgain();
  },
};

/** The search came to its end, or its time was up and nothing was found that holds. */
function mayLearn({ end, plan, recommended, search, time }: StudyContext): boolean {
  if (!search.isOver || end.reason === 'trials') return false;
  return end.reason === 'finished' || (recommended === null && plan.recommends !== false && !time.isUp);
}
