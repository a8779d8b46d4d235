import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findDevice } from '../../../src/analysis/devices/devices.js';
import { findGroups } from '../../../src/analysis/groups.js';
import { Refit, spreadOf } from '../../../src/analysis/performance/refit.js';
import { PerformanceModel } from '../../../src/analysis/performance-model.js';
import { sitesInScope } from '../../../src/analysis/scope.js';
import type { Format } from '../../../src/numerics/format.js';
import { fastestPoint } from '../../../src/study/prospects/prospects.js';
import { type Formats, TuningSpace } from '../../../src/study/search-space.js';
import { kernelTimes, measuredTimes } from '../../../src/workbench/kernel-times.js';
import { ReadPrograms } from '../../support/read-programs.js';

interface Stored {
  readonly program: string;
  readonly device: string;
  readonly formats: readonly Format[];
  readonly configurations: readonly {
    readonly formats: Formats;
    readonly kernelMs: number;
    readonly copyMs: number;
    readonly kernels: readonly { readonly name: string; readonly ms: number }[];
  }[];
  readonly counts: Record<'operations' | 'stores' | 'launches' | 'transfers', readonly [number, never][]>;
}

/** Times of random configurations, measured on an H200. */
const FILE = path.join(import.meta.dirname, '../measured-times.json');
const { programs: stored } = JSON.parse(fs.readFileSync(FILE, 'utf8')) as { programs: Stored[] };

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** With what was measured of it, and the model fitted to so many. */
async function modelled(record: Stored, fitted: number) {
  const program = await programs.readCorpus(record.program);
  const groups = findGroups(program);
  const space = new TuningSpace({ program, groups }, record.formats, sitesInScope(program, groups, 'kernels'));
  const counts = {
    operations: new Map(record.counts.operations),
    stores: new Map(record.counts.stores),
    launches: new Map(record.counts.launches),
    transfers: new Map(record.counts.transfers),
  };
  const [written, ...others] = record.configurations;
  const circumstances = { isFull: false, measured: measuredTimes(program, written!, false) };
  const device = findDevice(record.device);
  const model = new PerformanceModel(program, device, counts, circumstances);
  const asWritten = kernelTimes(program, written!.kernels);
  const configurations = others
    .map(({ formats, kernels, kernelMs }) => {
      const ratios = [...kernelTimes(program, kernels)].map(([at, ms]) => [at, ms / asWritten.get(at)!] as const);
      return { resolution: space.resolve(formats), ratios: new Map(ratios), ratio: kernelMs / written!.kernelMs };
    })
    .sort((a, b) => model.predict(a.resolution).timeMs - model.predict(b.resolution).timeMs);
  // the one the model likes best, and others down to the middling
  const timed = Array.from(
    { length: fitted },
    (_, at) => configurations[Math.floor((at * configurations.length) / fitted / 2)]!,
  );
  const refit = new Refit(model, space.resolve({}), timed);
  const after = new PerformanceModel(program, device, counts, { ...circumstances, factors: refit.factors });
  return { program, space, model, refit, after, timed, configurations };
}

/** How far off the model is on what it was not fitted to, and how much of that its own uncertainty says. */
async function judged(record: Stored, fitted: number): Promise<{ readonly off: number; readonly covered: number }> {
  const { refit, after, timed, configurations } = await modelled(record, fitted);
  const misses = configurations
    .filter((one) => !timed.includes(one))
    .map(({ resolution, ratio }) => {
      const prediction = after.predict(resolution);
      const spread = spreadOf(prediction, refit.uncertainty(resolution));
      return { miss: Math.log(prediction.timeMs / after.baseline.timeMs / ratio), spread };
    });
  const off = Math.sqrt(misses.reduce((sum, { miss }) => sum + miss ** 2, 0) / misses.length);
  const within = misses.filter(({ miss, spread }) => Math.abs(miss) <= 2 * spread).length;
  return { off, covered: within / misses.length };
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('the ceiling that advise names', () => {
  it("is no lower than the fastest measured program, within the model's uncertainty, and within 15 % of it for most", async () => {
    const off = [];
    for (const record of stored) {
      const { program, space, model, refit } = await modelled(record, 0);
      const fastest = model.predict(space.resolve(space.formatsOf(fastestPoint(model, space))));
      const spread = spreadOf(fastest, refit.uncertainty(space.resolve(space.narrowest)));
      const ceiling = model.baseline.timeMs / fastest.timeMs;
      const [written, ...others] = record.configurations;
      const measured = written!.kernelMs / Math.min(...others.map(({ kernelMs }) => kernelMs));
      expect([program.files[0]!.path, measured / (ceiling * Math.exp(spread)) <= 1.02]).toEqual([
        program.files[0]!.path,
        true,
      ]);
      off.push(Math.abs(ceiling / measured - 1));
    }
    expect(off.filter((one) => one <= 0.15).length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...off)).toBeLessThan(0.4);
  });
});

describe('a model refitted to three timed configurations of each of six programs', () => {
  it('is nearer to the times of the others, and knows by how much it may be off', async () => {
    const before = [];
    const after = [];
    for (const record of stored) {
      before.push(await judged(record, 0));
      after.push(await judged(record, 3));
    }
    expect(mean(before.map(({ off }) => off))).toBeGreaterThan(0.09);
    expect(mean(after.map(({ off }) => off))).toBeLessThan(0.07);
    for (const [at, { off }] of after.entries()) expect(off).toBeLessThan(1.15 * before[at]!.off);
    for (const quality of [before, after]) expect(mean(quality.map(({ covered }) => covered))).toBeGreaterThan(0.83);
  });

  it('repeats what it was fitted to', async () => {
    const program = await programs.readText(
      '__global__ void twice(double *a) { a[threadIdx.x] = a[threadIdx.x] * 2.0; }\nint main() { double *a = 0; twice<<<1, 64>>>(a); }\n',
      'cu',
    );
    const twice = program.functions.findIndex(({ name }) => name === 'twice');
    const written = Float64Array.of(8, 0, 0, 0, 0, 2, 1, 1, 4);
    const narrow = Float64Array.of(0, 4, 0, 0, 1, 2, 1, 0.5, 2);
    const model = {
      asPriced: (resolution: unknown) => new Map([[twice, resolution === 'narrow' ? narrow : written]]),
      measuredOverPriced: () => 1,
    };
    const refit = new Refit(model, 'written' as never, [
      { resolution: 'narrow' as never, ratios: new Map([[twice, 0.9]]) },
    ]);
    const [fp64, fp32] = refit.factors.get(twice)!;
    // narrow took longer than was priced: what it needs is dearer, what it saves is cheaper
    expect(fp32).toBeGreaterThan(1);
    expect(fp64).toBeLessThan(1);
    expect(refit.uncertainty('written' as never).get(twice)).toBe(0);
    const unfitted = new Refit(model, 'written' as never, []);
    expect(refit.uncertainty('narrow' as never).get(twice)).toBeLessThan(
      unfitted.uncertainty('narrow' as never).get(twice)!,
    );
    expect([...unfitted.factors.get(twice)!].every((one) => one === 1)).toBe(true);
  });
});
