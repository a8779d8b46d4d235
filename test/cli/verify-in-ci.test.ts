import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const root = path.resolve(import.meta.dirname, '../..');

const PROGRAM = `#include <stdio.h>
#include <mantissa.h>
int main(void)
{
  double x[8], sum = 0;
  int i;
  for (i = 0; i < 8; i++) x[i] = 1.0 + 0.3 * i;
  MANTISSA_INPUT("x", x, 8);
  for (i = 0; i < 8; i++) sum += x[i] * x[i];
  printf("%.17g\\n", sum);
  return 0;
}
`;

const scratch = new Scratch({ 'squares.c': PROGRAM });
afterAll(() => scratch[Symbol.dispose]());

/** Everything narrow, once with a bound that it holds everywhere and once with one that it misses on some neighbours. */
beforeAll(async () => {
  for (const [study, bound] of [
    ['holds', '1e-5'],
    ['misses', '6e-8'],
  ]) {
    const options = ['--engine', 'wasm', '-o', study!, '--max-error', bound!, '--trials', '1', '-q'];
    const { stderr } = await mantissa(['tune', 'squares.c', ...options], { cwd: scratch.folder });
    expect(stderr).not.toMatch(/error MX[124]/);
  }
});

const verify = (...options: string[]) =>
  mantissa(['verify', '1', '--samples', '40', '--ci', ...options], { cwd: scratch.folder });

describe('mantissa verify --ci', () => {
  it('succeeds if enough perturbed inputs meet the goal, and appends a summary', async () => {
    scratch.write('summary.md', '# before\n');
    const { exitCode, stderr } = await verify('-o', 'holds', '--summary', 'summary.md');
    expect(exitCode, stderr).toBe(0);
    const summary = fs.readFileSync(scratch.path('summary.md'), 'utf8');
    expect(summary).toMatch(/^# before\n### ✅ squares: .*\b1\n/);
    expect(summary).toMatch(/^\| \w+ \| 40 of 40 .*\b1\.00 .*\b0\.91–1\.00\b.* \|$/m);
    expect(summary).toMatch(/^\| \w+ \| 40 .*'default'.*\b8 .*\bx\b.* 0\.1·N\(0, 1\).* \|$/m);
  });

  it('fails if all of too few samples meet the goal, and says how many suffice', async () => {
    const { exitCode, stderr } = await verify('-o', 'holds', '--samples', '20', '--summary', 'few.md');
    expect(exitCode).toBe(3);
    expectDiagnostic(stderr, 'MX3002', { names: ['20 of 20', '1.00', '0.84', '0.9', '--samples 35'] });
  });

  it('fails if too few perturbed inputs meet the goal, and the summary names them', async () => {
    const { exitCode, stderr } = await verify('-o', 'misses', '--summary', 'failed.md');
    expect(exitCode).toBe(3);
    expectDiagnostic(stderr, 'MX3002');
    const summary = fs.readFileSync(scratch.path('failed.md'), 'utf8');
    expect(summary).toMatch(/^### ❌ squares: .*\b1\n\n.*\d\.\d\d.*\b0\.9\n/);
    expect(summary).toMatch(/<details><summary>.+<\/summary>\n\n- .*value \d/);
    expect((await verify('-o', 'misses', '--min-confidence', '0')).exitCode).toBe(0);
  });
});

describe('the action', () => {
  const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;
  if (!hasBash) console.warn('SKIPPED: no bash on the PATH, so the step of action.yml is not run');

  /** The last block `run: |`, as a runner would hand it to bash. */
  const step = fs.readFileSync(path.join(root, 'action.yml'), 'utf8').split('      run: |\n').at(-1)!;

  it.skipIf(!hasBash)('runs what guards precision, and the job has its summary', () => {
    const env = { ...process.env, GITHUB_ACTION_PATH: root, GITHUB_STEP_SUMMARY: scratch.path('job.md') };
    const act = (given: Record<string, string>) =>
      spawnSync('bash', ['-e', '-c', step], { cwd: scratch.folder, env: { ...env, ...given }, encoding: 'utf8' });
    const common = { TRIAL: '1', SAMPLES: '40', MIN_CONFIDENCE: '0.9', ARGUMENTS_FILE: '' };
    const good = act({ ...common, STUDY: 'holds' });
    expect(good.status, good.stderr).toBe(0);
    expect(act({ ...common, STUDY: 'misses' }).status).toBe(3);
    const headings = fs.readFileSync(scratch.path('job.md'), 'utf8').match(/^### .*/gm);
    expect(headings).toEqual([expect.stringMatching(/^### ✅ squares\b/), expect.stringMatching(/^### ❌ squares\b/)]);
    expect(act({ ...common, TRIAL: '', STUDY: 'nowhere' }).status).toBe(2);
  });

  it('has a description for each of its inputs, and passes them by the environment alone', () => {
    const text = fs.readFileSync(path.join(root, 'action.yml'), 'utf8');
    const inputs = [...text.slice(0, text.indexOf('runs:')).matchAll(/^ {2}([a-z-]+):\n {4}description: .+\n/gm)];
    expect(inputs.map(([, name]) => name)).toEqual([
      ...['study', 'trial', 'working-directory', 'samples', 'min-confidence', 'arguments-file'],
    ]);
    expect(step).not.toContain('${{');
  });
});
