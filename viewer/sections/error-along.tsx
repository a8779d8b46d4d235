/** Errors of single values, along the output or by the size of the values. */
import { useState } from 'preact/hooks';
import type { ErrorDistribution, ReportDocument } from '../../src/report/document.js';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { decades, linearScale, logScale, padded, type Scale } from '../figures/scales.js';
import { powerWords, wholeWords } from '../words.js';

const BOX: Box = { width: 1060, height: 280, left: 74, right: 18, top: 22, bottom: 48 };
/** Height of the row for exact values at the bottom. */
const FOOT = 20;

type By = 'place' | 'value';

export function ErrorAlong({
  distribution,
  goal,
}: {
  readonly distribution: ErrorDistribution;
  readonly goal: ReportDocument['goal'];
}) {
  const { along, measure, isCount, input, trial } = distribution;
  const [by, setBy] = useState<By>('place');
  const points = along.flatMap(({ index, expected, error }) =>
    typeof error === 'number' && typeof expected === 'number' ? [{ index, expected, error }] : [],
  );
  if (points.length < 2) return null;
  const errors = points.map(({ error }) => error);
  const isDrawn = goal.isBounded && goal.boundsEachValue;
  const bottom = BOX.height - BOX.bottom - FOOT;
  const y: Scale = isCount
    ? linearScale(padded([0, ...errors, ...(isDrawn ? [goal.bound] : [])], 0.05), [bottom, BOX.top])
    : logScale(decades(isDrawn ? [...errors, goal.bound] : errors), [bottom, BOX.top], 5);
  const x = horizontal(by, points);
  const hasValues = points.some(({ expected }) => expected !== 0);
  const isGood = (error: number) => !isDrawn || (isCount ? error >= goal.bound : error <= goal.bound);
  return (
    <Figure
      id="error-along"
      title={by === 'place' ? `Error along the output, ${input}` : `Error by the size of the value, ${input}`}
      controls={
        hasValues && (
          <div class="toggle" role="group" aria-label="against">
            {(['place', 'value'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={by === one} onClick={() => setBy(one)}>
                {one === 'place' ? 'along the output' : 'by value'}
              </button>
            ))}
          </div>
        )
      }
      rows={() => [
        ['value', 'expected', measure],
        ...points.map(({ index, expected, error }) => [index + 1, expected, error]),
      ]}
      caption={
        <>
          Good is <b>{isCount ? 'high' : 'low'}</b>: {measure} of the values of trial {trial}
          {by === 'place'
            ? ', in output order; growing errors indicate accumulation'
            : ', by expected size; errors that rise to the left belong to small values and indicate cancellation or underflow'}
          . {distribution.sampled > along.length ? 'Each point is the worst value of a section of the output. ' : ''}
          {isDrawn ? 'Dashed line: the goal.' : ''}
        </>
      }
    >
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        class="chart"
        role="img"
        aria-label={`${measure} of single values`}
      >
        <HorizontalAxis
          box={BOX}
          scale={x}
          name={by === 'place' ? 'value, in output order' : 'size of the expected value'}
          words={by === 'place' ? wholeWords : powerWords}
        />
        <VerticalAxis box={BOX} scale={y} name={measure} words={isCount ? String : powerWords} />
        {isDrawn && (
          <line class="goal-line" x1={BOX.left} x2={BOX.width - BOX.right} y1={y(goal.bound)} y2={y(goal.bound)} />
        )}
        {points.map(({ index, expected, error }) => {
          const isAtFoot = !isCount && error === 0;
          const size = Math.abs(expected);
          if (by === 'value' && size === 0) return null;
          return (
            <circle
              key={index}
              class={isGood(error) ? 'value-good' : 'value-bad'}
              cx={x(by === 'place' ? index + 1 : size)}
              cy={isAtFoot ? BOX.height - BOX.bottom - 6 : y(error)}
              r={points.length > 200 ? 2 : 3}
            >
              <title>{`value ${index + 1}: expected ${expected}, error ${error}`}</title>
            </circle>
          );
        })}
        {points.some(({ error }) => !isCount && error === 0) && (
          <text class="axis-text" x={BOX.left - 8} y={BOX.height - BOX.bottom - 2} text-anchor="end">
            exact
          </text>
        )}
      </svg>
    </Figure>
  );
}

function horizontal(by: By, points: readonly { readonly index: number; readonly expected: number }[]): Scale {
  const room = [BOX.left + 6, BOX.width - BOX.right - 6] as const;
  if (by === 'value') return logScale(decades(points.map(({ expected }) => Math.abs(expected))), room);
  return linearScale(padded([1, points.at(-1)!.index + 1], 0), room);
}
