/** With --vectorize: puts the kernels of the recommended trial on vectors of halves. */
import { isModelled } from '../../workbench/bench.js';
import type { StudyContext } from '../study-context.js';
import { THOROUGH } from '../timing/measurement.js';
import { recommendOnVectors, type VectorRecommendation } from '../vectors/vectorized-recommendation.js';
import type { Rival } from '../vectors/vectorized-trial.js';
import { once, type Stage } from './stage.js';

export const vectors: Stage = once({
  name: 'vectors',
  isDue: ({ bench, end, plan, search }) =>
    search.isOver &&
    end.reason !== 'time' &&
    Boolean(plan.vectorizes && bench.variants.tryChanged) &&
    plan.recommends !== false,
  run: async (study) => {
    const { bench, confirmations, journal, memory, plan, ranking, recommendation, report, time } = study;
    const context: VectorRecommendation = {
      ...{ journal, isModelled: isModelled(bench), minSpeedup: plan.goal.minSpeedup, report },
      isTimeUp: () => time.isUp,
      vectorizing: (...which) => vectorizing(study, ...which),
      mayBeRecommended: async (number) =>
        (await confirmations.confirm(number)).outcome === 'accurate' &&
        !(await recommendation.replaceWithoutInfluence(journal.state.trial(number)!)) &&
        (await recommendation.holdsWhenPerturbed(number)) &&
        memory.isSafe(number),
    };
    // with energy as the objective the fastest trials are not considered
    const ranked = plan.energy === 'objective' ? [] : ranking.ranked;
    study.recommended = await recommendOnVectors(context, study.recommended, ranked);
  },
});

/** Judges a vectorized form of a trial's program, and times it against a trial, the original program, or another form. */
async function vectorizing(
  { bench, builds, preparation, timing }: StudyContext,
  ...[number, against, form, leastRatio]: Parameters<VectorRecommendation['vectorizing']>
): ReturnType<VectorRecommendation['vectorizing']> {
  const runner = await preparation.runner();
  const baselines = await preparation.baselines.all();
  const configuration = builds.configurationOf(number);
  const rivalProgram = async () =>
    form ?? (against.trial === null ? await bench.builds.original() : await builds.artifact(against.trial));
  const rival: Rival = {
    ...{ name: against, leastRatio },
    time: async (other) => timing.measure(await rivalProgram(), other, THOROUGH, number),
  };
  return {
    ...{ bench, configuration, rival: isModelled(bench) ? null : rival },
    judge: (other) => runner.rebuild(configuration, baselines, other),
  };
}
