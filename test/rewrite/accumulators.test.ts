import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { parseConfiguration, writeConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { diagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-accumulators-'));
afterAll(async () => {
  await engine.close();
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function withProgram<T>(
  name: string,
  text: string,
  use: (bench: Workbench) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  const request = { inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const project = openProject(request);
  const units = project.units.map((unit) => ({ ...unit, arithmeticFlags: flags })); // a compilation database has them
  const bench = await Workbench.open(clang, engine, { ...project, units });
  try {
    return await use(bench);
  } finally {
    bench.close();
  }
}

function configured(bench: Workbench, accumulators: unknown, formats: Readonly<Record<string, string>> = {}) {
  const text = JSON.stringify({ schemaVersion: 1, formats, accumulators });
  return parseConfiguration(text, 'configuration.json', bench.program, bench.groups);
}

const DOT = `double dot(const double *x, const double *y, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
`;

describe('another summation method reads like handwritten code', () => {
  it('Kahan’s, beside a loop without brackets', async () => {
    await withProgram('kahan.c', DOT, async (bench) => {
      const files = await bench.variants.rewrite(configured(bench, { 'dot.sum': 'kahan' }, { 'dot.sum': 'fp32' }));
      expect(files.get('kahan.c')).toBe(`double dot(const double *x, const double *y, int n)
{
    float sum = 0.0;
    float sum_lost = 0;
    for (int i = 0; i < n; i++)
    {
        float sum_term = x[i] * y[i] - sum_lost;
        float sum_next = sum + sum_term;
        sum_lost = (sum_next - sum) - sum_term;
        sum = sum_next;
    }
    return sum;
}
`);
    });
  });

  it('pairwise, with what is counted declared before the loop', async () => {
    await withProgram('pairwise.c', DOT, async (bench) => {
      const way = { pairwise: 64, in: 'fp32' };
      const files = await bench.variants.rewrite(configured(bench, { 'dot.sum': way }, { 'dot.sum': 'fp32' }));
      expect(files.get('pairwise.c')).toBe(`double dot(const double *x, const double *y, int n)
{
    float sum = 0.0;
    float sum_partial = 0;
    float sum_carry;
    float sum_levels[64];
    int sum_steps = 0, sum_level;
    unsigned long long sum_folds = 0;
    for (int i = 0; i < n; i++)
    {
        sum_partial += x[i] * y[i];
        if (++sum_steps == 64) {
            sum_carry = sum_partial;
            sum_partial = 0;
            sum_steps = 0;
            for (sum_level = 0; sum_folds >> sum_level & 1; sum_level++)
                sum_carry += sum_levels[sum_level];
            sum_levels[sum_level] = sum_carry;
            sum_folds++;
        }
    }
    for (sum_level = 0; sum_folds >> sum_level; sum_level++)
        if (sum_folds >> sum_level & 1)
            sum_partial += sum_levels[sum_level];
    sum += sum_partial;
    return sum;
}
`);
    });
  });

  it('in two floats, which are added to the fp64 sum after the loop', async () => {
    await withProgram('words.c', DOT, async (bench) => {
      const files = await bench.variants.rewrite(configured(bench, { 'dot.sum': { in: 'fp32x2' } }));
      expect(files.get('words.c')).toBe(`double dot(const double *x, const double *y, int n)
{
    double sum = 0.0;
    float sum_high = 0;
    float sum_low = 0;
    for (int i = 0; i < n; i++)
    {
        float sum_term = x[i] * y[i];
        float sum_next = sum_high + sum_term;
        float sum_arrived = sum_next - sum_high;
        sum_low += (sum_high - (sum_next - sum_arrived)) + (sum_term - sum_arrived);
        sum_high = sum_next + sum_low;
        sum_low -= sum_high - sum_next;
    }
    sum += sum_high;
    sum += sum_low;
    return sum;
}
`);
    });
  });

  it('sums of one loop are folded together, above its directive, in the program’s own style', async () => {
    const text = `__global__ void pull(const double *at, double *outForce, int n)
{
  double forceX = 0, sum_lost = 0;
  double forceY = 0;
  #pragma unroll 4
  for (int j = 0; j < n; j++) {
    if (j == 7) continue;
    forceX += at[j];
    forceY -= at[j] * at[j];
  } // all of them
  outForce[0] = forceX + forceY + sum_lost;
}
`;
    await withProgram('fold.cu', text, async (bench) => {
      const fold = { fold: 64, in: 'fp32' };
      const files = await bench.variants.rewrite(configured(bench, { 'pull.forceX': fold, 'pull.forceY': fold }));
      expect(files.get('fold.cu')).toBe(`__global__ void pull(const double *at, double *outForce, int n)
{
  double forceX = 0, sum_lost = 0;
  double forceY = 0;
  float forceXPartial = 0;
  float forceYPartial = 0;
  int steps = 0;
  #pragma unroll 4
  for (int j = 0; j < n; j++) {
    if (j == 7) continue;
    forceXPartial += at[j];
    forceYPartial -= at[j] * at[j];
    if (++steps == 64) {
      forceX += forceXPartial;
      forceY += forceYPartial;
      forceXPartial = 0;
      forceYPartial = 0;
      steps = 0;
    }
  } // all of them
  forceX += forceXPartial;
  forceY += forceYPartial;
  outForce[0] = forceX + forceY + sum_lost;
}
`);
    });
  });
});

describe('a sum that cannot use another summation method is refused with its place', () => {
  const WATCHED = `#include <math.h>
#define ADD(x) hidden += x
double watched(const double *x, int n, double *out)
{
  double read = 0, taken = 0, hidden = 0, twice = 0, branch = 0, largest = 0;
  double *where = &taken;
  for (int i = 0; i < n; i++) {
    read += x[i];
    out[i] = read;
    taken += x[i];
    ADD(x[i]);
    largest = fmax(largest, x[i]);
#ifdef RESET
    branch = 0;
#endif
    branch += x[i];
  }
  for (int i = 0; i < n; i++) twice += x[i];
  for (int i = 0; i < n; i++) twice -= x[i];
  double chosen = 0;
#ifdef BACKWARDS
  for (int i = n; i--;) {
#else
  for (int i = 0; i < n; i++) {
#endif
    chosen += x[i];
  }
  out[0] = chosen;
  return read + *where + hidden + twice + branch + largest;
}
`;

  it('sums with other uses in the loop, shared sums, and sums in inactive code', async () => {
    await withProgram('watched.c', WATCHED, async (bench) => {
      const ids = (sites: Iterable<number>) => [...sites].map((site) => bench.program.sites[site]!.name).sort();
      expect(ids(bench.derived.sums.found.keys())).toEqual([]);
      expect(ids(bench.derived.sums.others.keys())).toEqual([
        'branch',
        'chosen',
        'hidden',
        'largest',
        'read',
        'taken',
        'twice',
      ]);
      const rewriting = await bench.variants.tryRewrite(configured(bench, { 'watched.twice': 'kahan' }));
      expect(rewriting).toMatchObject({
        kind: 'infeasible',
        message: {
          code: 'MX2053',
          findings: [{ text: naming('watched.twice', 'loops'), place: { file: 'watched.c', line: 5 } }],
        },
      });
    });
  });

  it('compensation, where the compiler may take it for nothing', async () => {
    await withProgram(
      'fast.c',
      DOT,
      async (bench) => {
        expect(await bench.variants.tryRewrite(configured(bench, { 'dot.sum': 'kahan' }))).toMatchObject({
          kind: 'infeasible',
          message: { code: 'MX2053' },
        });
        const folded = await bench.variants.tryRewrite(configured(bench, { 'dot.sum': { fold: 8, in: 'fp32' } }));
        expect(folded.kind).toBe('rewritten');
      },
      ['-ffast-math'],
    );
    await withProgram('asked.c', `#pragma GCC optimize("fast-math")\n${DOT}`, async (bench) => {
      expect(await bench.variants.tryRewrite(configured(bench, { 'dot.sum': 'neumaier' }))).toMatchObject({
        message: { code: 'MX2053' },
      });
    });
  });

  it('an unknown summation method, and an unknown sum', async () => {
    await withProgram('named.c', DOT, async (bench) => {
      for (const way of ['pairwise', { fold: 1, in: 'fp32' }, { fold: 8, in: 'fp31' }, { fold: 8 }, 3])
        expect(() => configured(bench, { 'dot.sum': way })).toThrow(expect.objectContaining({ code: 'MX2052' }));
      expect(() => configured(bench, { 'dot.sun': 'kahan' })).toThrow(
        diagnostic('MX2011', { names: ['dot.sun', 'dot.sum'] }),
      );
      expect(() => configured(bench, ['dot.sum'])).toThrow(expect.objectContaining({ code: 'MX2010' }));
    });
  });

  it('a configuration with sums is read back as it was written', async () => {
    await withProgram('again.c', DOT, async (bench) => {
      const one = configured(bench, { 'dot.sum': { fold: 8, in: 'fp32' } }, { 'dot.x': 'fp32' });
      const text = writeConfiguration(one, bench.program);
      expect(parseConfiguration(text, 'again.json', bench.program, bench.groups)).toEqual(one);
    });
  });
});
