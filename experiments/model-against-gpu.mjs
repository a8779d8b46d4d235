// Compares the performance model with a GPU: builds random configurations of corpus programs, times them in turn with the baseline, and prints
// Spearman's rank correlation of predicted and measured kernel time. Predictions: static, profiled, and profiled with the measured times of the
// baseline's kernels, as in a study on a GPU. Also compares the model's first choice with the fastest measured configuration.
//   node experiments/model-against-gpu.mjs <folder with dist/ and corpus/> <folder for the results> [program…]
// PAIRS=1: fp64, fp32x2 and fp32 instead, with everything in pairs of floats, everything in fp32 and mixed configurations.
// The next program is built while one is timed: kernels are timed by the GPU's own clock, and nothing else runs on it. Writes model.json. Less than a
// minute per program.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { begin, inParallel, limits, load, plainRequest } from './opening.mjs';

const { app, results, wanted } = begin(import.meta);
const {
  EmbeddedClang,
  PerformanceModel,
  TuningSpace,
  Workbench,
  cacheFolder,
  devices,
  engines,
  findGpu,
  openProject,
  rankCorrelation,
  recogniseDevice,
  resolve,
  seededRandom,
  measuredTimes,
  sitesInScope,
} = await load(app);

const withPairs = process.env.PAIRS !== undefined;
const CONFIGURATIONS = withPairs ? 14 : 31;
const ROUNDS = 2;
/** `timed` runs for about 50 ms on the GPU. Operations are counted on it too, because the number of threads per launch matters. */
const PROGRAMS = {
  nbody: { timed: ['262144', '1'], formats: ['fp64', 'fp32'], bound: 'compute' },
  boxmd: { timed: ['16', '16'], formats: ['fp64', 'fp32'], bound: 'compute' },
  sedov: { timed: ['64', '60'], formats: ['fp64', 'fp32'], bound: 'mixed' },
  euler3d: { timed: ['64', '60'], formats: ['fp64', 'fp32'], bound: 'mixed' },
  backprop: { timed: ['4194304', '120'], formats: ['fp32', 'fp16'], bound: 'memory' },
  lud: { timed: ['8192', '32'], formats: ['fp64', 'fp32'], bound: 'memory' },
};
/** Further programs for pairs of floats. */
const MORE = {
  hotspot: { timed: ['4096', '400'], formats: ['fp64', 'fp32'], bound: 'memory' },
  ljmd: { timed: ['64', '40'], formats: ['fp64', 'fp32'], bound: 'mixed' },
  sp: { timed: ['64', '60'], formats: ['fp64', 'fp32'], bound: 'mixed' },
  gaussian: { timed: ['3072'], formats: ['fp64', 'fp32'], bound: 'memory' },
  simpsons: { timed: ['4000000'], formats: ['fp64', 'fp32'], bound: 'compute' },
};
if (withPairs) {
  Object.assign(PROGRAMS, MORE);
  delete PROGRAMS.backprop;
}

const cache = cacheFolder();
const clang = new EmbeddedClang(cache, Math.max(1, Math.min(6, os.availableParallelism() - 2)));
const cuda = engines.cuda({ cache, clang });
const gpu = await findGpu();
const device = (gpu && recogniseDevice(gpu.name)) ?? { name: 'h200', profile: devices.h200 };
const names = Object.keys(PROGRAMS).filter((name) => wanted.length === 0 || wanted.includes(name));
console.log(`${gpu?.name ?? 'no GPU'}, modelled as ${device.name}`);
fs.mkdirSync(results, { recursive: true });
const records = [];
let failed = false;
let next = names.length > 0 ? prepare(names[0]) : null;
for (const [at, name] of names.entries()) {
  const prepared = next;
  const started = performance.now();
  try {
    const ready = await prepared;
    next = at + 1 < names.length ? prepare(names[at + 1]) : null;
    next?.catch(() => {}); // reported when it is awaited
    const record = await measure(ready);
    records.push(record);
    fs.writeFileSync(path.join(results, 'model.json'), `${JSON.stringify({ programs: records }, null, 1)}\n`);
    console.log(line(record), `[${((performance.now() - started) / 1000).toFixed(0)} s]`);
  } catch (error) {
    failed = true;
    console.log(`${name.padEnd(10)}FAILED ${error instanceof Error ? error.message.slice(0, 1000) : error}`);
    next ??= at + 1 < names.length ? prepare(names[at + 1]) : null;
  }
}
await clang.close();
process.exit(failed ? 1 : 0);

/** Reads, counts and builds a program in many configurations. */
async function prepare(name) {
  const settings = PROGRAMS[name];
  const folder = path.join(app, 'corpus', name);
  const project = openProject(plainRequest(folder));
  const bench = await Workbench.open(clang, cuda, project);
  const { program, groups } = bench;
  const formats = withPairs ? ['fp64', 'fp32x2', 'fp32'] : settings.formats;
  const space = new TuningSpace(bench, formats, sitesInScope(program, groups, 'kernels'));
  const { dimensions } = space.space;
  const random = seededRandom(7);
  const points = formats.map((_, rung) => dimensions.map(({ formats: own }) => own[Math.min(rung, own.length - 1)]));
  while (points.length < CONFIGURATIONS + 6) {
    const density = random(); // of lowered groups: from few to nearly all
    const lowered = (own) => own[1 + Math.floor(random() * (own.length - 1))] ?? own[0];
    points.push(dimensions.map(({ formats: own }) => (random() < density ? lowered(own) : own[0])));
  }
  const original = await bench.builds.original();
  const built = [];
  await inParallel(os.availableParallelism(), points, async (point, number) => {
    const formats = space.formatsOf(point);
    try {
      const artifact = number === 0 ? original : await bench.variants.build(space.configurationOf(formats));
      built.push({ number, formats, artifact, point });
    } catch (error) {
      if (error?.code !== 'MX4006') throw error; // it cannot be written: there are spare configurations
    }
  });
  built.sort((a, b) => a.number - b.number);
  return { name, settings: { ...settings, formats }, bench, space, built: built.slice(0, CONFIGURATIONS + 1) };
}

async function measure({ name, settings, bench, space, built }) {
  const { program } = bench;
  // not while another program is timed: two on a GPU disturb each other
  const { counts } = await bench.runs.profile('count', limits(settings.timed));
  const samples = built.map(() => []);
  const run = async (at) => {
    const outcome = await bench.runs.run(built[at].artifact, limits(settings.timed));
    if (outcome.kind !== 'exited' || !outcome.gpu) throw new Error(`${outcome.kind} ${outcome.stderr ?? ''}`);
    return outcome.gpu;
  };
  await run(0); // warms up
  for (let round = 0; round < ROUNDS; round++) {
    // alternating order, so that a drifting clock favours neither
    for (const at of round % 2 === 0 ? built.keys() : [...built.keys()].reverse()) samples[at].push(await run(at));
  }
  bench.close();
  const readings = {
    static: new PerformanceModel(program, device.profile, null, { isFull: false }),
    profiled: new PerformanceModel(program, device.profile, counts, { isFull: false }),
    seen: new PerformanceModel(program, device.profile, counts, {
      isFull: false,
      measured: measuredTimes(program, samples[0][0], false),
    }),
  };
  const configurations = built.map(({ formats }, at) => {
    const resolution = resolve(program, space.configurationOf(formats));
    const profiled = readings.profiled.predict(resolution);
    return {
      formats,
      kernelMs: median(samples[at].map(({ kernelMs }) => kernelMs)),
      copyMs: median(samples[at].map(({ copyMs }) => copyMs)),
      kernels: samples[at][0].kernels.map((kernel) => ({
        name: kernel.name,
        ms: median(samples[at].map(({ kernels }) => kernels.find((one) => one.name === kernel.name)?.ms ?? 0)),
      })),
      predicted: {
        static: readings.static.predict(resolution).timeMs,
        profiled: profiled.timeMs,
        seen: readings.seen.predict(resolution).timeMs,
      },
      bounds: Object.fromEntries(profiled.kernels.map((one) => [program.functions[one.function].name, one.bound])),
    };
  });
  const measured = configurations.map(({ kernelMs }) => kernelMs);
  const best = Math.min(...measured);
  const correlation = {};
  const firstChoice = {};
  for (const reading of Object.keys(readings)) {
    const predicted = configurations.map((one) => one.predicted[reading]);
    correlation[reading] = rankCorrelation(predicted, measured);
    firstChoice[reading] = measured[predicted.indexOf(Math.min(...predicted))] / best - 1;
  }
  return {
    program: name,
    gpu: gpu?.name ?? null,
    device: device.name,
    ...settings,
    correlation,
    /** Time of the model's first choice relative to the fastest measured configuration. */
    firstChoice,
    configurations,
    counts: {
      operations: [...counts.operations],
      stores: [...counts.stores],
      launches: [...counts.launches],
      transfers: [...counts.transfers],
    },
  };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(values.length - 1) >> 1] + sorted[values.length >> 1]) / 2;
}

function line({ program, configurations, correlation, firstChoice }) {
  const times = configurations.map(({ kernelMs }) => kernelMs);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return `${program.padEnd(10)}${String(configurations.length).padStart(3)} configurations, ${times[0].toFixed(1)} ms as written, ${least.toFixed(1)} to ${most.toFixed(1)} ms; Spearman static ${correlation.static.toFixed(2)} profiled ${correlation.profiled.toFixed(2)} seen ${correlation.seen.toFixed(2)}; first choice ${percent(firstChoice.seen)} behind the best (profiled ${percent(firstChoice.profiled)}, static ${percent(firstChoice.static)})`;
}
