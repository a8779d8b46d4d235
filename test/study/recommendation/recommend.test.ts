import { expect, it } from 'vitest';
import type { JudgedTrial } from '../../../src/journal/replay.js';
import { bestConfirmed } from '../../../src/study/recommendation/recommend.js';

/** Confirmed, and twice as slow as the program as written. */
const slow = {
  number: 1,
  outcome: 'accurate',
  accepted: true,
  formats: { 'main.x': 'fp64x2' },
  speedup: 0.5,
  speedupKind: 'measured',
  confirmation: { outcome: 'accurate' },
  measurement: { low: 0.49, high: 0.51, ratio: 0.5 },
} as unknown as JudgedTrial;
const known = { minSpeedup: null, isKnownEnough: () => true };

it.each([true, false])(
  'nothing that is slower is recommended where the program as written meets the goal (modelled: %s)',
  (isModelled) => {
    expect(bestConfirmed([slow], { ...known, isModelled, mayBeSlower: false })).toBeNull();
  },
);

it.each([true, false])(
  'what meets a goal that the program as written misses is, however slow (modelled: %s)',
  (isModelled) => {
    expect(bestConfirmed([slow], { ...known, isModelled, mayBeSlower: true })).toBe(slow);
  },
);
