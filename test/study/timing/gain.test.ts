import { describe, expect, it } from 'vitest';
import type { JudgedTrial, StudyState } from '../../../src/journal/replay.js';
import { handful, stricterBound, tradeOff } from '../../../src/study/recommendation/trade-off.js';
import { fastestWithoutSpeedup, hasSpeedup, looserBounds } from '../../../src/study/timing/gain.js';
import { goal } from '../../support/study-runs.js';

interface Sketch {
  readonly error: number;
  readonly speedup: number | null;
  /** The interval it was measured to lie in. */
  readonly measured?: readonly [low: number, high: number];
  readonly isInaccurate?: boolean;
}

function trial({ error, speedup, measured, isInaccurate = false }: Sketch, number = 1): JudgedTrial {
  const measurement = measured && { ratio: speedup ?? 1, low: measured[0], high: measured[1], verdict: 'timed' };
  return {
    number,
    formats: { x: 'fp32' },
    outcome: isInaccurate ? 'inaccurate' : 'accurate',
    accepted: !isInaccurate,
    error,
    speedup,
    measurement: measurement ?? null,
    confirmation: null,
    memory: null,
  } as unknown as JudgedTrial;
}

const trials = (...sketches: Sketch[]) => sketches.map((one, at) => trial(one, at + 1));

describe('whether a patch buys time', () => {
  it.each([
    ['faster beyond the noise', { speedup: 1.1, measured: [1.05, 1.15] }, true],
    ['within the noise', { speedup: 1.01, measured: [0.98, 1.04] }, false],
    ['an interval that spans 1 widely', { speedup: 1.34, measured: [0.6, 2.1] }, null],
    ['an interval above 1 that spans more than a factor of 1.5', { speedup: 1.38, measured: [1.19, 2.95] }, null],
    ['slower', { speedup: 0.9, measured: [0.88, 0.92] }, false],
    ['modelled faster', { speedup: 1.01 }, true],
    ['modelled 1.00×', { speedup: 1.004 }, false],
    ['nobody knows', { speedup: null }, null],
  ] as const)('%s', (_, sketch, bought) => {
    expect(hasSpeedup(trial({ error: 0, ...sketch }))).toBe(bought);
  });

  it('is kept as it is where nothing within the goal does, and where that is known', () => {
    const kept = (...some: Sketch[]) => fastestWithoutSpeedup(trials(...some), goal(1))?.number ?? null;
    expect(kept({ error: 0, speedup: 0.9 }, { error: 0, speedup: 1 })).toBe(2);
    expect(kept({ error: 0, speedup: 0.9 }, { error: 0, speedup: 1.2 })).toBeNull();
    expect(kept({ error: 0, speedup: null })).toBeNull();
    expect(kept({ error: 2, speedup: 0.9, isInaccurate: true })).toBeNull();
    // what was timed overrules what is modelled of others
    expect(kept({ error: 0, speedup: 1, measured: [0.95, 1.05] }, { error: 0, speedup: 1.2 })).toBe(1);
    expect(fastestWithoutSpeedup(trials({ error: 0, speedup: 0.9 }), goal(1, { minSpeedup: 1.5 }))).toBeNull();
  });
});

it('looser bounds are those at which something faster comes, the loosest among them', () => {
  const all = trials(
    { error: 1, speedup: 1.1 },
    { error: 8, speedup: 1.9, isInaccurate: true },
    { error: 2, speedup: 1.2, isInaccurate: true },
    { error: 3, speedup: 1.15, isInaccurate: true },
    { error: 4, speedup: 1.4, isInaccurate: true },
    { error: 6, speedup: 1.6, isInaccurate: true },
    { error: Number.POSITIVE_INFINITY, speedup: 2.5, isInaccurate: true },
  );
  const state = { trials: () => all, trialRecord: (number: number) => all[number - 1] } as unknown as StudyState;
  expect(looserBounds(state, goal(1), all[0]!).map(({ trial: one }) => one)).toEqual([3, 5, 2]);
  expect(looserBounds(state, goal(1), null).map(({ speedup }) => speedup)).toEqual([1.2, 1.4, 1.9]);
});

it('says of two bounds that read the same what the faster buys', () => {
  const all = trials(
    { error: 1, speedup: 1.04 },
    { error: 1.5901, speedup: 1.07, isInaccurate: true },
    { error: 1.5902, speedup: 1.11, isInaccurate: true },
    { error: 9, speedup: 1.9, isInaccurate: true },
  );
  const state = { trials: () => all, trialRecord: (number: number) => all[number - 1] } as unknown as StudyState;
  expect(looserBounds(state, goal(1), all[0]!).map(({ trial: one }) => one)).toEqual([3, 4]);
});

describe('the trade-off', () => {
  it('is what no other is both faster and more accurate than, the most accurate first', () => {
    const all = trials(
      { error: 5, speedup: 1.5 },
      { error: 1, speedup: 1.1 },
      { error: 6, speedup: 1.4 },
      { error: 4, speedup: 1.495 },
      { error: 0, speedup: 1 },
      { error: 9, speedup: 2, isInaccurate: true },
      { error: 3, speedup: 1.3 },
    );
    expect(tradeOff(all, 'max-relative').map(({ number }) => number)).toEqual([2, 7, 1]);
  });

  it('has nothing that another is faster and more accurate than, though that is as fast as a third', () => {
    const all = trials(
      { error: 60, speedup: 1.4711 },
      { error: 14, speedup: 1.471 }, // as fast, and four times as accurate
      { error: 9, speedup: 1.465 }, // as fast as that, and not twice as accurate: no point, and more accurate than the next
      { error: 12, speedup: 1.4 },
      { error: 3, speedup: 1.2 },
    );
    expect(tradeOff(all, 'max-absolute').map(({ number }) => number)).toEqual([5, 2, 1]);
  });

  it('turns round where more is better', () => {
    const all = trials({ error: 9, speedup: 1.1 }, { error: 6, speedup: 1.5 }, { error: 7, speedup: 1.05 });
    expect(tradeOff(all, 'digits').map(({ number }) => number)).toEqual([1, 2]);
    const alike = trials({ error: 6, speedup: 1.5 }, { error: 6.2, speedup: 1.499 }, { error: 6.6, speedup: 1.498 });
    expect(tradeOff(alike, 'digits').map(({ number }) => number)).toEqual([3, 1]);
    expect([stricterBound('digits', 6), stricterBound('max-relative', 1e-6)]).toEqual([7, expect.closeTo(1e-7, 12)]);
  });

  it('is shown by a handful with both ends', () => {
    expect(handful([1, 2, 3])).toEqual([1, 2, 3]);
    expect(handful([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([1, 3, 5, 7, 9]);
  });
});
