import { describe, expect, it } from 'vitest';
import { hasNative } from '../oracles/oracle-bench.js';
import { mantissa, Scratch } from '../support/command-line.js';

/** Tunes one C program natively. */
async function tunedInWords(source: string, ...more: string[]) {
  using scratch = new Scratch({ 'main.c': source });
  return await mantissa(['tune', 'main.c', '--engine', 'native', '--max-error', '1e-4', '--no-sanitize', ...more], {
    cwd: scratch.folder,
  });
}

/** The answer as JSON, and what was said on the way. */
async function tuned(source: string, ...more: string[]) {
  const { exitCode, stdout, stderr } = await tunedInWords(source, '--json', ...more);
  return { exitCode, stderr, answer: stdout === '' ? null : JSON.parse(stdout) };
}

const recurrence = (steps: number, before = '') => `#include <stdio.h>
#include <unistd.h>
int main(void)
{
  double x = 1;
  for (int k = 0; k < ${steps}; k++) x = x * 0.99 + 0.01 * k;
  ${before}
  printf("%.9g\\n", x);
  return 0;
}
`;

describe.runIf(hasNative)('programs that are hard to time', () => {
  it('of a run that ends in under a millisecond, no speedup is claimed', async () => {
    const { stdout, stderr } = await tunedInWords(recurrence(100));
    expect(stderr).not.toMatch(/best so far: trial \d+, \d+\.\d+× \(/);
    expect(stdout).not.toMatch(/^trial 1 {2}\d+\.\d+× /m);
    expect(stdout).toMatch(/\b0\.\d+\b/);
    // how long the start of a process takes, which is nearly all of it, says which of the two; their limits have tests of their own
    expect(stderr).toMatch(/warning (?:short-run|brief-run): .*\b[\d.]+ m?s\b/);
  });

  it('a program that sleeps is not faster, by wall-clock time', async () => {
    const { answer } = await tuned(recurrence(1000, 'usleep(150000);'));
    expect(answer.best).toBeNull();
    expect(answer.keep).toMatchObject({ trial: 1, speedupKind: 'measured' });
    expect(answer.keep.speedup).toBeCloseTo(1, 1);
  });

  it('times that differ tenfold between runs decide nothing, nor do the counts of such runs', async () => {
    const { stderr, answer } = await tuned(`#include <stdio.h>
#include <time.h>
static double field[100000];
int main(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  int rounds = 10 + t.tv_nsec / 1000 % 90; /* up to ten times as much work */
  double sum = 0;
  volatile double sink = 0;
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < 100000; i++) field[i] = i * 1e-3 + r % 1;
    sink += field[r];
  }
  for (int i = 0; i < 100000; i++) sum += field[i];
  printf("%.9g\\n", sum);
  return 0;
}
`);
    const shown = answer.best ?? answer.keep;
    expect(shown).not.toBeNull();
    // whatever the runs were like: an interval that spans more than a factor of 1.5 is no speedup
    expect(stderr).not.toMatch(/best so far: trial \d+, \d+\.\d+× \(0\./);
    expect(shown.work?.differences ?? []).toEqual([]);
  });

  it('a candidate that never ends costs one time limit, and others are tried', async () => {
    const { exitCode, stderr } = await tuned(
      `#include <math.h>
#include <stdio.h>
int main(void)
{
  double x = 2, width = 1, sum = 0;
  while (width > 1e-12 * x) { width *= 0.5; if (x + width == x) width = 1; }
  for (int k = 1; k < 1000; k++) sum += 1.0 / k;
  printf("%.9g %.9g\\n", x, sum);
  return 0;
}
`,
      '--timeout',
      '3',
    );
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/trial 1: timed-out/);
    expect(stderr).toMatch(/trial \d+: accurate/);
  });

  it('where a program prints its own time, the value that differs is named, and how to leave its line out', async () => {
    const { exitCode, stderr } = await tuned(`#include <stdio.h>
#include <time.h>
int main(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  printf("result %.9g\\n", 1.5);
  printf("elapsed %ld us\\n", t.tv_nsec / 1000);
  return 0;
}
`);
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/value 2 is \d+ instead of \d+/);
    expect(stderr).toMatch(/^ +remedy: .*"output": \{"stdout": true, "lines": "…"\}/m);
  });
});
