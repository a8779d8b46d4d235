// Configurations that the performance model scores per second on one core, for a program of 2,000 operations in eight kernels: points that differ in
// one or three groups, and random points. Also prints the time of one resolution and one prediction.
//   node bench/performance-model.mjs [operations]
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findDevice, openProgram, PerformanceModel, resolve, seededRandom } from '../dist/internal.js';
import { alone } from './limits.mjs';

/** @typedef {import('../dist/index.js').Format} Format */

/** The rate that a search needs; the model's test checks the same limit on a busy machine. */
const LEAST_A_SECOND = 5000;

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits, [operations = '2000']) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  const file = path.join(folder, 'many.cu');
  fs.writeFileSync(file, kernels(8, Number(operations) / 8));
  const opened = await openProgram([file], { engine: 'wasm', workingFolder: folder });
  const { program, groups } = opened;
  await opened.close();
  fs.rmSync(folder, { recursive: true });

  const counts = { operations: new Map(program.operations.map((_, index) => [index, 1000 + (index % 13)])) };
  const model = new PerformanceModel(program, findDevice('h200'), counts);
  const dimensions = groups.groups.map(({ sites }) => ({
    sites,
    operations: [],
    formats: /** @type {Format[]} */ (['fp64', 'fp32']),
  }));
  const score = model.scorer(dimensions);
  const random = seededRandom(1);
  /** @type {Format[]} */
  const point = dimensions.map(() => 'fp64');
  const flip = (at) => {
    point[at] = point[at] === 'fp64' ? 'fp32' : 'fp64';
  };
  console.log(
    `${program.operations.length} operations, ${dimensions.length} groups, ${program.functions.length} functions`,
  );
  const oneDiffers = report(
    'one group differs',
    20_000,
    () => flip(Math.floor(random() * dimensions.length)),
    () => score(point),
  );
  const threeDiffer = report(
    'three groups differ',
    20_000,
    () => {
      for (let count = 0; count < 3; count++) flip(Math.floor(random() * dimensions.length));
    },
    () => score(point),
  );
  const drawn = Array.from({ length: 500 }, () =>
    dimensions.map(() => /** @type {Format} */ (random() < 0.5 ? 'fp64' : 'fp32')),
  );
  let turn = 0;
  report(
    'drawn at random',
    5000,
    () => {},
    () => score(drawn[turn++ % drawn.length]),
  );
  report(
    'resolved and predicted',
    100,
    () => flip(Math.floor(random() * dimensions.length)),
    () => {
      const sites = new Map(
        dimensions.flatMap((one, at) =>
          point[at] === 'fp32' ? one.sites.map((site) => /** @type {const} */ ([site, 'fp32'])) : [],
        ),
      );
      return model.predict(resolve(program, { sites, operations: new Map() })).timeMs;
    },
  );
  limits.atLeast('points that differ in one group', oneDiffers, LEAST_A_SECOND, 'a second');
  limits.atLeast('points that differ in three groups', threeDiffer, LEAST_A_SECOND, 'a second');
}
await alone(import.meta, bench);

/** The fastest of ten batches: other load on the machine only makes them slower. */
function report(what, times, change, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < 10; batch++) {
    const started = performance.now();
    for (let turn = 0; turn < times / 10; turn++) {
      change();
      work();
    }
    best = Math.min(best, (performance.now() - started) / (times / 10));
  }
  console.log(
    `${what.padEnd(24)}${Math.round(1000 / best)
      .toLocaleString('en')
      .padStart(9)} a second, ${(1000 * best).toFixed(1)} µs each`,
  );
  return 1000 / best;
}

/** The program of test/support/many-operations.ts. */
function kernels(count, operations) {
  const bodies = Array.from({ length: count }, (_, kernel) => {
    const names = Array.from({ length: 24 }, (_, index) => `v${index}`);
    const lines = Array.from({ length: Math.ceil(operations / 4) }, (_, line) => {
      const pick = (step) => names[(line * 28 + step * 11 + kernel) % names.length];
      return `    ${pick(0)} = ${pick(1)} * ${pick(2)} + ${pick(3)} / (${pick(4)} - 1.5);`;
    });
    return `__global__ void kernel${kernel}(const double *a, double *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
${names.map((name, index) => `  double ${name} = a[i + ${index}];`).join('\n')}
  for (int step = 0; step < n; step++) {
${lines.join('\n')}
  }
  b[i] = ${names.join(' + ')};
}`;
  });
  return `#include <cuda_runtime.h>\n${bodies.join('\n')}\nint main() { return 0; }\n`;
}
