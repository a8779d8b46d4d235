/** Kernels of what was found go onto vectors of halves, where that is asked for. */
import { isModelled } from '../../workbench/bench.js';
import { recommendOnVectors } from '../vectors/vectorized-recommendation.js';
import { once, type Stage } from './stage.js';

export const vectors: Stage = once({
  name: 'vectors',
  isDue: ({ bench, end, plan, search }) =>
    search.isOver && end.reason !== 'time' && Boolean(plan.vectorizes && bench.tryChanged) && plan.recommends !== false,
  run: async (study) => {
    const { bench, built, journal, plan, ranking, recommendation, report, time } = study;
    // of what saves most energy nobody asks which is fastest
    const ranked = plan.energy === 'objective' ? [] : ranking.ranked;
    const context = {
      ...{ journal, isModelled: isModelled(bench), minSpeedup: plan.goal.minSpeedup, report },
      isTimeUp: () => time.isUp,
      vectorizing: (...which: Parameters<typeof built.vectorizing>) => built.vectorizing(...which),
      mayBeRecommended: async (number: number) =>
        (await built.confirm(number)).outcome === 'accurate' &&
        !(await recommendation.replaceWithoutInfluence(journal.state.trial(number)!)) &&
        (await recommendation.holdsWhenPerturbed(number)) &&
        built.isSafe(number),
    };
    study.recommended = await recommendOnVectors(context, study.recommended, ranked);
  },
});
