import * as fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { JOURNAL_FILE } from '../../../src/journal/journal.js';
import { hasNative } from '../../oracles/oracle-bench.js';
import { mantissa, Scratch } from '../../support/command-line.js';
import { printed, ScriptedProgram, TWO_ARRAYS } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

/** Conjugate gradients on an ill-conditioned matrix: rounded to fp32, directions lose their orthogonality, and it converges later. */
const SOLVER = `#include <math.h>
#include <stdio.h>
#define N 200

static double weight[N + 1], x[N], r[N], p[N], q[N];

static void multiply(const double *v, double *product)
{
  for (int i = 0; i < N; i++) {
    double left = i > 0 ? v[i] - v[i - 1] : v[i], right = i < N - 1 ? v[i] - v[i + 1] : v[i];
    product[i] = weight[i] * left + weight[i + 1] * right;
  }
}

static double dot(const double *a, const double *b)
{
  double sum = 0.0;
  for (int i = 0; i < N; i++) sum += a[i] * b[i];
  return sum;
}

int main(void)
{
  int iterations = 0;
  for (int i = 0; i <= N; i++) weight[i] = i % 20 < 10 ? 1.0 : 0.001;
  for (int i = 0; i < N; i++) p[i] = r[i] = sin(0.3 * i) + 1.5;
  double rr = dot(r, r), first = rr;
  while (rr > 1e-8 * first && iterations < 5000) {
    multiply(p, q);
    double alpha = rr / dot(p, q);
    for (int i = 0; i < N; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    double next = dot(r, r), beta = next / rr;
    rr = next;
    for (int i = 0; i < N; i++) p[i] = r[i] + beta * p[i];
    iterations++;
  }
  fprintf(stderr, "%d iterations\\n", iterations);
  for (int i = 0; i < N; i += 20) printf("%.17g\\n", x[i]);
  return 0;
}
`;

it.runIf(hasNative)(
  'a solver that needs more iterations in fp32 is said to do more work',
  async () => {
    using scratch = new Scratch({ 'solver.c': SOLVER });
    const run = async (...args: string[]) => {
      const ended = await mantissa(args, { cwd: scratch.folder });
      expect(ended.exitCode, ended.stderr).toBe(0);
      return ended.stdout;
    };
    const tune = ['tune', 'solver.c', '--engine', 'native', '--max-error', '1e-2', '--trials', '1', '-o', 'study'];
    const document = JSON.parse(await run(...tune, '--json'));
    const { number, work } = [document.best, document.keep]
      .filter((one) => one !== null)
      .map((one) => ({ number: one.trial, work: one.work }))[0]!;
    const [loop, ...others] = work.differences;
    const line = SOLVER.split('\n').findIndex((text) => text.includes('while (rr')) + 1;
    expect(loop).toMatchObject({ kind: 'loop', function: 'main', file: 'solver.c', line });
    expect(others).toEqual([]);
    expect(loop.after).toBeGreaterThan(1.01 * loop.before);
    expect(work.operations.after / work.operations.before).toBeCloseTo(loop.after / loop.before, 1);
    const text = `the loop at solver.c:${line} in main() runs ${loop.after} times instead of ${loop.before}`;
    expect(words(await run('show', String(number), '-o', 'study'))).toContain(text);
    expect(words(await run('report', 'study', '--format', 'markdown'))).toContain(text);
    // a study that goes on has it, and counts nothing again
    const journal = () => fs.readFileSync(scratch.path(`study/${JOURNAL_FILE}`), 'utf8').match(/"amount-of-work"/g);
    expect(journal()).toHaveLength(1);
    expect(words(await run(...tune))).toContain(`work ${text}`);
    expect(journal()).toHaveLength(1);
  },
  300_000,
);

const words = (text: string) => text.replace(/\s+/g, ' ');

it('on a GPU, launches of kernels are compared that were seen in runs of both programs', async () => {
  const program = await ScriptedProgram.open(TWO_ARRAYS, 'cu');
  try {
    const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
    const run = (lowered: string) => {
      const kernels = [
        { name: 'both(double*, double*)', launches: lowered === '' ? 577 : 921, ms: lowered === '' ? 20 : 10 },
      ];
      return { ...printed(1), gpu: { kernels, kernelMs: kernels[0]!.ms, copyMs: 0, lastError: null } } as RunOutcome;
    };
    const { best } = await study(program.bench({ engine: 'cuda', run }), folder);
    expect(recordsOf(folder, 'amount-of-work')).toEqual([
      {
        kind: 'amount-of-work',
        ...{ trial: best!.number, input: 'only', operations: null },
        differences: [{ kind: 'kernel', function: 'both', file: 'program.cu', line: 3, before: 577, after: 921 }],
      },
    ]);
  } finally {
    await program.close();
  }
});
