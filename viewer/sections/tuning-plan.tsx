/** A tuning plan: error and time by iteration, and the reason for the order. */
import type { PlanResults } from '../../src/report/document.js';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { linePath } from '../figures/iteration-line.js';
import { decades, linearScale, logScale, type Scale } from '../figures/scales.js';
import type { Reader } from '../reading.js';
import { errorWords, plural, powerWords, wholeWords } from '../words.js';

/** Name of the original program's line in the report document. */
const ORIGINAL = 'original';
const BOX: Box = { width: 860, height: 230, left: 74, right: 140, top: 16, bottom: 48 };

interface Drawn {
  readonly at: number;
  readonly trial: number;
  readonly value: number | null;
  readonly plateau: number | null;
  readonly isChoice: boolean;
  readonly title: string;
}

interface Line {
  readonly name: string;
  readonly value: number | null;
}

export function TuningPlan({ reader }: { readonly reader: Reader }) {
  const { plan } = reader.report;
  if (!plan || plan.iterations.length === 0) return null;
  return (
    <div class="tuning-plan">
      <Figure
        id="iterations"
        title="Error and time by iteration"
        rows={() => [
          ['trial', 'iteration', 'error', 'time (s)', 'speedup (×)', 'plateau', 'choice'],
          ...plan.iterations.map((one) => [
            one.trial,
            one.iteration,
            one.error,
            one.seconds,
            one.speedup,
            one.plateau,
            one.isChoice,
          ]),
        ]}
        caption={
          <>
            Good is <b>low</b> in both. Each iteration lowers the next item of the plan. A shaded region is a plateau:
            the error hardly changes, so its last iteration (<b>◆</b>) is a choice. Dashed: the original program, and
            everything in one format. Errors of 0 are on the lower edge.
          </>
        }
      >
        <ErrorChart reader={reader} plan={plan} />
        <TimeChart reader={reader} plan={plan} />
      </Figure>
      <PlanTable reader={reader} plan={plan} />
    </div>
  );
}

function asNumber(error: PlanResults['iterations'][number]['error']): number | null {
  const value = error === null ? null : Number(error);
  return value !== null && Number.isFinite(value) ? value : null;
}

function ErrorChart({ reader, plan }: { readonly reader: Reader; readonly plan: PlanResults }) {
  const { isCount, measure } = reader.report.goal;
  const points = plan.iterations.map((one) => ({
    ...{ at: one.iteration, trial: one.trial, plateau: one.plateau, isChoice: one.isChoice },
    value: asNumber(one.error),
    title: `trial ${one.trial}, iteration ${one.iteration}: ${errorWords(one.error)}`,
  }));
  const lines = plan.lines.map(({ name, error }) => ({ name, value: asNumber(error) }));
  const known = [...points, ...lines].flatMap(({ value }) => (value === null ? [] : [value]));
  const span: readonly [number, number] = [BOX.height - BOX.bottom, BOX.top];
  if (isCount) {
    const y = linearScale([0, Math.max(1, ...known)], span);
    return <Chart {...{ reader, points, lines, y }} name={measure} words={(tick) => wholeWords(tick)} kind="error" />;
  }
  const [low, high] = decades(known);
  const scale = logScale([low, high], span);
  // an error of 0 has no logarithm and is drawn on the edge
  const y = Object.assign((value: number) => scale(Math.max(value, low)), { ticks: scale.ticks });
  return <Chart {...{ reader, points, lines, y }} name={measure} words={powerWords} kind="error" />;
}

function TimeChart({ reader, plan }: { readonly reader: Reader; readonly plan: PlanResults }) {
  const isTimed = plan.iterations.some(({ seconds }) => seconds !== null);
  const timeOf = ({ seconds, speedup }: { seconds: number | null; speedup: number | null }) =>
    isTimed ? seconds : speedup === null ? null : 1 / speedup;
  const points = plan.iterations.map((one) => ({
    ...{ at: one.iteration, trial: one.trial, plateau: one.plateau, isChoice: one.isChoice },
    value: timeOf(one),
    title: `trial ${one.trial}, iteration ${one.iteration}: ${timeText(timeOf(one), isTimed)}`,
  }));
  if (points.every(({ value }) => value === null)) return <p class="empty">No iteration was timed.</p>;
  const lines = plan.lines.map(({ name, seconds }) => ({
    name,
    value: isTimed ? seconds : name === ORIGINAL ? 1 : null,
  }));
  const known = [...points, ...lines].flatMap(({ value }) => (value === null ? [] : [value]));
  const y = linearScale([0, 1.08 * Math.max(...known)], [BOX.height - BOX.bottom, BOX.top], 5);
  const name = isTimed ? 'time (s)' : 'time ÷ original, modelled';
  return <Chart {...{ reader, points, lines, y, name }} words={(tick) => `${tick}`} kind="time" />;
}

function timeText(value: number | null, isTimed: boolean): string {
  return value === null
    ? 'not timed'
    : isTimed
      ? `${value.toPrecision(3)} s`
      : `${value.toFixed(2)} of the original time`;
}

interface ChartProps {
  readonly reader: Reader;
  readonly points: readonly Drawn[];
  readonly lines: readonly Line[];
  readonly y: Scale;
  readonly name: string;
  readonly words: (tick: number) => string;
  readonly kind: 'error' | 'time';
}

function Chart({ reader, points, lines, y, name, words, kind }: ChartProps) {
  const last = Math.max(1, ...points.map(({ at }) => at));
  const x = linearScale([0, last], [BOX.left, BOX.width - BOX.right], Math.min(12, last));
  const step = x(1) - x(0);
  return (
    <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" role="img" aria-label={`${name} by iteration`}>
      {plateausOf(points).map(({ number, from, to }) => (
        <rect
          key={number}
          class="good-region"
          x={x(from) - step / 4}
          width={x(to) - x(from) + step / 2}
          y={BOX.top}
          height={BOX.height - BOX.bottom - BOX.top}
        />
      ))}
      <HorizontalAxis
        box={BOX}
        scale={x}
        name="iteration"
        words={(tick) => (Number.isInteger(tick) ? wholeWords(tick) : '')}
      />
      <VerticalAxis box={BOX} scale={y} name={name} words={words} />
      {placedNames(lines, y).map(({ names, value, textY }) => (
        <g key={names}>
          <line class="ideal-line" x1={BOX.left} x2={BOX.width - BOX.right} y1={y(value)} y2={y(value)} />
          <text class="line-name" x={BOX.width - BOX.right + 6} y={textY + 4}>
            {names}
          </text>
        </g>
      ))}
      <path class={kind === 'error' ? 'step-line plan-error' : 'step-line plan-time'} d={linePath(points, x, y)} />
      {points.map((point) =>
        point.value === null ? null : (
          <g
            key={point.at}
            class={`plan-point plan-${kind} ${point.trial === reader.trial?.number ? 'is-selected' : ''}`}
            onClick={() => reader.select({ trial: point.trial })}
          >
            <Mark x={x(point.at)} y={y(point.value)} isChoice={point.isChoice} />
            <title>{point.title}</title>
          </g>
        ),
      )}
    </svg>
  );
}

function Mark({ x, y, isChoice }: { readonly x: number; readonly y: number; readonly isChoice: boolean }) {
  return isChoice ? (
    <path d={`M${x},${y - 7}L${x + 7},${y}L${x},${y + 7}L${x - 7},${y}Z`} />
  ) : (
    <circle cx={x} cy={y} r={3} />
  );
}

function plateausOf(points: readonly Drawn[]): { number: number; from: number; to: number }[] {
  const numbers = [...new Set(points.flatMap(({ plateau }) => plateau ?? []))];
  return numbers.map((number) => {
    const own = points.filter(({ plateau }) => plateau === number).map(({ at }) => at);
    return { number, from: Math.min(...own), to: Math.max(...own) };
  });
}

const NAME_HEIGHT = 14;

/** Positions of the names beside their lines; names of equal height are joined, and none overlap. */
function placedNames(lines: readonly Line[], y: Scale): { names: string; value: number; textY: number }[] {
  const heights = new Map<number, { names: string[]; value: number }>();
  for (const { name, value } of lines) {
    if (value === null) continue;
    const known = heights.get(Math.round(y(value)));
    if (known) known.names.push(name);
    else heights.set(Math.round(y(value)), { names: [name], value });
  }
  let below = Number.NEGATIVE_INFINITY;
  return [...heights]
    .sort(([a], [b]) => a - b)
    .map(([height, { names, value }]) => {
      below = Math.max(height, below + NAME_HEIGHT);
      return { names: names.join(', '), value, textY: below };
    });
}

function PlanTable({ reader, plan }: { readonly reader: Reader; readonly plan: PlanResults }) {
  const walked = new Map(plan.iterations.map((one) => [one.iteration, one]));
  return (
    <>
      <h3>Plan</h3>
      <div class="table-scroll plan-table" role="region" aria-label="the plan" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>trial</th>
              <th>iteration</th>
              <th>lowers</th>
              <th>to</th>
              <th>reason for the order</th>
              <th>error</th>
            </tr>
          </thead>
          <tbody>
            {plan.plan.map(({ iteration, unit, format, reason, sites, operations }) => {
              const one = walked.get(iteration);
              return (
                <tr key={iteration} class={one && one.trial === reader.trial?.number ? 'is-selected' : ''}>
                  <td>
                    {one && (
                      <button type="button" class="link" onClick={() => reader.select({ trial: one.trial })}>
                        {one.trial}
                      </button>
                    )}
                  </td>
                  <td>
                    {iteration}
                    {one?.isChoice && ' ◆'}
                  </td>
                  <td title={[...sites, ...operations].join(', ')}>{unit}</td>
                  <td>{format}</td>
                  <td>{reason}</td>
                  <td>{one ? errorWords(one.error) : 'not run'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="caption">
        {plural(plan.plan.length, 'iteration')}, by {plan.by}; loop sizes from {plan.sizesFrom}. To use a choice, run
        mantissa apply with its trial number.
        {plan.validation &&
          ` ${plan.validation.better} of ${plan.validation.count} random configurations are more accurate and faster than the plan.`}
      </p>
      {plan.copies.length + plan.together.length > 0 && (
        <ul class="caption">
          {plan.copies.map(({ name, of, call }) => (
            <li key={name}>
              <b>{name}</b> is the copy of {of} for the call at {call}
            </li>
          ))}
          {plan.together.map(({ name, place, reason }) => (
            <li key={name}>
              <b>{name}</b> ({place}) has one format for all its calls: {reason}
            </li>
          ))}
        </ul>
      )}
      {plan.kept.length > 0 && (
        <ul class="caption">
          {plan.kept.map(({ id, place, reason }) => (
            <li key={id}>
              <b>{id}</b> keeps its declared format ({place}): {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
