import { describe, expect, it } from 'vitest';
import { missingEntries } from '../../../src/analysis/devices/device-profile.js';
import { devices } from '../../../src/analysis/devices/devices.js';
import { priceConversion, priceOperation } from '../../../src/analysis/performance/operation-costs.js';
import type { Format } from '../../../src/numerics/format.js';

/** Clocks in which a multiprocessor can take no other of the kind. */
function busy(device: string, kind: 'add' | 'mul' | 'div' | 'exp', format: Format): number {
  const { own, special, issue } = priceOperation(devices[device]!, { class: kind, times: 1 }, format);
  return Math.max(own, special, issue);
}

describe('multi-word formats', () => {
  it('a sum of floats stands in for a double where doubles run at 1/64 of floats, and not where they run at half', () => {
    for (const kind of ['add', 'mul'] as const) {
      expect(busy('rtx-4090', kind, 'fp32x2')).toBeLessThan(busy('rtx-4090', kind, 'fp64'));
      expect(busy('h200', kind, 'fp32x2')).toBeGreaterThan(busy('h200', kind, 'fp64'));
    }
  });

  it("cost a multiple of their part's cost, four doubles more than two", () => {
    for (const kind of ['add', 'mul', 'div', 'exp'] as const) {
      expect(busy('h200', kind, 'fp64x2')).toBeGreaterThan(2 * busy('h200', kind, 'fp64'));
      expect(busy('h200', kind, 'fp64x4')).toBeGreaterThan(5 * busy('h200', kind, 'fp64x2'));
    }
  });

  it('are priced from the figures of their parts, conversions too', () => {
    for (const device of ['rtx-4090', 'h200', 'a100'] as const) {
      expect(missingEntries(devices[device]!, ['add', 'div', 'exp'], ['fp64', 'fp32x2', 'fp64x2', 'fp64x4'])).toEqual(
        [],
      );
      for (const [from, to] of [
        ['fp64', 'fp64x2'],
        ['fp64x2', 'fp64'],
        ['fp64', 'fp32x2'],
        ['fp32x2', 'fp32'],
        ['fp64x4', 'fp32x2'],
      ] as const)
        expect(Object.values(priceConversion(devices[device]!, from, to)).every(Number.isFinite)).toBe(true);
    }
    expect(missingEntries(devices.h200!, ['add'], ['cmp64x2'])).toEqual(['throughput.cmp64x2']);
  });
});
