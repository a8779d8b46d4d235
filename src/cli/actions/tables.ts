/**
 * `mantissa tune --table`: one study over every set of operations and one of delta debugging for each number of digits, all in folders
 * below the study's; the tables they give are printed, and left there as tables.json and tables.md.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { StudyState } from '../../journal/replay.js';
import { gpumixerTables, renderGpumixerTables } from '../../report/gpumixer/markdown.js';
import { DIGIT_LEVELS } from '../../report/gpumixer/played-tables.js';
import { deltaDebugging } from '../../search/delta-debugging.js';
import { fisetOptions, fisets } from '../../search/fisets.js';
import type { StudyPlan } from '../../study/plan.js';
import { makeFolder } from '../../support/make-folder.js';

export async function tabulate(
  plan: StudyPlan,
  folder: string,
  conduct: (plan: StudyPlan, folder: string) => Promise<{ state: StudyState }>,
  isJson: boolean,
): Promise<string> {
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
  // each of the studies has the same share of the time
  const studies = 1 + DIGIT_LEVELS.length;
  const deadline = (done: number) => plan.deadline.share(1 / (studies - done));
  const sets = await conduct({ ...everySet, deadline: deadline(0) }, path.join(folder, 'fisets'));
  const deltas = new Map<number, StudyState>();
  for (const digits of DIGIT_LEVELS) {
    const search: StudyPlan = {
      ...everySet,
      goal: goal(digits),
      strategy: deltaDebugging,
      options: {},
      ideal: sets.state.ideal,
      deadline: deadline(1 + deltas.size),
    };
    deltas.set(digits, (await conduct(search, path.join(folder, `delta-debugging-${digits}`))).state);
  }
  const tables = gpumixerTables(sets.state, deltas);
  const [json, markdown] = [`${JSON.stringify(tables, null, 2)}\n`, renderGpumixerTables(tables)];
  makeFolder(folder);
  fs.writeFileSync(path.join(folder, 'tables.json'), json);
  fs.writeFileSync(path.join(folder, 'tables.md'), markdown);
  return isJson ? json : markdown;
}
