import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findDevice } from '../../src/analysis/devices/devices.js';
import { findGroups } from '../../src/analysis/groups.js';
import { PerformanceModel } from '../../src/analysis/performance-model.js';
import { sitesInScope } from '../../src/analysis/scope.js';
import type { Format } from '../../src/numerics/format.js';
import { rankCorrelation } from '../../src/numerics/rank-correlation.js';
import { type Formats, TuningSpace } from '../../src/study/search-space.js';
import { measuredTimes } from '../../src/workbench/kernel-times.js';
import { ReadPrograms } from '../support/read-programs.js';

/** What experiments/model-against-gpu.mjs stores of a program. */
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
  readonly counts: {
    readonly operations: readonly [number, number][];
    readonly stores: readonly [number, number][];
    readonly launches: readonly [number, number][];
    readonly transfers: readonly [number, { elements: number; largest: number }][];
  };
}

const FILE = path.join(import.meta.dirname, 'measured-times.json');
const { programs: stored } = JSON.parse(fs.readFileSync(FILE, 'utf8')) as { programs: Stored[] };

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** At least this much rank correlation, profiled and with the baseline seen. What is bound by arithmetic must reach 0.8. */
const LEAST: Record<string, readonly [number, number]> = {
  nbody: [0.95, 0.95],
  boxmd: [0.95, 0.95],
  backprop: [0.8, 0.8],
  lud: [0.85, 0.85],
  euler3d: [0.65, 0.7],
  sedov: [0.6, 0.65],
};

describe.each(stored)('the model and the times of $program measured on an H200', (record) => {
  it('agree in order, and its first choice is close to the fastest', async () => {
    const program = await programs.readCorpus(record.program);
    const groups = findGroups(program);
    const space = new TuningSpace({ program, groups }, record.formats, sitesInScope(program, groups, 'kernels'));
    const { operations, stores, launches, transfers } = record.counts;
    const counts = {
      operations: new Map(operations),
      stores: new Map(stores),
      launches: new Map(launches),
      transfers: new Map(transfers),
    };
    const { configurations } = record;
    const measured = configurations.map(({ kernelMs }) => kernelMs);
    const correlations = [null, measuredTimes(program, configurations[0]!, false)].map((times) => {
      const model = new PerformanceModel(program, findDevice(record.device), counts, {
        isFull: false,
        measured: times,
      });
      const predicted = configurations.map(({ formats }) => model.predict(space.resolve(formats)).timeMs);
      const choice = measured[predicted.indexOf(Math.min(...predicted))]!;
      expect(choice / Math.min(...measured)).toBeLessThan(1.1);
      return rankCorrelation(predicted, measured);
    });
    const [profiled, seen] = LEAST[record.program]!;
    expect(configurations.length).toBeGreaterThanOrEqual(30);
    expect(correlations[0]).toBeGreaterThan(profiled);
    expect(correlations[1]).toBeGreaterThan(seen);
  });
});
