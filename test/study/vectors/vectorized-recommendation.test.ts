import { expect, test } from 'vitest';
import type { AccurateTrial, JudgedTrial } from '../../../src/journal/replay.js';
import type { VectorizationRecord } from '../../../src/journal/vectorization-record.js';
import { recommendOnVectors, type VectorRecommendation } from '../../../src/study/vectors/vectorized-recommendation.js';
import type { VectorizingContext } from '../../../src/study/vectors/vectorized-trial.js';

/** Milliseconds of trials as they are and on vectors; those without the second have no kernel that could be. */
type Times = Readonly<Record<number, readonly [scalar: number, vectors?: number]>>;

const AS_WRITTEN = 100;
const trialOf = (number: number): AccurateTrial =>
  ({ number, formats: { 'k.x': 'fp16' }, outcome: 'accurate' }) as unknown as AccurateTrial;

function study(times: Times, options: Partial<VectorRecommendation> = {}) {
  const vectorizations = new Map<number, VectorizationRecord>();
  const looked: string[] = [];
  const context: VectorRecommendation = {
    journal: {
      state: { vectorizations, trial: trialOf },
      append: (record: VectorizationRecord) => vectorizations.set(record.trial, record),
    } as unknown as VectorRecommendation['journal'],
    ...{ isModelled: false, minSpeedup: null, isTimeUp: () => false, report: () => undefined },
    mayBeRecommended: async () => true,
    vectorizing: async (trial, against, artifact, leastRatio) => {
      const [, onVectors] = times[trial]!;
      const rivalMs = Number(artifact?.digest ?? (against.trial === null ? AS_WRITTEN : times[against.trial]![0]));
      const building = { kind: 'built', artifact: { digest: String(onVectors) } };
      const time = async () => {
        looked.push(`${trial} against ${against.trial}${against.onVectors ? ' on vectors' : ''}`);
        const ratio = rivalMs / onVectors!;
        return { ratio, low: ratio - 0.01, high: ratio + 0.01 };
      };
      return {
        bench: {
          program: { functions: [] },
          variants: {
            tryChanged: async () => (onVectors === undefined ? null : { building, files: new Map([['a.cu', 'text']]) }),
          },
        },
        judge: async () => ({ outcome: 'accurate', error: 0, evidence: null }),
        rival: { name: against, leastRatio, time },
      } as unknown as VectorizingContext;
    },
    ...options,
  };
  return { context, vectorizations, looked };
}

const ranked = (...numbers: number[]): JudgedTrial[] => numbers.map(trialOf);

test('a trial that is slower without vectors wins if it is faster with them', async () => {
  const { context, vectorizations } = study({ 1: [50, 45], 2: [60, 30] });
  expect((await recommendOnVectors(context, trialOf(1), ranked(1, 2)))?.number).toBe(2);
  expect(vectorizations.get(2)).toMatchObject({ against: { trial: 1, onVectors: true }, isRecommended: true });
  expect(vectorizations.get(2)!.speedup!.ratio).toBeCloseTo(1.5);
});

test('a trial that is not recommended without vectors is timed against the original program', async () => {
  const { context, vectorizations } = study({ 1: [101, 80] });
  expect((await recommendOnVectors(context, null, ranked(1)))?.number).toBe(1);
  expect(vectorizations.get(1)!.against).toEqual({ trial: null, onVectors: false });
  const asked = study({ 1: [101, 80] }, { minSpeedup: 1.5 });
  expect(await recommendOnVectors(asked.context, null, ranked(1))).toBeNull();
});

test('a trial excluded for another reason stays excluded, and its patch stays without vectors', async () => {
  const { context, vectorizations } = study({ 1: [50, 45], 2: [60, 30] }, { mayBeRecommended: async () => false });
  expect((await recommendOnVectors(context, trialOf(1), ranked(1, 2)))?.number).toBe(1);
  expect(vectorizations.get(2)).toMatchObject({ isRecommended: false, files: null });
});

test('three are built, trials without arrays in halves do not count, and nothing is timed twice', async () => {
  const times: Times = { 1: [50], 2: [51, 49], 3: [52, 48], 4: [53, 47], 5: [54, 10] };
  const { context, looked, vectorizations } = study(times);
  expect((await recommendOnVectors(context, trialOf(1), ranked(1, 2, 3, 4, 5)))?.number).toBe(4);
  expect(looked).toEqual(['2 against 1', '3 against 2 on vectors', '4 against 3 on vectors']);
  const before = structuredClone([...vectorizations]);
  expect((await recommendOnVectors(context, trialOf(1), ranked(1, 2, 3, 4, 5)))?.number).toBe(4);
  expect(looked.length).toBe(3);
  expect([...vectorizations]).toEqual(before);
});

test('without timing, only the recommendation is considered', async () => {
  const { context, looked, vectorizations } = study({ 1: [50], 2: [60, 30] }, { isModelled: true });
  expect((await recommendOnVectors(context, trialOf(1), ranked(1, 2)))?.number).toBe(1);
  expect([...vectorizations.keys()]).toEqual([1]);
  expect(looked).toEqual([]);
});
