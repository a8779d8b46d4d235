// node experiments/weak-fp64.mjs <results.tsv> [--gpus rtx-5090,l40s,b300,h200] [--errors 1e-6,1e-9,1e-12] [--trials 40] [program…]: modelled speedups on
// GPUs with slow fp64, of programs of corpus/ and applications/ (by default all), with fp64 and fp32 alone and with fp32x2 between them. Needs no GPU.
// One line per program, GPU, tolerance and choice of formats is appended as it is found; lines that are there already are not run again.
// For the record: nice node experiments/weak-fp64.mjs results/without-a-gpu/weak-fp64/speedups.tsv
import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '../scripts/help.mjs';
import { root } from './opening.mjs';

helpIfAsked(import.meta);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gpus: { type: 'string', default: 'rtx-5090,l40s,b300,h200' },
    errors: { type: 'string', default: '1e-6,1e-9,1e-12' },
    trials: { type: 'string', default: '40' },
  },
});
const [results = 'weak-fp64.tsv', ...wanted] = positionals;
const CHOICES = { 'fp64,fp32': 'fp64 fp32', 'fp64,fp32x2,fp32': 'fp64 fp32x2 fp32' };
const COLUMNS =
  'program gpu tolerance formats speedup error runs seconds groups-in-fp32x2 groups-in-fp32 fp64-share built-equals-emulated commit date command'.split(
    ' ',
  );
// MANTISSA_COMMIT: for a packed program, which has no git
const commit =
  process.env.MANTISSA_COMMIT ??
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const date = new Date().toISOString().slice(0, 10);

fs.mkdirSync(path.dirname(path.resolve(results)), { recursive: true });
if (!fs.existsSync(results))
  fs.writeFileSync(
    results,
    `# speedups are modelled for the GPU, not measured; "fp64-share" is the modelled share of kernel time that is fp64 arithmetic\n${COLUMNS.join('\t')}\n`,
  );
const done = new Set(
  fs
    .readFileSync(results, 'utf8')
    .split('\n')
    .map((line) => line.split('\t').slice(0, 4).join('\t')),
);
/** @type {Map<string, string>} */
const shares = new Map();

const programs = wanted.length > 0 ? wanted : ['corpus', 'applications'].flatMap(programsIn);
for (const error of values.errors.split(','))
  for (const gpu of values.gpus.split(','))
    for (const program of programs)
      for (const [formats, label] of Object.entries(CHOICES)) {
        const key = [program, gpu, error, label].join('\t');
        if (done.has(key)) continue;
        const line = [key, ...tuned(program, gpu, error, formats)].join('\t');
        fs.appendFileSync(results, `${line}\n`);
        console.log(line);
      }

/** @param {string} folder */
function programsIn(folder) {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
}

/** @param {string} program @param {string} gpu @param {string} error @param {string} formats */
function tuned(program, gpu, error, formats) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-weak-'));
  const args = ['tune', program, '--gpu', gpu, '--formats', formats, '--max-error', error, '--trials', values.trials];
  const begun = performance.now();
  const run = mantissa([...args, '--no-sanitize', '--engine', 'wasm', '--study', folder, '--json']);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  fs.rmSync(folder, { recursive: true, force: true });
  const command = `mantissa ${args.join(' ')}`;
  const rest = [fp64Share(program, gpu)];
  const answer = parsed(run.stdout);
  if (!answer) {
    const why = /error (MX\d+)/.exec(run.stderr)?.[1] ?? `exit ${run.status}`;
    return [why, '', '', seconds, '', '', ...rest, '', commit, date, command];
  }
  // a recommended trial was built from its patch and printed the emulation's bytes, or the trial is contradicted
  const { best } = answer;
  const chosen = Object.values(best?.configuration.formats ?? {});
  const count = (/** @type {string} */ format) => String(chosen.filter((one) => one === format).length);
  return [
    best ? best.speedup.toFixed(2) : '1.00',
    best ? String(best.error) : '0',
    String(answer.trials.total),
    seconds,
    count('fp32x2'),
    count('fp32'),
    ...rest,
    best && answer.trials.contradicted === 0 ? 'yes' : '',
    commit,
    date,
    command,
  ];
}

/** @param {string} program @param {string} gpu */
function fp64Share(program, gpu) {
  const key = `${program} ${gpu}`;
  if (!shares.has(key)) {
    const answer = parsed(mantissa(['advise', program, '--gpu', gpu, '--engine', 'wasm', '--json']).stdout);
    const share = answer?.doublePrecision?.fp64Share;
    shares.set(key, share === undefined ? '' : share.toFixed(2));
  }
  return /** @type {string} */ (shares.get(key));
}

/** @param {readonly string[]} args */
function mantissa(args) {
  return spawnSync(process.execPath, [path.join(root, 'bin/mantissa'), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
