import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findingsOf } from '../../../src/features/characterization/findings.js';
import { benchmarkFolder } from '../../../src/features/characterization/measuring/benchmarks.js';
import { figureOf, labelsOf, numberOf, rowsWith } from '../../../src/features/characterization/record.js';
import { renderCharacterization } from '../../../src/features/characterization/report/page.js';
import { hasCommand } from '../../numerics/formats-driver.js';
import { Scratch } from '../../support/command-line.js';
import { benchmarkRows, recordOf } from './benchmark-rows.js';

const present = hasCommand('g++');
if (!present) console.warn('SKIPPED: no g++ on the PATH, so no errors by size and distance are measured');

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());
const measured = (part: string) =>
  benchmarkRows(path.join(benchmarkFolder(), 'native', `${part}.cpp`), scratch.path(part));
const verdicts = (parts: Parameters<typeof recordOf>[0]) =>
  new Map(findingsOf(recordOf(parts)).map(({ name, verdict }) => [name, verdict]));

describe.runIf(present)('sums', () => {
  it('need more limbs the further magnitudes are apart, are a curve over the terms, and show no number out of range', () => {
    const rows = measured('summation');
    const byRange = rows.filter(({ quantity }) => quantity === 'error by range');
    expect(labelsOf(byRange, 'intervals').map((one) => one.split('1e').at(-1))).toEqual([
      '1',
      '4',
      '13',
      '19',
      '30',
      '37',
    ]);
    const half = rowsWith(byRange, { quantity: 'error by range', labels: { format: 'fp16' } }).map(
      ({ value }) => value,
    );
    expect(half).toEqual([
      expect.any(Number),
      expect.any(Number),
      ...Array.from({ length: 10 }, () => 'not representable'),
    ]);
    const farthest = { intervals: '1e-37…1e-36 & 1e36…1e37', count: '65536' };
    expect(rowsWith(byRange, { quantity: 'error by range', labels: { ...farthest, format: 'fp32' } })[0]?.value).toBe(
      'not representable',
    );
    expect(figureOf(byRange, 'error by range', { ...farthest, format: 'limbs256' })).toBeGreaterThan(0);

    for (const format of labelsOf(rows, 'format')) {
      const curve = rowsWith(rows, { quantity: 'error by size', labels: { format, intervals: '1e-2…1e-1 & 1e1…1e2' } });
      expect(labelsOf(curve, 'count'), format).toEqual(['1024', '16384', '131072', '262144']);
      const last = { format, intervals: '1e-2…1e-1 & 1e1…1e2', count: '262144', shape: '64×32' };
      expect(curve.at(-1)?.value, format).toBe(rowsWith(rows, { quantity: 'error', labels: last })[0]?.value);
      expect(rowsWith(rows, { quantity: 'error by size, relative', labels: { format } })).toHaveLength(20);
    }
    const found = verdicts({ summation: rows });
    for (const name of [
      'distant-magnitudes-need-more-limbs',
      'longer-sums-lose-digits',
      'magnitudes-apart-cost-digits',
      'wider-sums-are-closer',
    ])
      expect(found.get(name), name).toBe('holds');
    const page = renderCharacterization(recordOf({ summation: rows }), null);
    for (const title of ['Error at distances up to', 'Absolute error by size, 1e-2', 'Relative error by size, 1e-6'])
      expect(page).toContain(title);
  });
});

describe.runIf(present)('elimination and LU', () => {
  it('have errors by size, LU in 256 bits without mismatches, in the five intervals of the thesis', () => {
    const rows = measured('applications');
    const decomposed = rows.filter(({ labels }) => labels.application === 'lu');
    expect(
      labelsOf(rowsWith(decomposed, { quantity: 'mismatches', labels: { size: '64' } }), 'intervals'),
    ).toHaveLength(5);
    const exact = rowsWith(decomposed, { quantity: 'mismatches', labels: { format: 'limbs256' } });
    expect(exact.map(({ value }) => value)).toEqual(Array.from({ length: 12 }, () => 0));
    for (const application of ['gaussian', 'lu'])
      for (const quantity of ['error', 'error, relative']) {
        const curve = rowsWith(rows, {
          quantity,
          labels: { application, format: 'fp64', intervals: '1e-2…1e-1 & 1e1…1e2' },
        });
        expect(labelsOf(curve, 'size')).toEqual(['16', '32', '64', '128']);
        for (const row of curve) expect(numberOf(row)).toBeGreaterThan(0);
      }
    const found = verdicts({ applications: rows });
    for (const name of [
      'composite-elimination-gains-nothing',
      'decomposition-errors-grow-with-magnitudes',
      'composite-decomposition-gains-nothing',
      '256-bit-decomposition-has-no-mismatches',
    ])
      expect(found.get(name), name).toBe('holds');
    expect(found.get('elimination-keeps-its-order-at-every-size')).not.toBe('not measured here');
    expect(renderCharacterization(recordOf({ applications: rows }), null)).toContain(
      'Relative error by size, LU decomposition',
    );
  });
});
