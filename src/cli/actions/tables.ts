/**
 * `mantissa tune --table`: runs the studies for the tables of the GPUMixer paper, in folders below the study's, prints the tables and
 * writes them to tables.json and tables.md.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { renderGpumixerTables } from '../../features/gpumixer/markdown.js';
import { studiesForTables } from '../../features/gpumixer/studies.js';
import type { StudyState } from '../../journal/replay.js';
import type { StudyPlan } from '../../study/plan.js';
import { makeFolder } from '../../support/make-folder.js';

export async function tabulate(
  plan: StudyPlan,
  folder: string,
  conduct: (plan: StudyPlan, folder: string) => Promise<{ state: StudyState }>,
  isJson: boolean,
): Promise<string> {
  const tables = await studiesForTables(plan, async (one, name) => (await conduct(one, path.join(folder, name))).state);
  const [json, markdown] = [`${JSON.stringify(tables, null, 2)}\n`, renderGpumixerTables(tables)];
  makeFolder(folder);
  fs.writeFileSync(path.join(folder, 'tables.json'), json);
  fs.writeFileSync(path.join(folder, 'tables.md'), markdown);
  return isJson ? json : markdown;
}
