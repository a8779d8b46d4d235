/** Figures and tables of the applications: by intervals, by size, by thread blocks. */
import { FIGURE_15, largestSize } from '../findings/elimination.js';
import { type Characterization, labelsOf, type Row, rowsOf } from '../record.js';
import { drawChart } from './chart.js';
import { pivotTable } from './html.js';
import { quantityOf, seriesOf, sizeCharts } from './series.js';

interface Application {
  readonly words: string;
  /** Quantities with a figure by intervals, with their captions. */
  readonly quantities: readonly (readonly [quantity: string, caption: string])[];
  /** Whether curves over the sizes are drawn for these intervals. */
  readonly hasCurves: (intervals: string) => boolean;
  readonly reference: string;
}

const applications: Readonly<Record<string, Application>> = {
  gaussian: {
    words: 'Gaussian elimination',
    quantities: [['error', 'Mean absolute error of the solution compared with 256 bits']],
    hasCurves: (intervals) => intervals === FIGURE_15,
    reference: 'the mean magnitude of the solution',
  },
  lu: {
    words: 'LU decomposition',
    quantities: [
      ['mismatches', 'Elements of L·U with an error above 0.0001, in %'],
      ['error', 'Mean absolute error of the elements of L and U compared with 256 bits'],
    ],
    hasCurves: () => true,
    reference: 'the mean magnitude of the elements of L and U',
  },
  particles: {
    words: 'Forces between particles',
    quantities: [['error', 'Mean absolute error compared with fp64x4']],
    hasCurves: () => false,
    reference: 'the mean force',
  },
};

export function applicationsSection(record: Characterization): string {
  return Object.entries(applications)
    .flatMap(([name, application]) => {
      const own = rowsOf(record, 'applications').filter(({ labels }) => labels.application === name);
      return [
        `<h3>${application.words}</h3>`,
        ...byIntervals(own, application, largestSize(record, name, 'intervals') ?? ''),
        ...bySize(own, application),
        ...times(own, largestSize(record, name, 'shape') ?? ''),
      ];
    })
    .join('\n');
}

function byIntervals(own: readonly Row[], { words, quantities }: Application, size: string): string[] {
  const large = own.filter(({ labels }) => labels.size === size);
  return quantities.flatMap(([quantity, caption]) => [
    drawChart({
      title: caption,
      caption: `${words}, size ${size}, by the interval of the values. Low is good.`,
      ...{ xName: 'intervals', yName: quantity, places: labelsOf(large, 'intervals') },
      series: seriesOf(large, quantity, 'intervals'),
    }),
    ...labelsOf(own, 'size').map((one) =>
      pivotTable(
        `${caption}, size ${one}`,
        own.filter((row) => row.quantity === quantity && row.labels.size === one),
        ['format', 'intervals'],
      ),
    ),
  ]);
}

/** Times of the usual shape of thread blocks; on a CPU there are none. */
const usualTimes = (own: readonly Row[]) =>
  quantityOf(own, 'time').filter(({ labels }) => (labels.shape ?? '16×16') === '16×16');

function bySize(own: readonly Row[], { words, hasCurves, reference }: Application): string[] {
  const errors = own.filter(({ quantity }) => quantity !== 'time');
  return labelsOf(own, 'intervals')
    .filter(hasCurves)
    .flatMap((intervals) =>
      sizeCharts([...errors, ...usualTimes(own)], {
        words: `${words}, ${intervals}`,
        ...{ along: 'size', sizeName: 'rows', relativeTo: reference },
        ...{ absolute: 'error', relative: 'error, relative', time: 'time' },
        ...{ labels: { intervals }, timeLabels: {} },
      }),
    );
}

function times(own: readonly Row[], sizeWithShapes: string): string[] {
  const timed = labelsOf(usualTimes(own), 'intervals').at(-1) ?? '';
  return [
    pivotTable(
      `Time in ms by size, ${timed}`,
      usualTimes(own).filter(({ labels }) => labels.intervals === timed),
      ['format', 'size'],
    ),
    pivotTable(
      `Time in ms by threads per block, size ${sizeWithShapes}`,
      quantityOf(own, 'time').filter(({ labels }) => labels.size === sizeWithShapes && labels.shape !== undefined),
      ['format', 'shape'],
    ),
  ];
}
