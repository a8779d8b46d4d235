import { expect, it } from 'vitest';
import { shortRun, type TimedRun, type TimedRunCircumstances } from '../../../src/study/timing/short-runs.js';

const MIB = 2 ** 20;
/** Host code that runs for a second on more memory than the cache has. */
const long: TimedRun = { input: 'small', ms: 1000, kernels: null, usesGpu: false, peakMemoryBytes: 400 * MIB };
const around: TimedRunCircumstances = {
  ...{ lastLevelCacheBytes: 32 * MIB, changesArrays: true, isNamed: false, isGiven: false },
};
const onGpu = (launches: number, ms: number): TimedRun => ({
  ...{ ...long, usesGpu: true, kernels: { launches, ms }, peakMemoryBytes: MIB, ms: 1 },
});

it('says nothing of long runs on much memory, nor of long kernels', () => {
  expect(shortRun(long, around)).toBeNull();
  expect(shortRun(onGpu(100, 1), around)).toBeNull(); // 10 µs
});

it('a GPU program whose kernels take microseconds is launch-bound', () => {
  expect(shortRun(onGpu(1200, 4.92), around)).toEqual({
    code: 'launch-bound',
    text: 'on small a kernel takes 4.1 µs on average (1,200 launches), little more than launching it; the speedup on a larger input may differ',
    remedy: 'name a larger input under "timing" in mantissa.json',
  });
  expect(shortRun(onGpu(1, 0.002), around)?.text).toContain('(1 launch)');
  expect(shortRun({ ...onGpu(1, 1), kernels: null }, around)).toBeNull(); // an older journal has no launches
  expect(shortRun(onGpu(0, 0), around)).toBeNull();
});

it('host code that runs for less than 50 ms is brief, whatever its memory', () => {
  expect(shortRun({ ...long, ms: 12.3, peakMemoryBytes: MIB }, around)).toEqual({
    code: 'brief-run',
    text: 'the timed run on small takes 12 ms, less than 50 ms; the speedup on a longer run may differ',
    remedy: 'name a larger input under "timing" in mantissa.json',
  });
  expect(shortRun({ ...long, ms: 50 }, around)).toBeNull();
});

it('host code whose data fits in the last-level cache is doubted where arrays change', () => {
  const little = { ...long, peakMemoryBytes: 3 * MIB };
  expect(shortRun(little, around)).toMatchObject({
    code: 'cache-resident',
    text: expect.stringContaining('holds 3 MiB of memory at most, which fits in the last-level cache (32 MiB)'),
  });
  expect(shortRun(little, { ...around, changesArrays: false })).toBeNull();
  expect(shortRun(little, { ...around, lastLevelCacheBytes: null })).toBeNull();
  expect(shortRun({ ...little, peakMemoryBytes: null }, around)).toBeNull();
});

it('an input named for timing is doubted only where it is short, and the remedy fits how the study was started', () => {
  const named = { ...around, isNamed: true };
  expect(shortRun({ ...long, peakMemoryBytes: MIB }, named)).toBeNull();
  expect(shortRun({ ...long, ms: 20 }, named)?.remedy).toBe(
    'name a larger input instead under "timing" in mantissa.json',
  );
  expect(shortRun({ ...long, ms: 20 }, { ...around, isGiven: true })?.remedy).toBe(
    'arguments after -- are one input: name inputs in mantissa.json, and a larger one under "timing"',
  );
});
