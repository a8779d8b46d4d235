/** Every trial as a point: how far off its output is, how fast it runs. */
import { memo } from 'preact/compat';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import { type Box, HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import { Figure } from '../figures/figure.js';
import { decades, linearScale, logScale, padded, type Scale } from '../figures/scales.js';
import { glyphPath, LOOKS, type Look, lookOf } from '../glyphs.js';
import { loweredCount, type Reader } from '../reading.js';
import { errorWords, metricWords, powerWords, speedWords } from '../words.js';

const BOX: Box = { width: 760, height: 430, left: 74, right: 24, top: 18, bottom: 50 };
/** Bands for what has no place on an axis. */
const BAND = 30;
const NEAR_PX = 14;
/** So many points are drawn smaller and fainter. */
const CROWD = 1200;

interface Plan {
  readonly x: Scale;
  readonly y: Scale;
  /** Where trials without a speed stand; null where all have one. */
  readonly noSpeedX: number | null;
  readonly noErrorY: number | null;
  readonly exactY: number;
  readonly isLog: boolean;
}

export function AccuracySpeed({ reader, shown }: { readonly reader: Reader; readonly shown: readonly ReportTrial[] }) {
  const { report, trial, best, select } = reader;
  const plan = useMemo(() => planOf(report), [report]);
  const points = useMemo(() => shown.map((one) => ({ trial: one, ...placeOf(plan, one) })), [shown, plan]);
  const [near, setNear] = useState<ReportTrial | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const nearest = (event: MouseEvent): ReportTrial | null => {
    const bounds = drawing.current!.getBoundingClientRect();
    const [x, y] = [
      ((event.clientX - bounds.left) / bounds.width) * BOX.width,
      ((event.clientY - bounds.top) / bounds.height) * BOX.height,
    ];
    let found: ReportTrial | null = null;
    let least = NEAR_PX ** 2;
    for (const point of points) {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance <= least) [found, least] = [point.trial, distance];
    }
    return found;
  };
  const step = (event: KeyboardEvent) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (way === undefined || points.length === 0) return;
    event.preventDefault();
    const order = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
    const at = order.findIndex((point) => point.trial.number === trial?.number);
    select({ trial: order[Math.min(order.length - 1, Math.max(0, at + way))]!.trial.number });
  };
  const goodCorner = report.goal.isCount ? 'upper right' : 'lower right';
  return (
    <Figure
      id="accuracy-speed"
      title="Every trial"
      rows={() => tableOf(report, shown)}
      caption={
        <>
          Good is the <b>{goodCorner}</b>: fast and accurate. Horizontal: speedup, baseline time ÷ trial time (
          {kindsOf(report)}). Vertical: {metricWords(report)}
          {plan.isLog ? ', logarithmic; “exact” means no difference at all' : ''}. The dashed line is the goal, a bar
          the 95 % interval of a measured speed, the diamond the baseline, the full line joins the trials no other beats
          in both. Select a point, or step through them with the arrow keys; the table, the source and the patch follow.
        </>
      }
    >
      <div class="layers">
        <Ground report={report} plan={plan} points={points} />
        <svg
          ref={drawing}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          class="chart selectable above"
          role="application"
          aria-label={`${shown.length} trials, ${metricWords(report)} against speedup; arrow keys step through them`}
          tabindex={0}
          onMouseMove={(event) => setNear(nearest(event))}
          onMouseLeave={() => setNear(null)}
          onClick={(event) => {
            const found = nearest(event);
            if (found) select({ trial: found.number });
          }}
          onKeyDown={step}
        >
          <ParetoLine reader={reader} plan={plan} />
          <Baseline plan={plan} />
          {best && <Ring class="ring-best" at={placeOf(plan, best)} words={`trial ${best.number}`} />}
          {trial && trial.number !== best?.number && (
            <Ring class="ring-selected" at={placeOf(plan, trial)} words={`trial ${trial.number}`} />
          )}
          {near && <Tip plan={plan} trial={near} />}
        </svg>
      </div>
      <Legend looks={new Set(shown.map(lookOf))} hasModelled={shown.some(isModelled)} />
    </Figure>
  );
}

function planOf(report: ReportDocument): Plan {
  const { trials, goal, ideal } = report;
  const isLog = !goal.isCount;
  const speeds = trials.flatMap(({ speedup }) => (speedup === null ? [] : [speedup]));
  const errors = trials.flatMap(({ error }) => (typeof error === 'number' ? [error] : []));
  const hasNoSpeed = trials.some(({ speedup }) => speedup === null);
  const hasNoError = trials.some(({ error }) => typeof error !== 'number');
  const left = BOX.left + (hasNoSpeed ? BAND + 8 : 0);
  const top = BOX.top + (hasNoError ? BAND : 0);
  const bottom = BOX.height - BOX.bottom - (isLog ? BAND : 0);
  const x = linearScale(padded([1, ...speeds, ...(ideal ? [ideal.speedup] : [])], 0.06), [left, BOX.width - BOX.right]);
  const y = isLog
    ? logScale(decades([...errors, goal.bound]), [bottom, top])
    : linearScale(padded([0, 17, ...errors], 0.03), [bottom, top]);
  return {
    x,
    y,
    isLog,
    noSpeedX: hasNoSpeed ? BOX.left + BAND / 2 : null,
    noErrorY: hasNoError ? BOX.top + BAND / 2 - 4 : null,
    exactY: isLog ? BOX.height - BOX.bottom - BAND / 2 : y(17),
  };
}

function placeOf(plan: Plan, { error, speedup }: Pick<ReportTrial, 'error' | 'speedup'>): { x: number; y: number } {
  const x = speedup === null ? plan.noSpeedX! : plan.x(speedup);
  if (typeof error !== 'number') return { x, y: plan.noErrorY! };
  return { x, y: plan.isLog && error === 0 ? plan.exactY : plan.y(error) };
}

function isModelled({ speedupKind }: ReportTrial): boolean {
  return speedupKind === 'modelled';
}

/** What no selection changes is a drawing of its own, so that the browser paints it once. */
const Ground = memo(
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

interface Placed {
  readonly trial: ReportTrial;
  readonly x: number;
  readonly y: number;
}

const Background = memo(({ report, plan }: { readonly report: ReportDocument; readonly plan: Plan }) => {
  const { goal, ideal } = report;
  const goalY = plan.isLog && goal.bound === 0 ? plan.exactY : plan.y(goal.bound);
  const [edgeTop, edgeBottom] = goal.isCount ? [BOX.top, goalY] : [goalY, BOX.height - BOX.bottom];
  const right = BOX.width - BOX.right;
  return (
    <g>
      <rect class="good-region" x={plan.x(1)} y={edgeTop} width={right - plan.x(1)} height={edgeBottom - edgeTop} />
      <HorizontalAxis box={BOX} scale={plan.x} name="speedup (×)" words={(tick) => `${tick}×`} />
      <VerticalAxis
        box={BOX}
        scale={plan.y}
        name={goal.isCount ? `${goal.metric} that agree` : 'error'}
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
      <line class="goal-line" x1={BOX.left} x2={right} y1={goalY} y2={goalY} />
      <text class="goal-name" x={BOX.left + 4} y={goalY - 6}>
        goal {powerWords(goal.bound)}
      </text>
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

/** How sure a measured speed is: its 95 % interval, as far as it fits the drawing. */
function Intervals({ plan, points }: { readonly plan: Plan; readonly points: readonly Placed[] }) {
  const within = (x: number) => Math.min(BOX.width - BOX.right, Math.max(BOX.left, x));
  return (
    <g class="interval">
      {points.flatMap(({ trial, y }) =>
        trial.low === null || trial.high === null
          ? []
          : [<line key={trial.number} x1={within(plan.x(trial.low))} x2={within(plan.x(trial.high))} y1={y} y2={y} />],
      )}
    </g>
  );
}

function ParetoLine({ reader, plan }: { readonly reader: Reader; readonly plan: Plan }) {
  const places = reader.report.pareto.flatMap((number) => {
    const trial = reader.trialOf.get(number);
    return trial ? [placeOf(plan, trial)] : [];
  });
  if (places.length < 2) return null;
  return <polyline class="pareto-line" points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />;
}

function Baseline({ plan }: { readonly plan: Plan }) {
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

function Ring({
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

function Tip({ plan, trial }: { readonly plan: Plan; readonly trial: ReportTrial }) {
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

function Legend({ looks, hasModelled }: { readonly looks: ReadonlySet<Look>; readonly hasModelled: boolean }) {
  return (
    <ul class="legend">
      {LOOKS.filter(({ look }) => looks.has(look)).map(({ look, words }) => (
        <li key={look}>
          <svg class="glyph" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
            <path class={`look-${look}`} d={glyphPath(look, 0, 0, 4.5)} />
          </svg>
          {words}
        </li>
      ))}
      {hasModelled && <li>hollow: modelled, not measured</li>}
    </ul>
  );
}

function kindsOf({ trials }: ReportDocument): string {
  const kinds = new Set(trials.flatMap(({ speedupKind }) => speedupKind ?? []));
  if (kinds.size === 2) return 'filled: measured; hollow: modelled';
  return kinds.has('measured') ? 'measured' : 'modelled, not measured';
}

function tableOf(report: ReportDocument, shown: readonly ReportTrial[]) {
  return [
    ['trial', 'outcome', `${report.goal.metric}`, 'speedup (×)', 'low', 'high', 'kind', 'lowered', 'within goal'],
    ...shown.map((one) => [
      one.number,
      one.outcome,
      one.error,
      one.speedup,
      one.low,
      one.high,
      one.speedupKind,
      loweredCount(one),
      one.accepted,
    ]),
  ];
}
