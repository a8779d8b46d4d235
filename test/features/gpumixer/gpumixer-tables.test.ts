import { describe, expect, it } from 'vitest';
import { gpumixerTables, renderGpumixerTables } from '../../../src/features/gpumixer/markdown.js';
import { deltaTable, modeTable, mostOfIdeal, untriedSets } from '../../../src/features/gpumixer/paper-tables.js';
import { PooledSpeedups } from '../../../src/features/gpumixer/pooled-speedups.js';
import type { JournalRecord, SetsRecord } from '../../../src/journal/records.js';
import { StudyState } from '../../../src/journal/replay.js';
import { trialRecord } from '../../../src/journal/trial-record.js';

const set = (id: string, error: number, ratio: number, memory?: string[]): SetsRecord['sets'][number] => ({
  id,
  function: 'k',
  operations: ['k#1'],
  ...(memory && { memory }),
  arithmetic: 4,
  conversions: 2,
  arithmeticToCast: ratio,
  error,
});

/** A trial of one set with so many digits; speedups are of time, against an ideal of 2×. */
const trial = (number: number, id: string, digits: number, speedup: number, modelled?: number): JournalRecord[] => [
  trialRecord.parse({
    kind: 'trial',
    number,
    formats: { [id]: 'fp32' },
    sets: [id],
    resolution: `program ${number}`,
    how: 'emulated',
    outcome: digits >= 3 ? 'accurate' : 'inaccurate',
    error: digits,
    speedup: modelled ?? null,
    speedupKind: modelled === undefined ? null : 'modelled',
    accepted: digits >= 3,
    evidence: null,
    durationMs: 1,
  }),
  {
    kind: 'measurement',
    trial: number,
    digest: `digest ${number}`,
    clock: 'gpu',
    samples: [],
    ratio: speedup,
    low: speedup,
    high: speedup,
    verdict: '',
  },
];

const ideal: JournalRecord = {
  kind: 'ideal',
  formats: {},
  clock: 'gpu',
  samples: [],
  ...{ ratio: 2, low: 2, high: 2 },
  error: 0,
  evidence: null,
};
const sets: JournalRecord = {
  kind: 'sets',
  sets: [set('k/1', 1, 1.2), set('k/2', 5, 4), set('k/3', 3, 2), set('everything', 9, 40, ['x'])],
  kernels: [
    {
      name: 'k',
      share: 0.9,
      shareOf: 'time',
      sets: 3,
      arithmeticToCast: 2.4,
      registers: { baseline: 40, mixed: 38 },
      setAside: null,
    },
  ],
};
// 1.25× is 40 % of an ideal 2× by time, 1.05× is 9.5 %, 2× all of it
const state = new StudyState([
  sets,
  ideal,
  ...trial(1, 'k/1', 9, 1.01),
  ...trial(2, 'k/2', 4, 1.25),
  ...trial(3, 'k/3', 7, 1.05),
  ...trial(4, 'everything', 6, 2),
]);

describe('the tables of the GPUMixer paper', () => {
  it('play each mode with the recorded outcomes and count the runs it asks for', () => {
    const [three, six, nine] = modeTable(state);
    expect(three!.mode1).toEqual({ ofIdeal: expect.closeTo(1.98, 2), runs: 1 });
    expect(three!.mode2[0]).toEqual({ ofIdeal: expect.closeTo(9.52, 2), runs: 2 });
    expect(three!.mode2[1]).toEqual({ ofIdeal: expect.closeTo(40, 6), runs: 3 });
    expect(three!.mode3[3]).toEqual({ ofIdeal: expect.closeTo(40, 6), runs: 1 });
    expect(six!.mode3[0]).toEqual({ ofIdeal: expect.closeTo(9.52, 2), runs: 2 });
    expect(six!.mode3[1]!.ofIdeal).toBeNull();
    expect(nine!.mode2[0]!.ofIdeal).toBeNull();
  });

  it('have a separate table for sets that are not in the paper', () => {
    const [three, , nine] = modeTable(state);
    expect(three!.withMemory[3]).toEqual({ ofIdeal: expect.closeTo(100, 6), runs: 1 });
    expect(nine!.withMemory[0]!.ofIdeal).toBeNull();
    expect(mostOfIdeal(state, 6)).toBeCloseTo(100, 6);
  });

  it('play them by modelled gain too, whatever was measured afterwards', () => {
    const modelled = new StudyState([
      sets,
      ideal,
      ...trial(1, 'k/1', 9, 1.01, 1.3),
      ...trial(2, 'k/2', 4, 1.25, 1.2),
      ...trial(3, 'k/3', 7, 1.05, 1.1),
      ...trial(4, 'everything', 6, 2, 1.15),
    ]);
    const [three] = modeTable(modelled);
    expect(three!.byGain.map(({ runs }) => runs)).toEqual([2, 2, 2, 2]);
    expect(three!.byGain[0]!.ofIdeal).toBeCloseTo(40, 6);
    expect(three!.mode3[0]!.runs).toBe(1);
  });

  it('take the first trial of delta debugging that meets both thresholds', () => {
    const [row] = deltaTable(new Map([[3, state]]));
    expect(row!.cells.map(({ runs }) => runs)).toEqual([2, 2, 2, 2]);
  });

  it('are written as Markdown, with a dash for cells without a result', () => {
    const text = renderGpumixerTables(gpumixerTables(state, new Map([[3, state]])));
    expect(text).toContain('| k | 90.0 % | 3 | 2.40 | 40 | 38 |  |');
    expect(text).toMatch(/^\| 9 \| 2\.0 % \(1\) \| – \|/m);
  });

  it('have no largest share if no accurate trial is faster than the original program', () => {
    const slow = new StudyState([sets, ideal, ...trial(1, 'k/1', 9, 0.97)]);
    expect(mostOfIdeal(slow, 9)).toBeNull();
  });

  it('do not use a modelled speedup if the time ended before the trial was timed', () => {
    const [untimed] = trial(1, 'k/2', 9, 1.9, 1.9);
    const short = new StudyState([sets, ideal, untimed!, ...trial(2, 'k/1', 9, 1.25)]);
    const [three] = modeTable(short);
    expect(three!.mode3[0]).toEqual({ ofIdeal: expect.closeTo(40, 6), runs: 2 });
    expect(mostOfIdeal(short, 9)).toBeCloseTo(40, 6);
    expect(untriedSets(short)).toBe(3);
  });

  it('say how many sets a budget left untried', () => {
    expect(untriedSets(state)).toBe(0);
    const short = new StudyState([sets, ideal, ...trial(1, 'k/1', 9, 1.01)]);
    expect(untriedSets(short)).toBe(3);
    expect(renderGpumixerTables(gpumixerTables(short, new Map()))).toContain('3 of 4 sets were not tried');
    expect(renderGpumixerTables(gpumixerTables(state, new Map()))).not.toContain('were not tried');
  });
});

describe('speedups of several studies', () => {
  const timed = (number: number, formats: Record<string, 'fp32'>, digest: string, variantMs: number[]) =>
    trial(number, 'k/1', 9, 1).map((record) => {
      if (record.kind === 'trial') return { ...record, formats };
      const samples = variantMs.flatMap((ms) => [
        { program: 'baseline' as const, ms: 100 },
        { program: 'variant' as const, ms },
      ]);
      return record.kind === 'measurement' ? { ...record, digest, samples, ratio: 100 / variantMs[0]! } : record;
    });
  const narrowest: JournalRecord = {
    kind: 'ideal',
    formats: { a: 'fp32', b: 'fp32' },
    clock: 'gpu',
    samples: [
      { program: 'baseline', ms: 100 },
      { program: 'variant', ms: 50 },
    ],
    ...{ ratio: 2, low: 2, high: 2 },
    error: 0,
    evidence: null,
  };

  it('are pooled for the same program, the all-lowest one included', () => {
    const one = new StudyState([narrowest, ...timed(1, { a: 'fp32', b: 'fp32' }, 'all', [40, 40])]);
    const other = new StudyState([
      narrowest,
      ...timed(1, { a: 'fp32', b: 'fp32' }, 'all', [60, 60]),
      ...timed(2, { a: 'fp32' }, 'a', [80]),
    ]);
    const speedups = new PooledSpeedups([one, other]);
    expect(speedups.ideal).toBe(2); // of 40, 40, 50, 60 and 60
    expect(speedups.of(one.trial(1)!)).toBe(2);
    expect(speedups.of(other.trial(1)!)).toBe(2);
    expect(speedups.of(other.trial(2)!)).toBe(1.25);
    expect(mostOfIdeal(one, 9, speedups)).toBe(100);
  });
});
