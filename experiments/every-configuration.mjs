// Ranks the answers of searches among all configurations, by measured time. Builds and times on the GPU every configuration of an exhaustive study
// (--strategy exhaustive) that meets the goal, then times the fastest again in turn with the original program. For every other study of the same
// program and goal it prints the rank of its recommendation.
//   node experiments/every-configuration.mjs <folder with dist/> <folder for the results> <program> <input> <the exhaustive study> [other study…]
// Times are of kernels, by the GPU's own clock. 256 configurations take about four minutes on 16 cores.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { begin, ended, inParallel, limits, load, median, plainRequest } from './opening.mjs';

const { app, results, wanted } = begin(import.meta);
const [program, input, everything, ...others] = wanted;
if (program === undefined || input === undefined || everything === undefined)
  throw new Error('a program, the name of an input and a study are wanted');
const { EmbeddedClang, TuningSpace, Workbench, cacheFolder, engines, openProject, sitesInScope } = await load(app);

/** Number of further timings of the fastest configurations. */
const FINALISTS = 12;
const ROUNDS = 5;

const cache = cacheFolder();
const clang = new EmbeddedClang(cache, Math.max(1, Math.min(6, os.availableParallelism() - 2)));
const project = openProject(plainRequest(path.resolve(program)));
const args = project.settings?.inputs?.[input]?.arguments;
if (!args) throw new Error(`there is no input ${input}`);
const bench = await Workbench.open(clang, engines.cuda({ cache, clang }), project);
const space = new TuningSpace(bench, ['fp64', 'fp32'], sitesInScope(bench.program, bench.groups, 'kernels'));

const trials = recordsOf(everything).filter(({ kind }) => kind === 'trial');
const within = trials.filter(({ accepted }) => accepted);
const built = [{ name: 'as written', formats: {}, artifact: await bench.builds.original(), samples: [], modelled: 1 }];
await inParallel(os.availableParallelism(), within, async ({ number, formats, speedup }) => {
  if (Object.keys(formats).length === 0) return;
  const artifact = await bench.variants.build(space.configurationOf(formats));
  built.push({ name: `trial ${number}`, formats, artifact, samples: [], modelled: speedup });
});
console.log(`${built.length} built after ${seconds()} s`);
await time(built[0]); // warm-up
for (const one of built) await time(one);
console.log(`each of them timed once after ${seconds()} s`);
const [original, ...rest] = built;
const finalists = [original, ...rest.toSorted((a, b) => a.samples[0] - b.samples[0]).slice(0, FINALISTS)];
for (const other of others) {
  const answer = answerOf(other);
  const one = answer && built.find(({ formats }) => isSame(formats, answer.formats));
  if (one && !finalists.includes(one)) finalists.push(one);
}
for (const one of finalists) one.samples.length = 0;
for (let round = 0; round < ROUNDS; round++)
  for (const one of round % 2 === 0 ? finalists : finalists.toReversed()) await time(one);
bench.close();
await clang.close();

const rows = finalists
  .map(({ name, formats, samples, modelled }) => ({
    name,
    formats,
    modelled,
    ms: median(samples),
    least: Math.min(...samples),
  }))
  .sort((a, b) => a.ms - b.ms);
const asWritten = rows.find(({ name }) => name === 'as written');
console.log(
  `${path.basename(program)} ${args.join(' ')}: ${trials.length} configurations, ${within.length} within the goal, each of them timed once, the fastest ${FINALISTS} ${ROUNDS} times more`,
);
for (const { name, ms, least, modelled, formats } of rows)
  console.log(
    `${name.padEnd(12)}${(asWritten.ms / ms).toFixed(3)}× (least ${(asWritten.least / least).toFixed(3)}×), modelled ${modelled.toFixed(2)}×  ${Object.keys(formats).join(' ')}`,
  );
for (const other of others) {
  const answer = answerOf(other);
  const at = answer ? rows.findIndex(({ formats }) => isSame(formats, answer.formats)) : -1;
  if (at < 0) console.log(`${other}: ${answer ? 'not among them' : 'no answer'}`);
  else
    console.log(
      `${path.basename(other)} found number ${at + 1} of them (trial ${answer.number} of ${answer.count}), ${((rows[at].ms / rows[0].ms - 1) * 100).toFixed(1)} % slower than the fastest`,
    );
}
fs.mkdirSync(results, { recursive: true });
fs.writeFileSync(path.join(results, `${path.basename(program)}-every.json`), `${JSON.stringify(rows, null, 1)}\n`);

function seconds() {
  return (performance.now() / 1000).toFixed(0);
}

async function time(one) {
  const outcome = ended(await bench.runs.run(one.artifact, limits(args)));
  if (!outcome.gpu) throw new Error('nothing ran on a GPU');
  one.samples.push(outcome.gpu.kernelMs);
}

function recordsOf(study) {
  const text = fs.readFileSync(path.join(study, 'journal.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).record);
}

/** The configuration that a study recommends. */
function answerOf(study) {
  const records = recordsOf(study);
  const best = records.findLast(({ kind }) => kind === 'study-ended')?.best;
  const all = records.filter(({ kind }) => kind === 'trial');
  const trial = all.find(({ number }) => number === best);
  return trial && { ...trial, count: all.length };
}

function isSame(a, b) {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
