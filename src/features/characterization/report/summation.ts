/** Figures and tables of sums: by the distance of magnitudes, by the number of terms, by thread blocks. */
import { type Characterization, figureOf, labelsOf, numberOf, type Row, rowsOf, rowsWith } from '../record.js';
import { drawChart } from './chart.js';
import { pivotTable } from './html.js';
import { quantityOf, seriesOf, sizeCharts } from './series.js';

export function summationSection(record: Characterization): string {
  const rows = rowsOf(record, 'summation');
  const shape = labelsOf(quantityOf(rows, 'error'), 'shape').find((one) => one === '64×32') ?? '1×1';
  return [...byDistance(rows, shape), ...byRange(rows), ...bySize(rows), ...byShape(rows)].join('\n');
}

function byDistance(rows: readonly Row[], shape: string): string[] {
  const errors = rowsWith(rows, { quantity: 'error', labels: { shape } });
  return [
    drawChart({
      title: 'Error by the distance of magnitudes',
      caption: `Absolute error of a sum that is exactly 0, added up by ${shape}; the terms come from two intervals at a growing distance. Low is good.`,
      ...{ xName: 'intervals', yName: 'absolute error', places: labelsOf(errors, 'intervals') },
      series: seriesOf(errors, 'error', 'intervals'),
    }),
    drawChart({
      title: 'Error against time',
      caption: `One point per format, for the widest intervals, added up by ${shape}. Low and left is good; a format above and to the right of another is never better.`,
      ...{ xName: 'ms', yName: 'absolute error' },
      series: labelsOf(errors, 'format').map((name) => ({
        name,
        points: rowsWith(rows, { quantity: 'time', labels: { format: name, shape } }).flatMap((time) => {
          const error = figureOf(errors, 'error', { format: name, intervals: time.labels.intervals ?? '' });
          return error === null ? [] : [{ x: numberOf(time), y: error }];
        }),
      })),
    }),
  ];
}

/** The distances of Nguyen's Table 7. */
function byRange(rows: readonly Row[]): string[] {
  const errors = quantityOf(rows, 'error by range');
  const counts = labelsOf(errors, 'count');
  const largest = errors.filter(({ labels }) => labels.count === counts.at(-1));
  return [
    drawChart({
      title: 'Error at distances up to 10^±37',
      caption: `Absolute error of a sum of ${counts.at(-1)} terms that is exactly 0. A format without a point cannot represent the terms or a partial sum. Low is good; a short format can be exact by chance if it loses all small terms.`,
      ...{ xName: 'intervals', yName: 'absolute error', places: labelsOf(largest, 'intervals') },
      series: seriesOf(largest, 'error by range', 'intervals'),
    }),
    ...counts.map((count) =>
      pivotTable(
        `Absolute error of ${count} terms`,
        errors.filter(({ labels }) => labels.count === count),
        ['format', 'intervals'],
      ),
    ),
  ];
}

function bySize(rows: readonly Row[]): string[] {
  const times = quantityOf(rows, 'time by size');
  return [
    ...labelsOf(quantityOf(rows, 'error by size'), 'intervals').flatMap((intervals) =>
      sizeCharts(rows, {
        words: intervals,
        ...{ along: 'count', sizeName: 'terms', relativeTo: 'the sum of the magnitudes of the terms' },
        ...{ absolute: 'error by size', relative: 'error by size, relative', time: 'time by size' },
        ...{ labels: { intervals }, timeLabels: {} },
      }),
    ),
    pivotTable('Time in ms by the number of terms', times, ['format', 'count']),
  ];
}

function byShape(rows: readonly Row[]): string[] {
  const errors = quantityOf(rows, 'error');
  return [
    ...labelsOf(errors, 'shape').flatMap((one) => {
      const own = rowsWith(errors, { quantity: 'error', labels: { shape: one } });
      if (labelsOf(own, 'intervals').length < 2) return [];
      return [pivotTable(`Absolute error, ${one}`, own, ['format', 'intervals'])];
    }),
    pivotTable(
      'Absolute error by blocks × threads, for the widest intervals',
      rowsWith(errors, { quantity: 'error', labels: { intervals: labelsOf(errors, 'intervals').at(-1) ?? '' } }),
      ['format', 'shape'],
    ),
    pivotTable('Time in ms by blocks × threads', quantityOf(rows, 'time'), ['format', 'shape']),
  ];
}
