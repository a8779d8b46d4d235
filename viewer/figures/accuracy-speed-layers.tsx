/** The parts of the figure of accuracy against speed: what stays, and what follows the selection. */
import { memo } from 'preact/compat';
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import { glyphPath, LOOKS, lookOf } from '../glyphs.js';
import { loweredCount, type Reader } from '../reading.js';
import { errorWords, powerWords, speedWords } from '../words.js';
import { BOX, isModelled, type Placed, type Plan, placeOf } from './accuracy-speed-plan.js';
import { HorizontalAxis, VerticalAxis } from './axes.js';

/** So many points are drawn smaller and fainter. */
const CROWD = 1200;

/** What no selection changes is a drawing of its own, so that the browser paints it once. */
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
  const [topY, bottomY] = [BOX.top, BOX.height - BOX.bottom];
  const goalY = plan.isLog && goal.bound === 0 ? plan.exactY : plan.y(goal.bound);
  const [edgeTop, edgeBottom] = !goal.isBounded ? [topY, bottomY] : goal.isCount ? [topY, goalY] : [goalY, bottomY];
  const right = BOX.width - BOX.right;
  return (
    <g>
      <rect class="good-region" x={plan.x(1)} y={edgeTop} width={right - plan.x(1)} height={edgeBottom - edgeTop} />
      <HorizontalAxis box={BOX} scale={plan.x} name="speedup (×)" words={(tick) => `${tick}×`} />
      <VerticalAxis
        box={BOX}
        scale={plan.y}
        name={goal.isCount ? goal.measure : 'error'}
        words={plan.isLog ? powerWords : String}
      />
      {plan.isLog && (
        <text class="band-name" x={BOX.left - 8} y={plan.exactY + 4} text-anchor="end">
          exact
        </text>
      )}
      {plan.noErrorY !== null && (
        <text class="band-name" x={BOX.left - 8} y={plan.noErrorY + 4} text-anchor="end">
          none
        </text>
      )}
      {plan.noSpeedX !== null && (
        <text class="band-name" x={plan.noSpeedX} y={BOX.height - BOX.bottom + 17} text-anchor="middle">
          no speed
        </text>
      )}
      {goal.isBounded && (
        <>
          <line class="goal-line" x1={BOX.left} x2={right} y1={goalY} y2={goalY} />
          <text class="goal-name" x={BOX.left + 4} y={goalY - 6}>
            goal {powerWords(goal.bound)}
          </text>
        </>
      )}
      <line class="unit-line" x1={plan.x(1)} x2={plan.x(1)} y1={BOX.top} y2={BOX.height - BOX.bottom} />
      {ideal && (
        <g>
          <line
            class="ideal-line"
            x1={plan.x(ideal.speedup)}
            x2={plan.x(ideal.speedup)}
            y1={BOX.top}
            y2={BOX.height - BOX.bottom}
          />
          <text class="band-name" x={plan.x(ideal.speedup) - 5} y={BOX.top + 10} text-anchor="end">
            everything lowered, {ideal.kind}
          </text>
        </g>
      )}
    </g>
  );
});

/** One path a look: thousands of points are then a handful of elements. */
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

/** How sure a measured speed is: its 95 % interval, with an arrow where it goes on beyond the drawing. */
function Intervals({ plan, points }: { readonly plan: Plan; readonly points: readonly Placed[] }) {
  const [least, most] = [BOX.left, BOX.width - BOX.right];
  return (
    <g class="interval">
      {points.flatMap(({ trial, y }) => {
        if (trial.low === null || trial.high === null) return [];
        const [low, high] = [plan.x(trial.low), plan.x(trial.high)];
        return [
          <line key={trial.number} x1={Math.max(least, low)} x2={Math.min(most, high)} y1={y} y2={y} />,
          low < least && <path key={`${trial.number}-low`} class="beyond" d={arrow(least, y, 7)} />,
          high > most && <path key={`${trial.number}-high`} class="beyond" d={arrow(most, y, -7)} />,
        ];
      })}
    </g>
  );
}

/** Its point is at the edge; `back` is how far behind it its feet are. */
function arrow(x: number, y: number, back: number): string {
  return `M${x},${y}L${x + back},${y - 5}V${y + 5}Z`;
}

export function ParetoLine({ reader, plan }: { readonly reader: Reader; readonly plan: Plan }) {
  const places = reader.report.pareto.flatMap((number) => {
    const trial = reader.trialOf.get(number);
    return trial ? [placeOf(plan, trial)] : [];
  });
  if (places.length < 2) return null;
  return <polyline class="pareto-line" points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />;
}

/** Confirmed points of the trade-off; the best of them has a ring of its own. */
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
  const x = plan.x(1);
  return (
    <g>
      <path class="baseline-mark" d={glyphPath('slow', x, plan.exactY, 6)} />
      <text class="mark-name" x={x + 10} y={plan.exactY + 4}>
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
