// Compares strategies as in the AMPT-GA paper (ICS 2019, section 5): with thresholds at the quartiles of the errors of random configurations, the figure
// of merit that each strategy reaches, the program runs it needs, and the ratio of both.
//   node experiments/strategies.mjs <folder for the results> [--engine wasm|native|cuda] [--samples 200] [--seeds 3] [--trials 300]
//                             [--strategies genetic,naive,delta-debugging,fisets] [--naive trials] [--ablations off]
//                             [--input name|arguments] [--timed name|arguments] [--app folder] [program…]
// Errors come from emulated runs with one instrumented build per program. Each configuration runs once, but counts as an execution for every
// strategy that proposes it. During the search, strategies get modelled times; on a GPU those of the larger input that is timed afterwards,
// while errors come from a small input. On an engine with a clock, the result of each strategy is then built and timed against the baseline,
// and that speedup is its figure of merit.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { helpIfAsked } from '../scripts/help.mjs';
import { kernelsAlone } from './kernels-alone.mjs';
import { load, plainRequest, root } from './opening.mjs';
import { markdownOf } from './strategies-page.mjs';

helpIfAsked(import.meta);
const { options, positional } = readArguments(process.argv.slice(2));
const [out, ...wanted] = positional;
if (!out) throw new Error('usage: node experiments/strategies.mjs <folder for the results> [options] [program…]');
const app = path.resolve(options.app ?? root);
const {
  EmbeddedClang,
  Journal,
  NO_DEADLINE,
  PerformanceModel,
  Study,
  TuningSpace,
  Workbench,
  cacheFolder,
  compareValues,
  configurationOf,
  devices,
  engines,
  findGpu,
  findOffence,
  measure,
  openProject,
  outputPlace,
  quantile,
  reachedFrom,
  readOutput,
  recogniseDevice,
  seededRandom,
  measuredTimes,
  sitesInScope,
  strategies,
} = await load(app);

const ENGINE = options.engine ?? 'wasm';
const SAMPLES = Number(options.samples ?? 200);
const SEEDS = Number(options.seeds ?? 3);
const TRIALS = Number(options.trials ?? 300);
const QUARTILES = [0.25, 0.5, 0.75];
const NAIVE = { groups: 'off', filter: 'off', seeding: 'off', model: 'off' };
/** A deterministic strategy needs only one seed. */
const CONTENDERS = [
  { name: 'genetic', strategy: 'genetic', set: {}, seeds: SEEDS },
  {
    name: 'naive',
    strategy: 'genetic',
    set: NAIVE,
    seeds: 1,
    trials: Math.min(TRIALS, Number(options.naive ?? TRIALS)),
  },
  { name: 'delta-debugging', strategy: 'delta-debugging', set: {}, seeds: 1 },
  { name: 'fisets', strategy: 'fisets', set: {}, seeds: 1 },
].filter(({ name }) => (options.strategies ?? name).split(',').includes(name));
const PATIENCE = { warmsUp: true, fewestRounds: 3, mostRounds: 5, enoughMs: 3000 };
const ABLATIONS = [
  ...['seeding', 'groups', 'filter', 'model', 'blame'].map((part) => ({
    name: `without ${part}`,
    strategy: 'genetic',
    set: { [part]: 'off' },
    seeds: part === 'filter' || part === 'model' ? 1 : SEEDS,
  })),
  { name: 'pass 0.1', strategy: 'genetic', set: { pass: '0.1' }, seeds: SEEDS },
].filter(() => options.ablations !== 'off');
/**
 * Inputs on a GPU. The search input runs for milliseconds, and the all-lowest configuration misses its median threshold, since otherwise there
 * would be nothing to search. The timed input keeps the GPU busy for about 50 ms.
 */
/** @typedef {import('../dist/index.js').Format} Format */
/** @type {Record<string, { formats?: Format[], onGpu: { search: string[], timed: string[] } }>} */
const PROGRAMS = {
  sedov: { onGpu: { search: ['10', '8'], timed: ['64', '60'] } },
  boxmd: { onGpu: { search: ['8', '3'], timed: ['16', '16'] } },
  backprop: { formats: ['fp32', 'fp16'], onGpu: { search: ['65536', '4'], timed: ['4194304', '120'] } },
  euler3d: { onGpu: { search: ['10', '60'], timed: ['64', '60'] } },
};

const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 1);
const engine = engines[ENGINE]({ cache, clang });
const gpu = ENGINE === 'cuda' ? await findGpu() : null;
const device = (gpu && recogniseDevice(gpu.name)) ?? { name: 'h200', profile: devices.h200 };
const names = Object.keys(PROGRAMS).filter((name) => wanted.length === 0 || wanted.includes(name));
fs.mkdirSync(out, { recursive: true });
let failed = false;
const evaluated = [];
for (const name of names) {
  const file = path.join(out, `${name}.json`);
  try {
    evaluated.push(await evaluate(name, PROGRAMS[name]));
    fs.writeFileSync(file, `${JSON.stringify(evaluated.at(-1), null, 2)}\n`);
  } catch (error) {
    failed = true;
    say(`${name}: ${error.stack}`);
  }
  fs.writeFileSync(path.join(out, 'strategies.md'), markdownOf(evaluated, surroundings()));
}
await engine.close();
await clang.close();
process.exit(failed ? 1 : 0);

/** @param {string} name */
async function evaluate(name, { formats = /** @type {Format[]} */ (['fp64', 'fp32']), onGpu }) {
  const folder = path.join(app, 'corpus', name);
  const project = openProject(plainRequest(folder));
  const { settings } = project;
  const inputs = inputsOf(settings, gpu ? onGpu : null);
  const bench = remembering(await Workbench.open(clang, engine, project), gpu ? inputs.timed : null);
  try {
    const metric = typeof settings.goal.metric === 'string' ? settings.goal.metric : 'max-relative';
    const about = {
      ...{ name, bench, formats, metric, settings },
      scope: sitesInScope(bench.program, bench.groups, bench.program.isCuda ? 'kernels' : 'all'),
      ...inputs,
    };
    const context = { ...about, space: new TuningSpace(bench, formats, about.scope) };
    const evaluation = await compete(context);
    await timeBest(context, evaluation);
    return evaluation;
  } finally {
    bench.close();
  }
}

/**
 * The search input and the timed input, by name or, on a GPU, by suitable sizes.
 * @param {import('../dist/internal.js').Project['settings']} settings
 */
function inputsOf({ inputs }, onGpu) {
  const named = (name) => ({ name, arguments: inputs[name]?.arguments ?? name.split(' ') });
  const first = options.input ?? Object.keys(inputs)[0];
  const searched = onGpu && !options.input ? { name: 'searched', arguments: onGpu.search } : named(first);
  const timed = onGpu && !options.timed ? { name: 'timed', arguments: onGpu.timed } : named(options.timed ?? first);
  return { input: { ...searched, heldOut: false }, timed };
}

/** All contenders on the quartiles of random configurations' errors. */
async function compete(context) {
  const began = performance.now();
  const { name, formats, metric } = context;
  const random = { name: 'random', strategy: 'random', set: {}, seeds: 1 };
  const sample = await search(context, random, Number.MAX_VALUE, 1, SAMPLES);
  const errors = sample.trials.flatMap(({ outcome, error }) => (outcome === 'accurate' ? [error] : []));
  errors.sort((a, b) => a - b);
  const thresholds = QUARTILES.map((share) => ({ share, bound: quantile(errors, share) }));
  say(
    `${name}: ${sample.executions} random configurations, thresholds ${thresholds.map(({ bound }) => bound.toExponential(2)).join(', ')}`,
  );
  const results = [];
  for (const threshold of thresholds) {
    const isMedian = threshold.share === 0.5;
    for (const contender of [...CONTENDERS, ...(isMedian ? ABLATIONS : [])])
      results.push({ ...threshold, ...(await contend(context, contender, threshold.bound)) });
  }
  const { narrowest } = await localAgainstGlobal(context, null);
  return {
    program: name,
    groups: context.space.space.dimensions.length,
    formats,
    metric,
    input: context.input,
    timed: ENGINE === 'wasm' ? null : context.timed,
    sample: { configurations: sample.executions, errors },
    thresholds,
    narrowest,
    results,
    localAgainstGlobal: await localAgainstGlobal(context, results),
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/** Runs every seed of a contender and returns the one with the median efficiency. */
async function contend(context, contender, bound) {
  const runs = [];
  for (let seed = 1; seed <= contender.seeds; seed++) {
    try {
      runs.push({ seed, ...(await search(context, contender, bound, seed, contender.trials ?? TRIALS)) });
    } catch (error) {
      return { contender: contender.name, notRun: error.message, seeds: [] };
    }
  }
  const ranked = runs.toSorted((a, b) => a.modelled / a.executions - b.modelled / b.executions);
  const { trials: _, ...middle } = ranked[Math.floor(ranked.length / 2)];
  say(
    `  ${context.name} ${bound.toExponential(2)} ${contender.name}: ${middle.modelled.toFixed(3)}× modelled in ${middle.executions} executions`,
  );
  const seeds = runs.map(({ seed, executions, modelled, error }) => ({ seed, executions, modelled, error }));
  return { contender: contender.name, set: contender.set, ...middle, seeds };
}

/** Runs one study and returns only its figures. */
async function search(
  { name, bench, formats, metric, scope, input, settings },
  { strategy: wantedName, set },
  bound,
  seed,
  maxTrials,
) {
  const strategy = strategies.find((one) => one.name === wantedName);
  if (!strategy) throw new Error(`there is no strategy ${wantedName}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `mantissa-strategies-${name}-`));
  const journal = Journal.open(folder);
  try {
    /** @type {import('../dist/internal.js').StudyPlan} */
    const plan = {
      goal: { metric, bound, against: 'baseline', minSpeedup: null, command: null },
      inputs: [input],
      output: outputPlace(settings.output),
      ...{ formats, scope, strategy, seed, maxTrials },
      options: strategy.options.parse(set),
      deadline: NO_DEADLINE,
      jobs: 1,
      buildJobs: os.availableParallelism(),
      timing: 'recommended',
      merit: null,
      device: device.profile,
      recommends: false,
      limits: limits(),
    };
    const { trials } = await new Study(bench, plan, journal, () => undefined).run();
    return { trials, ...figuresOf(trials) };
  } finally {
    journal.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Executions as the paper counts them: every configuration that ran, also if it was proposed again; with the best so far after each. */
function figuresOf(trials) {
  let executions = 0;
  let best = null;
  const bestSoFar = [];
  for (const trial of trials) {
    if (trial.outcome === 'duplicate' || trial.how === 'known') continue;
    executions++;
    if (!trial.accepted || (trial.speedup ?? 0) <= (best?.speedup ?? 1)) continue;
    best = trial;
    bestSoFar.push({ executions, modelled: trial.speedup, error: trial.error });
  }
  return {
    executions,
    modelled: best?.speedup ?? 1,
    error: best?.error ?? 0,
    formats: best?.formats ?? {},
    bestSoFar,
  };
}

/**
 * Table 1: the groups of each kernel alone in the lowest format, and all of them together. If tuning by kernels were enough, gains and errors
 * would add up.
 */
async function localAgainstGlobal({ bench, space, input, settings, metric }, results) {
  const { program, groups } = bench;
  const counts = (await bench.runs.profile('count', runLimits(input))).counts;
  const original = await bench.runs.original(runLimits(input));
  const model = new PerformanceModel(program, device.profile, counts, {
    isFull: !/^(?:cuda|command)$/.test(ENGINE),
    measured: original.gpu && measuredTimes(program, original.gpu, false),
  });
  const place = outputPlace(settings.output);
  const expected = readOutput(place, original);
  const narrowest = space.narrowest;
  const figures = async (label, formats) => {
    const outcome = await bench.runs.emulated(space.configurationOf(formats), runLimits(input));
    const found = outcome.kind === 'exited' && outcome.exitCode === 0 ? readOutput(place, outcome) : null;
    const isComparable = found && !findOffence(expected.values, found.values);
    return {
      kernel: label,
      groups: Object.keys(formats).length,
      gain: model.speedup(space.resolve(formats)) - 1,
      error: isComparable ? compareValues(metric, expected.values, found.values).error : null,
    };
  };
  const application = await figures('application', narrowest);
  if (results === null) return { narrowest: { modelled: application.gain + 1, error: application.error } };
  const ofKernel = program.functions.flatMap((one, index) => {
    if (one.kind !== 'kernel') return [];
    const own = reachedFrom(program, [index]);
    const ids = new Set(
      groups.groups.flatMap(({ sites }) =>
        sites.some((site) => own.has(program.sites[site].function)) ? sites.map((site) => program.sites[site].id) : [],
      ),
    );
    return [{ name: one.name, formats: Object.fromEntries(Object.entries(narrowest).filter(([id]) => ids.has(id))) }];
  });
  const kernels = [];
  for (const { name, formats } of ofKernel)
    if (Object.keys(formats).length > 0) kernels.push(await figures(name, formats));
  return { kernels, application };
}

/** The figure of merit of each contender's result and of the all-lowest configuration, measured once per distinct program. */
async function timeBest({ bench, space, timed }, evaluation) {
  if (ENGINE === 'wasm') return;
  const keyOf = (formats) => JSON.stringify(Object.entries(formats).sort());
  const wanted = [space.narrowest, ...evaluation.results.flatMap(({ formats }) => formats ?? [])];
  const distinct = [...new Map(wanted.map((formats) => [keyOf(formats), formats])).values()];
  const built = new Map();
  const waiting = distinct.filter((formats) => Object.keys(formats).length > 0);
  const lane = async () => {
    for (let formats = waiting.shift(); formats; formats = waiting.shift()) {
      const variant = bench.variants.build(configurationOf(formats, 'found', bench.program, bench.groups));
      built.set(keyOf(formats), await variant.catch((error) => error));
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, lane));
  const baseline = await bench.builds.original();
  /** @type {Map<string, object>} */
  const known = new Map([[keyOf({}), { ratio: 1, low: 1, high: 1 }]]);
  const run = async (program) => [await bench.runs.run(program, runLimits(timed))];
  for (const [key, variant] of built) {
    try {
      if (variant instanceof Error) throw variant;
      const { ratio, low, high, clock } = await measure(run, baseline, variant, seededRandom(1), {
        patience: PATIENCE,
      });
      known.set(key, { ratio, low, high, clock });
    } catch (error) {
      known.set(key, { failed: error.message.slice(0, 500) });
    }
  }
  evaluation.narrowest.measured = known.get(keyOf(space.narrowest));
  for (const result of evaluation.results) if (result.formats) result.measured = known.get(keyOf(result.formats));
}

/**
 * A workbench that runs no configuration twice, because emulation is deterministic. With a `timed` input, counts and times are of that input
 * for every run.
 */
function remembering(bench, timed) {
  const known = new Map();
  const once = (key, run) => {
    if (!known.has(key)) known.set(key, run());
    return known.get(key);
  };
  const ordered = (map) => [...map].sort((a, b) => a[0] - b[0]);
  const emulated = (method) => (configuration, given) => {
    const { sites, operations } = configuration;
    const key = JSON.stringify([method, ordered(sites), ordered(operations), given.arguments]);
    return once(key, () => bench.runs[method](configuration, given));
  };
  const remembered = {
    emulated: emulated('emulated'),
    tryEmulate: emulated('tryEmulate'),
    profile: (mode, given) => {
      const counted = timed ? runLimits(timed) : given;
      return once(`${mode} ${counted.arguments}`, () => bench.runs.profile(mode, counted));
    },
    original: async (given) => {
      const outcome = await bench.runs.original(given);
      if (!timed) return outcome;
      const { gpu: gpuTimes } = await once('original', () => bench.runs.original(runLimits(timed)));
      return kernelsAlone({ ...outcome, gpu: gpuTimes });
    },
    run: async (program, given) => kernelsAlone(await bench.runs.run(program, given)),
  };
  const runs = new Proxy(bench.runs, {
    get(target, property) {
      const value = remembered[property] ?? target[property];
      return typeof value === 'function' && !(property in remembered) ? value.bind(target) : value;
    },
  });
  return new Proxy(bench, {
    get: (target, property) => (property === 'runs' ? runs : Reflect.get(target, property, target)),
  });
}

function runLimits(input) {
  return { ...limits(), arguments: input.arguments, collect: [] };
}

function limits() {
  return { timeoutMs: 120_000, maxOutputBytes: 2 ** 26, maxMemoryBytes: 2 ** 32 - 2 ** 16 };
}

function surroundings() {
  return {
    date: new Date().toISOString().slice(0, 10),
    command: `node experiments/strategies.mjs ${process.argv
      .slice(2)
      .map((word) => (path.isAbsolute(word) ? '<folder>' : word))
      .join(' ')}`,
    engine: ENGINE,
    gpu: gpu?.name ?? null,
    modelled: device.name,
    processors: `${os.cpus().length} × ${os.cpus()[0]?.model ?? ''}`,
    ...{ samples: SAMPLES, seeds: SEEDS, trials: TRIALS },
  };
}

function say(text) {
  console.log(text);
}

function readArguments(words) {
  const found = {};
  const rest = [];
  for (let at = 0; at < words.length; at++) {
    if (words[at].startsWith('--')) found[words[at].slice(2)] = words[++at];
    else rest.push(words[at]);
  }
  return { options: found, positional: rest };
}
