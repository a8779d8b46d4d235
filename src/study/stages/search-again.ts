/** Stages that start another search, each because of new knowledge since the last search began. */
import { count } from '../../inspection/table.js';
import { refitText } from '../facts/refitted-model.js';
import { errorText } from '../judging/judge-output.js';
import { MAX_BOUNDS, stricterBound as nextBound, tradeOff } from '../recommendation/trade-off.js';
import type { StudyContext } from '../study-context.js';
import { once, type Stage } from './stage.js';

/**
 * Number of searches that start again with a refitted performance model.
 * Chosen: a model that two rounds of times did not correct is not corrected by a third; nothing else was tried.
 */
const MAX_REFITS = 2;

/** A built program contradicted its emulation: the next search excludes these formats. */
export const contradictions: Stage = {
  name: 'contradictions',
  isDue: (study) => maySearchAgain(study) && study.search.hasNewContradictions,
  run: async ({ search }) => {
    search.acknowledgeContradictions();
    await search.beginAgain();
  },
};

/** Every trial that met the goal was refuted: the next search has a stricter limit. */
export const stricterLimit: Stage = {
  name: 'stricter limit',
  isDue: (study) =>
    maySearchAgain(study) &&
    study.recommended === null &&
    study.search.hasRoundsLeft &&
    study.search.stricterLimit !== null,
  run: async ({ plan, report, search }) => {
    const limit = search.stricterLimit!;
    const refuted = `${count(search.refuted.length, 'trial')} met the goal in the search, but missed it when built and run on every input`;
    const text = `${refuted}; the search continues with the limit ${errorText(plan.goal.metric, limit)}`;
    search.limit = limit;
    search.round++;
    report({ kind: 'note', text });
    await search.beginAgain();
  },
};

/**
 * A search that stopped early, to leave time for confirmation, continues if every candidate was refuted, or if the confirmation took much
 * less time than was reserved for it.
 */
export const restOfTime: Stage = {
  name: 'rest of the time',
  isDue: ({ end, plan, recommended, search, time }) =>
    search.isOver &&
    end.reason === 'time' &&
    search.hasRoundsLeft &&
    plan.recommends !== false &&
    (recommended === null ? !time.isUp : time.allowsSearch),
  run: async ({ recommended, search, time }) => {
    if (recommended !== null) time.beginRestOfTime();
    search.round++;
    await search.beginAgain();
  },
};

/** Timed trials have corrected the model so much that another search may find a better trial. */
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
    const refit = await facts.applyRefit(search.refits);
    if (refit === null) return;
    search.refits++;
    search.round ||= 1;
    report({ kind: 'note', text: `${refitText(refit)}; the search continues with the refitted model` });
    await search.beginAgain();
  },
});

/** For the trade-off: the next search has a stricter bound. */
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
    report({ kind: 'note', text: `the search continues with the stricter bound ${errorText(metric, search.limit)}` });
    await search.beginAgain();
  },
};

/** Whether another search may help: the last one finished, or ran out of time without a confirmed trial. */
function maySearchAgain({ end, plan, recommended, search, time }: StudyContext): boolean {
  if (!search.isOver || end.reason === 'trials') return false;
  return end.reason === 'finished' || (recommended === null && plan.recommends !== false && !time.isUp);
}
