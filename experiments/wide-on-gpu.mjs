// Checks that programs print the same bytes when emulated with multi-word formats and when built with them; see wide-on-gpu.sh.
//   node experiments/wide-on-gpu.mjs <folder with dist/ and corpus/> <folder for the results> [program…]
// Runs the samples of the oracles and small inputs of the corpus, built without contraction (--fmad=false): everything in fp64x2, a random choice of
// formats up to fp64x2, and one with fp64x4. ENGINE=native uses the CPU. UNTIL=40: start no further program after 40 seconds. FROM=24: skip the first
// 24 programs, except those whose names begin with a given name.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { begin, limits, load, plainRequest, root } from './opening.mjs';

const { app, results, wanted } = begin(import.meta);
const {
  EmbeddedClang,
  Workbench,
  cacheFolder,
  engines,
  openProject,
  randomConfiguration,
  seededRandom,
  widestConfiguration,
} = await load(app);

/** @typedef {Awaited<ReturnType<typeof Workbench.open>>} Bench */
/** @typedef {import('../dist/index.js').Configuration} Configuration */

const engineName = process.env.ENGINE === 'native' ? 'native' : 'cuda';
const from = Number(process.env.FROM ?? 0);
const untilMs = 1000 * Number(process.env.UNTIL ?? 40);
const lanes = Math.max(1, os.availableParallelism() - 2);
const started = performance.now();
const cache = cacheFolder();
const clang = new EmbeddedClang(cache, Math.min(4, lanes));
const engine = engines[engineName]({ cache, clang });
/** @type {string[]} */
const rows = [];
const totals = { same: 0, different: 0, unsteady: 0, refused: 0, left: 0 };

/** Corpus programs with inputs whose runs take almost no time. */
const CORPUS = {
  hotspot: ['64', '8'],
  gaussian: ['48'],
  nbody: ['96', '4'],
  boxmd: ['2', '2'],
  dot: ['4096', '2'],
  lud: ['64', '16'],
};
/** @type {readonly import('../dist/internal.js').Format[]} */
const TWO_PARTS = ['fp64x2', 'fp32', 'fp32x2', 'fp64'];

/** @param {string} line */
function say(line) {
  rows.push(line);
  console.log(line);
}

/** @returns {{ name: string, inputs: string[], folder: string, args: string[] }[]} */
function programs() {
  const samples = ['wide', 'wide-mixes', 'oracles'].flatMap((area) => {
    const folder = path.join(root, 'test/samples', area);
    return fs.readdirSync(folder).map((name) => path.join(folder, name));
  });
  const ofSample = samples.flatMap((folder) => {
    const sources = fs.readdirSync(folder).filter((file) => /\.(?:c|cpp|cu)$/.test(file));
    const isCuda = sources.some((file) => file.endsWith('.cu')) && !fs.existsSync(path.join(folder, 'mantissa.json'));
    const inputs = sources.map((file) => path.join(folder, file));
    return isCuda ? [{ name: path.basename(folder), inputs, folder, args: ['3'] }] : [];
  });
  const ofCorpus = Object.entries(CORPUS).map(([name, args]) => {
    const folder = path.join(app, 'corpus', name);
    return { name, inputs: [folder], folder, args };
  });
  const [first, ...rest] = ofSample;
  const all = [...(first ? [first] : []), ...ofCorpus, ...rest];
  const isWanted = (/** @type {string} */ name) => wanted.some((part) => name.startsWith(part));
  const isAsked = wanted.length > 0 || from > 0;
  return isAsked ? all.filter(({ name }, index) => isWanted(name) || (from > 0 && index >= from)) : all;
}

/** @param {Bench} bench @returns {[string, Configuration][]} */
function configurations({ program, groups }) {
  return [
    ['everything in fp64x2', widestConfiguration(program, groups, 'fp64x2')],
    ['a mix up to fp64x2', randomConfiguration(program, groups, TWO_PARTS, seededRandom(1))],
    ['a mix with fp64x4', randomConfiguration(program, groups, [...TWO_PARTS, 'fp64x4'], seededRandom(2))],
  ];
}

/** @param {ReturnType<typeof programs>[number]} one */
async function check({ name, inputs, folder, args }) {
  const project = openProject({ ...plainRequest(folder), inputs, workingFolder: folder });
  const uncontracted = {
    ...project,
    units: project.units.map((unit) => ({
      ...unit,
      arithmeticFlags: [...unit.arithmeticFlags, ...(engineName === 'cuda' ? ['--fmad=false'] : [])],
    })),
  };
  const bench = await Workbench.open(clang, engine, uncontracted);
  try {
    await Promise.all(
      configurations(bench).map(([what, configuration]) => compare(bench, name, what, configuration, limits(args))),
    );
  } finally {
    bench.close();
  }
}

/** @param {Bench} bench @param {string} name @param {string} what @param {Configuration} configuration @param {ReturnType<typeof limits>} given */
async function compare(bench, name, what, configuration, given) {
  const began = performance.now();
  const emulating = bench.runs
    .tryEmulate(configuration, given, 'full')
    .then((outcome) => ({ outcome, afterMs: performance.now() - began }));
  const [{ outcome: emulation, afterMs }, building] = await Promise.all([
    emulating,
    bench.variants.tryBuild(configuration, undefined, 'full'),
  ]);
  if ('message' in emulation) {
    totals.refused++;
    return say(`refused    ${name}, ${what}: ${emulation.message.message.split('\n').slice(0, 3).join(' ')}`);
  }
  if (building.kind !== 'built') {
    totals.refused++;
    return say(`unwritten  ${name}, ${what}: ${building.message.message.split('\n').slice(0, 3).join(' ')}`);
  }
  const built = await bench.runs.run(building.artifact, given);
  const [expected, actual] = [textOf(built), textOf(emulation)];
  const times = `emulated after ${(afterMs / 1000).toFixed(1)} s, a run ${msOf(emulation)} ms beside ${msOf(built)} ms`;
  if (expected === actual && expected.startsWith('exit')) {
    totals.same++;
    return say(`same       ${name}, ${what} (${expected.split('\n').length - 2} lines; ${times})`);
  }
  const isUnsteady = async () => {
    for (let round = 0; round < 5; round++) {
      if (textOf(await bench.runs.run(building.artifact, given)) !== expected) return true;
      const again = await bench.runs.tryEmulate(configuration, given, 'full');
      if ('message' in again || textOf(again) !== actual) return true;
    }
    return false;
  };
  if (engineName === 'cuda' && (await isUnsteady())) {
    totals.unsteady++;
    return say(`unsteady   ${name}, ${what}: it does not print the same twice`);
  }
  totals.different++;
  const [a, b] = [expected.split('\n'), actual.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  say(`DIFFERENT  ${name}, ${what}\n  built    ${a[at]}\n  emulated ${b[at]}`);
}

/** The output and the end of a run. @param {import('../dist/index.js').RunOutcome} outcome */
function textOf(outcome) {
  if (outcome.kind !== 'exited') return `${outcome.kind} ${'reason' in outcome ? outcome.reason : ''}`;
  return `exit ${outcome.exitCode}\n${outcome.stdout.toString('latin1').replaceAll('-nan', 'nan')}`;
}

/** @param {import('../dist/index.js').RunOutcome} outcome */
function msOf(outcome) {
  return 'durationMs' in outcome ? outcome.durationMs.toFixed(0) : '?';
}

const availability = await engine.available();
say('version' in availability ? availability.version : availability.reason);
const queue = programs();
const lane = async () => {
  for (let one = queue.shift(); one; one = queue.shift()) {
    if (performance.now() - started > untilMs) {
      totals.left++;
      continue;
    }
    await check(one).catch((error) => {
      totals.different++;
      say(`FAILED     ${one?.name}: ${error instanceof Error ? error.message.slice(0, 600) : error}`);
    });
  }
};
await Promise.all(Array.from({ length: Math.ceil(lanes / 2) }, lane));
await engine.close();
await clang.close();
const { same, different, unsteady, refused, left } = totals;
say(
  `${same} the same, ${different} different or failed, ${unsteady} unsteady, ${refused} refused or unwritten, ${left} programs left for want of time, ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
fs.mkdirSync(results, { recursive: true });
fs.writeFileSync(path.join(results, 'wide-on-gpu.txt'), `${rows.join('\n')}\n`);
process.exit(different > 0 || same === 0 ? 1 : 0);
