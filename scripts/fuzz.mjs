// npm run fuzz -- [--programs 2000] [--configurations 20] [--seed n] [--engine native|wasm|cuda]
//   [--language c|c++|cuda] [--traits memory,text,…] [--convert-copies] [--calls-apart] [--wide] [--jobs 2] [--reports folder]
// npm run fuzz -- --of test/samples/oracles [--configurations 20] [--seed n] [--engine native|wasm|cuda] [--jobs 2]
// npm run fuzz -- --vectorize [--programs 1000] [--seed n] [--formats fp16,bf16,fp32] [--reports folder]
// npm run fuzz -- --phases [--programs 200] [--seed n] [--engine native|wasm] [--language c|c++|cuda] [--jobs 2] [--reports folder]
// Runs the two oracles (test/oracles) on generated programs. Failures, and programs that cannot run, are shrunk and written to the reports folder.
// --wide adds multi-word formats. --engine cuda runs CUDA programs on a GPU, built without contraction. --of takes the programs of a folder instead.
// --vectorize compares random loops with the vector code that mantissa vectorize writes for them, bit by bit (test/features/vectorize).
// --phases checks programs whose formats change during the run, --programs in each language.
// --jobs: number of processes that share the programs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '2000' },
    configurations: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'native' },
    language: { type: 'string' },
    traits: { type: 'string' },
    'convert-copies': { type: 'boolean', default: false },
    'calls-apart': { type: 'boolean', default: false },
    wide: { type: 'boolean', default: false },
    phases: { type: 'boolean', default: false },
    vectorize: { type: 'boolean', default: false },
    formats: { type: 'string', default: 'fp16,bf16,fp32' },
    of: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    reports: { type: 'string', default: path.join(root, 'fuzz-reports') },
  },
});
const imported = async (/** @type {string} */ file) =>
  (await runnerImport(path.join(root, file), { root, logLevel: 'error', oxc: { target: 'es2023' } })).module;
if (values.phases) process.exit((await phases()) ? 0 : 1);
if (values.vectorize) process.exit((await vectors()) ? 0 : 1);
const module = await imported('test/oracles/fuzz.ts');
if (process.send) await work();
else process.exit((await share()) ? 0 : 1);

/** Loops with phases, in this process. True if nothing failed. */
async function phases() {
  const { fuzzPhases } = await imported('test/oracles/fuzz-phases.ts');
  return fuzzPhases({
    programs: Number(values.programs),
    seed: Number(values.seed),
    engine: values.engine,
    languages: values.language ? [values.language] : ['c', 'c++', 'cuda'],
    jobs: Number(values.jobs),
    reports: path.resolve(values.reports),
    say: (/** @type {string} */ line) => console.log(line),
  });
}

/** Random loops, in this process. True if nothing failed. */
async function vectors() {
  const { fuzzLoops } = await imported('test/features/vectorize/fuzz-loops.ts');
  return fuzzLoops({
    programs: Number(values.programs),
    seed: Number(values.seed),
    formats: values.formats.split(','),
    reports: path.resolve(values.reports),
    say: (/** @type {string} */ line) => console.log(line),
  });
}

/** A worker process: requests a batch, checks it and reports the result. */
async function work() {
  await module.fuzz({
    programs: Number(values.programs),
    configurations: Number(values.configurations),
    seed: Number(values.seed),
    engine: values.engine,
    language: values.language,
    traits: values.traits,
    convertCopies: values['convert-copies'],
    callsApart: values['calls-apart'],
    wide: values.wide,
    reports: path.resolve(values.reports),
    of: values.of && path.resolve(values.of),
    nextBatch: async () => {
      process.send({ wants: 'batch' });
      const [{ batch }] = await once(process, 'message');
      return batch;
    },
    say: (line) => console.log(line),
    counted: (totals) => process.send({ totals }),
  });
  process.disconnect();
}

/** Distributes the batches and sums the counts of the processes. True if nothing failed. */
async function share() {
  const [batches, size] = module.batchesOf({ ...values, programs: Number(values.programs) });
  const programs = values.of ? batches * size : Number(values.programs);
  const counts = new Map();
  const sum = (what) => [...counts.values()].reduce((total, one) => total + one[what], 0);
  let next = 0;
  const processes = Array.from({ length: Math.min(Number(values.jobs), batches) }, () => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2));
    child.on('message', (/** @type {any} */ { totals }) => {
      if (!totals) return child.send({ batch: next < batches ? next++ : null });
      counts.set(child.pid, totals);
      const said = ['programs', 'runs', 'infeasible', 'failures'].map((what) => `${sum(what)} ${what}`);
      console.log(said.join(', '));
    });
    return once(child, 'exit');
  });
  const ends = await Promise.all(processes);
  const isComplete = ends.every(([status]) => status === 0) && sum('programs') === programs;
  if (!isComplete) console.log('a process ended before all programs were checked');
  return isComplete && sum('failures') === 0;
}
