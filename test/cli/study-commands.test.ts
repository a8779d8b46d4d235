import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { Journal, readJournal } from '../../src/journal/journal.js';
import { StudyState } from '../../src/journal/replay.js';
import { goalText } from '../../src/study/judging/judge-output.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

const bin = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));
const ESCAPE = '\u001b';
const native = engines.native({ cache: cacheFolder() });
/** The one with a clock, where there is one; on the other nobody knows a speed, so that no clock decides what is recommended. */
const clocked = (await native.available()).ok ? 'native' : 'wasm';
await native.close();
const engine = 'wasm';
const SUM = `#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  double total = 0.0;
  for (int i = 1; i <= n; i++) {
    double term = 1.0 / (i * (double) i);
    total = total + term;
  }
  printf("%.17g\\n", total);
  return 0;
}
`;
const scratch = new Scratch({
  'sum.cpp': SUM,
  'mantissa.json': JSON.stringify({
    sources: ['sum.cpp'],
    inputs: { few: { arguments: ['200'] }, many: { arguments: ['500'] }, more: { arguments: ['700'], heldOut: true } },
    goal: { metric: 'max-relative', maxError: 5e-8 },
  }),
});
afterAll(() => scratch[Symbol.dispose]());

const command = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: scratch.folder });

let best: string;
beforeAll(async () => {
  const tuned = await command('tune', '.', '--engine', engine, '-o', 'study', '--strategy', 'exhaustive', '--json');
  expect(tuned.exitCode, tuned.stderr).toBe(0);
  best = String(JSON.parse(tuned.stdout).best.trial);
});

describe('the journal of a study', () => {
  it('holds what a report shows: the program as it was read, the patch, and values beside what they should be', () => {
    const { records, times } = readJournal(scratch.path('study/journal.jsonl'));
    const { program, ...state } = new StudyState(records, times);
    const [file] = program!.files;
    expect(file).toEqual({ path: 'sum.cpp', text: SUM });
    const term = program!.sites.find(({ id }) => id === 'main.term')!;
    expect(file!.text.slice(term.span.begin, term.span.end)).toBe('term');
    expect(term).toMatchObject({ tunable: true, frozen: null, format: 'fp64', span: { line: 7, column: 12 } });
    const plus = program!.operations.find(({ symbol, span }) => symbol === '+' && span.line === 8)!;
    expect(file!.text.slice(plus.expression.begin, plus.expression.end)).toBe('total + term');
    const confirmations = state.entries.flatMap(({ record }) => (record.kind === 'confirmation' ? [record] : []));
    const { patch, outputs } = confirmations.find(({ trial }) => trial === Number(best))!;
    expect(patch).toContain('+++ b/sum.cpp');
    expect(outputs!.map(({ input, count }) => [input, count])).toEqual([
      ['few', 1],
      ['many', 1],
      ['more', 1],
    ]);
  });
});

describe('mantissa tune with a project file', () => {
  it('says which inputs it ran on, and takes its goal from the file', async () => {
    const { stdout, stderr } = await command(
      'tune',
      '.',
      '--engine',
      engine,
      '-o',
      'study',
      '--strategy',
      'exhaustive',
    );
    expectNamed(stdout, "'few', 'many'", "held-out 'more'", `mantissa apply ${best} --study study --write`);
    const goal = { metric: 'max-relative', bound: 5e-8, against: 'baseline', minSpeedup: null, command: null } as const;
    expectNamed(stderr, goalText(goal));
    expectNamed(goalText(goal), 'max-relative', '5e-8');
    const { study, trials } = JSON.parse((await command('trials', '-o', 'study', '--json')).stdout);
    expect(study.goal).toMatchObject(goal);
    expect(trials.find(({ number }: { number: number }) => String(number) === best).confirmation).toMatchObject({
      inputs: ['few', 'many', 'more'],
      outcome: 'accurate',
      asEmulated: true,
    });
  });

  const hasScript = spawnSync('script', ['--version']).status === 0;
  if (!hasScript) console.warn('skipped: no script(1) to make a terminal, so a study in one is not tested here');
  it.skipIf(!hasScript)('fits a terminal of 40 columns, in colour, and leaves no live line behind', () => {
    const tune = `${process.execPath} ${bin} tune . --engine ${engine} -o study --strategy exhaustive`;
    const { stdout } = spawnSync('script', ['-qec', `stty cols 40; ${tune}`, '/dev/null'], {
      cwd: scratch.folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm' },
    });
    expect(stdout).toContain(`${ESCAPE}[1mtrial ${best}${ESCAPE}[22m`);
    const lines = stdout.split('\r\n').map((line) => line.split('\r\u001b[2K').at(-1)!);
    expect(lines.filter((line) => /reading|running/.test(line))).toEqual([]);
    const summary = lines.slice(lines.findIndex((line) => line.startsWith('4 trials in')));
    const plainText = summary.map((line) =>
      line
        .split(ESCAPE)
        .map((part, index) => (index > 0 ? part.replace(/^\[\d+m/, '') : part))
        .join(''),
    );
    const words = plainText.filter((line) => !line.includes('mantissa ')); // a command is for copying, and stays in one piece
    expect(words.length).toBeGreaterThan(6);
    expect(Math.max(...words.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('shows the groups and stops with --dry-run', async () => {
    const { stdout, exitCode } = await command('tune', '.', '--engine', engine, '-o', 'elsewhere', '--dry-run');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'main.total  fp64 → fp32\nmain.term  fp64 → fp32' });
    expect(fs.existsSync(scratch.path('elsewhere'))).toBe(false);
  });

  it('recognises a study with another goal', async () => {
    const { exitCode, stderr } = await command(
      'tune',
      '.',
      '--engine',
      engine,
      '-o',
      'study',
      '--strategy',
      'exhaustive',
      '--max-error',
      '1e-3',
    );
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2017', { names: ['goal', 'max-relative 5e-8', 'max-relative 0.001'] });
  });
});

describe('mantissa trials', () => {
  it('prints a table, CSV, JSON and Markdown of the same trials', async () => {
    const table = (await command('trials', '-o', 'study')).stdout.split('\n');
    expect(table).toHaveLength(1 + 4 + 1);
    expect(table.filter((line) => /^\* +\d/.test(line))).toHaveLength(1);
    const csv = (await command('trials', '-o', 'study', '--format', 'csv')).stdout.split('\n');
    expect(csv[0]).toBe('trial,outcome,error,speedup,kind,formats,evidence');
    expect(csv).toHaveLength(1 + 4);
    const markdown = (await command('trials', '-o', 'study', '--format', 'markdown')).stdout.split('\n');
    expect(markdown.slice(0, 2)).toEqual([
      '| trial | outcome | max-relative | speedup | kind | formats | evidence |',
      '| --- | --- | --- | --- | --- | --- | --- |',
    ]);
    const json = JSON.parse((await command('trials', '-o', 'study', '--format', 'json')).stdout);
    expect(json.trials.map((one: { number: number }) => one.number)).toEqual([1, 2, 3, 4]);
  });

  it('sorts by error or speedup, the best first, and leaves out what is not asked for', async () => {
    const listed = async (...args: string[]) =>
      JSON.parse((await command('trials', '-o', 'study', '--json', ...args)).stdout).trials as {
        number: number;
        error: number;
        accepted: boolean;
      }[];
    const errors = (await listed('--sort', 'error')).map(({ error }) => error);
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    const accepted = await listed('--only', 'accepted', '--sort', 'speedup');
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.every((one) => one.accepted)).toBe(true);
    expect(await listed('--only', 'timed-out')).toEqual([]);
    const passing = (await listed('--sort', 'speedup')).map((one) => one.accepted);
    expect(passing).toEqual([...passing].sort((a, b) => Number(b) - Number(a)));
  });
});

describe('mantissa show', () => {
  it('tells a trial with its evidence, its confirmation and its patch', async () => {
    const { stdout } = await command('show', best, '-o', 'study');
    expectNamed(stdout, 'max-relative', '5e-8', "'few', 'many', 'more'");
    expect(stdout).toContain('+++ b/sum.cpp');
    expect(stdout).toMatch(
      /groups\n {2}main\.total +fp64 +in fp32 with the other changes of this trial: max-relative .*, inaccurate \(trial \d\)/,
    );
    const bad = await command('show', '1', '-o', 'study');
    expect(bad.stdout).toMatch(/evidence +input '\w+': value 1 is .* instead of/);
  });

  it('shows the recommended one where none is named', async () => {
    const [named, unnamed] = [await command('show', best, '-o', 'study'), await command('show', '-o', 'study')];
    expect(unnamed).toEqual(named);
    const patches = [await command('apply', best, '-o', 'study'), await command('apply', '-o', 'study')];
    expect(patches[1]).toEqual(patches[0]);
  });

  it('shows the best so far of an interrupted study, which its report says first', async () => {
    fs.cpSync(scratch.path('study'), scratch.path('interrupted'), { recursive: true });
    const journal = Journal.open(scratch.path('interrupted'));
    journal.append({ kind: 'study-ended', reason: 'interrupted', best: Number(best) });
    journal.close();
    expect(await command('apply', '-o', 'interrupted')).toEqual(await command('apply', best, '-o', 'interrupted'));
    const { stdout } = await command('report', 'interrupted', '--format', 'markdown');
    expect(stdout.split('\n')[2]).toMatch(/^Interrupted\b.*\b4\b/);
    const { state, verdict } = JSON.parse((await command('report', 'interrupted', '--json')).stdout);
    expect({ kind: state.kind, tone: verdict.tone }).toEqual({ kind: 'interrupted', tone: 'open' });
  });

  it('refuses a trial that does not exist', async () => {
    const { exitCode, stderr } = await command('show', '99', '-o', 'study');
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2019', { names: ['99', '4'] });
  });
});

describe('mantissa check', () => {
  it('reports build, run, reproducibility, timing noise, and the error relative to a run in fp64x2', async () => {
    const { exitCode, stdout } = await command('check', '.', '--engine', clocked, '--input', 'many');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\brepeats\b.*\b5\b/);
    expect(stdout).toMatch(/\breference\b.*fp64x2.*\d\.\d+e-\d+/);
    expect(stdout).toMatch(clocked === 'native' ? /\bms\b.*\d %/ : /\bms\b.*\bmodelled\b/);
    const json = JSON.parse((await command('check', '.', '--engine', clocked, '--json', '--', '50')).stdout);
    expect(json.inputs[0]).toMatchObject({
      ...{ input: 'arguments', values: 1, runs: 5 },
      ...{ repeats: { identical: true }, instrumented: { identical: true } },
    });
    expect(json.inputs[0].reference.maxRelative).toBeLessThan(1e-14);
  });
});

describe('mantissa apply', () => {
  const hasGit = git('--version').status === 0;
  if (!hasGit) console.warn('skipped: no git here, so the refusal of a dirty tree is not tested');
  it.skipIf(!hasGit)('writes into the sources, but not over changes, and only the sources it knows', async () => {
    fs.chmodSync(scratch.path('sum.cpp'), 0o754);
    git('init', '-q');
    git('add', 'sum.cpp', 'mantissa.json');
    git('commit', '-qm', 'first');
    scratch.write('mantissa.json', `${fs.readFileSync(scratch.path('mantissa.json'), 'utf8')}\n`);
    const dirty = await command('apply', best, '-o', 'study', '--write');
    expect(dirty.exitCode).toBe(2);
    expectDiagnostic(dirty.stderr, 'MX2023', { names: ['mantissa.json'] });
    expect(fs.readFileSync(scratch.path('sum.cpp'), 'utf8')).toBe(SUM);
    git('commit', '-qam', 'second');
    const { stdout, exitCode } = await command('apply', best, '-o', 'study', '--write');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'sum.cpp\n1 file written' });
    expect(fs.readFileSync(scratch.path('sum.cpp'), 'utf8')).toMatch(/float (?:term|total)/);
    expect(fs.statSync(scratch.path('sum.cpp')).mode & 0o777).toBe(0o754);
    const changed = await command('apply', best, '-o', 'study');
    expect(changed.exitCode).toBe(2);
    expectDiagnostic(changed.stderr, 'MX2022');
    scratch.write('sum.cpp', SUM);
    const patch = await command('apply', best, '-o', 'study');
    fs.writeFileSync(scratch.path('tuned.patch'), `${patch.stdout}\n`);
    expect(git('apply', '--check', '-p1', 'tuned.patch').status).toBe(0);
  });
});
