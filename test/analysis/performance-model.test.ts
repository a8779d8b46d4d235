import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findDevice } from '../../src/analysis/devices/devices.js';
import { findGroups } from '../../src/analysis/groups.js';
import { findBlockExecutions } from '../../src/analysis/performance/block-executions.js';
import { ScoredFunction } from '../../src/analysis/performance/scored-function.js';
import { type MeasuredTimes, type ModelDimension, PerformanceModel } from '../../src/analysis/performance-model.js';
import type { Format } from '../../src/numerics/format.js';
import type { Program } from '../../src/program/program.js';
import { admits } from '../../src/space/configuration.js';
import { type Configuration, resolve } from '../../src/space/resolve.js';
import { inventedCounts, inventedFactors } from '../support/invented-counts.js';
import { manyOperations } from '../support/many-operations.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** Times nobody took, of all functions but one. */
function measuredTimes(program: Program): MeasuredTimes {
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

  it.each(['profiled', 'static', 'measured', 'refitted'] as const)(
    'says of any point what the model says of what it resolves to, %s',
    (reading) => {
      const counts = reading === 'static' ? null : inventedCounts(program);
      const measured = reading === 'measured' || reading === 'refitted' ? measuredTimes(program) : null;
      const factors = reading === 'refitted' ? inventedFactors(program) : new Map();
      const model = new PerformanceModel(program, findDevice('h200'), counts, { measured, factors });
      const dimensions = dimensionsOf(program, ['fp64', 'fp32x2', 'fp32', 'fp16']);
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

  it('moves the bytes of its formats, at the bandwidth for this number of bytes per thread', () => {
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

  it('names the missing entries of a profile for a format', () => {
    const old = new PerformanceModel(program, findDevice('kepler'), null);
    expect(old.missingEntries(['fp32'])).toEqual([]);
    expect(old.missingEntries(['fp16'])).toEqual(['throughput.fp16', 'conversions.fp16-fp64', 'conversions.fp64-fp16']);
  });

  it('prices a P100 as the AMPT-GA paper does: fp32 1, fp64 2, a conversion 4', () => {
    const { throughput, conversions } = findDevice('p100');
    const unit = 1 / throughput.fp32!.add!;
    expect([1 / throughput.fp64!.add!, 1 / conversions['fp64-fp32']!].map((clocks) => clocks / unit)).toEqual([2, 4]);
  });

  it('scores a point of a program of 2,000 operations by the functions that changed since the last one', async () => {
    const large = await programs.readText(manyOperations(2000), 'cu');
    expect(large.operations.length).toBeGreaterThan(2000);
    const counted = new PerformanceModel(large, findDevice('h200'), inventedCounts(large));
    const dimensions = dimensionsOf(large, ['fp64', 'fp32']).filter(({ sites }) => sites.length > 0);
    const score = counted.scorer(dimensions);
    const point = dimensions.map(({ formats }) => formats[0]!);
    score(point); // the first computes every function
    const computed = vi.spyOn(ScoredFunction.prototype, 'score');
    const predicted = vi.spyOn(PerformanceModel.prototype, 'predict');
    try {
      for (let turn = 0; turn < 400; turn++) {
        const at = (turn * 13) % dimensions.length;
        const { formats } = dimensions[at]!;
        point[at] = point[at] === formats[0] ? formats.at(-1)! : formats[0]!;
        expect(score(point)).toBeGreaterThan(0);
      }
      // each group belongs to one of eight kernels; how many points a second that makes: bench/performance-model.mjs
      expect(computed).toHaveBeenCalledTimes(400);
      expect(predicted).not.toHaveBeenCalled();
    } finally {
      computed.mockRestore();
      predicted.mockRestore();
    }
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
