import { describe, expect, it } from 'vitest';
import type { Artifact, RunOutcome } from '../../../src/execution/engine.js';
import { speedVerdictOf, speedVerdictText } from '../../../src/numerics/speed-verdict.js';
import { BRISK, measure, THOROUGH, TimedRunFailed } from '../../../src/study/timing/measurement.js';
import { TimeUp } from '../../../src/support/deadline.js';
import { seededRandom } from '../../../src/support/random.js';
import { naming } from '../../support/naming.js';
import { captured, printed } from '../../support/scripted-bench.js';

const program = (digest: string): Artifact => ({ engine: 'native', file: digest, digest, sizeBytes: 1 });
const withGpu = (kernelMs: number, copyMs: number): RunOutcome => ({
  ...(printed(1, { cpuMs: 500 }) as Extract<RunOutcome, { kind: 'exited' }>),
  gpu: { kernels: [], kernelMs, copyMs, lastError: null },
});

describe('a verdict on speed', () => {
  it('speaks of a difference only beyond the noise', () => {
    expect(speedVerdictText({ ratio: 1.32, low: 1.29, high: 1.35 })).toEqual(naming(/^1\.32× faster/, '1.29–1.35'));
    expect(speedVerdictText({ ratio: 0.8, low: 0.75, high: 0.9 })).toEqual(naming(/^1\.25× slower/, '1.11–1.33'));
    expect(speedVerdictText({ ratio: 1.0003, low: 1.0001, high: 1.0006 })).toEqual(naming(/^faster/, '0.5 %'));
    expect(speedVerdictOf({ low: 1.0001, high: 1.0006 })).toBe('not-faster');
    expect(speedVerdictText({ ratio: 1.01, low: 0.98, high: 1.02 })).toEqual(
      naming('±2.0 %', /^(?!.*(?:faster|slower))/),
    );
  });
});

describe('a measurement', () => {
  it('warms up, alternates the order, and keeps every sample in run order', async () => {
    const order: string[] = [];
    const { samples, clock } = await measure(
      async ({ digest }) => {
        order.push(digest);
        return [printed(1, { cpuMs: digest === 'old' ? 30 : 20 })];
      },
      program('old'),
      program('new'),
      seededRandom(1),
    );
    expect(order.slice(0, 6)).toEqual(['old', 'new', 'old', 'new', 'new', 'old']);
    expect(samples).toHaveLength(order.length - 2);
    expect(clock).toBe('cpu');
  });

  it('counts every run of a program that was warm before', async () => {
    const order: string[] = [];
    const run = async ({ digest }: Artifact) => {
      order.push(digest);
      return [printed(1, { cpuMs: digest === 'old' ? 30 : 20 })];
    };
    const { samples, ratio } = await measure(run, program('old'), program('new'), seededRandom(1), { patience: BRISK });
    expect(order.slice(0, 4)).toEqual(['old', 'new', 'new', 'old']);
    expect(samples).toHaveLength(order.length);
    expect(ratio).toBe(1.5);
  });

  it('ends where rounds agree, and goes on where they do not', async () => {
    const timed = async (costs: readonly number[]) => {
      let at = 0;
      const run = async ({ digest }: Artifact) => [
        printed(1, { cpuMs: digest === 'old' ? 30 : costs[at++ % costs.length]! }),
      ];
      return (await measure(run, program('old'), program('new'), seededRandom(1))).samples.length;
    };
    expect(await timed([20, 20.3])).toBe(2 * 4);
    expect(await timed([20, 21])).toBeGreaterThanOrEqual(2 * 7);
    expect(await timed([29.8, 29.5])).toBeGreaterThanOrEqual(2 * 7); // a speedup no larger than the differences
    expect(await timed([30.1, 29.9])).toBe(2 * 4);
    expect(await timed([20, 35, 11])).toBe(2 * 101); // short, and as noisy as short runs are
  });

  it('ends in time with what it has, where runs take longer than the first ones did', async () => {
    const timed = async (laterMs: number, mostMs: number) => {
      let now = 0;
      let runs = 0;
      const run = async ({ digest }: Artifact) => {
        now += runs++ < 2 ? 100 : laterMs;
        return [printed(1, { cpuMs: digest === 'old' ? 30 : 20 + 4 * (runs % 3) })];
      };
      const options = { patience: { ...THOROUGH, mostMs }, now: () => now };
      const measured = measure(run, program('old'), program('new'), seededRandom(1), options);
      return measured.then(
        ({ samples }) => ({ rounds: samples.length / 2, now }),
        (error: unknown) => error,
      );
    };
    expect(await timed(100, 1700)).toEqual({ rounds: 7, now: 1600 });
    expect(await timed(150, 1700)).toEqual({ rounds: 5, now: 1700 });
    expect(await timed(300, 1700)).toEqual({ rounds: 3, now: 2000 }); // fewer say nothing
    expect(await timed(100, 700)).toBeInstanceOf(TimeUp);
  });

  it("takes the GPU's kernels and copies where they were timed, the wall where a run is short", async () => {
    const gpu = await measure(
      async ({ digest }) => [digest === 'old' ? withGpu(9, 1) : withGpu(4, 1)],
      program('old'),
      program('new'),
      seededRandom(1),
    );
    expect(gpu).toMatchObject({ clock: 'gpu', ratio: 2 });
    const short = await measure(
      async () => [printed(1, { cpuMs: 1 })],
      program('old'),
      program('new'),
      seededRandom(1),
    );
    expect(short.clock).toBe('wall');
  });

  it('has a speed for each input, where it is told their names', async () => {
    const run = async ({ digest }: Artifact) =>
      digest === 'old'
        ? [printed(1, { cpuMs: 36 }), printed(1, { cpuMs: 120 })]
        : [printed(1, { cpuMs: 20 }), printed(1, { cpuMs: 100 })];
    const timed = (names: string[]) => measure(run, program('old'), program('new'), seededRandom(1), { names });
    const { inputs, ratio } = await timed(['small', 'large']);
    expect(ratio).toBeCloseTo(1.3);
    expect(inputs?.map((one) => one.input)).toEqual(['small', 'large']);
    expect(inputs?.map((one) => [one.ratio, one.low, one.high])).toEqual([
      [1.8, 1.8, 1.8],
      [1.2, 1.2, 1.2],
    ]);
    expect((await measure(run, program('old'), program('new'), seededRandom(1))).inputs).toBeUndefined();
  });

  it('has one speed where it has one input', async () => {
    let at = 0;
    const run = async () => [printed(1, { cpuMs: 20 + (at++ % 7) })];
    const { inputs, ratio, low, high } = await measure(run, program('old'), program('new'), seededRandom(1), {
      names: ['only'],
    });
    expect(inputs).toEqual([{ input: 'only', ratio, low, high }]);
  });

  it('adds up its inputs, and ends when a run does not', async () => {
    const { samples } = await measure(
      async () => [printed(1, { cpuMs: 10 }), printed(1, { cpuMs: 30 })],
      program('old'),
      program('new'),
      seededRandom(1),
    );
    expect(samples[0]!.ms).toBe(40);
    let runs = 0;
    const crash: RunOutcome = { kind: 'crashed', crash: 'abort', reason: 'aborted', ...captured };
    await expect(
      measure(async () => [runs++ > 4 ? crash : printed(1)], program('old'), program('new'), seededRandom(1)),
    ).rejects.toThrow(TimedRunFailed);
  });
});

it('takes wall-clock time of a program built for threads, also where a busy machine makes it look like one thread', async () => {
  const run = async () => [printed(1, { cpuMs: 20 })];
  const clockOf = async (isThreaded: boolean) =>
    (await measure(run, program('old'), program('new'), seededRandom(1), { isThreaded })).clock;
  expect(await clockOf(false)).toBe('cpu');
  expect(await clockOf(true)).toBe('wall');
});

it('counts how often other programs took the processor away, where the engine says it', async () => {
  const preempted = async (preemptions: number | undefined) => {
    const run = async () => [
      { ...printed(1, { cpuMs: 20 }), ...(preemptions !== undefined && { preemptions }) } as RunOutcome,
    ];
    return (await measure(run, program('old'), program('new'), seededRandom(1))).preemptionsPerSecond;
  };
  expect(await preempted(4)).toBe(200);
  expect(await preempted(0)).toBe(0);
  expect(await preempted(undefined)).toBeUndefined();
});

describe('three verdicts', () => {
  it.each([
    [{ ratio: 1.38, low: 1.19, high: 2.95 }, 'unclear'],
    [{ ratio: 1.2, low: 0.9, high: 1.4 }, 'unclear'],
    [{ ratio: 1.42, low: 1.36, high: 1.55 }, 'faster'],
    [{ ratio: 1.0, low: 0.97, high: 1.03 }, 'not-faster'],
    [{ ratio: 0.6, low: 0.4, high: 0.9 }, 'not-faster'],
  ] as const)('%j is %s', (estimate, verdict) => {
    expect(speedVerdictOf(estimate)).toBe(verdict);
  });

  it('are in wall-clock time where a program has several threads, whose waiting is CPU time', async () => {
    const run = async ({ digest }: Artifact) => {
      const ended = printed(1, { cpuMs: digest === 'new' ? 100 : 200 }) as Extract<RunOutcome, { kind: 'exited' }>;
      return [{ ...ended, durationMs: digest === 'new' ? 60 : 50 }];
    };
    const measured = await measure(run, program('old'), program('new'), seededRandom(1));
    expect(measured.clock).toBe('wall');
    expect(measured.ratio).toBeCloseTo(50 / 60, 5);
  });

  it('take more rounds where the first ones leave it open, and never without end', async () => {
    const random = seededRandom(3);
    const run = async ({ digest }: Artifact) => [
      printed(1, { cpuMs: (digest === 'new' ? 80 : 100) * (random() < 0.5 ? 1 : 1 + 2 * random()) }),
    ];
    const { samples } = await measure(run, program('old'), program('new'), seededRandom(1), {
      patience: { ...THOROUGH, enoughMs: 0 },
    });
    expect(samples.length).toBeGreaterThan(2 * THOROUGH.fewestRounds);
    expect(samples.length).toBeLessThanOrEqual(2 * 4 * THOROUGH.fewestRounds);
  });
});
