import { expect, test } from 'vitest';
import { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import { TimedRunFailed } from '../../../src/study/timing/measurement.js';
import { vectorizationText } from '../../../src/study/vectors/vectorization-text.js';
import { type VectorizingContext, vectorizedTrial } from '../../../src/study/vectors/vectorized-trial.js';

const FILES = new Map([['a.cu', 'text']]);
const BUILT = { building: { kind: 'built', artifact: {} }, files: FILES };
const FAILED = {
  building: { kind: 'build-failed', message: new MantissaError('MX4007', 'no such type') },
  files: FILES,
};

/** A bench of one kernel on which the vectors come out like this. */
function context(changed: unknown, outcome: string, ratio?: { ratio: number; low: number; high: number }) {
  return {
    bench: { program: { functions: [{ kind: 'kernel', name: 'k' }] }, variants: { tryChanged: async () => changed } },
    judge: async () => ({ outcome, error: 0.5, evidence: outcome === 'accurate' ? null : 'far off' }),
    rival: ratio ? { name: { trial: 3, onVectors: false }, leastRatio: 1, time: async () => ratio } : null,
  } as unknown as VectorizingContext;
}

test.each([
  ['nothing to change', null, 'accurate', undefined, 'nothing', false],
  ['what does not compile', FAILED, 'accurate', undefined, 'build-failed', false],
  ['what misses the goal', BUILT, 'inaccurate', undefined, 'inaccurate', false],
  ['what crashes', BUILT, 'run-failed', undefined, 'run-failed', false],
  ['what is faster beyond noise', BUILT, 'accurate', { ratio: 1.3, low: 1.2, high: 1.4 }, 'accurate', true],
  ['what is faster within noise', BUILT, 'accurate', { ratio: 1.02, low: 0.98, high: 1.06 }, 'accurate', false],
])('of %s the patch is recommended or not', async (_, changed, judged, ratio, outcome, isRecommended) => {
  const { record } = await vectorizedTrial(context(changed, judged, ratio), 3);
  expect(record).toMatchObject({ kind: 'vectorization', trial: 3, outcome, isRecommended });
  expect(record.files).toEqual(isRecommended ? { 'a.cu': 'text' } : null);
  expect(record.speedup).toEqual(outcome === 'accurate' ? ratio : null);
  expect(vectorizationText(record).includes('mantissa apply')).toBe(isRecommended);
});

test('a program that does not survive being timed is not recommended', async () => {
  const failing = context(BUILT, 'accurate', { ratio: 1, low: 1, high: 1 });
  const rival = {
    ...failing.rival!,
    time: async () => {
      throw new TimedRunFailed('run-failed', 'ended with signal 11');
    },
  };
  const { record, artifact } = await vectorizedTrial({ ...failing, rival }, 3);
  expect(record).toMatchObject({ outcome: 'run-failed', evidence: 'ended with signal 11', isRecommended: false });
  expect(artifact).toBeNull();
});
