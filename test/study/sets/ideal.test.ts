import { expect, test } from 'vitest';
import { idealRecord } from '../../../src/journal/ideal-record.js';
import { measureIdeal } from '../../../src/study/sets/ideal.js';

const timed = {
  clock: 'gpu',
  samples: [{ program: 'baseline', ms: 4 }],
  ...{ ratio: 2, low: 1.9, high: 2.1, verdict: 'faster' },
};

/** As a GPU's engine has it: kernels one by one, which the record of the ideal has no room for. */
const measured = { ...timed, kernels: { baseline: [{ name: 'k', ms: 4 }], variant: [{ name: 'k', ms: 2 }] } };

test.each([
  ['without kernels', timed],
  ['with the kernels of a GPU', measured],
])('what everything narrow buys can be written to a journal, timed %s', async (_, times) => {
  const record = await measureIdeal(
    { builds: { original: async () => ({}) } } as never,
    { narrowest: { x: 'fp32' }, configurationOf: () => ({}) } as never,
    { measure: async () => times } as never,
    { rebuild: async () => ({ artifact: {}, error: 1e-7, evidence: null }) } as never,
  );
  expect(idealRecord.parse(record)).toMatchObject({ kind: 'ideal', clock: 'gpu', ratio: 2, low: 1.9, error: 1e-7 });
});
