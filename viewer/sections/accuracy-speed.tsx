/** All trials as points: error against speedup, or other axes that the reader chooses. */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import { Baseline, FrontPoints, Ground, ParetoLine, Ring, Tip } from '../figures/accuracy-speed-layers.js';
import { BOX, isModelled, placeOf, planOf } from '../figures/accuracy-speed-plan.js';
import { Figure } from '../figures/figure.js';
import {
  type Axes,
  type Axis,
  choiceOf,
  isAccuracyAgainstSpeed,
  QUANTITIES,
  type Quantity,
  readAxes,
  usualAxes,
  writeAxes,
} from '../figures/trial-axes.js';
import { glyphPath, LOOKS, type Look, lookOf } from '../glyphs.js';
import { loweredCount, type Reader } from '../reading.js';

const NEAR_PX = 14;

export function AccuracySpeed({ reader, shown }: { readonly reader: Reader; readonly shown: readonly ReportTrial[] }) {
  const { report, trial, best, select, selection } = reader;
  const axes = useMemo(() => readAxes(selection.axes) ?? usualAxes(report), [report, selection.axes]);
  const plan = useMemo(() => planOf(report, axes), [report, axes]);
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
  const isLog = axes.x.isLog || axes.y.isLog;
  return (
    <Figure
      id="accuracy-speed"
      title="All trials"
      rows={() => tableOf(report, shown)}
      controls={<AxisChoices report={report} axes={axes} onChoose={(text) => select({ axes: text })} />}
      caption={
        <>
          {goodWords(report, axes)} Horizontal: {meaningOf(axes.x, report)}. Vertical: {meaningOf(axes.y, report)}.
          {isLog && [axes.x, axes.y].some(({ of }) => of === 'error') ? ' “exact” means no difference at all.' : ''}{' '}
          Dashed line: the goal. Bars: 95 % intervals of measured speedups (an arrow if they exceed the figure).
          Diamond: the original program.
          {isAccuracyAgainstSpeed(axes) ? ' Solid line: Pareto-optimal trials.' : ''} Select a point with the mouse or
          the arrow keys; the table, the source and the patch follow.
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
          aria-label={`${shown.length} trials, ${choiceOf(axes.y.of, report)} against ${choiceOf(axes.x.of, report)}; arrow keys step through them`}
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
          <FrontPoints reader={reader} plan={plan} />
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

function goodWords({ goal }: ReportDocument, axes: Axes): ComponentChildren {
  const ways = { speedup: ['right', 'upper'], error: goal.isCount ? ['right', 'upper'] : ['left', 'lower'] } as const;
  const x = axes.x.of === 'speedup' || axes.x.of === 'error' ? ways[axes.x.of][0] : '';
  const y = axes.y.of === 'speedup' || axes.y.of === 'error' ? ways[axes.y.of][1] : '';
  if (!x && !y) return null;
  return (
    <>
      Good is the <b>{[y, x].filter(Boolean).join(' ')}</b>
      {isAccuracyAgainstSpeed(axes) ? ': fast and accurate.' : '.'}
    </>
  );
}

function meaningOf({ of, isLog }: Axis, report: ReportDocument): string {
  const meaning = {
    speedup: `speedup, baseline time ÷ trial time (${kindsOf(report)})`,
    error: report.goal.measure,
    lowered: 'number of groups that a trial lowers',
    number: 'trials in order, the original program as 0',
  }[of];
  return `${meaning}${isLog ? ', logarithmic' : ''}`;
}

function AxisChoices({
  report,
  axes,
  onChoose,
}: {
  readonly report: ReportDocument;
  readonly axes: Axes;
  readonly onChoose: (text: string | null) => void;
}) {
  const choose = (which: 'x' | 'y', change: Partial<Axis>) => {
    const next = { ...axes, [which]: { ...axes[which], ...change } };
    const text = writeAxes(next);
    onChoose(text === writeAxes(usualAxes(report)) ? null : text);
  };
  return (
    <div class="axis-choices">
      {(['y', 'x'] as const).map((which) => (
        <span key={which} class="axis-choice">
          <label>
            {which === 'y' ? 'vertical' : 'horizontal'}{' '}
            <select
              name={`axis-${which}`}
              value={axes[which].of}
              onChange={(event) => {
                const of = event.currentTarget.value as Quantity;
                choose(which, { of, isLog: of === 'error' && report.goal.most === null });
              }}
            >
              {QUANTITIES.map((one) => (
                <option key={one} value={one}>
                  {choiceOf(one, report)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <input
              type="checkbox"
              name={`log-${which}`}
              checked={axes[which].isLog}
              onChange={(event) => choose(which, { isLog: event.currentTarget.checked })}
            />{' '}
            log
          </label>
        </span>
      ))}
    </div>
  );
}

function kindsOf({ trials }: ReportDocument): string {
  const kinds = new Set(trials.flatMap(({ speedupKind }) => speedupKind ?? []));
  if (kinds.size === 2) return 'filled: measured; hollow: modelled';
  return kinds.has('measured') ? 'measured' : 'modelled, not measured';
}

function tableOf(report: ReportDocument, shown: readonly ReportTrial[]) {
  return [
    ['trial', 'outcome', `${report.goal.metric}`, 'speedup (×)', 'low', 'high', 'kind', 'lowered', 'goal met'],
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
