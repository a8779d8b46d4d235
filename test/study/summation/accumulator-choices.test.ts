import { describe, expect, it } from 'vitest';
import { otherSums, type SumsTrial } from '../../../src/study/summation/accumulator-choices.js';

const SUMS = [
  { id: 'k.sum', group: 'k.sum', narrow: 'fp32' },
  { id: 'k.other', group: 'k.other', narrow: 'fp32' },
] as const;
const NARROWEST = { 'k.x': 'fp32', 'k.sum': 'fp32', 'k.other': 'fp32' } as const;

/** Every trial until one meets the goal. */
function tried(bases: Parameters<typeof otherSums>[0], meets: (trial: SumsTrial) => boolean): SumsTrial[] {
  const ways = otherSums(bases, SUMS);
  const all: SumsTrial[] = [];
  for (let step = ways.next(); !step.done; step = ways.next(step.value.map(meets))) all.push(...step.value);
  return all;
}

describe('other sums, once formats are found', () => {
  it('are accumulated in fp64, pairwise and compensated in fp32, around the all-lowest configuration', () => {
    const fold = { fold: 64, in: 'fp32' };
    const pairwise = { pairwise: 64, in: 'fp32' };
    expect(tried([NARROWEST], () => true)).toEqual([
      { formats: { 'k.x': 'fp32' }, accumulators: { 'k.sum': fold, 'k.other': fold } },
      { formats: NARROWEST, accumulators: { 'k.sum': pairwise, 'k.other': pairwise } },
      { formats: NARROWEST, accumulators: { 'k.sum': 'kahan', 'k.other': 'kahan' } },
    ]);
  });

  it('are tried with more care if neither is within tolerance, then around the result, whose low-precision sums stay', () => {
    const found = { 'k.other': 'fp32' } as const;
    const ways = tried([NARROWEST, found], () => false).map(({ accumulators }) => JSON.stringify(accumulators));
    expect(ways).toEqual([
      '{"k.sum":{"fold":64,"in":"fp32"},"k.other":{"fold":64,"in":"fp32"}}',
      '{"k.sum":{"pairwise":64,"in":"fp32"},"k.other":{"pairwise":64,"in":"fp32"}}',
      '{"k.sum":"kahan","k.other":"kahan"}',
      '{"k.sum":{"fold":16,"in":"fp32"},"k.other":{"fold":16,"in":"fp32"}}',
      '{"k.sum":{"in":"fp32x2"},"k.other":{"in":"fp32x2"}}',
      '{"k.sum":"neumaier","k.other":"neumaier"}',
      '{"k.sum":{"fold":64,"in":"fp32"}}',
      '{"k.sum":{"pairwise":64,"in":"fp32"}}',
      '{"k.sum":"kahan"}',
      '{"k.sum":{"fold":16,"in":"fp32"}}',
      '{"k.sum":{"in":"fp32x2"}}',
      '{"k.sum":"neumaier"}',
    ]);
  });

  it('are not tried in a program without sums', () => {
    expect(otherSums([NARROWEST], []).next().done).toBe(true);
  });
});
