/** Error of each group when only this group is lowered. */
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Figure } from '../figures/figure.js';
import { decades, linearScale, logScale } from '../figures/scales.js';
import { type Reader, showsSameReport } from '../reading.js';
import { errorWords, plural, powerWords } from '../words.js';

const ROW = 22;
const WIDTH = 520;
const NAMES = 190;
const MOST_BARS = 40;

export const Sensitivity = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, select } = reader;
  const [isAll, setIsAll] = useState(false);
  const all = report.sensitivity;
  const bars = isAll ? all : all.slice(0, MOST_BARS);
  const { goal } = report;
  const known = all.flatMap(({ error }) => (typeof error === 'number' ? [error] : []));
  const range: [number, number] = [NAMES, WIDTH - 70];
  const scale =
    goal.most !== null
      ? linearScale([0, goal.most], range)
      : logScale(decades(goal.isBounded ? [...known, goal.bound] : known), range, 4);
  const height = bars.length * ROW + 34;
  const tried = new Set(all.map(({ dimension }) => dimension)).size;
  const end = (error: number) => Math.max(range[0] + 2, goal.isCount || error > 0 ? scale(error) : range[0] + 2);
  return (
    <Figure
      id="sensitivity"
      title="Lowered alone"
      controls={
        all.length > MOST_BARS && (
          <button type="button" class="quiet" onClick={() => setIsAll(!isAll)}>
            {isAll ? 'fewer' : `all ${all.length}`}
          </button>
        )
      }
      rows={() => [
        ['group', 'format', goal.metric, 'outcome', 'trial'],
        ...all.map((one) => [report.dimensions[one.dimension]!.id, one.format, one.error, one.outcome, one.trial]),
      ]}
      caption={
        <>
          Good is a <b>{goal.isCount ? 'long' : 'short'}</b> bar: {goal.measure} when this group alone is lowered
          {goal.isCount ? '' : ', logarithmic'}. Dashed line: the goal.{' '}
          {tried === report.dimensions.length
            ? 'All groups were tried alone.'
            : `${tried} of ${plural(report.dimensions.length, 'group')} tried alone; the search lowered the others only together with more groups.`}
        </>
      }
    >
      {bars.length === 0 ? (
        <p class="empty">No trial lowered a group alone.</p>
      ) : (
        <div class="tall-drawing" role="region" aria-label="groups lowered alone" tabIndex={0}>
          <svg
            viewBox={`0 0 ${WIDTH} ${height}`}
            class="chart"
            role="img"
            aria-label="error of each group lowered alone"
          >
            {scale.ticks.map((tick) => (
              <g key={tick} class="axis">
                <line class="grid-line" x1={scale(tick)} x2={scale(tick)} y1={0} y2={height - 24} />
                <text x={scale(tick)} y={height - 8} text-anchor="middle">
                  {goal.isCount ? tick : powerWords(tick)}
                </text>
              </g>
            ))}
            {bars.map((one, at) => (
              <g
                key={one.trial}
                class="bar"
                onClick={() => select({ trial: one.trial, place: report.dimensions[one.dimension]!.id })}
              >
                <title>{`trial ${one.trial}: ${one.outcome}`}</title>
                <text x={NAMES - 8} y={at * ROW + 15} text-anchor="end">
                  {shorten(report.dimensions[one.dimension]!.id)}
                </text>
                <rect
                  class={one.accepted ? 'bar-good' : 'bar-bad'}
                  x={range[0]}
                  y={at * ROW + 4}
                  width={(typeof one.error === 'number' ? end(one.error) : range[1]) - range[0]}
                  height={ROW - 8}
                />
                <text x={(typeof one.error === 'number' ? end(one.error) : range[1]) + 6} y={at * ROW + 15}>
                  {one.error === null ? one.outcome : errorWords(one.error)}
                </text>
              </g>
            ))}
            {goal.isBounded && (goal.isCount || goal.bound > 0) && (
              <line class="goal-line" x1={scale(goal.bound)} x2={scale(goal.bound)} y1={0} y2={height - 24} />
            )}
          </svg>
        </div>
      )}
    </Figure>
  );
}, showsSameReport);

function shorten(name: string): string {
  return name.length > 26 ? `…${name.slice(-25)}` : name;
}
