import { describe, expect, it } from 'vitest';
import { UNHIDDEN_SHARE } from '../../../src/analysis/performance/kernel-time.js';
import { scaledMs } from '../../../src/analysis/performance/measured-times.js';

describe('a kernel with a measured time of 10 ms', () => {
  const waiting = { modelledMs: 4, measuredMs: 10 };
  const overrated = { modelledMs: 20, measuredMs: 10 };

  it('keeps the measured time if the model predicts no change', () => {
    expect(scaledMs(waiting, 4)).toBe(10);
    expect(scaledMs(overrated, 20)).toBe(10);
  });

  it('gets faster as the model does', () => {
    expect(scaledMs(waiting, 2)).toBe(5);
    expect(scaledMs(overrated, 10)).toBe(5);
  });

  it('does what is added while it waits, but for what no kernel hides', () => {
    expect(scaledMs(waiting, 6)).toBeCloseTo(10 + UNHIDDEN_SHARE * 2, 12);
    expect(scaledMs(waiting, 10)).toBeCloseTo(10 + UNHIDDEN_SHARE * 6, 12);
    expect(scaledMs(waiting, 15)).toBeCloseTo(10 + UNHIDDEN_SHARE * 6 + 5, 12);
  });

  it('gets slower in proportion if the model overestimated its time', () => {
    expect(scaledMs(overrated, 30)).toBeCloseTo(15, 12);
  });

  it('is the modelled time without a measurement', () => {
    const asModelled = { modelledMs: 1, measuredMs: 1 };
    for (const ms of [0, 0.5, 1, 7]) expect(scaledMs(asModelled, ms)).toBe(ms);
  });
});
