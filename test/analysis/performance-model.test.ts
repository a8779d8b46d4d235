import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDevice } from '../../src/analysis/devices/devices.js';
import { findGroups } from '../../src/analysis/groups.js';
import { findBlockExecutions } from '../../src/analysis/performance/block-executions.js';
import {
  type ExecutionCounts,
  type ModelDimension,
  PerformanceModel,
  type SeenTimes,
} from '../../src/analysis/performance-model.js';
import type { Format } from '../../src/numerics/format.js';
import type { Program } from '../../src/program/program.js';
import { admits } from '../../src/space/configuration.js';
import { type Configuration, resolve } from '../../src/space/resolve.js';
import { manyOperations } from '../support/many-operations.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** Counts nobody measured, the same for the operations of a block. */
function invented(program: Program): ExecutionCounts {
  const executions = (owner: number, block: number) => 1 + ((owner * 31 + block * 17) % 97) ** 2;
  return {
    operations: new Map(
      program.operations.map(({ function: owner, block }, index) => [index, executions(owner, block)]),
    ),
    launches: new Map(program.launches.map((_, index) => [index, 3])),
    transfers: new Map(program.transfers.map((_, index) => [index, { elements: 500, largest: 100 }])),
  };
}

/** Times nobody took, of all functions but one. */
function seenTimes(program: Program): SeenTimes {
  const kernelMs = new Map(program.functions.slice(1).map((_, index) => [index + 1, 1 + 7 * index]));
  return { kernelMs, totalMs: 1000, copyMs: 5 };
}

/** A dimension for every group that may change, and for every third operation one of its own. */
function dimensionsOf(program: Program, formats: readonly Format[]): ModelDimension[] {
  const { groups } = findGroups(program);
  const admitted = (sites: readonly number[]) => {
    const declared = program.sites[sites[0]!]!.format;
    const others = formats.filter((one) => one !== declared && sites.every((site) => admits(program, site, one)));
    return [declared, ...others];
  };
  return [
    ...groups
      .filter(({ frozen }) => frozen === null)
      .map(({ sites }) => ({ sites, operations: [], formats: admitted(sites) })),
    ...program.operations.flatMap(({ format }, operation) =>
      operation % 3 === 0 ? [{ sites: [], operations: [operation], formats: [format, 'fp32' as const] }] : [],
    ),
  ];
}

function configurationOf(
  program: Program,
  dimensions: readonly ModelDimension[],
  point: readonly Format[],
): Configuration {
  const sites = new Map<number, Format>();
  const operations = new Map<number, Format>();
  dimensions.forEach((dimension, at) => {
    for (const site of dimension.sites) if (program.sites[site]!.format !== point[at]) sites.set(site, point[at]!);
    for (const one of dimension.operations)
      if (program.operations[one]!.format !== point[at]) operations.set(one, point[at]!);
  });
  return { sites, operations };
}

describe.each(['nbody', 'boxmd', 'backprop', 'sedov', 'funarc'])('the scorer, on %s', (name) => {
  let program: Program;
  beforeAll(async () => {
    program = await programs.readCorpus(name);
  });

  it.each(['profiled', 'static', 'seen'] as const)(
    'says of any point what the model says of what it resolves to, %s',
    (reading) => {
      const counts = reading === 'static' ? null : invented(program);
      const seen = reading === 'seen' ? seenTimes(program) : null;
      const model = new PerformanceModel(program, findDevice('h200'), counts, { seen });
      const dimensions = dimensionsOf(program, ['fp64', 'fp32', 'fp16']);
      const score = model.scorer(dimensions);
      const points = fc.tuple(...dimensions.map(({ formats }) => fc.constantFrom(...formats)));
      fc.assert(
        fc.property(points, (point) => {
          const slow = model.predict(resolve(program, configurationOf(program, dimensions, point))).timeMs;
          expect(score(point) * model.baseline.timeMs).toBeCloseTo(slow, 12 - Math.ceil(Math.log10(slow)));
        }),
        { numRuns: 60 },
      );
      expect(score(dimensions.map(({ formats }) => formats[0]!))).toBeCloseTo(1, 12);
    },
  );
});

describe('a model that knows what the baseline took', () => {
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
  const modelWith = (seen: SeenTimes | null) =>
    new PerformanceModel(program, findDevice('h200'), invented(program), { seen });
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

  it('counts copies where they were timed, as much as their formats move', () => {
    const model = modelWith({ kernelMs: both(), totalMs: 10, copyMs: 4 });
    expect(model.baseline).toMatchObject({ timeMs: expect.closeTo(14, 12), transferMs: expect.closeTo(4, 12) });
    expect(model.predict(narrow('first.a')).transferMs).toBeCloseTo(2, 12);
    expect(model.predict(narrow('second.b')).transferMs).toBeCloseTo(4, 12);
  });

  it('leaves as it is what no format changes: kernels of others, copies of integers', async () => {
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
    const counts = { ...invented(mixed), transfers };
    const copying = new PerformanceModel(mixed, findDevice('h200'), counts, {
      seen: { kernelMs, totalMs: 9, copyMs: 6 },
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

  it('takes a kernel that nobody saw to be as far off as the others', () => {
    const plain = modelWith(null).baseline.kernels;
    const { kernels } = modelWith({ kernelMs: new Map([[of('first'), 9]]), totalMs: 9, copyMs: null }).baseline;
    const offBy = (at: number) => kernels[at]!.timeMs / plain[at]!.timeMs;
    expect(offBy(1) / offBy(0)).toBeCloseTo(1, 12);
  });
});

describe('the model', () => {
  /** Clocks of an H200's multiprocessor that keep each resource busy, per execution of the only kernel's loop. */
  const clocksOf = (model: PerformanceModel, configuration: Configuration, program: Program, executions: number) => {
    const { kernels } = model.predict(resolve(program, configuration));
    const { multiprocessors, clockMHz } = model.device;
    return Object.fromEntries(
      kernels[0]!.resources.map(({ bound, ms }) => [bound, (ms * multiprocessors * clockMHz * 1000) / executions]),
    );
  };
  const RUNS = 1e6;
  const SOURCE = `#include <cuda_runtime.h>
__global__ void k(double *a, double s, double t) {
  int i = threadIdx.x;
  double x = s * t;
  double y = x + s;
  double p = y * y;
  a[i] = p / s;
}
int main() { return 0; }
`;
  let program: Program;
  let model: PerformanceModel;
  const site = (id: string) => program.sites.findIndex((one) => one.id === id);
  const lowered = (...ids: string[]): Configuration => ({
    sites: new Map(ids.map((id) => [site(id), 'fp32'])),
    operations: new Map(),
  });
  beforeAll(async () => {
    program = await programs.readText(SOURCE, 'cu');
    const counts = { operations: new Map(program.operations.map((_, index) => [index, RUNS])) };
    model = new PerformanceModel(program, findDevice('h200'), counts);
  });

  it('prices a product that goes into one sum as one instruction with it, a division as its own throughput', () => {
    const { throughput } = model.device;
    const { fp64, fp32 } = clocksOf(model, lowered(), program, RUNS);
    // s * t + s is one; y * y and the division follow
    expect(fp64).toBeCloseTo(1 / throughput.fp64!.add! + 1 / throughput.fp64!.mul! + 1 / throughput.fp64!.div!, 10);
    expect(fp32).toBe(0);
  });

  it('prices a conversion where formats meet, once for all who want the same', () => {
    const rates = model.device.conversions;
    const { conversion } = clocksOf(model, lowered('k.y'), program, RUNS);
    // the sum goes into y; y * y, in fp32, goes into p; y is not converted for either of its uses
    expect(conversion).toBeCloseTo(1 / rates['fp64-fp32']! + 1 / rates['fp32-fp64']!, 10);
  });

  it('does not fuse what does not have one format', () => {
    const { throughput } = model.device;
    const { fp64 } = clocksOf(model, lowered('k.x'), program, RUNS);
    const { add, mul, div } = throughput.fp64!;
    expect(fp64).toBeCloseTo(2 / mul! + 1 / add! + 1 / div!, 10);
  });

  it('moves as many bytes as its formats have, at the bandwidth that threads moving so few at a time get', () => {
    const rates = model.device.memory.dramGBsByElementBytes!;
    const { memory } = clocksOf(model, lowered(), program, RUNS);
    const narrow = clocksOf(model, lowered('k.a'), program, RUNS).memory!;
    expect(narrow / memory!).toBeCloseTo(4 / rates['4']! / (8 / rates['8']!), 10);
  });

  it('waits for results as long as they take, with as many threads at a time as a multiprocessor holds', () => {
    const ops = model.device.latency!.fp64!;
    // one fused, one product, one division, one store
    const clocks = (ops.add! + ops.mul!) / 3 + ops.div! + 40;
    expect(clocksOf(model, lowered(), program, RUNS).latency).toBeCloseTo(clocks / 2048, 10);
  });

  it('holds fewer threads where their variables take more registers', async () => {
    const large = await programs.readText(
      `#include <cuda_runtime.h>
__global__ void k(double *a) {
  double x[48];
  for (int c = 0; c < 48; c++) x[c] = a[c] * 2.0;
  for (int c = 0; c < 48; c++) a[c] = x[c];
}
int main() { return 0; }
`,
      'cu',
    );
    const counts = { operations: new Map([[0, RUNS]]) };
    const array = large.sites.findIndex((one) => one.id === 'k.x');
    const waiting = (formats: readonly [number, Format][]) => {
      const configuration = { sites: new Map(formats), operations: new Map([[0, 'fp64' as const]]) };
      return clocksOf(new PerformanceModel(large, findDevice('h200'), counts), configuration, large, RUNS).latency!;
    };
    const [wide, narrow] = [waiting([]), waiting([[array, 'fp32']])];
    // 24 registers besides: 120 for each thread, or 72 and a conversion to wait for as well
    expect(wide / (24 + 96)).toBeLessThan(narrow / (24 + 48));
    expect(narrow).toBeLessThan(wide);
  });

  it('says what a profile lacks for a format', () => {
    const old = new PerformanceModel(program, findDevice('kepler'), null);
    expect(old.missingEntries(['fp32'])).toEqual([]);
    expect(old.missingEntries(['fp16'])).toEqual(['throughput.fp16', 'conversions.fp16-fp64', 'conversions.fp64-fp16']);
  });

  it('prices a P100 as the AMPT-GA paper does: fp32 1, fp64 2, a conversion 4', () => {
    const { throughput, conversions } = findDevice('p100');
    const unit = 1 / throughput.fp32!.add!;
    expect([1 / throughput.fp64!.add!, 1 / conversions['fp64-fp32']!].map((clocks) => clocks / unit)).toEqual([2, 4]);
  });

  it('scores tens of thousands of points a second of a program of 2,000 operations', async () => {
    const large = await programs.readText(manyOperations(2000), 'cu');
    expect(large.operations.length).toBeGreaterThan(2000);
    const counted = new PerformanceModel(large, findDevice('h200'), invented(large));
    const dimensions = dimensionsOf(large, ['fp64', 'fp32']).filter(({ sites }) => sites.length > 0);
    const score = counted.scorer(dimensions);
    const point = dimensions.map(({ formats }) => formats[0]!);
    let sum = 0;
    // the best of several: others use this machine too
    const rate = (change: (turn: number) => void): number =>
      Math.max(
        ...Array.from({ length: 10 }, () => {
          const started = performance.now();
          for (let turn = 0; turn < 400; turn++) {
            change(turn);
            sum += score(point);
          }
          return 400 / ((performance.now() - started) / 1000);
        }),
      );
    const flip = (at: number) => {
      const { formats } = dimensions[at]!;
      point[at] = point[at] === formats[0] ? formats.at(-1)! : formats[0]!;
    };
    const few = rate((turn) => flip((turn * 13) % dimensions.length));
    expect(few).toBeGreaterThan(5000); // 20,000 and more on a machine of its own: bench/performance-model.mjs
    expect(sum).toBeGreaterThan(0);
  });
});

describe('executions of blocks', () => {
  const SOURCE = `
double f(double *a, double s, int n) {
  double x = a[0];
  for (int i = 0; i < n; i++) {
    double y = a[i];
    if (i > 3) {
      a[i] = y;
    } else {
      a[i] = s;
    }
    x = x + y;
  }
  a[1] = x;
  return x;
}
`;
  it('follow from operations and stores of the same block, and from blocks that always run together', async () => {
    const program = await programs.readText(SOURCE);
    const addition = program.operations.findIndex(({ kind }) => kind === 'add');
    const site = (id: string) => program.sites.findIndex((one) => one.id === id);
    const executions = findBlockExecutions(program, {
      operations: new Map([[addition, 1000]]),
      stores: new Map([
        [site('f.y'), 1000],
        [site('f.x'), 1010],
      ]),
    })[0]!;
    const { valueBlocks, values } = program.functions[0]!;
    const blockOf = (kind: string, text: string) =>
      valueBlocks[
        values.findIndex(
          (value) =>
            value.kind === kind &&
            'place' in value &&
            program.files[value.place.range.file]!.source.text.slice(value.place.range.begin, value.place.range.end) ===
              text,
        )
      ]!;
    expect(executions[blockOf('load', 'a[i]')]).toBe(1000);
    // nothing was counted in either arm: at most as often as what leads to them
    expect(executions[blockOf('store', 'a[i] = s')]).toBe(1000);
    // what is left of the stores into x; and what always runs together with it
    expect(executions[blockOf('load', 'a[0]')]).toBe(10);
    expect(executions[blockOf('store', 'a[1] = x')]).toBe(10);
  });
});

describe('a branch that some threads take', () => {
  it('keeps as many warps busy as have one of them', async () => {
    const program = await programs.readText(
      `#include <cuda_runtime.h>
__global__ void k(double *a, double s) {
  int i = threadIdx.x;
  double x = a[i] * s;
  if (x > 1.0) x = x * s;
  a[i] = x;
}
int main() { return 0; }
`,
      'cu',
    );
    const [first, comparison, inside] = program.operations.map((_, index) => index);
    const clocks = (share: number) => {
      const counts = {
        operations: new Map([
          [first!, 1e6],
          [comparison!, 1e6],
          [inside!, share * 1e6],
        ]),
      };
      const { resources } = new PerformanceModel(program, findDevice('h200'), counts).baseline.kernels[0]!;
      return resources.find(({ bound }) => bound === 'fp64')!.ms;
    };
    const all = clocks(1);
    expect(clocks(0) / all).toBeCloseTo(2 / 3, 3);
    expect(clocks(1 / 32) / all).toBeCloseTo((2 + (1 - (31 / 32) ** 32)) / 3, 3);
    expect(clocks(0.5) / all).toBeCloseTo(1, 3);
  });
});
