// Measures what phases gain over formats that are the same throughout the run, on the six programs of experiments/phases: at a tenth and a hundredth of
// the all-fp32 error of the small input, the best static formats (tune), phases (the patch applied and built by nvcc), and all-fp32, each timed
// in turn with the original program on the large input, and with its error there.
//   node experiments/phases-on-gpu.mjs <folder with dist/> <folder for the results> [program…]
//     [--engine native] [--gpu rtx-5090] [--tune-time 15s] [--minutes 6] [--divisor 10] [--commit <id>]
// With --engine native nothing is timed: speedups are modelled for --gpu. --divisor (repeatable) names the parts of the error. Writes phases.tsv, phases.txt, and patches; a line as soon as it is known, those
// of a tenth first. Searches for switches and builds run beside one another before anything is timed. Rows that --minutes leaves no time for are
// written without figures.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { begin, ended, inParallel, limits, load, plainRequest, root } from './opening.mjs';

const PROGRAMS = ['heat', 'jacobi', 'cg', 'langevin', 'reaction', 'nbody'];
/** Kernels are timed by the GPU's own clock: three rounds that agree within 2 % suffice. */
const PATIENCE = { warmsUp: true, enoughOnGpu: 3, fewestRounds: 3, mostRounds: 7, enoughMs: 4000 };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    engine: { type: 'string', default: 'cuda' },
    gpu: { type: 'string' },
    'tune-time': { type: 'string', default: '15s' },
    minutes: { type: 'string', default: '6' },
    divisor: { type: 'string', multiple: true, default: ['10', '100'] },
    commit: { type: 'string', default: 'unknown' },
  },
});
process.argv.splice(2, Number.POSITIVE_INFINITY, ...(options.help ? ['--help'] : positionals));
const { app, results, wanted } = begin(import.meta);
const mantissa = await load(app);
const isTimed = options.engine === 'cuda';
const model = options.gpu ? ['--gpu', options.gpu] : [];
const beganMs = performance.now();
const endMs = beganMs + 60_000 * Number(options.minutes);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-phases-'));
fs.mkdirSync(results, { recursive: true });

const cache = mantissa.cacheFolder();
const clang = new mantissa.EmbeddedClang(cache, Math.max(1, Math.min(6, os.availableParallelism() - 2)));
const cuda = isTimed ? mantissa.engines.cuda({ cache, clang }) : null;
const gpu = isTimed ? ((await mantissa.findGpu())?.name ?? 'no GPU') : `modelled for ${options.gpu ?? 'h200'}`;
const names = PROGRAMS.filter((name) => wanted.length === 0 || wanted.includes(name));
const rows = [];
fs.writeFileSync(path.join(results, 'phases.tsv'), `${Object.keys(emptyRow('', 0)).join('\t')}\n`);
say(
  `${gpu}, ${new Date().toISOString().slice(0, 10)}, commit ${options.commit}; speedups are ${isTimed ? 'measured, with 95 % intervals' : 'modelled'}`,
);

const started = new Map();
const errors = new Map();
const found = new Map();
const width = Math.max(1, Math.min(12, Math.floor(os.availableParallelism() / 2)));
await inParallel(width, names, async (name) => {
  errors.set(name, await errorOfFp32(name));
});
const searches = options.divisor.flatMap((divisor) => names.map((name) => ({ name, divisor: Number(divisor) })));
await inParallel(width, searches, async ({ name, divisor }) => {
  found.set(`${name} ${divisor}`, await attempt(searchPhases(name, divisor)));
});
if (isTimed) {
  await inParallel(width, names, async (name) => {
    started.set(name, await attempt(buildPrograms(name)));
  });
}
say(`searched and built after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`);
for (const { name, divisor } of searches) {
  const row = emptyRow(name, divisor);
  try {
    if (performance.now() < endMs) await fill(row);
    else row.why = `not measured: ${options.minutes} minutes are over`;
  } catch (error) {
    row.why = `failed: ${error instanceof Error ? error.message.slice(0, 600).replaceAll(/\s+/g, ' ') : error}`;
  }
  rows.push(row);
  fs.appendFileSync(path.join(results, 'phases.tsv'), `${Object.values(row).map(cell).join('\t')}\n`);
  say(line(row));
}
say(summary());
for (const { bench, patched, failed } of started.values())
  if (!failed) for (const one of [bench, ...[...patched.values()].map((built) => built.bench)]) one.close();
await clang.close();
fs.rmSync(scratch, { recursive: true, force: true });
process.exit(rows.some(({ why }) => why?.startsWith('failed')) ? 1 : 0);

/** One line of the table. Speedups are over the original program; `…Large`: errors on the large input. */
function emptyRow(program, divisor) {
  const speeds = (kind) => ({ [kind]: null, [`${kind}Low`]: null, [`${kind}High`]: null, [`${kind}Large`]: null });
  return {
    ...{ program, divisor, fp32Error: null, bound: null, ...speeds('fp32'), ...speeds('static'), staticError: null },
    ...{ staticGain: null, share: null, ...speeds('phases'), phasesError: null, phasesGain: null, why: null },
  };
}

/** A failure of one program leaves the others to be measured. */
async function attempt(work) {
  try {
    return await work;
  } catch (failed) {
    return { failed };
  }
}

function projectFile(name) {
  return path.join(root, 'experiments/phases', `${name}.json`);
}

function goalOf(name, divisor) {
  return String(Number((errors.get(name) / divisor).toPrecision(2)));
}

/** The standard output of a command of mantissa. `tune` ends with another exit code than 0 if it recommends nothing, and answers all the same. */
async function command(...args) {
  const program = path.join(app, 'bin/mantissa');
  const ran = promisify(execFile)(process.execPath, [program, ...args], { maxBuffer: 2 ** 26, cwd: scratch });
  const { stdout } = await ran.catch((error) => {
    if (error.stdout) return error;
    throw new Error(`mantissa ${args[0]}: ${error.stderr.trim().split('\n').slice(-4).join(' ')}`);
  });
  return stdout;
}

/** The error of the program in fp32 on the small input, emulated on the CPU. */
async function errorOfFp32(name) {
  const args = [projectFile(name), '--engine', 'native', '--input', 'small'];
  const original = await command('run', ...args);
  const lowered = await command('run', ...args, '--how', 'emulated', '--all', 'fp32');
  return errorBetween(original, lowered);
}

function errorBetween(expected, actual) {
  return mantissa.compareValues('max-relative', mantissa.numbersIn(expected), mantissa.numbersIn(actual)).error;
}

/** The answer of `mantissa phases`, emulated on the CPU, and its patch. */
async function searchPhases(name, divisor) {
  const patch = path.join(results, `${name}-${divisor}.patch`);
  const goal = ['--max-error', goalOf(name, divisor), '--engine', 'native', ...model];
  const answer = JSON.parse(await command('phases', projectFile(name), ...goal, '--json', '--patch', patch));
  return { answer, patch: fs.existsSync(patch) ? patch : null };
}

async function fill(row) {
  const { program: name, divisor } = row;
  row.fp32Error = errors.get(name);
  row.bound = Number(goalOf(name, divisor));
  const { answer, failed } = found.get(`${name} ${divisor}`);
  if (failed) throw failed;
  if (answer.phases) {
    row.share = answer.chosen.fraction;
    row.phasesError = answer.chosen.error;
  }
  row.why = answer.phases ? answer.noPatch : answer.end;
  const study = path.join(scratch, `${name}-${divisor}`);
  if (isTimed) {
    const program = started.get(name);
    if (program.failed) throw program.failed;
    program.speeds ??= await compare(program.bench, { bench: program.bench, artifact: program.fp32 });
    copySpeeds(row, 'fp32', program.speeds);
    const patched = program.patched.get(divisor);
    if (patched) copySpeeds(row, 'phases', await compare(program.bench, patched));
    const trial = await tune(row, study);
    if (trial !== null) {
      const best = await buildPatched(name, await command('apply', String(trial), '--no-compile', '-o', study));
      copySpeeds(row, 'static', await compare(program.bench, best));
      best.bench.close();
    }
  } else {
    row.fp32 = answer.lowSpeedup;
    row.phases = answer.chosen?.speedup ?? null;
    await tune(row, study);
  }
  row.static ??= 1; // the original program
  const gain = (speedup) => (row.fp32 > 1 && speedup !== null ? (speedup - 1) / (row.fp32 - 1) : null);
  row.staticGain = gain(row.static);
  row.phasesGain = gain(row.phases ?? 1);
}

function copySpeeds(row, kind, { ratio, low, high, error }) {
  Object.assign(row, { [kind]: ratio, [`${kind}Low`]: low, [`${kind}High`]: high, [`${kind}Large`]: error });
}

/** The best static formats; the number of their trial, or null if none is recommended. */
async function tune(row, study) {
  const time = ['--no-phases', '--time', options['tune-time'], '--engine', options.engine, ...model];
  const answer = JSON.parse(
    await command('tune', projectFile(row.program), '--max-error', String(row.bound), ...time, '--json', '-o', study),
  );
  if (!answer.best) return null;
  row.staticError = answer.best.error;
  if (!isTimed) row.static = answer.best.speedup;
  return answer.best.trial;
}

/** The program as written, in fp32, and with the patches of its phases, built for the GPU. */
async function buildPrograms(name) {
  const bench = await mantissa.Workbench.open(clang, cuda, mantissa.openProject(plainRequest(projectFile(name))));
  const { program, groups } = bench;
  const scope = mantissa.sitesInScope(program, groups, 'kernels');
  await bench.builds.original();
  const fp32 = await bench.variants.build(mantissa.uniformConfiguration(program, groups, scope, 'fp32'));
  const patched = new Map();
  for (const { name: of, divisor } of searches) {
    const { patch } = found.get(`${of} ${divisor}`);
    if (of === name && patch) patched.set(divisor, await buildPatched(name, fs.readFileSync(patch, 'utf8')));
  }
  return { bench, fp32, patched, speeds: null };
}

/** Applies a patch to a copy of the program, and builds it as a program of its own. */
async function buildPatched(name, patch) {
  const folder = fs.mkdtempSync(path.join(scratch, `${name}-`));
  const source = path.join(root, 'experiments/phases', `${name}.cu`);
  const [change] = mantissa.parsePatch(patch);
  const patched = mantissa.applyPatch(fs.readFileSync(source, 'utf8'), change);
  if (patched === false) throw new Error(`the patch of ${name} does not apply`);
  fs.writeFileSync(path.join(folder, `${name}.cu`), patched);
  fs.copyFileSync(projectFile(name), path.join(folder, `${name}.json`));
  const project = mantissa.openProject(plainRequest(path.join(folder, `${name}.json`)));
  const bench = await mantissa.Workbench.open(clang, cuda, project);
  return { bench, artifact: await bench.builds.original() };
}

/** The speedup of a built program over the original one on the large input, and its error there. */
async function compare(bench, changed) {
  const { arguments: args } = bench.project.settings.inputs.large;
  const original = { bench, artifact: await bench.builds.original() };
  const outputs = new Map();
  const run = async (program) => {
    const outcome = await program.bench.runs.run(program.artifact, limits(args));
    outputs.set(program, ended(outcome).stdout.toString('latin1'));
    return [outcome];
  };
  const random = mantissa.seededRandom(1);
  const { ratio, low, high } = await mantissa.measure(run, original, changed, random, { patience: PATIENCE });
  return { ratio, low, high, error: errorBetween(outputs.get(original), outputs.get(changed)) };
}

function cell(value) {
  return value === null ? '' : typeof value === 'number' ? String(Number(value.toPrecision(5))) : String(value);
}

function line(row) {
  const times = (kind) => {
    if (row[kind] === null) return 'none'.padEnd(20);
    const interval =
      row[`${kind}Low`] === null ? '' : ` (${row[`${kind}Low`].toFixed(2)}–${row[`${kind}High`].toFixed(2)})`;
    return `${row[kind].toFixed(2)}×${interval}`.padEnd(20);
  };
  const gain = (share) => (share === null ? '' : `${Math.round(100 * share)} %`).padStart(5);
  const large =
    row.phasesLarge === null
      ? ''
      : ` [error at the large size: phases ${row.phasesLarge.toExponential(1)}, fp32 ${row.fp32Large.toExponential(1)}]`;
  const share = row.share === null ? '' : `, ${Math.round(100 * row.share)} % of the iterations in fp32`;
  const bound = row.bound === null ? '' : row.bound.toExponential(1);
  return `${row.program.padEnd(9)} ÷${String(row.divisor).padEnd(4)} ${bound.padEnd(8)} static ${times('static')}${gain(row.staticGain)}  phases ${times('phases')}${gain(row.phasesGain)}  fp32 ${times('fp32')}${share}${row.why ? `; ${row.why}` : ''}${large}`;
}

function summary() {
  const tenth = rows.filter(({ divisor, phasesGain }) => divisor === 10 && phasesGain !== null);
  const reached = tenth.filter(({ phasesGain, staticGain }) => phasesGain >= 0.7 && staticGain <= 0.3);
  return `at a tenth of the all-fp32 error, phases have at least 70 % of the gain of fp32 and static formats at most 30 % on ${reached.length} of ${tenth.length} programs: ${reached.map(({ program }) => program).join(', ') || 'none'}`;
}

function say(text) {
  console.log(text);
  fs.appendFileSync(path.join(results, 'phases.txt'), `${text}\n`);
}
