/** The shadow error of every kernel and device function along the thread blocks of its grid. */
import type { ReportDocument } from '../../src/report/document.js';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { linearScale, padded } from '../figures/scales.js';
import type { Reader } from '../reading.js';
import { errorWords, plural, wholeWords } from '../words.js';

const BOX: Box = { width: 1060, height: 200, left: 74, right: 18, top: 12, bottom: 48 };

export function BlockErrors({ reader }: { readonly reader: Reader }) {
  return (
    <>
      {reader.report.blockErrors.map((one) => (
        <Distribution key={one.function} one={one} />
      ))}
    </>
  );
}

function Distribution({ one }: { readonly one: ReportDocument['blockErrors'][number] }) {
  const { along, counted, grid, quartiles, worst } = one.blocks;
  const all = grid.reduce((product, extent) => product * extent, 1);
  const errors = along.map(Number);
  const each = Math.ceil(counted / errors.length);
  const y = linearScale([0, Math.max(...errors) || 1], [BOX.height - BOX.bottom, BOX.top]);
  const x = linearScale(padded([0, counted], 0), [BOX.left, BOX.width - BOX.right]);
  const [largest] = worst;
  return (
    <Figure
      id={`blocks-${one.function}`}
      title={`Shadow error by thread block, ${one.function}`}
      rows={() => [['first block', 'mean error'], ...errors.map((error, at) => [at * each, error])]}
      caption={
        <>
          Good is <b>low</b>: sums of the errors of single operations in fp32, over all launches
          {each > 1 && `; each bar is the mean of ${each} blocks`}
          {counted < all && `; the first ${counted.toLocaleString('en')} of ${plural(all, 'block')}`}. Median{' '}
          {errorWords(quartiles[2] ?? null)}
          {largest && `, largest in block ${largest.at} with ${errorWords(largest.error)}`}.
        </>
      }
    >
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" role="img" aria-label="error of every thread block">
        <HorizontalAxis box={BOX} scale={x} name="thread block" words={wholeWords} />
        <VerticalAxis box={BOX} scale={y} name="error" words={(value) => errorWords(value)} />
        {errors.map((error, at) => {
          const [begin, end] = [x(at * each), x(Math.min(counted, (at + 1) * each))];
          return (
            <rect
              key={begin}
              class="block-error"
              x={begin}
              width={Math.max(1, end - begin - 1)}
              y={y(error)}
              height={BOX.height - BOX.bottom - y(error)}
            >
              <title>{`block ${at * each}: ${errorWords(error)}`}</title>
            </rect>
          );
        })}
      </svg>
    </Figure>
  );
}
