// Efficiency of the corpus's main kernels on a GPU, with their large inputs: the achieved fraction of peak arithmetic and memory throughput, and
// the time relative to a plain textbook version (experiments/textbook). Then compares every small output with the CPU's, both without contraction.
//   node experiments/peak-on-gpu.mjs <folder with dist/ and corpus/> <folder for the results> [program…]
// Writes peak.json and peak.txt. About three minutes with 16 cores: builds run in parallel, then timings one at a time.
//
// Operations are counted by an instrumented run on a smaller input and scaled to the large one; + − × ÷ and each function call count as one
// operation. Bytes are the least that a kernel must move. The peaks are the device profile's: two operations per fma, and DRAM.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { begin, ended, limits, load, plainRequest, root } from './opening.mjs';

const { app, results, wanted } = begin(import.meta);
const {
  EmbeddedClang,
  Workbench,
  cacheFolder,
  compareValues,
  devices,
  engines,
  findGpu,
  numbersIn,
  openProject,
  recogniseDevice,
} = await load(app);

const cube = (n) => n ** 3;
/** The launches that eliminate one column or tile after another. */
const overSteps = (n, step, cost) => {
  let sum = 0;
  for (let done = step; done < n; done += step) sum += cost(n - done);
  return sum;
};
/**
 * `work`: the quantity to which a launch's operations are proportional; `counted`: a small input for counting them; `bytes`: the least bytes that a
 * launch must move. `total`: launches differ, so the figures are for all of a run. `shared`: functions that other kernels also call, with this kernel's share.
 */
const PROGRAMS = {
  backprop: { kernel: 'adjustWeights', counted: ['65536', '1'], work: ([n]) => n, bytes: ([n]) => n * (16 * 16 + 4) },
  boxmd: {
    ...{ kernel: 'interact', counted: ['6', '0'], work: ([side]) => cube(3 * side - 2) }, // pairs of neighbouring boxes
    bytes: ([side]) => cube(side) * 128 * 64,
  },
  dot: { kernel: 'dotByBlock', counted: ['1048576', '1'], work: ([n]) => n, bytes: ([n]) => 16 * n },
  euler3d: {
    ...{ kernel: 'computeFlux', counted: ['16', '1'], work: ([side]) => 6 * cube(side) },
    ...{ bytes: ([side]) => 6 * cube(side) * 192, shared: { pressureOf: 15 / 16, soundSpeedOf: 15 / 16 } }, // 3 stages of 5 calls, and 1
  },
  gaussian: {
    ...{ kernel: 'fan2', total: true, operations: ([n]) => overSteps(n, 1, (left) => 2 * left * (left + 1)) },
    bytes: ([n]) => overSteps(n, 1, (left) => 16 * left * left),
  },
  globalsum: {
    kernel: 'sumByBlock',
    counted: ['1048576', '-4', '3', '1024', '1'],
    work: ([n]) => n,
    bytes: ([n]) => 8 * n,
  },
  hotspot: {
    kernel: 'advance',
    counted: ['512', '4'],
    work: ([side]) => side * side,
    bytes: ([side]) => 24 * side * side,
  },
  lab2rgb: { kernel: 'convert', counted: ['512', '512', '1'], work: ([w, h]) => w * h, bytes: ([w, h]) => 24 * w * h },
  ljmd: { kernel: 'ljForce', counted: ['12', '0'], work: ([n]) => 4 * cube(n), bytes: ([n]) => 4 * cube(n) * 68 },
  lud: {
    ...{ kernel: 'updateInternal<32>', total: true, operations: ([n]) => overSteps(n, 32, (left) => 65 * left * left) },
    bytes: ([n]) => overSteps(n, 32, (left) => 16 * left * left + 2 * 8 * 32 * left),
  },
  nbody: { kernel: 'bodyForce', counted: ['2048', '1'], work: ([n]) => n * n, bytes: ([n]) => 72 * n },
  sedov: {
    ...{ kernel: 'cornerForces', counted: ['16', '1'], work: ([n]) => cube(n), bytes: ([n]) => cube(n) * 304 },
    shared: { cornerAreas: 2 / 5, addFace: 2 / 5, addCorner: 2 / 5 }, // twice a cycle here, and three times by kinematicsAndGradients
  },
  sp: { kernel: 'solveX', counted: ['32', '1'], work: ([n]) => cube(n - 2), bytes: ([n]) => cube(n) * 336 },
};
/** Functions whose results differ between processors, unlike arithmetic, roots and selections. */
const EXACT = /^(?:sqrt|fabs|abs|f?min|f?max|floor|ceil|trunc|round|rint|fma|copysign|fmod)f?$/;

const run = promisify(execFile);
const cache = cacheFolder();
const clang = new EmbeddedClang(cache, Math.max(1, Math.min(6, os.availableParallelism() - 2)));
const [cuda, native] = [engines.cuda({ cache, clang }), engines.native({ cache, clang })];
const gpu = await findGpu();
const device = ((gpu && recogniseDevice(gpu.name)) ?? { profile: devices.h200 }).profile;
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-peak-'));
fs.mkdirSync(results, { recursive: true });
const names = Object.keys(PROGRAMS).filter((name) => wanted.length === 0 || wanted.includes(name));
const prepared = new Map(names.map((name) => [name, attempt(() => prepare(name))]));
await Promise.all(prepared.values());
const records = [];
const lines = [`${gpu?.name ?? 'no GPU'}; peaks as in the profile of ${device.name}`];
for (const name of names) {
  const ready = await prepared.get(name);
  const record = ready.failed ? ready : await attempt(() => measure(ready));
  records.push({ name, ...record });
  lines.push(line(records.at(-1)));
  console.log(lines.at(-1));
}
lines.push('funarc and simpsons are C programs: they have no kernels');
fs.writeFileSync(path.join(results, 'peak.json'), `${JSON.stringify(records, null, 1)}\n`);
fs.writeFileSync(path.join(results, 'peak.txt'), `${lines.join('\n')}\n`);
fs.rmSync(scratch, { recursive: true });
await Promise.all([cuda.close(), native.close()]);
await clang.close();
process.exit(records.every(({ failed, overTextbook, agrees }) => !failed && overTextbook <= 2 && agrees) ? 0 : 1);

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    return { failed: error instanceof Error ? error.message.slice(0, 2000) : String(error) };
  }
}

/** Builds all variants of a program. */
async function prepare(name) {
  const folder = path.join(app, 'corpus', name);
  const project = openProject(plainRequest(folder));
  const uncontracted = {
    ...project,
    units: project.units.map((unit) => ({ ...unit, arithmeticFlags: [...unit.arithmeticFlags, '--fmad=false'] })),
  };
  const textbook = path.join(scratch, name);
  const source = path.join(root, 'experiments/textbook', `${name}.cu`);
  const built = run('nvcc', ['-O3', '-std=c++17', `-arch=${device.architecture ?? 'native'}`, source, '-o', textbook]);
  const [bench, exact, onCpu] = await Promise.all([
    Workbench.open(clang, cuda, project),
    Workbench.open(clang, cuda, uncontracted),
    Workbench.open(clang, native, project),
  ]);
  const { counted } = PROGRAMS[name];
  const [original, strict, cpu, profile] = await Promise.all([
    bench.builds.original(),
    exact.builds.original(),
    onCpu.builds.original(),
    counted ? bench.runs.profile('count', limits(counted)).then(({ operations }) => operations) : null,
    built,
  ]);
  return { name, bench, exact, onCpu, original, strict, cpu, profile, textbook, inputs: project.settings.inputs };
}

async function measure({ name, bench, exact, onCpu, original, strict, cpu, profile, textbook, inputs }) {
  const { kernel, counted, total, bytes, work, operations } = PROGRAMS[name];
  const args = inputs.large.arguments;
  const numbers = args.map(Number);
  const timed = async (given) => {
    const outcome = ended(await bench.runs.run(original, limits(given)));
    const found = outcome.gpu?.kernels.find((one) => one.name === kernel);
    if (!found) throw new Error(`no kernel ${kernel} among ${outcome.gpu?.kernels.map((one) => one.name).join(', ')}`);
    return found;
  };
  await timed(args); // warm-up
  const runs = [];
  for (let k = 0; k < 3; k++) runs.push(await timed(args));
  const best = runs.reduce((a, b) => (a.ms < b.ms ? a : b));
  const ms = total ? best.ms : best.ms / best.launches;
  const flop = counted
    ? (countedIn(bench, name, profile) / (await timed(counted)).launches / work(counted.map(Number))) * work(numbers)
    : operations(numbers);
  const theirs = JSON.parse((await run(textbook, args)).stdout);
  const format = ['backprop', 'lab2rgb'].includes(name) ? 'fp32' : 'fp64';
  const peakFlops = 2 * device.throughput[format].fma * device.multiprocessors * device.clockMHz * 1e6;
  const [flops, rate] = [flop / (ms / 1000), bytes(numbers) / (ms / 1000)];
  const small = limits(inputs.small.arguments);
  const [gpuText, cpuText] = [ended(await exact.runs.run(strict, small)), ended(await onCpu.runs.run(cpu, small))].map(
    (outcome) => outcome.stdout.toString('latin1'),
  );
  const functions = bench.program.operations.flatMap(({ kind, symbol }) =>
    kind === 'math' && !EXACT.test(symbol) ? [symbol] : [],
  );
  const difference = differenceOf(cpuText, gpuText);
  return {
    ...{ kernel, large: args.join(' '), per: theirs.per, ms, textbookMs: theirs.ms, overTextbook: ms / theirs.ms },
    ...{
      flop,
      flops,
      ofPeakFlops: flops / peakFlops,
      bytesPerSecond: rate,
      ofPeakBytes: rate / (device.memory.dramGBs * 1e9),
    },
    ...{ identical: gpuText === cpuText, difference, functions: [...new Set(functions)] },
    agrees: gpuText === cpuText || (functions.length > 0 && difference !== null),
  };
}

/** Executions of the kernel's own operations and of the functions it calls, or its share of those. */
function countedIn({ program }, name, profile) {
  const { kernel, shared = {} } = PROGRAMS[name];
  const plain = kernel.replace(/<.*/, '');
  const reached = new Set(program.functions.flatMap(({ name: own }, index) => (own === plain ? [index] : [])));
  for (const index of reached) for (const called of program.functions[index].calls) reached.add(called);
  let sum = 0;
  for (const { operation, executions } of profile) {
    const { kind, function: index } = program.operations[operation];
    if (kind !== 'convert' && kind !== 'compare' && reached.has(index))
      sum += executions * (shared[program.functions[index].name] ?? 1);
  }
  return sum;
}

function differenceOf(expected, found) {
  const [a, b] = [numbersIn(expected), numbersIn(found)];
  return a.length === b.length ? compareValues('max-relative', a, b).error : null;
}

function line({ name, failed, ...record }) {
  if (failed) return `${name.padEnd(10)}FAILED ${failed.slice(0, 400)}`;
  const { kernel, per, ms, textbookMs, overTextbook, flops, ofPeakFlops, bytesPerSecond, ofPeakBytes } = record;
  const percent = (fraction) => `${(100 * fraction).toFixed(1)} %`;
  const alike = record.identical
    ? 'CPU = GPU'
    : `CPU–GPU ${record.difference?.toExponential(1)}${record.functions.length > 0 ? ` (${record.functions.join(' ')})` : ' UNEXPLAINED'}`;
  return `${name.padEnd(10)}${kernel.padEnd(20)}${ms.toFixed(4)} ms a ${per}, textbook ${textbookMs.toFixed(4)}: ${overTextbook.toFixed(2)}×  ${(flops / 1e12).toFixed(2)} Tflop/s (${percent(ofPeakFlops)})  ${(bytesPerSecond / 1e12).toFixed(2)} TB/s (${percent(ofPeakBytes)})  ${alike}`;
}
