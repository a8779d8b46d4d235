// Checks of the cuda and command engines that need a GPU; see gpu-check.sh.
//   node experiments/gpu-check.mjs <folder with dist/ and corpus/> <folder for the results>
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { begin, ended, limits, load, plainRequest } from './opening.mjs';

const { app, results } = begin(import.meta);
const {
  EmbeddedClang,
  Workbench,
  baselineConfiguration,
  cacheFolder,
  engines,
  openProject,
  configurationOf,
  randomConfiguration,
  seededRandom,
} = await load(app);

const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 4);
const rows = [];
const nbody = path.join(app, 'corpus/nbody');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-gpu-check-'));
const CORPUS_UNTIL_MS = 150_000;
const CASE_5 = ['bodyForce.distSqr', 'bodyForce.invDist', 'bodyForce.invDist3'];

function note(state, what, detail = '') {
  rows.push({ state, what, detail });
  console.log(`${state.padEnd(5)} ${what}${detail ? `: ${detail}` : ''}`);
}
const judge = (ok, what, detail) => note(ok ? 'ok' : 'FAIL', what, detail);

/** A step that fails is reported, and the other steps still run. */
async function step(what, work) {
  try {
    await work();
  } catch (error) {
    note('FAIL', what, error instanceof Error ? error.message.slice(0, 1500) : String(error));
  }
}

async function openBench(engineName, folder, commands) {
  const project = openProject(plainRequest(folder));
  const engine = engines[engineName]({ cache, clang, commands });
  return { bench: await Workbench.open(clang, engine, project), engine, project };
}

function printed(outcome) {
  return ended(outcome).stdout.toString('latin1');
}

const numbers = (text) => (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|nan|inf/gi) ?? []).map(Number);

function distance(a, b) {
  const [x, y] = [numbers(a), numbers(b)];
  if (x.length !== y.length) return Number.POSITIVE_INFINITY;
  return x.reduce((worst, value, k) => {
    const e = value === y[k] ? 0 : Math.abs(value - y[k]) / Math.max(Math.abs(value), Number.MIN_VALUE);
    return Math.max(worst, Number.isNaN(e) ? Number.POSITIVE_INFINITY : e);
  }, 0);
}

const lowered = (bench, names, format) =>
  configurationOf(Object.fromEntries(names.map((name) => [name, format])), 'gpu-check', bench.program, bench.groups);

function compare(what, a, b, bound) {
  const same = a === b;
  const far = same ? 0 : distance(a, b);
  judge(far <= bound, what, same ? 'bit for bit' : `max relative difference ${far.toExponential(2)}`);
}

async function checkNbody() {
  const { bench, engine } = await openBench('cuda', nbody);
  const small = limits(['96', '4']);
  let original;
  await step('nbody as written', async () => {
    const outcome = ended(await bench.runs.original(small));
    original = printed(outcome);
    judge(outcome.gpu?.kernels[0]?.launches === 4, 'its kernel was timed', JSON.stringify(outcome.gpu));
  });
  await step('emulated with the formats it has', async () => {
    // nvcc fuses a*b+c in the original and never in the emulation
    compare(
      'emulated with the formats it has, fmad on',
      original,
      printed(await bench.runs.emulated(baselineConfiguration, small)),
      1e-9,
    );
  });
  const onCpu = await openBench('wasm', nbody);
  await step('count', async () => {
    const [gpu, cpu] = [
      (await bench.runs.profile('count', small)).operations,
      (await onCpu.bench.runs.profile('count', small)).operations,
    ];
    judge(
      JSON.stringify(gpu) === JSON.stringify(cpu),
      'counts on the GPU are those on the CPU',
      `${gpu.length} operations`,
    );
  });
  await step('shadow', async () => {
    const [gpu, cpu] = [
      (await bench.runs.profile('shadow', small)).operations,
      (await onCpu.bench.runs.profile('shadow', small)).operations,
    ];
    const sums = new Map(gpu.map(({ operation, difference }) => [operation, difference]));
    const far = Math.max(
      ...cpu.map(({ operation, difference }) =>
        difference === 0 ? 0 : Math.abs(difference - (sums.get(operation) ?? 0)) / difference,
      ),
    );
    judge(far < 0.05, 'shadow sums agree with the CPU within 5 %', far.toExponential(2));
  });
  await step('reference', async () => {
    const [gpu, cpu] = [printed(await bench.runs.reference(small)), printed(await onCpu.bench.runs.reference(small))];
    compare('reference run agrees with the CPU', gpu, cpu, 1e-13);
  });
  await step('case 5 of the GPUMixer paper', async () => {
    const configuration = lowered(bench, CASE_5, 'fp32');
    const [emulated, built] = [
      await bench.runs.emulated(configuration, small),
      await bench.runs.built(configuration, small),
    ];
    compare('case 5, emulated against built, fmad on', printed(emulated), printed(built), 1e-5);
    note('value', 'case 5, error of the built variant', distance(original, printed(built)).toExponential(2));
  });
  await step('times', () => timeNbody(bench));
  await step('cost of a trial', async () => {
    const runs = [];
    for (let k = 0; k < 5; k++) {
      const outcome = ended(await bench.runs.emulated(baselineConfiguration, small));
      runs.push(outcome.durationMs);
    }
    note('value', 'an emulated trial in its own process', `${median(runs).toFixed(0)} ms`);
    const started = performance.now();
    printed(await bench.runs.built(lowered(bench, ['bodyForce.invDist', 'bodyForce.distSqr'], 'fp32'), small));
    note('value', 'a rebuilt trial', `${(performance.now() - started).toFixed(0)} ms`);
  });
  bench.close();
  await engine.close();
  onCpu.bench.close();
  await onCpu.engine.close();
  return original;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function timeNbody(bench) {
  const large = limits(['65536', '10']);
  const fp32 = bench.program.sites
    .filter(({ id }, site) => id.startsWith('bodyForce.') && bench.groups.frozen[site] === null)
    .map(({ id }) => id);
  const variants = {
    baseline: await bench.builds.original(),
    'case 5': await bench.variants.build(lowered(bench, CASE_5, 'fp32')),
    'kernel in fp32': await bench.variants.build(lowered(bench, fp32, 'fp32')),
  };
  const times = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < 5; round++)
    for (const [name, artifact] of Object.entries(variants)) {
      const outcome = await bench.runs.run(artifact, large);
      printed(outcome);
      if (round > 0) times[name].push(outcome.gpu.kernelMs);
    }
  for (const [name, ms] of Object.entries(times))
    note(
      'value',
      `${name}, n = 65536, 10 steps`,
      `${median(ms).toFixed(2)} ms in kernels, ${(median(times.baseline) / median(ms)).toFixed(2)}x`,
    );
  const [plain, emulated] = [
    await bench.runs.run(variants.baseline, large),
    await bench.runs.emulated(baselineConfiguration, large),
  ];
  note('value', 'emulation against the plain kernel', `${(emulated.gpu.kernelMs / plain.gpu.kernelMs).toFixed(1)}x`);
}

/** Without contraction the oracles hold bit for bit on the GPU, as on the CPU. */
async function checkOracles() {
  const folder = path.join(scratch, 'uncontracted');
  fs.cpSync(nbody, folder, { recursive: true });
  fs.rmSync(path.join(folder, 'mantissa.json'));
  const command = { directory: folder, file: 'nbody.cu', arguments: ['nvcc', '--fmad=false', '-c', 'nbody.cu'] };
  fs.writeFileSync(path.join(folder, 'compile_commands.json'), JSON.stringify([command]));
  const { bench, engine } = await openBench('cuda', path.join(folder, 'compile_commands.json'));
  const small = limits(['96', '4']);
  await step('oracle 1', async () => {
    compare(
      'oracle 1: emulated ≡ original, fmad off',
      printed(await bench.runs.original(small)),
      printed(await bench.runs.emulated(baselineConfiguration, small)),
      0,
    );
  });
  /** @type {[string, import('../dist/index.js').Configuration][]} */
  const configurations = [
    ['case 5', lowered(bench, CASE_5, 'fp32')],
    ...[1, 2, 3, 4].map(
      (seed) =>
        /** @type {[string, import('../dist/index.js').Configuration]} */ ([
          `random ${seed}`,
          randomConfiguration(
            bench.program,
            bench.groups,
            seed < 3 ? ['fp64', 'fp32'] : ['fp64', 'fp32', 'fp16', 'bf16'],
            seededRandom(seed),
          ),
        ]),
    ),
  ];
  await Promise.all(
    configurations.map(([name, configuration]) =>
      step(`oracle 2, ${name}`, async () => {
        const built = await bench.runs.built(configuration, small);
        compare(
          `oracle 2: emulated ≡ built, fmad off, ${name}`,
          printed(built),
          printed(await bench.runs.emulated(configuration, small)),
          0,
        );
      }),
    ),
  );
  bench.close();
  await engine.close();
}

const FAILING = {
  'a launch with too many threads': 'k<<<1, 4096>>>(d);',
  'a kernel that writes outside its memory': 'k<<<1, 1>>>((double *) 64);',
  'a failed launch whose error was asked for and dropped': 'k<<<1, 4096>>>(d); cudaGetLastError();',
};

async function checkFailures() {
  const engine = engines.cuda({ cache });
  for (const [what, launch] of Object.entries(FAILING))
    await step(what, async () => {
      const text = `#include <cstdio>\n__global__ void k(double *x) { x[threadIdx.x] = 1; }\nint main() { double *d; cudaMalloc(&d, 64); ${launch} cudaDeviceSynchronize(); puts("1"); return 0; }\n`;
      const outcome = await engine.build({
        sources: [{ name: 'fails.cu', text, language: 'cuda', standard: 'c++17' }],
        ...{ includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] },
      });
      if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome));
      const run = await engine.run(outcome.artifact, { ...limits([]), environment: {} });
      judge(
        run.kind === 'crashed' && run.crash === 'gpu-error',
        `${what} is a failure`,
        'reason' in run ? run.reason : run.kind,
      );
    });
  await engine.close();
}

async function checkCommand(original) {
  const folder = path.join(scratch, 'with-makefile');
  fs.cpSync(nbody, folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'Makefile'), 'nbody: nbody.cu\n\tnvcc -O3 -arch=native -o $@ nbody.cu\n');
  const { bench, engine } = await openBench('command', folder, { root: folder, build: 'make nbody', run: './nbody' });
  const small = limits(['96', '4']);
  await step('nbody through its Makefile', async () => {
    const outcome = ended(await bench.runs.original(small));
    compare('its Makefile builds what the cuda engine builds', printed(outcome), original, 0);
    judge(outcome.gpu?.kernels[0]?.launches === 4, 'its kernels are timed too', JSON.stringify(outcome.gpu));
  });
  await step('instrumented through its Makefile', async () => {
    compare(
      'emulated through its Makefile, fmad on',
      original,
      printed(await bench.runs.emulated(baselineConfiguration, small)),
      1e-9,
    );
    const configuration = lowered(bench, CASE_5, 'fp32');
    compare(
      'case 5 through its Makefile, emulated against built',
      printed(await bench.runs.built(configuration, small)),
      printed(await bench.runs.emulated(configuration, small)),
      1e-5,
    );
  });
  bench.close();
  await engine.close();
}

/** Every CUDA program of the corpus with its first input: the original, and an emulation with its declared formats. */
async function checkCorpus() {
  const folders = fs
    .readdirSync(path.join(app, 'corpus'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'nbody')
    .map((entry) => path.join(app, 'corpus', entry.name))
    .filter((folder) => fs.existsSync(path.join(folder, 'mantissa.json')));
  // the fastest to build first; the output names programs for which no time is left
  const size = (folder) =>
    fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
  const queue = folders.sort((a, b) => size(a) - size(b));
  const lane = async () => {
    for (let folder = queue.shift(); folder; folder = queue.shift()) {
      if (performance.now() - started > CORPUS_UNTIL_MS) {
        note('LEFT', path.basename(folder), 'no time left');
        continue;
      }
      await step(path.basename(folder), async () => {
        const { bench, engine, project } = await openBench('cuda', folder);
        try {
          const [input] = Object.values(project.settings?.inputs ?? {});
          const given = limits(input?.arguments ?? []);
          const outcome = ended(await bench.runs.original(given));
          const emulated = await bench.runs.emulated(baselineConfiguration, given);
          const far = distance(printed(outcome), printed(emulated));
          const kernelMs = outcome.gpu?.kernelMs.toFixed(2) ?? 'no';
          judge(
            far < 1e-3,
            `${path.basename(folder)}: emulated against original, fmad on`,
            `${far.toExponential(2)}; ${kernelMs} ms in kernels`,
          );
        } finally {
          bench.close();
          await engine.close();
        }
      });
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}

const started = performance.now();
const engine = engines.cuda({ cache });
const availability = await engine.available();
note(
  availability.ok ? 'ok' : 'FAIL',
  'the cuda engine',
  'version' in availability ? availability.version : availability.reason,
);
await engine.close();
let original = '';
await step('nbody', async () => {
  original = await checkNbody();
});
await step('oracles', checkOracles);
await step('failures', checkFailures);
await step('command engine', () => checkCommand(original));
await step('corpus', checkCorpus);
await clang.close();
fs.rmSync(scratch, { recursive: true, force: true });
const failed = rows.filter(({ state }) => state === 'FAIL').length;
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`\n${rows.length} lines, ${failed} failed, ${seconds} s`);
fs.writeFileSync(
  path.join(results, 'gpu-check.md'),
  `| | what | |\n|---|---|---|\n${rows.map(({ state, what, detail }) => `| ${state} | ${what} | ${detail.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`).join('\n')}\n`,
);
process.exit(failed > 0 ? 1 : 0);
