import { expect, it } from 'vitest';
import { shortRun, type TimedRun, type TimedRunCircumstances } from '../../../src/study/timing/short-runs.js';
import { expectNamed, naming } from '../../support/naming.js';

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
    text: naming('small', '4.1 µs', '1,200 launches'),
    remedy: naming('"timing"', 'mantissa.json'),
  });
  expect(shortRun(onGpu(1, 0.002), around)?.text).toContain('(1 launch)');
  expect(shortRun({ ...onGpu(1, 1), kernels: null }, around)).toBeNull(); // an older journal has no launches
  expect(shortRun(onGpu(0, 0), around)).toBeNull();
});

it('host code that runs for less than 50 ms is brief, whatever its memory', () => {
  expect(shortRun({ ...long, ms: 12.3, peakMemoryBytes: MIB }, around)).toEqual({
    code: 'brief-run',
    text: naming('small', '12 ms', '50 ms'),
    remedy: naming('"timing"', 'mantissa.json'),
  });
  expect(shortRun({ ...long, ms: 50 }, around)).toBeNull();
});

it('host code whose data fits in the last-level cache is doubted where arrays change', () => {
  const little = { ...long, peakMemoryBytes: 3 * MIB };
  expect(shortRun(little, around)).toMatchObject({
    code: 'cache-resident',
    text: naming('3 MiB', '32 MiB'),
  });
  expect(shortRun(little, { ...around, changesArrays: false })).toBeNull();
  expect(shortRun(little, { ...around, lastLevelCacheBytes: null })).toBeNull();
  expect(shortRun({ ...little, peakMemoryBytes: null }, around)).toBeNull();
});

it('an input named for timing is doubted only where it is short, and the remedy fits how the study was started', () => {
  const named = { ...around, isNamed: true };
  expect(shortRun({ ...long, peakMemoryBytes: MIB }, named)).toBeNull();
  const remedies = [around, named, { ...around, isGiven: true }].map(
    (one) => shortRun({ ...long, ms: 20 }, one)!.remedy,
  );
  expect(new Set(remedies).size).toBe(3);
  for (const remedy of remedies) expectNamed(remedy!, '"timing"', 'mantissa.json');
  expectNamed(remedies[2]!, '--');
});
