/** Figures and tables of each part in the report. */
import { ratiosByIntensity, studiedShape } from '../findings/intensity.js';
import type { PartName } from '../parts.js';
import { type Characterization, labelsOf, type Row, rowsOf, rowsWith } from '../record.js';
import { applicationsSection } from './applications.js';
import { drawChart } from './chart.js';
import { pivotTable } from './html.js';
import { quantityOf, seriesOf } from './series.js';
import { summationSection } from './summation.js';

export const sections: Readonly<Record<PartName, (record: Characterization) => string>> = {
  operations(record) {
    const rows = rowsOf(record, 'operations');
    const latencies = rowsWith(rows, { quantity: 'latency', labels: { chain: '256' } });
    const few = ['add', 'mul', 'fma', 'div', 'sqrt', 'exp', 'sin', 'pow'];
    return [
      drawChart({
        title: 'Latency',
        caption: 'Latency of an operation in cycles, from a chain of 256 dependent operations. Low is good.',
        ...{ xName: 'operation', yName: 'cycles', places: few },
        series: seriesOf(
          latencies.filter(({ labels }) => few.includes(labels.operation ?? '')),
          'latency',
          'operation',
        ),
      }),
      pivotTable('Latency in cycles, chains of 256', latencies, ['operation', 'format']),
      pivotTable(
        'Latency in cycles, chains of 128; the difference from the table above is the uncertainty',
        rowsWith(rows, { quantity: 'latency', labels: { chain: '128' } }),
        ['operation', 'format'],
      ),
      pivotTable(
        `Throughput in ${quantityOf(rows, 'throughput')[0]?.unit ?? 'results'}`,
        quantityOf(rows, 'throughput'),
        ['operation', 'format'],
      ),
    ].join('\n');
  },
  conversions: (record) =>
    pivotTable(
      `Throughput in ${rowsOf(record, 'conversions')[0]?.unit ?? 'results'}, from the format of the row to that of the column`,
      quantityOf(rowsOf(record, 'conversions'), 'throughput'),
      ['from', 'to'],
    ),
  memory(record) {
    const rows = quantityOf(rowsOf(record, 'memory'), 'bandwidth');
    return [
      drawChart({
        title: 'Bandwidth by size',
        caption:
          'Bandwidth of a copy (bytes read and written) by its size in KiB and the format that is copied one value at a time. High is good.',
        ...{ xName: 'KiB', yName: 'GB/s' },
        series: seriesOf(
          rows.filter(({ labels }) => labels.kib !== undefined),
          'bandwidth',
          'kib',
        ),
      }),
      pivotTable(
        'Bandwidth in GB/s by size in KiB',
        rows.filter(({ labels }) => labels.kib !== undefined),
        ['format', 'kib'],
      ),
      pivotTable(
        'Other bandwidths in GB/s',
        rows.filter(({ labels }) => labels.what !== undefined),
        ['what', 'format'],
      ),
    ].join('\n');
  },
  summation: summationSection,
  products(record) {
    const rows = rowsOf(record, 'products');
    return [
      drawChart({
        title: 'Error of products',
        caption: 'Relative error by the number of factors between 0.1 and 10, compared with 256 bits. Low is good.',
        ...{ xName: 'factors', yName: 'relative error' },
        series: seriesOf(rows, 'error', 'count'),
      }),
      drawChart({
        title: 'Error of normalised products',
        caption:
          'The same factors, but the product so far is rounded to the plain format and split again before each multiplication. Low is good.',
        ...{ xName: 'factors', yName: 'relative error' },
        series: seriesOf(rows, 'error, normalised', 'count'),
      }),
      pivotTable('Relative error by the number of factors', quantityOf(rows, 'error'), ['format', 'count']),
      pivotTable('Relative error by the number of factors, normalised', quantityOf(rows, 'error, normalised'), [
        'format',
        'count',
      ]),
      pivotTable(`Time in ${quantityOf(rows, 'time')[0]?.unit ?? 'ns'}`, quantityOf(rows, 'time'), ['format', 'count']),
    ].join('\n');
  },
  quotients(record) {
    const rows = rowsOf(record, 'quotients').map(
      (row): Row => ({
        ...row,
        labels: {
          ...row.labels,
          'x and y': `x ${row.labels.x}, y ${row.labels.y}`,
          'format and division': `${row.labels.format}, ${row.labels.division}`,
        },
      }),
    );
    const ieee = rows.filter(({ labels }) => labels.division === 'ieee');
    return [
      drawChart({
        title: 'Error of (x·y)/y',
        caption:
          'Relative error of x after multiplications and divisions by a sequence of numbers, with IEEE division. Low is good.',
        ...{ xName: 'small is (0, 10), large 10⁶ to 10⁸', yName: 'relative error', places: labelsOf(ieee, 'x and y') },
        series: seriesOf(ieee, 'error', 'x and y'),
      }),
      ...labelsOf(ieee, 'x and y').map((magnitudes) =>
        drawChart({
          title: `Error of (x·y)/y along the iterations, ${magnitudes}`,
          caption: 'Relative error of x after n multiplications and divisions, with IEEE division. Low is good.',
          ...{ xName: 'iterations', yName: 'relative error' },
          series: seriesOf(
            ieee.filter(({ labels }) => labels['x and y'] === magnitudes),
            'error along',
            'iterations',
          ),
        }),
      ),
      pivotTable('Relative error', quantityOf(rows, 'error'), ['format and division', 'x and y']),
      pivotTable(`Time in ${quantityOf(rows, 'time')[0]?.unit ?? 'ns'}`, quantityOf(rows, 'time'), [
        'format',
        'division',
      ]),
    ].join('\n');
  },
  exponential(record) {
    const rows = rowsOf(record, 'exponential').map(
      (row): Row => ({
        ...row,
        labels: { ...row.labels, 'format and way': `${row.labels.format}, ${row.labels.way}` },
      }),
    );
    const by = ['format and way', 'range'] as const;
    return [
      pivotTable('Largest relative error of eˣ by the range of x', quantityOf(rows, 'error'), by),
      pivotTable('Arguments whose result is not a number, in %', quantityOf(rows, 'no number'), by),
      pivotTable(`Time in ${quantityOf(rows, 'time')[0]?.unit ?? 'ns'}`, quantityOf(rows, 'time'), by),
      pivotTable('Terms of the Taylor series, mean', quantityOf(rows, 'terms, mean'), by),
      pivotTable('Terms of the Taylor series, standard deviation', quantityOf(rows, 'terms, deviation'), by),
    ].join('\n');
  },
  intensity(record) {
    const rows = rowsOf(record, 'intensity');
    const ratios = (operation: string, shape: string) =>
      labelsOf(rows, 'format').map((name) => ({
        name,
        points: ratiosByIntensity(record, [name, 'fp32'], shape, operation).map(({ n, ratio, isUnsettled }) => ({
          ...{ x: n, y: ratio, isUnsettled },
        })),
      }));
    const drawn = [...new Set([studiedShape(record) ?? '', labelsOf(rows, 'shape').at(-1) ?? ''])];
    const words = { add: 'additions', mul: 'multiplications' } as const;
    return (['add', 'mul'] as const)
      .flatMap((operation) => [
        ...drawn.map((shape) =>
          drawChart({
            title: `Time relative to fp32 by ${words[operation]}, ${shape}`,
            caption: `One value is loaded, n ${words[operation]} follow in 16 chains, one value is stored. A format is free where its line is at 1.`,
            ...{ xName: `n ${words[operation]}`, yName: 'time ÷ time of fp32' },
            series: ratios(operation, shape),
          }),
        ),
        ...labelsOf(rows, 'shape').map((shape) =>
          pivotTable(
            `Time in ${rows[0]?.unit ?? 'ns'} by n ${words[operation]}, ${shape}`,
            rowsWith(rows, { quantity: 'time', labels: { operation, shape } }),
            ['format', 'n'],
          ),
        ),
      ])
      .join('\n');
  },
  applications: applicationsSection,
  registers: (record) =>
    [
      drawChart({
        title: 'Registers',
        caption: 'Registers per thread; more registers mean fewer resident threads per multiprocessor. Low is good.',
        ...{ xName: 'kernel', yName: 'registers', places: labelsOf(rowsOf(record, 'registers'), 'kernel') },
        series: seriesOf(rowsOf(record, 'registers'), 'registers', 'kernel'),
      }),
      pivotTable('Registers per thread', quantityOf(rowsOf(record, 'registers'), 'registers'), ['format', 'kernel']),
      pivotTable('Bytes per thread spilled to memory', quantityOf(rowsOf(record, 'registers'), 'spilled'), [
        'format',
        'kernel',
      ]),
    ].join('\n'),
};
