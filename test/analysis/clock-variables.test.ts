import { afterAll, expect, it } from 'vitest';
import { findClockGroups } from '../../src/analysis/clock-variables.js';
import { findGroups } from '../../src/analysis/groups.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

async function clocksOf(text: string): Promise<string[]> {
  const program = await programs.readText(text);
  const groups = findGroups(program);
  return [...findClockGroups(program, groups)].flatMap((index) =>
    groups.groups[index]!.sites.map((site) => program.sites[site]!.id),
  );
}

it('finds start times, durations and rates, through functions, members and casts', async () => {
  const found = await clocksOf(`
#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/time.h>
static double now() { struct timeval tv; gettimeofday(&tv, nullptr); return tv.tv_sec + 1e-6 * tv.tv_usec; }
static double cpu() { return (double) clock() / CLOCKS_PER_SEC; }
struct result { double value, seconds; };
int main() {
  auto begin = std::chrono::steady_clock::now();
  double t0 = now(), c0 = cpu(), sum = 0;
  for (int k = 0; k < 100; k++) sum += 1.0 / (k + 1);
  result r;
  r.value = sum;
  r.seconds = now() - t0;
  double flops = 2e2, rate = flops / r.seconds;
  double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%g %g %g %g\\n", r.value, rate, elapsed, cpu() - c0);
}
`);
  expect(found.toSorted()).toEqual([
    'cpu()',
    'cpu.(cast)',
    'main.c0',
    'main.elapsed',
    'main.rate',
    'main.t0',
    'now()',
    'result.seconds',
  ]);
});

it('finds a clock that only a build with OpenMP reads', async () => {
  const found = await clocksOf(`
#include <cstdio>
#ifdef _OPENMP
#include <omp.h>
#endif
static double now() {
#ifdef _OPENMP
  return omp_get_wtime();
#else
  return 0.0;
#endif
}
int main() {
  double begin = now(), sum = 0;
  for (int k = 1; k < 100; k++) sum += 1.0 / k;
  std::printf("%g %g\\n", sum, now() - begin);
}
`);
  expect(found.toSorted()).toEqual(['main.begin', 'now()']);
});

it('ignores variables that also hold other values than clock readings', async () => {
  const found = await clocksOf(`
#include <cstdio>
#include <ctime>
static double difference(double a, double b) { return a - b; }
int main() {
  double scratch = clock(), x = 2;
  double spent = difference(clock(), scratch), change = difference(x, 1);
  scratch = x * change;
  std::printf("%g %g %g\\n", spent, change, scratch);
}
`);
  expect(found).toEqual([]);
});

it('finds a cast of clock ticks that is stored nowhere, and no other cast', async () => {
  const found = await clocksOf(`
#include <cstdio>
#include <ctime>
int main() {
  clock_t start = clock();
  int n = 3;
  double sum = (double)n * 0.1;
  std::printf("%g %.3f\\n", sum, (double)(clock() - start) / CLOCKS_PER_SEC);
}
`);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^main\.\(cast\)/);
});
