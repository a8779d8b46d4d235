import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDevice } from '../../src/analysis/devices/devices.js';
import { findGroups } from '../../src/analysis/groups.js';
import { type MeasuredTimes, PerformanceModel } from '../../src/analysis/performance-model.js';
import type { Program } from '../../src/program/program.js';
import { resolve } from '../../src/space/resolve.js';
import { inventedCounts } from '../support/invented-counts.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

describe("a model with the baseline's measured times", () => {
  const SOURCE = `#include <cuda_runtime.h>
__global__ void first(double *a) { a[threadIdx.x] = a[threadIdx.x] * 2.0; }
__global__ void second(double *b) { b[threadIdx.x] = b[threadIdx.x] / 3.0; }
int main() {
  double h[64] = {0}, *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, 64 * sizeof(double));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  first<<<1, 64>>>(a);
  second<<<1, 64>>>(b);
  return 0;
}
`;
  let program: Program;
  const of = (name: string) => program.functions.findIndex((one) => one.name === name);
  const both = () =>
    new Map([
      [of('first'), 9],
      [of('second'), 1],
    ]);
  const narrow = (...ids: string[]) => {
    const wanted = new Set(
      ids.map((id) => findGroups(program).groupOf[program.sites.findIndex((one) => one.id === id)]),
    );
    const { groupOf } = findGroups(program);
    const sites = program.sites.flatMap((_, site) => (wanted.has(groupOf[site]) ? [[site, 'fp32'] as const] : []));
    return resolve(program, { sites: new Map(sites), operations: new Map() });
  };
  const modelWith = (measured: MeasuredTimes | null) =>
    new PerformanceModel(program, findDevice('h200'), inventedCounts(program), { measured });
  beforeAll(async () => {
    program = await programs.readText(SOURCE, 'cu');
  });

  it('gives each kernel that time, and changes it as it would have changed its own', () => {
    const plain = modelWith(null);
    const model = modelWith({
      kernelMs: both(),
      totalMs: 10,
      copyMs: null,
    });
    expect(model.baseline.timeMs).toBeCloseTo(10, 12);
    const ratio = (one: PerformanceModel) =>
      one.predict(narrow('second.b')).kernels[1]!.timeMs / one.baseline.kernels[1]!.timeMs;
    expect(ratio(plain)).toBeLessThan(1);
    expect(ratio(model)).toBeCloseTo(ratio(plain), 12);
    expect(model.predict(narrow('second.b')).timeMs).toBeCloseTo(9 + ratio(plain), 12);
  });

  it('uses the times of a longer input only for the share of each kernel', () => {
    const plain = modelWith(null);
    const longer = modelWith({ kernelMs: both(), totalMs: 12, copyMs: null, isOfLonger: true });
    const times = (one: PerformanceModel, ...ids: string[]) => one.predict(narrow(...ids)).timeMs / one.baseline.timeMs;
    const [first, second] = [0, 1].map(
      (at) => plain.predict(narrow('first.a', 'second.b')).kernels[at]!.timeMs / plain.baseline.kernels[at]!.timeMs,
    );
    // 9, 1, and 2 of kernels that are not the program's
    expect(times(longer, 'first.a', 'second.b')).toBeCloseTo((9 * first! + second! + 2) / 12, 12);
    expect(times(longer, 'first.a')).toBeCloseTo((9 * first! + 3) / 12, 12);
  });

  it('includes timed copies, scaled by the bytes of their formats', () => {
    const model = modelWith({ kernelMs: both(), totalMs: 10, copyMs: 4 });
    expect(model.baseline).toMatchObject({ timeMs: expect.closeTo(14, 12), transferMs: expect.closeTo(4, 12) });
    expect(model.predict(narrow('first.a')).transferMs).toBeCloseTo(2, 12);
    expect(model.predict(narrow('second.b')).transferMs).toBeCloseTo(4, 12);
  });

  it('keeps times that no format changes: kernels of libraries, copies of integers', async () => {
    const model = modelWith({ kernelMs: both(), totalMs: 50, copyMs: null });
    expect(model.baseline.timeMs).toBeCloseTo(50, 12);
    expect(model.predict(narrow('first.a', 'second.b')).timeMs).toBeGreaterThan(40);
    const mixed = await programs.readText(
      SOURCE.replace('first<<<', 'static int k[640]; cudaMemcpy(b, k, sizeof k, cudaMemcpyHostToDevice); first<<<'),
      'cu',
    );
    const elements = (transfer: number) => (mixed.transfers[transfer]!.source === null ? 320 : 64);
    const transfers = new Map(mixed.transfers.map((_, index) => [index, { elements: elements(index), largest: 1 }]));
    const kernelMs = new Map([[mixed.functions.findIndex(({ name }) => name === 'first'), 9]]);
    const counts = { ...inventedCounts(mixed), transfers };
    const copying = new PerformanceModel(mixed, findDevice('h200'), counts, {
      measured: { kernelMs, totalMs: 9, copyMs: 6 },
    });
    expect(copying.baseline.transferMs).toBeCloseTo(6, 12);
    const array = mixed.sites.findIndex((one) => one.id === 'first.a');
    const { groupOf } = findGroups(mixed);
    const sites = mixed.sites.flatMap((_, site) => (groupOf[site] === groupOf[array] ? [[site, 'fp32'] as const] : []));
    const lowered = resolve(mixed, { sites: new Map(sites), operations: new Map() });
    const saved = 6 - copying.predict(lowered).transferMs;
    expect(saved).toBeLessThan(2.9);
    expect(saved).toBeGreaterThan(0);
  });

  it('lets a copy that converts take what the host needs for it', async () => {
    const kept = await programs.readText(SOURCE.replace('first<<<', 'void keep(double *); keep(h); first<<<'), 'cu');
    expect(kept.transfers.map(({ sides }) => sides.kind)).toContain('apart');
    const at = kept.transfers.findIndex(({ sides }) => sides.kind === 'apart');
    const counts = { ...inventedCounts(kept), transfers: new Map([[at, { elements: 1e6, largest: 1e6 }]]) };
    const model = new PerformanceModel(kept, findDevice('h200'), counts);
    const wide = model.baseline.transferMs;
    const array = kept.sites.findIndex((one) => one.id === 'first.a');
    const { groupOf } = findGroups(kept);
    const sites = kept.sites.flatMap((_, site) => (groupOf[site] === groupOf[array] ? [[site, 'fp32'] as const] : []));
    const lowered = { sites: new Map(sites), operations: new Map() };
    expect(model.predict(resolve(kept, lowered)).transferMs).toBeCloseTo(wide / 2 + 3, 9);
  });

  it('gives an unmeasured kernel the average correction of the others', () => {
    const plain = modelWith(null).baseline.kernels;
    const { kernels } = modelWith({ kernelMs: new Map([[of('first'), 9]]), totalMs: 9, copyMs: null }).baseline;
    const offBy = (at: number) => kernels[at]!.timeMs / plain[at]!.timeMs;
    expect(offBy(1) / offBy(0)).toBeCloseTo(1, 12);
  });
});
