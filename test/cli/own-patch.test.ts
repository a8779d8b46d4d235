import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

const program = (bound: string) => `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  double scale = argc > 1 ? atof(argv[1]) : 0.5, sum = 0;
  if (argc > 2) return 3;
  for (int i = 1; i < ${bound}; i++) {
    double term = scale / i;
    sum += term;
  }
  printf("%.17g\\n", sum);
  return 0;
}
`;
const scratch = new Scratch({ 'series.c': program('40'), 'other.c': program('50') });
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const asked = (file: string) => [
  ...['tune', file, '--engine', 'wasm', '--max-error', '1e-6', '--strategy', 'delta-debugging'],
];
const TUNE = asked('series.c');
const OTHER = asked('other.c');

describe('a study whose patch is in the sources', () => {
  beforeAll(async () => {
    const tuned = await run(...TUNE, '-q', '--', '0.7');
    expect(tuned.stderr).not.toMatch(/error MX[124]/);
    const applied = await run('apply', '1', '--write');
    expect(applied.exitCode).toBe(0);
    expect(fs.readFileSync(scratch.path('series.c'), 'utf8')).toContain('float term');
  });

  it('is shown, reported and verified as before', async () => {
    expect((await run('show', '1')).stdout).toContain('+    float term = scale / i;');
    const reported = await run('report', '-o', 'mine.html');
    expect(reported.stdout.trim()).toBe('mine.html');
    expect(fs.existsSync(scratch.path('mine.html'))).toBe(true);
    expect((await run('report', '-o', '.mantissa/series')).stdout.trim()).toBe('.mantissa/series/report.html');
    const { exitCode, stdout, stderr } = await run('verify', '1', '--samples', '4', '--', '0.7');
    expect(stderr).not.toContain('error');
    expect(exitCode).toBe(0);
    expect(JSON.parse((await run('verify', '1', '--samples', '4', '--json', '--', '0.7')).stdout).samples).toHaveLength(
      4,
    );
    expectNamed(stdout, '4');
  });

  it('is not applied twice', async () => {
    const { exitCode, stderr } = await run('apply', '1', '--write');
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2022', { names: ['trial 1'], remedy: 'own' });
  });

  it('makes room for the next round, which starts from the patched program', async () => {
    const { stderr } = await run(...TUNE, '--', '0.7');
    expectNamed(stderr, 'trial 1', '.mantissa/series/round-1');
    expect(fs.existsSync(scratch.path('.mantissa/series/round-1/journal.jsonl'))).toBe(true);
    expect((await run('trials', '-o', '.mantissa/series/round-1')).exitCode).toBe(0);
  });
});

describe('an existing study', () => {
  it('starts over if it has no trial', async () => {
    const failed = await run(...OTHER, '-o', 'failed', '--', '0.7', 'more');
    expect(failed.exitCode).toBe(4);
    const again = await run(...OTHER, '-o', 'failed', '--trials', '1', '--', '0.7');
    expect(again.stderr).not.toContain('MX2017');
    const { study, trials } = JSON.parse((await run('trials', '-o', 'failed', '--json')).stdout);
    expect({ inputs: study.inputs[0].arguments, trials: trials.length }).toEqual({ inputs: ['0.7'], trials: 1 });
    expect(again.stderr).toMatch(/^.*\bfailed\b/m);
  });

  it.each([
    [
      ['--max-error', '1e-3'],
      "its goal was max-relative 1e-6 against the original program's output, now max-relative 0.001",
    ],
    [['--seed', '7'], 'its seed was 1, now 7'],
    [['--formats', 'fp64'], 'its formats were fp64, fp32, now fp64'],
    [['-D', 'FAST'], 'its macros (-D) were nothing, now FAST'],
  ])('with other settings is refused with the difference: %s', async (options, words) => {
    await run(...OTHER, '-o', 'kept', '--trials', '1', '-q', '--', '0.7');
    const { exitCode, stderr } = await run(...OTHER, '-o', 'kept', ...options, '--', '0.7');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('{"');
  });
});

it('the patch of sources in ../ applies from the folder that it names', async () => {
  using above = new Scratch({
    'src/series.c': program('40'),
    'work/mantissa.json': '{ "sources": ["../src/series.c"] }',
  });
  const { stdout, stderr } = await mantissa(['rewrite', '--all', 'fp32'], { cwd: above.path('work') });
  expect(stdout).toContain('--- a/src/series.c');
  expectNamed(stderr, 'patch -p1 -d ..');
  fs.writeFileSync(above.path('series.patch'), `${stdout}\n`);
  expect(spawnSync('git', ['apply', 'series.patch'], { cwd: above.folder }).status).toBe(0);
  expect(fs.readFileSync(above.path('src/series.c'), 'utf8')).toContain('float term');
});

it('the patch of a study in a copied folder applies in the copy, where apply --write writes it', async () => {
  using original = new Scratch({
    'first/series.c': program('40'),
    'first/mantissa.json': '{ "sources": ["series.c"], "inputs": { "own": { "arguments": ["0.7"] } } }',
  });
  const tuned = await mantissa([...asked('.').filter((word) => word !== '.'), '-q'], { cwd: original.path('first') });
  expect(tuned.stderr).not.toMatch(/error MX[124]/);
  fs.cpSync(original.path('first'), original.path('copy'), { recursive: true });
  const cwd = original.path('copy');
  fs.appendFileSync(original.path('first/series.c'), '// later\n');
  const shown = await mantissa(['show', '1'], { cwd });
  expect(shown.stdout).toContain('+    float term');
  expect(shown.stderr).not.toContain('patch -p1 -d');
  const { notices } = JSON.parse((await mantissa(['report', '--json'], { cwd })).stdout);
  expect(notices.map(({ code }: { code: string }) => code)).not.toContain('changed-files');
  expect((await mantissa(['apply', '1', '--write'], { cwd })).exitCode).toBe(0);
  expect(fs.readFileSync(original.path('copy/series.c'), 'utf8')).toContain('float term');
  expect(fs.readFileSync(original.path('first/series.c'), 'utf8')).not.toContain('float term');
});
