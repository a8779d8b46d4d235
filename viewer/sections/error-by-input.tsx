/** Errors of a verified trial by input value: every perturbed input is a point. */
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { ReportDocument, Verification } from '../../src/report/document.js';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { decades, linearScale, logScale, padded, type Scale } from '../figures/scales.js';
import { type Reader, showsSameTrial } from '../reading.js';
import { errorWords, plural, powerWords } from '../words.js';

const BOX: Box = { width: 1060, height: 300, left: 74, right: 18, top: 22, bottom: 48 };
/** Height of the row for exact outputs at the bottom. */
const FOOT = 20;

const KINDS = ['least', 'mean', 'most'] as const;
type Kind = (typeof KINDS)[number];
const KIND_WORDS: Readonly<Record<Kind, string>> = { least: 'minimum', mean: 'mean', most: 'maximum' };

interface Point {
  readonly sample: string;
  readonly isWithin: boolean;
  readonly value: number;
  readonly error: number;
}

export const ErrorByInput = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, trial, best } = reader;
  const verified = report.verifications.filter(({ points }) => points.length > 1);
  const of = (number: number | undefined) => verified.findLast((one) => one.trial === number);
  const shown = of(trial?.number) ?? of(best?.number);
  if (!shown) return null;
  return (
    <>
      {shown.trial !== trial?.number && trial && (
        <p class="hint">
          Trial {trial.number} was not verified. This is trial {shown.trial}.
        </p>
      )}
      <ByInput key={`${shown.trial} ${shown.on}`} verification={shown} goal={report.goal} />
    </>
  );
}, showsSameTrial);

function ByInput({
  verification,
  goal,
}: {
  readonly verification: Verification;
  readonly goal: ReportDocument['goal'];
}) {
  const names = [...new Set(verification.points.flatMap(({ inputs }) => inputs.map(({ name }) => name)))];
  const [name, setName] = useState(names[0]!);
  const [kind, setKind] = useState<Kind>('mean');
  const [wantsLog, setWantsLog] = useState(false);
  const isOne = verification.points.every(({ inputs }) => inputs.every(({ least, most }) => least === most));
  const points = pointsOf(verification, name, kind);
  const isPositive = points.length > 0 && points.every(({ value }) => value > 0);
  const isLog = wantsLog && isPositive;
  const what = isOne ? `value of ${name}` : `${KIND_WORDS[kind]} value of ${name}`;
  const { x, y } = scalesOf(points, goal, isLog);
  return (
    <Figure
      id="error-by-input"
      title={`Error by input value, trial ${verification.trial}`}
      controls={
        <div class="axis-choices">
          {names.length > 1 && (
            <label>
              of{' '}
              <select name="input-name" value={name} onChange={(event) => setName(event.currentTarget.value)}>
                {names.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
          )}
          {!isOne && (
            <div class="toggle" role="group" aria-label="statistic">
              {KINDS.map((one) => (
                <button key={one} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
                  {KIND_WORDS[one]}
                </button>
              ))}
            </div>
          )}
          {isPositive && (
            <label>
              <input
                type="checkbox"
                name="log-input"
                checked={wantsLog}
                onChange={(event) => setWantsLog(event.currentTarget.checked)}
              />{' '}
              log
            </label>
          )}
        </div>
      }
      rows={() => [['sample', what, goal.measure, 'goal met'], ...points.map(rowOf)]}
      caption={
        <>
          Good is <b>{goal.isCount ? 'high' : 'low'}</b>: {goal.measure} of the whole output of trial{' '}
          {verification.trial} against the original program, on {verification.on}. Horizontal: {what} in the input
          {isLog ? ', logarithmic' : ''}. Large errors on one side show which inputs need more precision. Dashed line:
          the goal.{' '}
          {points.length < verification.samples
            ? `${plural(verification.samples - points.length, 'sample')} without a finite error or value not drawn.`
            : ''}
        </>
      }
    >
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        class="chart"
        role="img"
        aria-label={`${goal.measure} by the ${what}, ${plural(points.length, 'sample')}`}
      >
        <HorizontalAxis box={BOX} scale={x} name={what} words={isLog ? powerWords : errorWords} />
        <VerticalAxis box={BOX} scale={y} name={goal.measure} words={goal.isCount ? String : powerWords} />
        {goal.isBounded && (
          <line class="goal-line" x1={BOX.left} x2={BOX.width - BOX.right} y1={y(goal.bound)} y2={y(goal.bound)} />
        )}
        {points.map(({ sample, value, error, isWithin }) => (
          <circle
            key={sample}
            class={isWithin ? 'value-good' : 'value-bad'}
            cx={x(value)}
            cy={!goal.isCount && error === 0 ? BOX.height - BOX.bottom - 6 : y(error)}
            r={points.length > 200 ? 2.5 : 3.5}
          >
            <title>{`${sample}: ${what} ${value}, ${goal.measure} ${errorWords(error)}`}</title>
          </circle>
        ))}
        {points.some(({ error }) => !goal.isCount && error === 0) && (
          <text class="axis-text" x={BOX.left - 8} y={BOX.height - BOX.bottom - 2} text-anchor="end">
            exact
          </text>
        )}
      </svg>
    </Figure>
  );
}

function rowOf({ sample, value, error, isWithin }: Point): (string | number | boolean)[] {
  return [sample, value, error, isWithin];
}

/** Samples with a finite value and error. */
function pointsOf({ points }: Verification, name: string, kind: Kind): Point[] {
  return points.flatMap(({ sample, isWithin, error, inputs }) => {
    const value = inputs.find((one) => one.name === name)?.[kind];
    return typeof value === 'number' && typeof error === 'number' ? [{ sample, isWithin, value, error }] : [];
  });
}

function scalesOf(points: readonly Point[], goal: ReportDocument['goal'], isLog: boolean): { x: Scale; y: Scale } {
  const errors = [...points.map(({ error }) => error), ...(goal.isBounded ? [goal.bound] : [])];
  const across = [BOX.left + 6, BOX.width - BOX.right - 6] as const;
  const up = [BOX.height - BOX.bottom - FOOT, BOX.top] as const;
  const values = points.map(({ value }) => value);
  return {
    x: isLog ? logScale(decades(values), across) : linearScale(padded(values, 0.03), across),
    y: goal.isCount ? linearScale(padded([0, ...errors], 0.05), up) : logScale(decades(errors), up, 5),
  };
}
