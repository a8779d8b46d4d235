// Checks the verdicts of `mantissa tune` on CPU programs against timings by hand: six programs, for two of which all-fp32 is faster, for two
// slower, and for two of which only a mix of fp64 and fp32 is faster (experiments/host-verdicts/programs.json).
//   node experiments/host-verdicts.mjs [options] <results folder> [program…]
//     --time 3m     time budget of each `mantissa tune`
//     --rounds 40   rounds of each timing by hand
//     --busy        tune while one busy loop per core runs; timings by hand are still taken without them
//     --again       repeat timings by hand that the results folder already contains
// By hand: the original and a variant, built with gcc or g++ -O2 and the program's own flags, run in turn, and each round swaps their order.
// The speedup is the median of the ratios of all rounds, wall-clock time, with a bootstrap interval of 95 %. by-hand.json in the results folder
// stores these timings, and a later run with --busy reuses them. Run without --busy first, on an idle machine.
// A verdict is wrong if
//   - the recommended patch is slower by hand or exceeds the tolerance,
//   - the speedup claimed and the one by hand (same clock) differ by more than 10 % and their intervals do not overlap, or
//   - the tool reports no speedup, or a complete search, and a variant by hand within the tolerance is at least 1.15× faster.
// "cannot tell", no answer, and a speedup missed by a search that reached its time budget are counted, and are not wrong.
// Writes table.txt, table.json and the output of each tune (with --busy: busy-table.txt …). Exit code 1: a verdict is wrong.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { headOf, helpIfAsked } from '../scripts/help.mjs';

helpIfAsked(import.meta);

/**
 * @typedef {{ ratio: number, low: number, high: number }} Estimate
 * @typedef {{ error: number, wall: Estimate, cpu: Estimate, rounds: number, load: number }} Timing
 * @typedef {{ all: string } | { formats: Record<string, string> }} Variant
 * @typedef {{ name: string, source: string, flags: string[], maxError: number, expected: string, why: string, variants: Record<string, Variant> }} Program
 * @typedef {'faster' | 'no speedup' | 'cannot tell' | 'no answer'} Verdict
 * @typedef {{ verdict: Verdict, trial: number | null, claimed: Estimate | null, clock: string | null, isComplete: boolean, stopped: string | null, sentence: string, seconds: number, status: number | null, patch: string | null }} Answer
 */

const root = path.join(import.meta.dirname, '..');
const packed = path.join(root, 'offline', 'mantissa');
const mantissa = fs.existsSync(packed) ? packed : path.join(root, 'bin', 'mantissa');
const folder = path.join(import.meta.dirname, 'host-verdicts');
/** @type {readonly Program[]} */
const PROGRAMS = JSON.parse(fs.readFileSync(path.join(folder, 'programs.json'), 'utf8'));

/** A variant by hand that is this much faster must not be missed. */
const MISSED_SPEEDUP = 1.15;
/** Speedups that differ by no more than this factor agree, whatever their intervals. */
const AGREEMENT = 1.1;
const RESAMPLES = 2000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    time: { type: 'string', default: '3m' },
    rounds: { type: 'string', default: '40' },
    busy: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
const [results, ...names] = positionals;
const unknown = names.find((name) => PROGRAMS.every((one) => one.name !== name));
if (!results || unknown) {
  console.error(unknown ? `unknown program '${unknown}'` : headOf(import.meta));
  process.exit(2);
}
const rounds = Number(values.rounds);
const prefix = values.busy ? 'busy-' : '';
fs.mkdirSync(results, { recursive: true });
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'host-verdicts-'));
/** @type {import('node:child_process').ChildProcess[]} */
const busyLoops = [];
process.on('exit', () => {
  endBusyLoops();
  fs.rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/** @type {Record<string, Timing>} */
const timings = readTimings();
const rows = [];
for (const program of PROGRAMS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  rows.push(await check(program));
  console.error(rowText(rows.at(-1)));
}
const table = tableText(rows);
fs.writeFileSync(path.join(results, `${prefix}table.txt`), table);
fs.writeFileSync(
  path.join(results, `${prefix}table.json`),
  `${JSON.stringify({ ...environment(), time: values.time, rounds, busy: values.busy, rows }, null, 2)}\n`,
);
console.log(table);
process.exitCode = rows.some(({ wrong }) => wrong.length > 0) ? 1 : 0;

/** @param {Program} program */
async function check(program) {
  /** @type {Record<string, Timing>} */
  const byHand = {};
  for (const [variant, format] of Object.entries(program.variants)) {
    const patch = rewrite(program, format);
    byHand[variant] = timeByHand(program, variant, patch);
    console.error(`${program.name}, ${variant} by hand: ${timingText(byHand[variant], program)}`);
  }
  const answer = await tune(program);
  console.error(`${program.name}, tune: ${answer.sentence}`);
  const recommended = answer.patch === null ? null : timeByHand(program, 'recommended', answer.patch);
  const { wrong, missed } = mistakes(program, byHand, answer, recommended);
  const { patch: _, ...said } = answer;
  return { ...program, byHand, answer: said, recommended, wrong, missed };
}

/**
 * @param {Program} program
 * @param {Record<string, Timing>} byHand
 * @param {Answer} answer
 * @param {Timing | null} recommended
 */
function mistakes(program, byHand, answer, recommended) {
  const wrong = [];
  if (recommended && recommended.error > program.maxError)
    wrong.push(`the recommended patch exceeds the tolerance by hand: ${recommended.error.toPrecision(3)}`);
  if (answer.verdict === 'faster' && recommended && answer.claimed) {
    const hand = answer.clock === 'cpu' ? recommended.cpu : recommended.wall;
    if (recommended.wall.ratio < 1) wrong.push('the recommended patch is slower by hand');
    const factor = Math.max(hand.ratio / answer.claimed.ratio, answer.claimed.ratio / hand.ratio);
    const overlap = hand.low <= answer.claimed.high && answer.claimed.low <= hand.high;
    if (!overlap && factor > AGREEMENT)
      wrong.push(`claims ${estimateText(answer.claimed)}, by hand ${estimateText(hand)}`);
  }
  const reference = answer.verdict === 'faster' ? (recommended?.wall.ratio ?? 1) : 1;
  const missed = Object.entries(byHand).flatMap(([variant, { error, wall }]) => {
    const factor = wall.ratio / reference;
    if (error > program.maxError || wall.low <= 1 || factor < MISSED_SPEEDUP) return [];
    const than = answer.verdict === 'faster' ? 'the recommended patch' : 'the original';
    return [`${variant} is ${factor.toFixed(2)}× faster than ${than}`];
  });
  // a search that reached its time budget says so, and does not claim that there is nothing else
  const isFinal = answer.isComplete || (answer.verdict === 'no speedup' && answer.stopped !== 'time');
  if (isFinal && answer.verdict !== 'cannot tell') wrong.push(...missed);
  return { wrong, missed };
}

/** The patch of a variant. @param {Program} program @param {Variant} variant */
function rewrite(program, variant) {
  const how = [];
  if ('all' in variant) how.push('--all', variant.all);
  else {
    const file = path.join(scratch, 'configuration.json');
    fs.writeFileSync(file, JSON.stringify({ schemaVersion: 1, formats: variant.formats }));
    how.push('--configuration', file);
  }
  return execFileSync(mantissa, ['rewrite', program.source, ...flagOptions(program), ...how], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** @param {Program} program */
function flagOptions({ flags }) {
  return flags.map((flag) => `--flag=${flag}`);
}

/** @param {Program} program @param {string} variant @param {string} patch @returns {Timing} */
function timeByHand(program, variant, patch) {
  const key = timingKey(program, patch);
  const known = timings[key];
  if (known && !values.again && known.rounds >= rounds) return known;
  const original = build(program, 'original', null);
  const changed = build(program, variant, patch);
  const [expected, found] = [original, changed].map((file) =>
    execFileSync(file, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const load = os.loadavg()[0];
  const ratios = { wall: [], cpu: [] };
  for (let round = 0; round < rounds; round++) {
    const isSwapped = round % 2 === 1;
    const first = runOnce(isSwapped ? changed : original);
    const second = runOnce(isSwapped ? original : changed);
    const [a, b] = isSwapped ? [second, first] : [first, second];
    ratios.wall.push(a.wall / b.wall);
    ratios.cpu.push(a.cpu / b.cpu);
  }
  const timing = {
    error: maxRelative(expected, found),
    wall: estimate(ratios.wall),
    cpu: estimate(ratios.cpu),
    rounds,
    load,
  };
  timings[key] = timing;
  fs.writeFileSync(path.join(results, 'by-hand.json'), `${JSON.stringify({ ...environment(), timings }, null, 2)}\n`);
  return timing;
}

/** Timings by hand that were stored on the same kind of processor. @returns {Record<string, Timing>} */
function readTimings() {
  const file = path.join(results, 'by-hand.json');
  if (!fs.existsSync(file)) return {};
  const stored = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { cpu, cores } = environment();
  return stored.cpu === cpu && stored.cores === cores ? stored.timings : {};
}

/** @param {Program} program @param {string} patch */
function timingKey(program, patch) {
  const source = fs.readFileSync(path.join(folder, program.source));
  const digest = createHash('sha256').update(source).update(program.flags.join(' ')).update(patch).digest('hex');
  return `${program.name} ${digest.slice(0, 16)}`;
}

/** @param {Program} program @param {string} variant @param {string | null} patch */
function build({ name, source, flags }, variant, patch) {
  const place = path.join(scratch, name, variant);
  fs.rmSync(place, { recursive: true, force: true });
  fs.mkdirSync(place, { recursive: true });
  fs.copyFileSync(path.join(folder, source), path.join(place, source));
  if (patch) execFileSync('patch', ['-p1', '-s'], { cwd: place, input: patch, stdio: ['pipe', 'inherit', 'inherit'] });
  execFileSync(source.endsWith('.c') ? 'gcc' : 'g++', ['-O2', ...flags, source, '-o', name, '-lm'], { cwd: place });
  return path.join(place, name);
}

/** Wall-clock and CPU time of one run in seconds. @param {string} file */
function runOnce(file) {
  const script = 'TIMEFORMAT="%3R %3U %3S"; { time "$0" >/dev/null 2>&1; } 2>&1';
  const said = execFileSync('bash', ['-c', script, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  const [wall, user, system] = said.trim().split(' ').map(Number);
  return { wall, cpu: user + system };
}

/** Median of the ratios with a bootstrap interval of 95 %. @param {number[]} ratios @returns {Estimate} */
function estimate(ratios) {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)])),
  );
  medians.sort((a, b) => a - b);
  return {
    ratio: median(ratios),
    low: medians[Math.floor(0.025 * RESAMPLES)],
    high: medians[Math.ceil(0.975 * RESAMPLES) - 1],
  };
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Largest relative error of the numbers in a text; infinite where their count differs. @param {string} expected @param {string} found */
function maxRelative(expected, found) {
  const [a, b] = [expected, found].map((text) =>
    (text.match(/(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)/g) ?? []).map(Number),
  );
  if (a.length !== b.length) return Infinity;
  const errors = a.map((value, i) => (value === b[i] ? 0 : Math.abs(value - b[i]) / Math.abs(value)));
  return errors.some(Number.isNaN) ? Infinity : Math.max(0, ...errors);
}

/** @param {Program} program @returns {Promise<Answer>} */
async function tune(program) {
  const place = path.join(scratch, program.name, 'tune');
  fs.mkdirSync(place, { recursive: true });
  fs.copyFileSync(path.join(folder, program.source), path.join(place, program.source));
  const settings = [
    '--max-error',
    String(program.maxError),
    '-o',
    'study',
    ...flagOptions(program),
    '--time',
    values.time,
  ];
  if (values.busy) startBusyLoops();
  const begun = performance.now();
  const { stdout, stderr, status } = await run(['tune', program.source, ...settings, '--json'], place);
  const seconds = (performance.now() - begun) / 1000;
  endBusyLoops();
  const log = path.join(results, `${prefix}${program.name}`);
  fs.writeFileSync(
    `${log}.txt`,
    `mantissa tune ${program.source} ${settings.join(' ')}\n${stderr}\nexit status ${status}, ${seconds.toFixed(0)} s\n`,
  );
  fs.writeFileSync(`${log}.json`, stdout);
  const reported = await run(['report', 'study', '--json'], place);
  const report = reported.status === 0 ? JSON.parse(reported.stdout) : null;
  const sentence = report?.verdict?.sentence ?? stderr.trim().split('\n').at(-1) ?? '';
  const nothing = { trial: null, claimed: null, clock: null, isComplete: false, stopped: null, patch: null };
  if (status !== 0 || stdout === '') return { ...nothing, verdict: 'no answer', sentence, seconds, status };
  const { best, keep, isComplete, stopped } = JSON.parse(stdout);
  const named = best ?? keep;
  const timing = report?.timings.find((/** @type {{ trial: number }} */ one) => one.trial === named?.trial);
  const claimed = timing ? { ratio: timing.ratio, low: timing.low, high: timing.high } : null;
  const verdict = verdictOf(timing?.verdict ?? '', best !== null);
  let patch = null;
  if (best) {
    patch = (await run(['apply', String(best.trial), '-o', 'study'], place)).stdout;
    fs.writeFileSync(`${log}.patch`, patch);
  }
  return {
    verdict,
    trial: named?.trial ?? null,
    claimed,
    clock: timing?.clock ?? null,
    isComplete,
    stopped,
    sentence,
    seconds,
    status,
    patch,
  };
}

/** @param {string} text @param {boolean} isRecommended @returns {Verdict} */
function verdictOf(text, isRecommended) {
  if (text.includes('cannot tell')) return 'cannot tell';
  if (isRecommended && text.includes('faster')) return 'faster';
  return 'no speedup';
}

/** @param {string[]} args @param {string} cwd @returns {Promise<{ stdout: string, stderr: string, status: number | null }>} */
function run(args, cwd) {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(scratch, 'cache') };
  const child = spawn(mantissa, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (data) => {
    stdout += data;
  });
  child.stderr.setEncoding('utf8').on('data', (data) => {
    stderr += data;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ stdout, stderr, status })));
}

function startBusyLoops() {
  for (let core = 0; core < os.availableParallelism(); core++)
    busyLoops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
}

function endBusyLoops() {
  for (const child of busyLoops.splice(0)) child.kill('SIGKILL');
}

/** @param {Estimate} estimate */
function estimateText({ ratio, low, high }) {
  return `${ratio.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** @param {Timing} timing @param {Program} program */
function timingText({ error, wall, cpu }, { maxError }) {
  const beyond = error <= maxError ? '' : ', exceeds the tolerance';
  return `${estimateText(wall)} wall-clock, ${estimateText(cpu)} CPU, error ${error.toPrecision(2)}${beyond}`;
}

/** @param {Awaited<ReturnType<typeof check>>} row */
function rowText(row) {
  const { name, expected, byHand, answer, recommended, maxError } = row;
  const hand = Object.entries(byHand).map(([variant, timing]) => {
    const beyond = timing.error <= maxError ? '' : ', exceeds the tolerance';
    return `${variant} ${estimateText(timing.wall)}, CPU ${timing.cpu.ratio.toFixed(2)}×, error ${timing.error.toPrecision(2)}${beyond}`;
  });
  const ending = answer.isComplete ? 'search complete' : `stopped: ${answer.stopped ?? `exit status ${answer.status}`}`;
  const claim = answer.claimed ? ` ${estimateText(answer.claimed)} ${answer.clock}` : '';
  const trial = answer.trial === null ? '' : `, trial ${answer.trial}`;
  return [
    `${name} (${expected})`,
    ...hand.map((text) => `  by hand      ${text}`),
    `  tune         ${answer.verdict}${claim}${trial}; ${ending}, ${answer.seconds.toFixed(0)} s`,
    `  its patch    ${recommended ? timingText(recommended, row) : 'none'}`,
    `  verdict      ${judgement(row)}`,
  ].join('\n');
}

/** @param {Awaited<ReturnType<typeof check>>} row */
function judgement({ answer, wrong, missed }) {
  if (wrong.length > 0) return `WRONG: ${wrong.join('; ')}`;
  const verdict = answer.verdict === 'cannot tell' || answer.verdict === 'no answer' ? answer.verdict : 'not wrong';
  return missed.length > 0 ? `${verdict}, unfinished: ${missed.join('; ')}` : verdict;
}

/** @param {Awaited<ReturnType<typeof check>>[]} all */
function tableText(all) {
  const { node, cpu, cores, commit, compiler, date } = environment();
  const count = (/** @type {(row: typeof all[number]) => boolean} */ test) => all.filter(test).length;
  const tally = [
    `${all.length} programs`,
    `${count(({ wrong }) => wrong.length > 0)} wrong`,
    `${count(({ answer }) => answer.verdict === 'cannot tell')} cannot tell`,
    `${count(({ answer }) => answer.verdict === 'no answer')} without an answer`,
    `${count(({ wrong, missed }) => wrong.length === 0 && missed.length > 0)} unfinished and missing a speedup`,
  ];
  return [
    `node ${node}, ${compiler}; ${cpu}, ${cores} cores; commit ${commit}; ${date}`,
    `mantissa tune --time ${values.time}${values.busy ? `, with ${cores} busy loops` : ''}; ${rounds} rounds by hand`,
    '',
    ...all.map((row) => `${rowText(row)}\n`),
    `${tally.join(', ')}\n`,
  ].join('\n');
}

function environment() {
  const said = (/** @type {string} */ file, /** @type {string[]} */ args) =>
    spawnSync(file, args, { cwd: root, encoding: 'utf8' }).stdout?.trim().split('\n')[0] ?? '';
  return {
    node: process.version,
    cpu: os.cpus()[0].model.trim(),
    cores: os.availableParallelism(),
    commit: said('git', ['rev-parse', '--short', 'HEAD']) || 'unknown',
    compiler: said('g++', ['--version']),
    date: new Date().toISOString(),
  };
}
