// Compares the performance model with stored measurements, without a GPU: the counts and times of each configuration that
// experiments/model-against-gpu.mjs stored, and the model's current predictions. Use it when you change the model.
// "Median" and "worst" are errors of the ratio predicted with the measured times of the original kernels. "Off" is the error of the profiled prediction of a configuration's time over the baseline's: the root mean square of the ratio's logarithm.
// With a profile that mantissa characterize measured, it also compares that profile with the built-in one.
//   node experiments/model-against-measured.mjs [stored file] [profile.json]
import * as fs from 'node:fs';
import path from 'node:path';
import {
  findDevice,
  measuredTimes,
  openProgram,
  PerformanceModel,
  parseDeviceProfile,
  rankCorrelation,
  sitesInScope,
  TuningSpace,
} from '../dist/internal.js';
import { helpIfAsked } from '../scripts/help.mjs';

helpIfAsked(import.meta);
const root = path.join(import.meta.dirname, '..');
const file = process.argv[2] ?? path.join(root, 'test/analysis/measured-times.json');
const own = process.argv[3]
  ? parseDeviceProfile(JSON.parse(fs.readFileSync(process.argv[3], 'utf8')), process.argv[3])
  : null;
console.log(
  'program    configurations   static   profiled   seen   first choice behind the best, seen   off, profiled   median, seen   worst, seen',
);
for (const { program: name, device, formats, configurations, counts: stored } of JSON.parse(
  fs.readFileSync(file, 'utf8'),
).programs) {
  const folder = path.join(root, 'corpus', name);
  const opened = await openProgram([folder], { engine: 'wasm' });
  const { program, groups } = opened;
  await opened.close();
  const space = new TuningSpace({ program, groups }, formats, sitesInScope(program, groups, 'kernels'));
  /** @type {any} */ // as it was stored
  const counts = Object.fromEntries(Object.entries(stored).map(([kind, numbers]) => [kind, new Map(numbers)]));
  const profile = own ?? findDevice(device);
  const seen = measuredTimes(program, configurations[0], false);
  const readings = [
    new PerformanceModel(program, profile, null, { isFull: false }),
    new PerformanceModel(program, profile, counts, { isFull: false }),
    new PerformanceModel(program, profile, counts, { isFull: false, measured: seen }),
  ];
  const measured = configurations.map(({ kernelMs }) => kernelMs);
  const predicted = readings.map((model) =>
    configurations.map((one) => model.predict(space.resolve(one.formats)).timeMs),
  );
  const correlations = predicted.map((times) => rankCorrelation(times, measured).toFixed(2).padStart(6));
  const first = measured[predicted[2].indexOf(Math.min(...predicted[2]))] / Math.min(...measured) - 1;
  const misses = measured.map((ms, at) => Math.log(predicted[1][at] / predicted[1][0] / (ms / measured[0])));
  const off = Math.sqrt(misses.reduce((sum, one) => sum + one ** 2, 0) / (misses.length - 1));
  const errors = measured
    .slice(1)
    .map((ms, at) => Math.abs(predicted[2][at + 1] / predicted[2][0] / (ms / measured[0]) - 1))
    .sort((a, b) => a - b);
  const percents = [errors[errors.length >> 1], errors.at(-1)].map((one) => `${(100 * one).toFixed(1)} %`.padStart(12));
  const behind = `${(100 * first).toFixed(1)} %`.padEnd(30);
  console.log(
    `${name.padEnd(9)} ${String(measured.length).padStart(8)}        ${correlations.join('   ')}       ${behind} ${(100 * off).toFixed(1).padStart(5)} %      ${percents.join('  ')}`,
  );
}
