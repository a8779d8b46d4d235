/** Errors and speedups of the switches from lower to higher precision that were tried in a loop. */
import type { ReportDocument, ReportPhases } from '../../src/report/document.js';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { decades, linearScale, logScale, padded, type Scale } from '../figures/scales.js';
import type { Reader } from '../reading.js';
import { errorWords, powerWords, wholeWords } from '../words.js';

const BOX: Box = { width: 520, height: 280, left: 74, right: 18, top: 18, bottom: 48 };
/** Height of the row for errors of zero. */
const FOOT = 20;

export function Phases({ reader }: { readonly reader: Reader }) {
  const { phases, goal } = reader.report;
  if (phases === null) return null;
  return (
    <>
      <p>{phases.text}.</p>
      <div class="two-columns">
        <PhaseErrors phases={phases} goal={goal} />
        {phases.switches.some(({ speedup }) => speedup !== null) && <PhaseSpeeds phases={phases} />}
      </div>
    </>
  );
}

function PhaseErrors({ phases, goal }: { readonly phases: ReportPhases; readonly goal: ReportDocument['goal'] }) {
  const points = phases.switches.flatMap(({ error, ...one }) => (typeof error === 'number' ? [{ ...one, error }] : []));
  const bottom = BOX.height - BOX.bottom;
  const y = logScale(decades([...points.map(({ error }) => error), goal.bound]), [bottom - FOOT, BOX.top], 5);
  const x = iterationScale(phases);
  const height = (error: number) => (error > 0 ? y(error) : bottom - FOOT / 2);
  const line = points.map(({ first, error }, at) => `${at === 0 ? 'M' : 'L'}${x(first)},${height(error)}`).join('');
  return (
    <Figure
      id="phase-errors"
      title={`Error by the number of iterations in ${phases.low}`}
      rows={() => [
        [`iterations in ${phases.low}`, goal.metric, 'within the goal', 'speedup, modelled'],
        ...phases.switches.map(({ first, error, isWithin, speedup }) => [first, error, isWithin, speedup]),
      ]}
      caption={
        <>
          Good is <b>bottom right</b>: many of the first iterations of {phases.loop} in {phases.low}, and a small error.
          Dashed line: the goal. {phases.chosen === null ? '' : 'Dotted line: the switch that was found.'}
        </>
      }
    >
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" role="img" aria-label="error of each switch">
        <HorizontalAxis box={BOX} scale={x} name={`iterations in ${phases.low}`} words={wholeWords} />
        <VerticalAxis box={BOX} scale={y} name={goal.measure} words={powerWords} />
        <ChosenLine phases={phases} x={x} />
        <line class="goal-line" x1={BOX.left} x2={BOX.width - BOX.right} y1={y(goal.bound)} y2={y(goal.bound)} />
        <path class="step-line" d={line} />
        {points.map(({ first, error, isWithin }) => (
          <circle
            key={first}
            class={isWithin ? 'value-good' : 'value-bad'}
            cx={x(first)}
            cy={height(error)}
            r={first === phases.chosen ? 6 : 4}
          >
            <title>{`${wholeWords(first)} iterations: ${errorWords(error)}`}</title>
          </circle>
        ))}
        {points.some(({ error }) => error === 0) && (
          <text class="axis-text" x={BOX.left - 8} y={bottom - FOOT / 2 + 4} text-anchor="end">
            exact
          </text>
        )}
      </svg>
    </Figure>
  );
}

function PhaseSpeeds({ phases }: { readonly phases: ReportPhases }) {
  const points = phases.switches.flatMap(({ speedup, ...one }) => (speedup === null ? [] : [{ ...one, speedup }]));
  const y = linearScale(padded([1, ...points.map(({ speedup }) => speedup)], 0.06), [BOX.height - BOX.bottom, BOX.top]);
  const x = iterationScale(phases);
  return (
    <Figure
      id="phase-speedups"
      title="Modelled speedup"
      rows={() => [
        [`iterations in ${phases.low}`, 'speedup, modelled'],
        ...points.map(({ first, speedup }) => [first, speedup]),
      ]}
      caption={
        <>
          Good is <b>high</b>: time of the original program ÷ time with phases, by the performance model.
        </>
      }
    >
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" role="img" aria-label="speedup of each switch">
        <HorizontalAxis box={BOX} scale={x} name={`iterations in ${phases.low}`} words={wholeWords} />
        <VerticalAxis box={BOX} scale={y} name="speedup, modelled" words={(value) => `${value}×`} />
        <ChosenLine phases={phases} x={x} />
        <path
          class="step-line"
          d={points.map(({ first, speedup }, at) => `${at === 0 ? 'M' : 'L'}${x(first)},${y(speedup)}`).join('')}
        />
        {points.map(({ first, speedup, isWithin }) => (
          <circle key={first} class={isWithin ? 'value-good' : 'value-bad'} cx={x(first)} cy={y(speedup)} r={4}>
            <title>{`${wholeWords(first)} iterations: ${speedup.toFixed(2)}×`}</title>
          </circle>
        ))}
      </svg>
    </Figure>
  );
}

function ChosenLine({ phases: { chosen }, x }: { readonly phases: ReportPhases; readonly x: Scale }) {
  if (chosen === null) return null;
  return <line class="unit-line" x1={x(chosen)} x2={x(chosen)} y1={BOX.top} y2={BOX.height - BOX.bottom} />;
}

function iterationScale({ iterations }: ReportPhases): Scale {
  return linearScale([0, iterations], [BOX.left + 8, BOX.width - BOX.right - 8], 5);
}
