import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../../src/analysis/groups.js';
import type { RangesRecord } from '../../../src/journal/records.js';
import { operationsStoredBeyond } from '../../../src/study/sets/out-of-range-operations.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const SOURCE = `#include <cuda_runtime.h>
__global__ void k(const double *in, double *far, double *near) {
  double x = in[0] * 3.0;
  near[0] = x + 1.0;
  far[0] = x > 0.0 ? -(x / 7.0) : x - 2.0;
}
int main() { return 0; }
`;

const beyond = (id: string): RangesRecord => ({
  kind: 'ranges',
  input: 'only',
  groups: [
    {
      id,
      seen: { largest: 1e40, smallest: 1, hasInfinity: false, hasNaN: false, site: id },
      fits: [{ format: 'fp32', fit: 'overflows' }],
    },
  ],
});

describe('operations whose results are stored beyond a format', () => {
  it('are those of a store, of what is chosen for it and of what is negated, and not what they are computed from', async () => {
    const program = await programs.readText(SOURCE, 'cu');
    const bench = { program, groups: findGroups(program) };
    const found = [...operationsStoredBeyond(bench, beyond('k.far'), 'fp32')].map(
      (index) => program.operations[index]!.symbol,
    );
    expect(found.sort()).toEqual(['-', '-', '/']);
    expect(operationsStoredBeyond(bench, beyond('k.far'), 'bf16').size).toBe(0);
    expect(operationsStoredBeyond(bench, null, 'fp32').size).toBe(0);
  });
});
