// Compares the options of the set search with the paper's settings: the number of sets for each, and the speedup of the best set, modelled for an H200
// or, with a GPU, measured for the most promising sets against the baseline.
//   node experiments/fiset-options.mjs [--app folder] [--engine native|cuda] [--timed 3] [--out results.json] [program…]
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '../scripts/help.mjs';
import { kernelsAlone } from './kernels-alone.mjs';
import { load, plainRequest, root } from './opening.mjs';

helpIfAsked(import.meta);
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    app: { type: 'string', default: root },
    engine: { type: 'string', default: 'native' },
    timed: { type: 'string', default: '3' },
    out: { type: 'string' },
  },
});
const {
  EmbeddedClang,
  PerformanceModel,
  Workbench,
  cacheFolder,
  deviceWeights,
  devices,
  engines,
  findFisets,
  measure,
  openProject,
  realiseSet,
  resolve,
  seededRandom,
} = await load(options.app);

const device = devices.h200;
const WEIGHTS = deviceWeights(device);
/** @type {import('../dist/internal.js').FisetOptions} */
const EXACT = { counting: 'exact', mathCalls: false, conversionsPerValue: false, weights: null };
/** @type {Record<string, typeof EXACT>} */
const WAYS = {
  paper: { ...EXACT, counting: 'paper' },
  exact: EXACT,
  'exact, math': { ...EXACT, mathCalls: true },
  'exact, per value': { ...EXACT, conversionsPerValue: true },
  'exact, device weights': { ...EXACT, weights: WEIGHTS },
  'exact, all three': { counting: 'exact', mathCalls: true, conversionsPerValue: true, weights: WEIGHTS },
};
const PATIENCE = { warmsUp: false, fewestRounds: 3, mostRounds: 3, enoughMs: 1 };
const isTimed = options.engine === 'cuda';

const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 2);
const engine = engines[options.engine]({ cache, clang });
const rows = [];
for (const name of wanted.length > 0 ? wanted : ['nbody', 'ljmd', 'euler3d', 'sedov'])
  rows.push(...(await compare(name)));
if (options.out) fs.writeFileSync(options.out, `${JSON.stringify(rows, null, 2)}\n`);
await engine.close();
await clang.close();

async function compare(name) {
  const folder = path.join(options.app, 'corpus', name);
  const described = ['digits.json', 'mantissa.json']
    .map((file) => path.join(folder, file))
    .find((file) => fs.existsSync(file));
  const bench = await Workbench.open(clang, engine, openProject(plainRequest(described)));
  const { program, groups, project } = bench;
  const { inputs } = project.settings;
  const input = (isTimed && (inputs.paper ?? inputs.large)) || inputs.small || Object.values(inputs)[0];
  const limits = { arguments: input.arguments, timeoutMs: 120_000, maxOutputBytes: 2 ** 26, maxMemoryBytes: 2 ** 36 };
  const { counts } = await bench.runs.profile('count', limits);
  const model = new PerformanceModel(program, device, counts, { isFull: !isTimed });
  const excluded = await bench.builds.fixedOperations();
  const speedups = new Map();
  const found = [];
  for (const [way, how] of Object.entries(WAYS)) {
    const sets = findFisets(program, { ...how, excluded });
    const modelled = sets
      .map(({ id, operations, arithmeticToCast }) => {
        const configuration = realiseSet(program, groups, operations, 'fp32');
        return { id, arithmeticToCast, configuration, modelled: model.speedup(resolve(program, configuration)) };
      })
      .sort((a, b) => b.modelled - a.modelled);
    const ratio = modelled.reduce((most, one) => Math.max(most, one.arithmeticToCast), 0);
    found.push({ program: name, way, sets: sets.length, ratio, best: modelled.slice(0, Number(options.timed)) });
  }
  if (isTimed) await time(bench, limits, found, speedups);
  bench.close();
  for (const one of found) {
    one.best = one.best.map(({ configuration, ...rest }) => ({
      ...rest,
      measured: speedups.get(keyOf(configuration)) ?? null,
    }));
    console.log(line(one));
  }
  return found;
}

async function time(bench, limits, found, speedups) {
  const wanted = new Map(
    found.flatMap(({ best }) => best.map(({ configuration }) => [keyOf(configuration), configuration])),
  );
  const waiting = [...wanted];
  const built = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      built.push([next[0], await bench.variants.build(next[1]).catch(() => null)]);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, lane));
  const run = async (program) => [kernelsAlone(await bench.runs.run(program, limits))];
  const baseline = await bench.builds.original();
  for (const [key, variant] of built) {
    if (!variant) continue;
    const { ratio, low, high } = await measure(run, baseline, variant, seededRandom(1), { patience: PATIENCE });
    speedups.set(key, { ratio, low, high });
  }
}

function keyOf({ sites, operations }) {
  return JSON.stringify([[...sites].sort((a, b) => a[0] - b[0]), [...operations].sort((a, b) => a[0] - b[0])]);
}

function line({ program, way, sets, ratio, best }) {
  const most = best.reduce((a, b) => ((b.measured?.ratio ?? b.modelled) > (a.measured?.ratio ?? a.modelled) ? b : a), {
    modelled: 1,
  });
  const shown = most.measured ? `${most.measured.ratio.toFixed(3)}× measured, ` : '';
  return `${program.padEnd(9)}${way.padEnd(24)}${String(sets).padStart(4)} sets, r_ac at most ${ratio.toFixed(2).padStart(5)}, best ${shown}${most.modelled.toFixed(3)}× modelled`;
}
