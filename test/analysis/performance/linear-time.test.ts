import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDevice } from '../../../src/analysis/devices/devices.js';
import { findGroups } from '../../../src/analysis/groups.js';
import { type ModelDimension, PerformanceModel, type TimeProgram } from '../../../src/analysis/performance-model.js';
import type { Format } from '../../../src/numerics/format.js';
import type { MixedIntegerSolver } from '../../../src/numerics/mixed-integer.js';
import type { Program } from '../../../src/program/program.js';
import { admits } from '../../../src/space/configuration.js';
import { loadSolver } from '../../../src/study/facts/highs-solver.js';
import { seededRandom } from '../../../src/support/random.js';
import { inventedCounts, inventedFactors } from '../../support/invented-counts.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

function dimensionsOf(program: Program, formats: readonly Format[]): ModelDimension[] {
  return findGroups(program)
    .groups.filter(({ frozen }) => frozen === null)
    .map(({ sites }) => {
      const declared = program.sites[sites[0]!]!.format;
      const others = formats.filter((one) => one !== declared && sites.every((site) => admits(program, site, one)));
      return { sites, operations: [], formats: [declared, ...others] };
    });
}

/** Each dimension held where a point has it. */
function hold({ program, rungs }: TimeProgram, dimensions: readonly ModelDimension[], point: readonly Format[]): void {
  dimensions.forEach(({ formats }, at) => {
    program.atLeast(rungs[at]![formats.indexOf(point[at]!)]!, 1);
  });
}

let solve: MixedIntegerSolver;
beforeAll(async () => {
  solve = await loadSolver({ leftMs: () => 600_000, hasGivenUp: () => false, giveUp: () => undefined });
});

describe.each(['nbody', 'boxmd', 'sedov', 'euler3d'])('time as a mixed-integer program, on %s', (name) => {
  let program: Program;
  beforeAll(async () => {
    program = await programs.readCorpus(name);
  });

  it.each([
    ['profiled', ['fp64', 'fp32']],
    ['profiled', ['fp64', 'fp32', 'fp16', 'bf16']],
    ['profiled', ['fp64', 'fp32x2', 'fp32']],
    ['static', ['fp64', 'fp32']],
    ['measured', ['fp64', 'fp32', 'fp16']],
    ['refitted', ['fp64', 'fp32']],
    ['launched', ['fp64', 'fp32']],
  ] as const)('is the scorer’s time of every point: %s, %s', (reading, formats) => {
    const counts = reading === 'static' ? null : inventedCounts(program);
    const kernelMs = new Map(program.functions.map((_, index) => [index, 1e-5 * (1 + 7 * index)]));
    const measured = reading === 'measured' ? { kernelMs, totalMs: 1000, copyMs: 5 } : null;
    const model = new PerformanceModel(program, findDevice('h200'), counts, {
      ...{ measured, isFull: reading !== 'launched' },
      ...(reading === 'refitted' && { factors: inventedFactors(program) }),
    });
    const dimensions = dimensionsOf(program, formats);
    const score = model.scorer(dimensions);
    const linear = model.linearTime(dimensions)!;
    const random = seededRandom(3);
    for (let run = 0; run < 4; run++) {
      const likely = random();
      const point = dimensions.map(({ formats: own }) =>
        random() < likely ? own[Math.floor(random() * own.length)]! : own[0]!,
      );
      const free = linear.build([]);
      hold(free, dimensions, point);
      const loose = solve(free.program)!;
      expect(loose.end).toBe('optimal');
      // what threads wait is a product: held from below, and exactly once its registers are known
      const time = score(point);
      expect(loose.objective).toBeLessThanOrEqual(time * (1 + 1e-8));
      const levels = free.registers.map((one) => [one.at(loose.values!)]);
      const exact = linear.build(levels);
      hold(exact, dimensions, point);
      // made-up times of kernels are far apart, which costs the solver a digit
      expect(solve(exact.program)!.objective / time).toBeCloseTo(1, reading === 'measured' ? 7 : 8);
    }
  });
});
