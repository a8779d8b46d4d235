// Runs the corpus on a GPU with its large inputs: each original program, and a variant whose kernels use the next lower format throughout. Prints
// time, figure of merit and error, hence the largest possible speedup, and compares the small output with that of the CPU port.
//   node experiments/corpus-on-gpu.mjs <folder with dist/ and corpus/> <folder for the results> [program…]
import * as fs from 'node:fs';
import path from 'node:path';
import { begin, ended, limits, load, median, plainRequest } from './opening.mjs';

const { app, results, wanted } = begin(import.meta);
const { EmbeddedClang, Workbench, admits, cacheFolder, compareValues, engines, numbersIn, openProject, sitesInScope } =
  await load(app);

const RUNS = 5;
const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 4);
const [cuda, native] = [engines.cuda({ cache, clang }), engines.native({ cache, clang })];
const names = fs
  .readdirSync(path.join(app, 'corpus'), { withFileTypes: true })
  .flatMap((entry) =>
    entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)) ? [entry.name] : [],
  );
const records = [];
for (const name of names) {
  const started = performance.now();
  try {
    records.push(await measure(name));
  } catch (error) {
    records.push({ name, failed: error instanceof Error ? error.message.slice(0, 2000) : String(error) });
  }
  console.log(line(records.at(-1)), `[${((performance.now() - started) / 1000).toFixed(0)} s]`);
}
fs.writeFileSync(path.join(results, 'corpus.json'), `${JSON.stringify(records, null, 2)}\n`);
await clang.close();
process.exit(records.some(({ failed }) => failed) ? 1 : 0);

async function measure(name) {
  const folder = path.join(app, 'corpus', name);
  const project = openProject(plainRequest(folder));
  const { small, large } = project.settings.inputs;
  const bench = await Workbench.open(clang, cuda, project);
  const onCpu = await Workbench.open(clang, native, project);
  try {
    const narrow = narrowed(bench);
    const [baseline, lowered] = [await bench.builds.original(), await bench.variants.build(narrow.configuration)];
    const runs = { baseline: [], lowered: [] };
    for (let run = 0; run <= RUNS; run++) {
      for (const [key, artifact] of Object.entries({ baseline, lowered })) {
        const outcome = ended(await bench.runs.run(artifact, limits(large.arguments)));
        if (run > 0) runs[key].push(outcome); // the first is a warm-up
      }
    }
    const [gpuText, cpuText] = [
      ended(await bench.runs.run(baseline, limits(small.arguments))).stdout.toString('latin1'),
      ended(await onCpu.runs.original(limits(small.arguments))).stdout.toString('latin1'),
    ];
    const error = (expected, found) => {
      const [a, b] = [numbersIn(expected), numbersIn(found)];
      return a.length === b.length ? compareValues('max-relative', a, b).error : null;
    };
    const text = (outcome) => outcome.stdout.toString('latin1');
    return {
      name,
      large: large.arguments.join(' '),
      narrow: narrow.format,
      groups: narrow.groups,
      baselineMs: runs.baseline.map(timeOf),
      loweredMs: runs.lowered.map(timeOf),
      baselineMerit: merit(runs.baseline),
      loweredMerit: merit(runs.lowered),
      error: error(text(runs.baseline[0]), text(runs.lowered[0])),
      repeats: runs.baseline.every((one) => text(one) === text(runs.baseline[0])),
      kernels: runs.baseline.at(-1).gpu?.kernels ?? [],
      small: { gpu: gpuText, cpu: cpuText, difference: error(cpuText, gpuText) },
    };
  } finally {
    bench.close();
    onCpu.close();
  }
}

/** Every group that a kernel uses, in its next lower format. */
function narrowed(bench) {
  const scope = sitesInScope(bench.program, bench.groups, bench.program.isCuda ? 'kernels' : 'all');
  const sites = new Map();
  let groups = 0;
  let format = 'fp32';
  for (const group of bench.groups.groups) {
    const declared = bench.program.sites[group.sites[0]].format;
    const to = declared === 'fp64' ? 'fp32' : 'fp16';
    if (group.frozen !== null || !group.sites.some((site) => scope.has(site))) continue;
    if (!group.sites.every((site) => admits(bench.program, site, to))) continue;
    for (const site of group.sites) sites.set(site, to);
    format = to;
    groups++;
  }
  return { configuration: { sites, operations: new Map() }, groups, format };
}

function timeOf({ gpu, durationMs }) {
  return gpu && gpu.kernelMs > 0 ? gpu.kernelMs : durationMs;
}

/** The figure of merit a program prints on stderr. */
function merit(outcomes) {
  const texts = outcomes.map(({ stderr }) => stderr.toString('latin1').trim().split('\n').at(-1) ?? '');
  const values = texts.map((text) => Number(/[\d.]+(?:e[-+]?\d+)?/.exec(text)?.[0]));
  return { text: texts[0], median: median(values) };
}

function line(record) {
  if (record.failed) return `${record.name.padEnd(11)}FAILED ${record.failed.slice(0, 300)}`;
  const { name, narrow, baselineMs, loweredMs, baselineMerit, loweredMerit, error, small } = record;
  const [before, after] = [median(baselineMs), median(loweredMs)];
  return `${name.padEnd(11)}${before.toFixed(1).padStart(9)} ms  ${narrow} ${after.toFixed(1).padStart(9)} ms  ideal ${(before / after).toFixed(2)}×  error ${error?.toExponential(2)}  merit ${baselineMerit.median} → ${loweredMerit.median}  CPU–GPU ${small.difference?.toExponential(1)}`;
}
