/**
 * The studies for the tables: one times every set of operations, and one for each number of digits searches by delta debugging. They share
 * the time limit, and the ideal speedup that the first one measured.
 */
import { deltaDebugging, fisetOptions, fisets, type StudyPlan, type StudyState } from '../../core.js';
import { type GpumixerTables, gpumixerTables } from './markdown.js';
import { DIGIT_LEVELS } from './paper-tables.js';

/** `conduct` runs a study under a unique name. */
export async function studiesForTables(
  plan: StudyPlan,
  conduct: (plan: StudyPlan, name: string) => Promise<StudyState>,
): Promise<GpumixerTables> {
  const goal = (digits: number) => ({ ...plan.goal, metric: 'digits' as const, bound: digits, command: null });
  const own = fisetOptions.safeParse(plan.options);
  const everySet: StudyPlan = {
    ...plan,
    goal: goal(Math.min(...DIGIT_LEVELS)),
    strategy: fisets,
    options: { ...(own.success ? own.data : fisetOptions.parse({})), mode: 'all' },
    timing: 'every',
    recommends: false,
  };
  // all studies have equal shares of the time
  const studies = 1 + DIGIT_LEVELS.length;
  const deadline = (done: number) => plan.deadline.share(1 / (studies - done));
  const sets = await conduct({ ...everySet, deadline: deadline(0) }, 'fisets');
  const deltas = new Map<number, StudyState>();
  for (const digits of DIGIT_LEVELS) {
    const search: StudyPlan = {
      ...everySet,
      goal: goal(digits),
      strategy: deltaDebugging,
      options: {},
      ideal: sets.ideal,
      deadline: deadline(1 + deltas.size),
    };
    deltas.set(digits, await conduct(search, `delta-debugging-${digits}`));
  }
  return gpumixerTables(sets, deltas);
}
