// Measures when `mantissa tune` gives its first answer and checks the answer: prints the progress with the time of every line, then builds the
// recommended patch with the program's own Makefile and times it against the original by wall-clock time.
//   node experiments/first-answer.mjs [--by-hand <rounds>] [--time 30s] [--engine cuda] <results folder> <program>=<tolerance>…
// The time by hand is the time of the loop if the program prints it. Otherwise it is the wall-clock time of a long run less that of a run of the same
// size with almost no steps, which excludes process start-up and the creation of the input: "byHand": {"long": "…", "short": "…"} of the
// program's first-answer.json, or the table below.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '../scripts/help.mjs';

helpIfAsked(import.meta);

const here = path.join(import.meta.dirname, '..');
const packed = path.join(here, 'offline', 'mantissa');
const mantissa = fs.existsSync(packed) ? packed : path.join(here, 'bin', 'mantissa');

/**
 * Arguments of the long and the short run by program, and the pattern of the loop time for programs that print it on stderr. With a printed time no
 * short run is needed.
 */
const RUNS = {
  blast: { long: '-s 120 -i 1200 -q', timer: /elapsed ([\d.e+-]+) s/ },
  duct: { long: '-n 80 -i 450', timer: /([\d.e+-]+) s an iteration/ },
  krylov: { long: '-n 192 192 192 -i 300', timer: /iterations, ([\d.e+-]+) s/ },
  melt: { long: '--side 80 --steps 3000 --report 500', timer: /^([\d.e+-]+) s,/m },
  plasma: { long: 'nx=1024 ny=1024 ppc=16 steps=200 sweeps=100 every=50', timer: /^([\d.e+-]+) s,/m },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'by-hand': { type: 'string', default: '0' },
    time: { type: 'string', default: '30s' },
    engine: { type: 'string', default: 'cuda' },
  },
});
const [results, ...programs] = positionals;
fs.mkdirSync(results, { recursive: true });

const table = path.join(results, 'table.txt');
say('program      groups  read  first trial  best so far, timed          end   answer; by hand', 'w');
for (const one of programs) {
  const [folder, tolerance] = one.split('=');
  say(await firstAnswer(path.resolve(folder), tolerance));
}

/** Written after every row, so that an early end loses nothing. */
function say(row, flag = 'a') {
  fs.writeFileSync(table, `${row}\n`, { flag });
  console.log(row);
}

async function firstAnswer(folder, tolerance) {
  const name = path.basename(folder);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'first-answer-'));
  const copy = path.join(work, name);
  fs.cpSync(folder, copy, { recursive: true });
  const study = path.join(work, 'study');
  const { lines, status } = await timeLine(
    ['tune', copy, '--time', values.time, '--max-error', tolerance, '--engine', values.engine, '-o', study],
    path.join(work, 'cache'),
  );
  fs.writeFileSync(
    path.join(results, `${name}.txt`),
    `mantissa tune ${name} --time ${values.time} --max-error ${tolerance} --engine ${values.engine}\n${lines
      .map(({ s, text }) => `${s.toFixed(1).padStart(6)} ${text}`)
      .join('\n')}\nexit status ${status}\n`,
  );
  const find = (pattern) => lines.find(({ text }) => pattern.test(text));
  const at = (line) => (line ? line.s.toFixed(1) : '-');
  const groups = /(\d+) groups? to choose/.exec(find(/groups? to choose/)?.text ?? '')?.[1] ?? '-';
  const best = /^best so far: trial (\d+), (.*), after/.exec(find(/^best so far: .*×/)?.text ?? '');
  const last = /^trial (\d+) +(.*?), GPU time/.exec(find(/^trial \d+ .*, GPU time/)?.text ?? '');
  const hand = last && Number(values['by-hand']) > 0 ? byHand(copy, name, study, Number(last[1])) : '-';
  const columns = [
    name.padEnd(12),
    groups.padStart(6),
    at(find(/groups? to choose/)).padStart(5),
    `${at(find(/^trial 1: /))} ${/^trial 1: (\w+)/.exec(find(/^trial 1: /)?.text ?? '')?.[1] ?? ''}`.padEnd(16),
    `${at(find(/^best so far: .*×/))} ${best?.[2] ?? find(/^best so far/)?.text ?? 'none'}`.padEnd(28),
    at(lines.at(-1)).padStart(5),
    `${last?.[2] ?? 'no measured answer'}; ${hand}`,
  ];
  return columns.join(' ');
}

function timeLine(args, cache) {
  const begun = performance.now();
  const child = spawn(mantissa, args, { env: { ...process.env, XDG_CACHE_HOME: cache } });
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.on('data', (data) => {
      const parts = (rest + data).split('\n');
      rest = parts.pop();
      const s = (performance.now() - begun) / 1000;
      for (const text of parts) if (text.trim()) lines.push({ s, text });
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve({ lines, status })));
}

/** The original and the patched program, built by their Makefile, in turn. */
function byHand(original, name, study, trial) {
  const runs = RUNS[name] ?? JSON.parse(fs.readFileSync(path.join(original, 'first-answer.json'), 'utf8')).byHand;
  const patched = `${original}-patched`;
  fs.cpSync(original, patched, { recursive: true });
  const patch = execFileSync(mantissa, ['apply', String(trial), '-o', study], { encoding: 'utf8' });
  fs.writeFileSync(path.join(results, `${name}.patch`), patch);
  execFileSync('patch', ['-p1', '-s'], { cwd: patched, input: patch });
  const folders = { original, patched };
  for (const folder of Object.values(folders)) execFileSync('make', ['-j8', '-s'], { cwd: folder });
  const seconds = (folder, args) => {
    const begun = performance.now();
    const { stdout, stderr } = spawnSync(path.join(folder, name), args.split(' '), { cwd: folder, encoding: 'utf8' });
    return runs.timer ? Number(runs.timer.exec(`${stdout}\n${stderr}`)?.[1]) : (performance.now() - begun) / 1000;
  };
  const time = (folder) => seconds(folder, runs.long) - (runs.short ? seconds(folder, runs.short) : 0);
  const ratios = [];
  for (let round = 0; round < Number(values['by-hand']); round++) {
    const [a, b] = ['original', 'patched'].map((which) => time(folders[which]));
    ratios.push(a / b);
  }
  ratios.sort((a, b) => a - b);
  return `${ratios[ratios.length >> 1].toFixed(2)}× (${ratios[0].toFixed(2)}–${ratios.at(-1).toFixed(2)}, ${ratios.length} rounds)`;
}
