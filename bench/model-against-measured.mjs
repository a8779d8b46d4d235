// The performance model against times that were measured once, without a GPU: what scripts/model-against-gpu.mjs stored (the counts of the run,
// the times of each configuration) beside what the model predicts now. For whoever changes the model.
//   node bench/model-against-measured.mjs [stored file]
import * as fs from 'node:fs';
import path from 'node:path';
import { findDevice } from '../dist/analysis/devices/devices.js';
import { findGroups } from '../dist/analysis/groups.js';
import { PerformanceModel } from '../dist/analysis/performance-model.js';
import { sitesInScope } from '../dist/analysis/scope.js';
import { EmbeddedClang } from '../dist/clang/compiler.js';
import { openProject } from '../dist/frontend/project/open-project.js';
import { readSyntax } from '../dist/frontend/read-program.js';
import { rankCorrelation } from '../dist/numerics/rank-correlation.js';
import { TuningSpace } from '../dist/study/search-space.js';
import { cacheFolder } from '../dist/support/cache-folder.js';
import { seenTimes } from '../dist/workbench/kernel-times.js';

const root = path.join(import.meta.dirname, '..');
const file = process.argv[2] ?? path.join(root, 'results/nvidia-h200/model/model.json');
const clang = new EmbeddedClang(cacheFolder(), 1);
console.log('program    configurations   static   profiled   seen   first choice behind the best, seen');
for (const { program: name, device, formats, configurations, counts: stored } of JSON.parse(
  fs.readFileSync(file, 'utf8'),
).programs) {
  const folder = path.join(root, 'corpus', name);
  const request = { inputs: [folder], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const { program } = await readSyntax(clang, openProject(request));
  const groups = findGroups(program);
  const space = new TuningSpace({ program, groups }, formats, sitesInScope(program, groups, 'kernels'));
  const counts = Object.fromEntries(Object.entries(stored).map(([kind, numbers]) => [kind, new Map(numbers)]));
  const profile = findDevice(device);
  const seen = seenTimes(program, configurations[0], false);
  const readings = [
    new PerformanceModel(program, profile, null, { isFull: false }),
    new PerformanceModel(program, profile, counts, { isFull: false }),
    new PerformanceModel(program, profile, counts, { isFull: false, seen }),
  ];
  const measured = configurations.map(({ kernelMs }) => kernelMs);
  const predicted = readings.map((model) =>
    configurations.map((one) => model.predict(space.resolve(one.formats)).timeMs),
  );
  const correlations = predicted.map((times) => rankCorrelation(times, measured).toFixed(2).padStart(6));
  const first = measured[predicted[2].indexOf(Math.min(...predicted[2]))] / Math.min(...measured) - 1;
  console.log(
    `${name.padEnd(9)} ${String(measured.length).padStart(8)}        ${correlations.join('   ')}       ${(100 * first).toFixed(1)} %`,
  );
}
await clang.close();
