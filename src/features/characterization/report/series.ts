/** Lines of figures, one per format, from the rows of a record. */
import { figureOf, labelsOf, numberOf, type Row, rowsWith } from '../record.js';
import { drawChart, type Series } from './chart.js';

export type Labels = Readonly<Record<string, string>>;

export const quantityOf = (rows: readonly Row[], quantity: string) => rows.filter((row) => row.quantity === quantity);

/** The rows of a quantity along a label. */
export function seriesOf(rows: readonly Row[], quantity: string, along: string, labels: Labels = {}): Series[] {
  return labelsOf(rows, 'format').map((name) => ({
    name,
    points: rowsWith(rows, { quantity, labels: { ...labels, format: name } }).map((row) => ({
      x: row.labels[along] ?? '',
      y: numberOf(row),
      ...(row.settled === false && { isUnsettled: true }),
    })),
  }));
}

/** An experiment over sizes: one program, run with more and more numbers. */
export interface SizeCurve {
  /** Ends the titles: "Absolute error by size, …". */
  readonly words: string;
  /** The label of the size, and its name on the axis. */
  readonly along: string;
  readonly sizeName: string;
  /** Quantities of the record. */
  readonly absolute: string;
  readonly relative: string;
  readonly time: string;
  /** Labels of the errors. Times have been measured for some of them only, and have their own. */
  readonly labels: Labels;
  readonly timeLabels: Labels;
  readonly relativeTo: string;
}

/** The absolute and the relative error by size, and the absolute error by time, as in Figures 7 to 11 and 17 of Nguyen's thesis. */
export function sizeCharts(rows: readonly Row[], curve: SizeCurve): string[] {
  const { words, along, sizeName, absolute, relative, labels } = curve;
  return [
    drawChart({
      title: `Absolute error by size, ${words}`,
      caption: 'One line per format. Low is good.',
      ...{ xName: sizeName, yName: 'absolute error' },
      series: seriesOf(rows, absolute, along, labels),
    }),
    drawChart({
      title: `Relative error by size, ${words}`,
      caption: `The same errors, relative to ${curve.relativeTo}. Low is good.`,
      ...{ xName: sizeName, yName: 'relative error' },
      series: seriesOf(rows, relative, along, labels),
    }),
    drawChart({
      title: `Absolute error against time, ${words}`,
      caption: `One point per size, ${sizeName} grow along each line. Low and left is good.`,
      ...{ xName: 'ms', yName: 'absolute error' },
      series: errorsByTime(rows, curve),
    }),
  ];
}

function errorsByTime(rows: readonly Row[], { along, absolute, time, labels, timeLabels }: SizeCurve): Series[] {
  return labelsOf(rows, 'format').map((name) => ({
    name,
    points: rowsWith(rows, { quantity: time, labels: { ...timeLabels, format: name } }).flatMap((row) => {
      const size = row.labels[along] ?? '';
      const error = figureOf(rows, absolute, { ...labels, format: name, [along]: size });
      return error === null ? [] : [{ x: numberOf(row), y: error, isUnsettled: row.settled === false }];
    }),
  }));
}
