// Cost of a shadow run on a GPU: the time of all kernels, plain and with every fp64 operation also done in fp32, on the input of the paper's tables
// (digits.json) or the large one. Also compares its sums on the small input with the CPU's. GPUMixer reports slowdowns of 61, 1.5 and 11 times, 24 on average.
//   node experiments/shadow-on-gpu.mjs <folder with dist/ and corpus/> <folder for the results> [program…]
import * as fs from 'node:fs';
import path from 'node:path';
import { begin, load, median } from './opening.mjs';

const { app, results, wanted } = begin(import.meta);
const { EmbeddedClang, Workbench, cacheFolder, engines, openProject } = await load(app);

const RUNS = 3;
const PAPER = ['sedov', 'ljmd', 'euler3d'];
const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 4);
const [cuda, native] = [engines.cuda({ cache, clang }), engines.native({ cache, clang })];
const records = [];
for (const name of wanted.length > 0 ? wanted : [...PAPER, 'nbody']) {
  const started = performance.now();
  try {
    records.push(await measure(name));
  } catch (error) {
    records.push({ name, failed: error instanceof Error ? error.message.slice(0, 2000) : String(error) });
  }
  console.log(`${line(records.at(-1))}  [${((performance.now() - started) / 1000).toFixed(0)} s]`);
}
const ratios = records.flatMap(({ name, ratio }) => (PAPER.includes(name) && ratio ? [ratio] : []));
const mean = ratios.length === PAPER.length ? ratios.reduce((sum, ratio) => sum + ratio) / ratios.length : null;
if (mean !== null) console.log(`mean of ${PAPER.join(', ')}: ${mean.toFixed(1)} times (12 allowed, the paper has 24)`);
fs.mkdirSync(results, { recursive: true });
fs.writeFileSync(path.join(results, 'shadow.json'), `${JSON.stringify({ mean, programs: records }, null, 2)}\n`);
await clang.close();
process.exit(records.some(({ failed }) => failed) || (mean !== null && mean > 12) ? 1 : 0);

async function measure(name) {
  const folder = path.join(app, 'corpus', name);
  const described = ['digits.json', 'mantissa.json'].find((file) => fs.existsSync(path.join(folder, file)));
  const request = { inputs: [path.join(folder, described)], includeFolders: [], defines: [], undefines: [] };
  const project = openProject({ ...request, workingFolder: folder });
  const { small, paper, large = paper } = project.settings.inputs;
  const bench = await Workbench.open(clang, cuda, project);
  const onCpu = await Workbench.open(clang, native, project);
  try {
    const [plain, shadow] = [[], []];
    for (let run = 0; run <= RUNS; run++) {
      const outcomes = [
        await bench.runs.original(limits(large.arguments)),
        (await bench.runs.profile('shadow', limits(large.arguments))).outcome,
      ];
      if (run > 0) [plain, shadow].forEach((times, which) => void times.push(kernelTimes(outcomes[which])));
    }
    const [before, after] = [plain, shadow].map((times) => median(times.map(({ ms }) => ms)));
    return {
      name,
      input: large.arguments.join(' '),
      plainMs: plain.map(({ ms }) => ms),
      shadowMs: shadow.map(({ ms }) => ms),
      ratio: after / before,
      kernels: kernelRatios(plain, shadow),
      ...(await agreement(bench, onCpu, limits(small.arguments))),
    };
  } finally {
    bench.close();
    onCpu.close();
  }
}

/** Relative deviation of each operation's sum from the CPU's, for sums above the rounding noise. */
async function agreement(bench, onCpu, input) {
  const [gpu, cpu] = [await bench.runs.profile('shadow', input), await onCpu.runs.profile('shadow', input)].map(
    ({ operations }) => operations,
  );
  const sums = new Map(gpu.map((one) => [one.operation, one]));
  const compared = cpu.flatMap(({ operation, difference, lost = 0 }) => {
    const inKernel = bench.program.functions[bench.program.operations[operation].function].kind !== 'host';
    if (!inKernel || difference === 0) return [];
    const other = sums.get(operation);
    const far = Math.abs((other?.difference ?? 0) - difference) / difference;
    return [
      { operation: bench.program.operations[operation].id, cpu: difference, gpu: other?.difference ?? 0, far, lost },
    ];
  });
  const farthest = compared.reduce((most, one) => (one.far > most.far ? one : most), { far: 0 });
  return { operations: compared.length, farthest, sums: compared };
}

function kernelRatios(plain, shadow) {
  return [...plain[0].kernels.keys()].map((kernel) => {
    const [before, after] = [plain, shadow].map((times) =>
      median(times.map(({ kernels }) => kernels.get(kernel) ?? 0)),
    );
    return { kernel, plainMs: before, shadowMs: after, ratio: after / before };
  });
}

function kernelTimes(outcome) {
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0 || !outcome.gpu)
    throw new Error(`${outcome.kind} ${outcome.exitCode ?? ''} ${outcome.reason ?? ''} ${outcome.stderr ?? ''}`);
  const kernels = new Map();
  for (const { name, ms } of outcome.gpu.kernels) kernels.set(name, (kernels.get(name) ?? 0) + ms);
  return { ms: outcome.gpu.kernelMs, kernels };
}

function limits(args) {
  return { arguments: args, timeoutMs: 180_000, maxOutputBytes: 2 ** 26, maxMemoryBytes: 2 ** 36 };
}

function line(record) {
  if (record.failed) return `${record.name.padEnd(9)}FAILED ${record.failed.slice(0, 400)}`;
  const { name, input, plainMs, shadowMs, ratio, farthest } = record;
  const ms = (times) => `${median(times).toFixed(2)} ms`;
  return `${name.padEnd(9)}${input.padEnd(14)}plain ${ms(plainMs)}  shadow ${ms(shadowMs)}  ${ratio.toFixed(1)} times  sums within ${farthest.far.toExponential(1)} of the CPU's`;
}
