/** Layers of the figure of trials: a static ground, and marks that follow the selection. */
import { memo } from 'preact/compat';
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import { glyphPath, LOOKS, lookOf } from '../glyphs.js';
import { loweredCount, type Reader } from '../reading.js';
import { errorWords, powerWords, speedWords } from '../words.js';
import { type AxisPlan, along, BOX, isModelled, type Placed, type Plan, placeOf } from './accuracy-speed-plan.js';
import { HorizontalAxis, VerticalAxis } from './axes.js';
import { isAccuracyAgainstSpeed, nameOf, type Quantity, tickWords } from './trial-axes.js';

/** With more points than this, they are drawn smaller and fainter. */
const CROWD = 1200;

/** The part that does not depend on the selection is a separate drawing, so that the browser paints it only once. */
export const Ground = memo(
  ({
    report,
    plan,
    points,
  }: {
    readonly report: ReportDocument;
    readonly plan: Plan;
    readonly points: readonly Placed[];
  }) => (
    <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" aria-hidden="true">
      <Background report={report} plan={plan} />
      <Intervals plan={plan} points={points} />
      <Points points={points} />
    </svg>
  ),
);

const Background = memo(({ report, plan }: { readonly report: ReportDocument; readonly plan: Plan }) => {
  const { goal, ideal } = report;
  const across = goodStretch(report, plan.x, [BOX.left, BOX.width - BOX.right]);
  const up = goodStretch(report, plan.y, [BOX.height - BOX.bottom, BOX.top]);
  const [leftX, rightX] = across ?? [BOX.left, BOX.width - BOX.right];
  const [lowY, highY] = up ?? [BOX.height - BOX.bottom, BOX.top];
  return (
    <g>
      {(across || up) && (
        <rect
          class="good-region"
          x={Math.min(leftX, rightX)}
          y={Math.min(lowY, highY)}
          width={Math.abs(rightX - leftX)}
          height={Math.abs(lowY - highY)}
        />
      )}
      <HorizontalAxis box={BOX} scale={plan.x.scale} name={nameOf(plan.x.of, report)} words={tickWords(plan.x)} />
      <VerticalAxis box={BOX} scale={plan.y.scale} name={nameOf(plan.y.of, report)} words={tickWords(plan.y)} />
      <Bands plan={plan} />
      {goal.isBounded && (
        <Across plan={plan} of="error" at={goal.bound} class="goal-line" words={`goal ${powerWords(goal.bound)}`} />
      )}
      <Across plan={plan} of="speedup" at={1} class="unit-line" />
      {ideal && (
        <Across
          plan={plan}
          of="speedup"
          at={ideal.speedup}
          class="ideal-line"
          words={`lowest formats, ${ideal.kind}`}
        />
      )}
    </g>
  );
});

/** The good part of an axis; null for quantities without a good direction. */
function goodStretch(
  { goal }: ReportDocument,
  axis: AxisPlan,
  [from, to]: readonly [number, number],
): readonly [number, number] | null {
  if (axis.of === 'speedup') return [along(axis, 1), to];
  if (axis.of !== 'error') return null;
  if (!goal.isBounded) return [from, to];
  return goal.isCount ? [along(axis, goal.bound), to] : [from, along(axis, goal.bound)];
}

/** Labels of the bands for missing values and for zero. */
function Bands({ plan }: { readonly plan: Plan }) {
  const foot = BOX.height - BOX.bottom + 17;
  const missing = { speedup: 'unknown', error: 'unknown', lowered: '', number: '' };
  const zero = (of: Quantity) => (of === 'error' ? 'exact' : '0');
  return (
    <g class="band-name">
      {plan.x.missing !== null && <Band x={plan.x.missing} y={foot} anchor="middle" words={missing[plan.x.of]} />}
      {plan.x.zero !== null && <Band x={plan.x.zero} y={foot} anchor="middle" words={zero(plan.x.of)} />}
      {plan.y.missing !== null && (
        <Band x={BOX.left - 8} y={plan.y.missing + 4} anchor="end" words={missing[plan.y.of]} />
      )}
      {plan.y.zero !== null && <Band x={BOX.left - 8} y={plan.y.zero + 4} anchor="end" words={zero(plan.y.of)} />}
    </g>
  );
}

function Band({ x, y, anchor, words }: { x: number; y: number; anchor: 'middle' | 'end'; words: string }) {
  return (
    <text class="band-name" x={x} y={y} text-anchor={anchor}>
      {words}
    </text>
  );
}

/** A line across the figure at one value of a quantity, on the axes that show it. */
function Across({
  plan,
  of,
  at,
  words,
  ...rest
}: {
  readonly plan: Plan;
  readonly of: Quantity;
  readonly at: number;
  readonly words?: string;
  class: string;
}) {
  const name = rest.class === 'goal-line' ? 'goal-name' : 'band-name';
  return (
    <>
      {plan.x.of === of && (
        <>
          <line
            class={rest.class}
            x1={along(plan.x, at)}
            x2={along(plan.x, at)}
            y1={BOX.top}
            y2={BOX.height - BOX.bottom}
          />
          {words && (
            <text class={name} x={along(plan.x, at) - 5} y={BOX.top + 10} text-anchor="end">
              {words}
            </text>
          )}
        </>
      )}
      {plan.y.of === of && (
        <>
          <line
            class={rest.class}
            x1={BOX.left}
            x2={BOX.width - BOX.right}
            y1={along(plan.y, at)}
            y2={along(plan.y, at)}
          />
          {words && (
            <text class={name} x={BOX.left + 4} y={along(plan.y, at) - 6}>
              {words}
            </text>
          )}
        </>
      )}
    </>
  );
}

/** All points of a look are one path, because thousands of elements would be slow. */
const Points = memo(({ points }: { readonly points: readonly Placed[] }) => (
  <g class={points.length > CROWD ? 'crowded' : ''}>
    {LOOKS.flatMap(({ look }) => {
      const own = points.filter((point) => lookOf(point.trial) === look);
      const path = (some: typeof own) =>
        some
          .map(({ x, y }) =>
            glyphPath(look, Math.round(10 * x) / 10, Math.round(10 * y) / 10, points.length > CROWD ? 2.6 : 4),
          )
          .join('');
      const [modelled, measured] = [
        own.filter((one) => isModelled(one.trial)),
        own.filter((one) => !isModelled(one.trial)),
      ];
      return [
        modelled.length > 0 && <path key={`${look}-modelled`} class={`look-${look} modelled`} d={path(modelled)} />,
        measured.length > 0 && <path key={look} class={`look-${look}`} d={path(measured)} />,
      ];
    })}
  </g>
));

/** The 95 % intervals of measured speedups, with an arrow if an interval exceeds the drawing. */
function Intervals({ plan, points }: { readonly plan: Plan; readonly points: readonly Placed[] }) {
  return (
    <g class="interval">
      {plan.x.of === 'speedup' &&
        points.map((point) => <Interval key={point.trial.number} {...point} axis={plan.x} isFlat />)}
      {plan.y.of === 'speedup' && points.map((point) => <Interval key={point.trial.number} {...point} axis={plan.y} />)}
    </g>
  );
}

function Interval({
  trial,
  x,
  y,
  axis,
  isFlat = false,
}: Placed & { readonly axis: AxisPlan; readonly isFlat?: boolean }) {
  if (trial.low === null || trial.high === null) return null;
  const [low, high] = [along(axis, trial.low), along(axis, trial.high)];
  const [start, end] = isFlat ? [BOX.left, BOX.width - BOX.right] : [BOX.height - BOX.bottom, BOX.top];
  const inside = (at: number) => Math.min(Math.max(at, Math.min(start, end)), Math.max(start, end));
  const isBelow = isFlat ? low < start : low > start;
  const isAbove = isFlat ? high > end : high < end;
  const point = (at: number, back: number) => (isFlat ? arrow(at, y, back) : upright(x, at, -back));
  return (
    <>
      {isFlat ? (
        <line x1={inside(low)} x2={inside(high)} y1={y} y2={y} />
      ) : (
        <line x1={x} x2={x} y1={inside(low)} y2={inside(high)} />
      )}
      {isBelow && <path class="beyond" d={point(start, 7)} />}
      {isAbove && <path class="beyond" d={point(end, -7)} />}
    </>
  );
}

/** A horizontal arrow head with its tip at (x, y) and its base at a distance of `back`. */
function arrow(x: number, y: number, back: number): string {
  return `M${x},${y}L${x + back},${y - 5}V${y + 5}Z`;
}

function upright(x: number, y: number, back: number): string {
  return `M${x},${y}L${x - 5},${y + back}H${x + 5}Z`;
}

export function ParetoLine({ reader, plan }: { readonly reader: Reader; readonly plan: Plan }) {
  const places = reader.report.pareto.flatMap((number) => {
    const trial = reader.trialOf.get(number);
    return trial ? [placeOf(plan, trial)] : [];
  });
  if (places.length < 2 || !isAccuracyAgainstSpeed(plan)) return null;
  return <polyline class="pareto-line" points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />;
}

/** Rings around the confirmed trials of the trade-off, except the recommended one, which has its own ring. */
export function FrontPoints({ reader, plan }: { readonly reader: Reader; readonly plan: Plan }) {
  const { front, best } = reader.report;
  return (
    <g class="ring-front">
      {front.flatMap((number) => {
        const trial = number === best ? undefined : reader.trialOf.get(number);
        if (!trial) return [];
        const { x, y } = placeOf(plan, trial);
        return [<circle key={number} cx={x} cy={y} r={8} />];
      })}
    </g>
  );
}

export function Baseline({ plan }: { readonly plan: Plan }) {
  const { x, y } = plan.baseline;
  return (
    <g>
      <path class="baseline-mark" d={glyphPath('slow', x, y, 6)} />
      <text class="mark-name" x={x + 10} y={y + 4}>
        baseline
      </text>
    </g>
  );
}

export function Ring({
  at,
  words,
  ...rest
}: {
  readonly at: { x: number; y: number };
  readonly words: string;
  class: string;
}) {
  const isLeft = at.x > BOX.width - 90;
  return (
    <g class={rest.class}>
      <circle cx={at.x} cy={at.y} r={9} />
      <text class="mark-name" x={at.x + (isLeft ? -13 : 13)} y={at.y - 8} text-anchor={isLeft ? 'end' : 'start'}>
        {words}
      </text>
    </g>
  );
}

export function Tip({ plan, trial }: { readonly plan: Plan; readonly trial: ReportTrial }) {
  const { x, y } = placeOf(plan, trial);
  const lines = [
    `trial ${trial.number}: ${trial.outcome}`,
    `${errorWords(trial.error)}, ${speedWords(trial)}`,
    `${loweredCount(trial)} lowered`,
  ];
  const width = 8 + 6.6 * Math.max(...lines.map((line) => line.length));
  const [left, top] = [Math.min(x + 12, BOX.width - width - 4), Math.max(4, y - 58)];
  return (
    <g class="tip">
      <rect x={left} y={top} width={width} height={52} rx={4} />
      {lines.map((line, at) => (
        <text key={line} x={left + 6} y={top + 16 + 15 * at}>
          {line}
        </text>
      ))}
    </g>
  );
}
