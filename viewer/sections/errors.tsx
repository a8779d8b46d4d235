/** Distribution of the errors of output values, and the worst values. */
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { ErrorDistribution, ReportDocument } from '../../src/report/document.js';
import { Figure } from '../figures/figure.js';
import { linearTicks } from '../figures/scales.js';
import { type Reader, showsSameTrial } from '../reading.js';
import { errorWords, plural, powerWords, wholeWords } from '../words.js';
import { ErrorAlong } from './error-along.js';

const WIDTH = 620;
const HEIGHT = 290;
const LEFT = 56;
const BOTTOM = 52;

export const Errors = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, trial, best } = reader;
  const own = report.errors.filter((one) => one.trial === trial?.number);
  const shown = own.length > 0 ? own : report.errors.filter((one) => one.trial === best?.number);
  const [input, setInput] = useState<string | null>(null);
  const chosen = shown.find((one) => one.input === input) ?? shown.find(({ isHeadline }) => isHeadline) ?? shown[0];
  if (!chosen) return <p class="empty">No trial has been built and run yet, so there are no output values.</p>;
  return (
    <>
      {own.length === 0 && trial && (
        <p class="hint">
          Trial {trial.number} was emulated, not built, so its values are not recorded. This is trial {chosen.trial}.
        </p>
      )}
      {shown.length > 1 && (
        <div class="toggle" role="group" aria-label="input">
          {shown.map((one) => (
            <button key={one.input} type="button" aria-pressed={one === chosen} onClick={() => setInput(one.input)}>
              {one.input}
              {one.isHeldOut ? ' (held out)' : ''}
              {one.isHeadline && shown.length > 1 ? ', worst' : ''}
            </button>
          ))}
        </div>
      )}
      <div class="two-columns">
        <Histogram distribution={chosen} goal={report.goal} />
        <Worst distribution={chosen} />
      </div>
      <ErrorAlong distribution={chosen} goal={report.goal} />
    </>
  );
}, showsSameTrial);

interface HistogramProps {
  readonly distribution: ErrorDistribution;
  readonly goal: ReportDocument['goal'];
}

function Histogram({ distribution, goal }: HistogramProps) {
  const { bins, exact, unbounded, measure, isCount, sampled, count, input, trial } = distribution;
  const columns = [
    ...(exact > 0 ? [{ words: 'exact', count: exact, class: 'bar-exact' }] : []),
    ...bins.map((bin) => ({
      words: isCount ? String(bin.from) : powerWords(bin.from),
      count: bin.count,
      class: isWithin(bin, goal) ? 'bar-good' : 'bar-bad',
    })),
    ...(unbounded > 0 ? [{ words: 'unbounded', count: unbounded, class: 'bar-bad' }] : []),
  ];
  const most = Math.max(1, ...columns.map((one) => one.count));
  const step = (WIDTH - LEFT - 12) / Math.max(1, columns.length);
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - 24);
  const every = Math.max(1, Math.ceil(columns.length / 9));
  const goalAt = goal.isBounded && goal.boundsEachValue ? goalColumn(distribution, goal.bound) : null;
  const goalX = goalAt === null ? null : LEFT + (goalAt + (exact > 0 ? 1 : 0)) * step;
  return (
    <Figure
      id="errors"
      title={`${measure} of single values, ${input}`}
      rows={() => [
        [measure, 'to', 'values'],
        ['exact', '', exact],
        ...bins.map(({ from, to, count: many }) => [from, to, many]),
        ['unbounded', '', unbounded],
      ]}
      caption={
        <>
          Good is to the <b>{isCount ? 'right' : 'left'}</b>: {plural(count, 'value')} printed by trial {trial} on{' '}
          {input}
          {sampled < count ? ` (an even sample of ${wholeWords(sampled)})` : ''}. Horizontal: {measure}
          {isCount ? '' : ', logarithmic'}; vertical: number of values.
        </>
      }
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="chart" role="img" aria-label={`distribution of the ${measure}`}>
        {linearTicks(0, most, 4)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick} class="axis">
              <line class="grid-line" x1={LEFT} x2={WIDTH - 12} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
                {wholeWords(tick)}
              </text>
            </g>
          ))}
        {columns.map((one, at) => (
          <g key={one.words}>
            <title>{`${one.words}: ${plural(one.count, 'value')}`}</title>
            <rect
              class={one.class}
              x={LEFT + at * step + 1}
              y={y(one.count)}
              width={Math.min(Math.max(1, step - 2), 80)}
              height={HEIGHT - BOTTOM - y(one.count)}
            />
            {at % every === 0 && (
              <text
                class="axis-text"
                x={LEFT + at * step + Math.min(step, 82) / 2}
                y={HEIGHT - BOTTOM + 17}
                text-anchor="middle"
              >
                {one.words}
              </text>
            )}
          </g>
        ))}
        {goalX !== null && (
          <g class="goal-mark">
            <line class="goal-line" x1={goalX} x2={goalX} y1={8} y2={HEIGHT - BOTTOM} />
            <text
              class="mark-name"
              x={goalX > WIDTH / 2 ? goalX - 6 : goalX + 6}
              y={18}
              text-anchor={goalX > WIDTH / 2 ? 'end' : 'start'}
            >
              goal {isCount ? goal.bound : powerWords(goal.bound)}
              {isBeyond(distribution, goal.bound) ? ' (outside the figure)' : ''}
            </text>
          </g>
        )}
        <line class="axis-line" x1={LEFT} x2={WIDTH - 12} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
        <text class="axis-name" x={(LEFT + WIDTH) / 2} y={HEIGHT - 12} text-anchor="middle">
          {measure}
        </text>
      </svg>
    </Figure>
  );
}

/** Position of the bound in units of bins, clamped to the figure; null without bins. */
function goalColumn({ bins, isCount }: ErrorDistribution, bound: number): number | null {
  if (bins.length === 0) return null;
  const at = isCount
    ? bound - bins[0]!.from
    : (Math.log10(bound / bins[0]!.from) / Math.log10(bins.at(-1)!.to / bins[0]!.from)) * bins.length;
  return Math.min(bins.length, Math.max(0, at));
}

function isBeyond({ bins }: ErrorDistribution, bound: number): boolean {
  return bins.length > 0 && (bound < bins[0]!.from || bound > bins.at(-1)!.to);
}

/** Whether a bin meets the bound; true for metrics that do not bound single values. */
function isWithin(bin: { from: number; to: number }, goal: ReportDocument['goal']): boolean {
  if (!goal.boundsEachValue) return true;
  return goal.isCount ? bin.from >= goal.bound : bin.from <= goal.bound;
}

function Worst({ distribution }: { readonly distribution: ErrorDistribution }) {
  const { worst, measure, input } = distribution;
  return (
    <div>
      <h3>Worst values, {input}</h3>
      {worst.length === 0 ? (
        <p class="empty">All values are exact.</p>
      ) : (
        <div class="table-scroll short" role="region" aria-label="worst values" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>value</th>
                <th>expected</th>
                <th>found</th>
                <th>{measure}</th>
              </tr>
            </thead>
            <tbody>
              {worst.map(({ index, place, expected, found, error }) => (
                <tr key={index}>
                  <td title={`value ${wholeWords(index + 1)}`}>{place ?? wholeWords(index + 1)}</td>
                  <td>
                    <code>{expected}</code>
                  </td>
                  <td>
                    <code>{found}</code>
                  </td>
                  <td>{errorWords(error)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="caption">
        Worst first. Values are named by the text before them and their output line, or numbered from 1.
      </p>
    </div>
  );
}
