// Tunes five corpus programs from source to patch and writes docs/gallery.md with pictures of the results:
//   node experiments/gallery.mjs [program…]
//   node experiments/gallery.mjs --check
// Programs that are not named keep their stored results (results/without-a-gpu/gallery). --check writes nothing, and exits with 1 if the page or a
// picture differs from the stored results. Speedups of CUDA programs are modelled without a GPU.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { studiesFigure } from '../dist/internal.js';
import { headOf, helpIfAsked } from '../scripts/help.mjs';
import { root } from './opening.mjs';

helpIfAsked(import.meta);

/**
 * @typedef {{ name: string, field: string, options: string[], goal: string, expert: string }} Exhibit
 * @typedef {import('../dist/index.js').ReportDocument} Report
 * @typedef {{ day: string, commit: string, command: string, seconds: number, report: Report, patch: string, sites: number, groups: number, lines: number }} Found
 */

/** @type {readonly Exhibit[]} */
const EXHIBITS = JSON.parse(readFileSync(new URL('gallery.json', import.meta.url), 'utf8'));
const PAGE = path.join(root, 'docs/gallery.md');
const KEPT = path.join(root, 'results/without-a-gpu/gallery');
const PICTURES = path.join(root, 'docs/pictures');
const LONGEST_PATCH = 36;

const isCheck = process.argv.includes('--check');
const asked = process.argv.slice(2).filter((one) => one !== '--check');
for (const one of asked)
  if (!EXHIBITS.some(({ name }) => name === one)) {
    console.error(`there is no '${one}' in the gallery\n${headOf(import.meta)}`);
    process.exit(2);
  }

/** @param {Exhibit} exhibit @returns {Found} */
function tune({ name, options }) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-gallery-'));
  try {
    cpSync(path.join(root, 'corpus', name), path.join(scratch, name), { recursive: true });
    const cwd = path.join(scratch, name);
    const bin = path.join(root, 'bin/mantissa');
    /** @param {string[]} words */
    const mantissa = (...words) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...words], {
        cwd,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      if (status !== 0) throw new Error(`mantissa ${words.join(' ')} ended with ${status}\n${stderr}`);
      return stdout;
    };
    const begun = performance.now();
    mantissa('tune', '-o', 'study', ...options);
    const seconds = (performance.now() - begun) / 1000;
    const report = JSON.parse(mantissa('report', 'study', '--json'));
    const { summary } = JSON.parse(mantissa('inspect', '--json'));
    const git = (/** @type {string[]} */ ...words) =>
      execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
    return {
      day: new Date().toISOString().slice(0, 10),
      commit: git('rev-parse', '--short=12', 'HEAD'),
      command: `mantissa tune ${options.join(' ')}`.trim(),
      seconds,
      report: { ...report, study: name },
      patch: report.best === null ? '' : mantissa('apply', '-o', 'study'),
      ...{ sites: summary.sites, groups: summary.groups },
      lines: (report.source?.files ?? []).reduce(
        (/** @type {number} */ sum, /** @type {{ lines: string[] }} */ file) => sum + file.lines.length,
        0,
      ),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The changed lines of a patch. @param {string} patch */
function changes(patch) {
  const lines = patch.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
  const more = lines.length - LONGEST_PATCH;
  return [...lines.slice(0, LONGEST_PATCH), ...(more > 0 ? [`… and ${more} more lines`] : [])].join('\n');
}

/** @param {Exhibit} exhibit @param {Found} found */
function section({ name, field, goal, expert }, found) {
  const { report, patch, command, seconds, sites, groups, lines } = found;
  const { machine, outcomes, verdict } = { ...report, machine: new Map(report.environment).get('processors') };
  const tally = outcomes.map(({ outcome, count }) => `${count} ${outcome}`).join(', ');
  return `## ${name}: ${field}

[\`corpus/${name}\`](../corpus/${name}): ${lines} lines, ${sites} sites in ${groups} groups. ${goal}

\`\`\`
$ cd corpus/${name} && ${command}
\`\`\`

**${verdict.sentence}** ${report.trials.length} trials (${tally}) in ${Math.round(seconds)} s, engine ${report.engine}, ${machine}.

![the trials of ${name}: accuracy against speed](pictures/gallery-${name}.svg)

${patch === '' ? 'The answer is no patch.' : `\`\`\`diff\n${changes(patch)}\n\`\`\``}

*What an expert would say.* ${expert}
`;
}

mkdirSync(KEPT, { recursive: true });
/** @type {{ exhibit: Exhibit, found: Found }[]} */
const all = [];
for (const exhibit of EXHIBITS) {
  const file = path.join(KEPT, `${exhibit.name}.json`);
  if (asked.includes(exhibit.name) || !existsSync(file)) {
    console.log(`tuning ${exhibit.name}`);
    const { report, ...found } = tune(exhibit);
    // only the data that the page uses
    const { source: _, patches: __, errors: ___, ...kept } = report;
    writeFileSync(file, `${JSON.stringify({ ...found, report: { ...kept, reproduce: null } }, null, 1)}\n`);
  }
  all.push({ exhibit, found: JSON.parse(readFileSync(file, 'utf8')) });
}
const dates = [...new Set(all.map(({ found }) => `${found.day} at ${found.commit}`))].join(', ');
/** @type {Map<string, string>} */
const written = new Map(
  all.map(({ exhibit, found }) => [path.join(PICTURES, `gallery-${exhibit.name}.svg`), studiesFigure([found.report])]),
);
written.set(
  PAGE,
  `# Gallery

See what to expect: five programs from different fields, each from source to patch, with what an expert would say about the result. Every figure comes from a run of \`node experiments/gallery.mjs\`
on ${dates}; the verdicts are quoted as that version wrote them.

In the plots, the good corner is at the lower right. Trials below the dashed line meet the goal. Filled points are measured, hollow ones are modelled for the named GPU. The ring is the
recommendation, the diamond the original program.

${all.map(({ exhibit, found }) => section(exhibit, found)).join('\n')}`,
);
let stale = 0;
for (const [file, text] of written) {
  if (!isCheck) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path.relative(root, file)} is not what the gallery makes: run node experiments/gallery.mjs`);
    stale++;
  }
}
if (stale > 0) process.exit(1);
console.log(`${isCheck ? 'checked' : 'wrote'} ${path.relative(root, PAGE)} and ${all.length} pictures`);
