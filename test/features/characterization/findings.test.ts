import { describe, expect, it } from 'vitest';
import { freeBelow } from '../../../src/features/characterization/findings/intensity.js';
import { bitsForExactSum } from '../../../src/features/characterization/findings/summation-sizes.js';
import { claims, findingsOf } from '../../../src/features/characterization/findings.js';
import type { Characterization, Row } from '../../../src/features/characterization/record.js';
import { compareRecords } from '../../../src/features/characterization/report/comparison.js';
import { renderCharacterization } from '../../../src/features/characterization/report/page.js';
import { recordOf } from './benchmark-rows.js';

const INTERVALS = ['1e-2…1e-1 & 1e1…1e2', '1e-6…1e-5 & 1e5…1e6'];

/** Sums of one error and time for each format; the second interval is ten times as far off. */
function sums(figures: Readonly<Record<string, readonly [error: number, ms: number]>>): Row[] {
  return Object.entries(figures).flatMap(([format, [error, ms]]) => [
    ...INTERVALS.map((intervals, at) => ({
      labels: { format, intervals, shape: '64×32', count: '8' },
      ...{ quantity: 'error', value: error * 10 ** at, unit: 'absolute' },
    })),
    { labels: { format, shape: '64×32', count: '8' }, quantity: 'time', value: ms, unit: 'ms' },
  ]);
}

const KEPLER = sums({
  fp32: [1, 1],
  cmp32x2: [1e-4, 1.25],
  fp64: [1e-9, 1.1],
  cmp64x2: [1e-17, 1.5],
  limbs256: [0, 14],
});
const verdictOf = (record: Characterization, name: string) => findingsOf(record).find((one) => one.name === name)!;

describe('the findings of a machine', () => {
  it('hold if its figures match those of the studies', () => {
    const record = recordOf({ summation: KEPLER });
    for (const name of [
      'wider-sums-are-closer',
      'float2-loses-to-double',
      'double2-is-good-for-sums',
      'magnitudes-apart-cost-digits',
    ])
      expect(verdictOf(record, name).verdict, name).toBe('holds');
    expect(verdictOf(record, 'float2-loses-to-double').numbers).toBe('error 5.5e-4 against 5.5e-9, 1.14× the time');
    expect(verdictOf(record, '256-bits-are-exact-and-slow').numbers).toBe('error 0, 9.33× the time of double2');
  });

  it('do not hold on a different machine', () => {
    const record = recordOf({ summation: sums({ fp64: [1e-9, 2], cmp32x2: [1e-4, 1], fp32: [1, 1] }) });
    expect(verdictOf(record, 'float2-loses-to-double').verdict).toBe('no longer holds');
    expect(verdictOf(record, 'double-sums-cost-little')).toMatchObject({
      verdict: 'no longer holds',
      numbers: '2× the time',
    });
  });

  it('look at the largest size of an application, over all its intervals', () => {
    const missed = { fp64: [0, 0, 0], cmp64x2: [0, 1, 42], fp32: [2, 70, 93], cmp32x2: [14, 76, 92] };
    const decomposed = Object.entries(missed).flatMap(([format, shares]) => [
      ...shares.map((value, at) => ({
        labels: { application: 'lu', format, size: '64', intervals: String(at) },
        ...{ quantity: 'mismatches', value, unit: '%' },
      })),
    ]);
    const small = decomposed.map((row) => ({ ...row, labels: { ...row.labels, size: '16' }, value: 50 }));
    expect(
      verdictOf(recordOf({ applications: [...small, ...decomposed] }), 'composite-decomposition-mismatches'),
    ).toMatchObject({
      verdict: 'holds',
      numbers: 'double2 1 % against 0 %, float2 76 % against 70 %',
    });
    expect(verdictOf(recordOf({ applications: small }), 'composite-decomposition-mismatches').verdict).toBe(
      'no longer holds',
    );
  });

  it('take an error of 0 for exact only if all longer formats have it, too', () => {
    const sums = (errors: readonly number[]): Row[] =>
      [32, 64, 128, 256].map((bits, at) => ({
        labels: { format: `limbs${bits}`, intervals: 'far', count: '8' },
        ...{ quantity: 'error by range', value: errors[at]!, unit: 'absolute' },
      }));
    expect(bitsForExactSum(sums([1, 0, 1e-24, 0]), 'far', '8')).toBe(256);
    expect(bitsForExactSum(sums([1, 0, 0, 0]), 'far', '8')).toBe(64);
    expect(bitsForExactSum(sums([0, 0, 0, 1e-38]), 'far', '8')).toBe(Number.POSITIVE_INFINITY);
    expect(bitsForExactSum(sums([0, 0, 0, 0]), 'near', '8')).toBeNull();
  });

  it('compare thread blocks at the largest size that was run with all of them', () => {
    const time = (size: string, shape: string, value: number): Row => ({
      labels: { application: 'lu', format: 'fp32', size, shape, intervals: 'a' },
      ...{ quantity: 'time', value, unit: 'ms' },
    });
    const rows = [time('64', '4×4', 9), time('64', '8×8', 6), time('64', '16×16', 3), time('64', '32×32', 4)];
    expect(
      verdictOf(recordOf({ applications: [...rows, time('128', '16×16', 20)] }), 'decomposition-is-fastest-with-16x16'),
    ).toMatchObject({
      verdict: 'holds',
      numbers: '3× as fast as 4×4, 2× as fast as 8×8, 1.33× as fast as 32×32, 64 rows',
    });
  });

  it('judge the Taylor series of float2 and double2 apart', () => {
    const errors = { cmp32x2: [2.6e-8, 1.2e-7], cmp64x2: [4.5e-9, 2.1e-16] };
    const rows: Row[] = Object.entries(errors).flatMap(([format, values]) =>
      ['taylor', 'built-in'].map((way, at) => ({
        labels: { format, way, range: '0…1' },
        ...{ quantity: 'error', value: values[at]!, unit: 'relative' },
      })),
    );
    const record = recordOf({ exponential: rows });
    expect(verdictOf(record, 'taylor-is-less-accurate-float2').verdict).toBe('no longer holds');
    expect(verdictOf(record, 'taylor-is-less-accurate-double2').verdict).toBe('holds');
  });

  it('are not measured if a part is missing', () => {
    for (const { verdict, numbers } of findingsOf(recordOf({})))
      expect({ verdict, numbers }).toEqual({ verdict: 'not measured here', numbers: '' });
    expect(new Set(claims.map(({ name }) => name)).size).toBe(claims.length);
  });

  it('say up to which intensity a format is free', () => {
    expect(
      freeBelow([
        { n: 1, ratio: 1.02 },
        { n: 16, ratio: 1.09 },
        { n: 48, ratio: 1.2 },
        { n: 96, ratio: 1 },
      ]),
    ).toBe(16);
    expect(freeBelow([{ n: 1, ratio: 1.3 }])).toBe(0);
    expect(
      freeBelow([
        { n: 1, ratio: 1 },
        { n: 16, ratio: 1 },
      ]),
    ).toBe(16);
  });
});

describe('the report of a machine', () => {
  it('draws the measurements, names missing ones, and runs nothing', () => {
    const record: Characterization = {
      ...recordOf({ summation: KEPLER }, '<a> & machine'),
      notes: ['its clock fell'],
    };
    const text = renderCharacterization(
      { ...record, parts: { ...record.parts, operations: { state: 'not measured', reason: 'no compiler' } } },
      null,
    );
    expect(text).toContain('&lt;a&gt; &amp; machine');
    expect(text).toContain('its clock fell');
    expect(text).toContain('not measured here: no compiler');
    expect(text.match(/<polyline /g)).toHaveLength(5); // a line for each format
    expect(text).toContain('>exact<');
    expect(text).not.toContain('<script');
  });

  it('rings a time that did not settle, and explains the ring', () => {
    const intensity = (more: Partial<Row>) =>
      renderCharacterization(
        recordOf({
          intensity: ['fp32', 'fp64'].flatMap((format) =>
            [1, 16].map((n) => ({
              labels: { format, operation: 'add', n: String(n), shape: 'one core' },
              ...{ quantity: 'time', value: n, unit: 'ns/element', ...more },
            })),
          ),
        }),
        null,
      );
    expect(intensity({})).not.toContain('did not settle');
    expect(intensity({ settled: false })).toContain('<title>did not settle</title>');
  });

  it('sets two machines side by side by what both have', () => {
    const there = recordOf({ summation: sums({ fp32: [2, 4], fp16: [5, 1] }) }, 'another');
    const compared = compareRecords(recordOf({ summation: KEPLER }), there);
    expect(compared.map(({ here, ratio }) => [here.labels.format, here.quantity, ratio])).toEqual([
      ['fp32', 'error', 2],
      ['fp32', 'error', 2],
      ['fp32', 'time', 4],
    ]);
    expect(renderCharacterization(recordOf({ summation: KEPLER }), there)).toContain('3 numbers that both have');
  });
});
