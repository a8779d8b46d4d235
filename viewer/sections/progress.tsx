/** The fastest trial so far that meets the goal, against trials or time. */
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { linearScale, padded } from '../figures/scales.js';
import { type Reader, showsSameTrial } from '../reading.js';
import { wholeWords } from '../words.js';

const BOX: Box = { width: 520, height: 300, left: 60, right: 18, top: 14, bottom: 48 };

export const Progress = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, select, trial } = reader;
  const [by, setBy] = useState<'trials' | 'time'>('trials');
  const points = report.progress.filter(({ elapsedMs }) => by === 'trials' || elapsedMs !== null);
  const last = report.trials.at(-1);
  const at = (point: { trial: number; elapsedMs: number | null }) =>
    by === 'trials' ? point.trial : (point.elapsedMs ?? 0) / 1000;
  const end = last ? Math.max(at({ trial: last.number, elapsedMs: last.elapsedMs }), 1) : 1;
  const x = linearScale([0, end], [BOX.left, BOX.width - BOX.right]);
  const y = linearScale(padded([1, ...points.map(({ speedup }) => speedup)], 0.08), [BOX.height - BOX.bottom, BOX.top]);
  const path = points
    .map((point, index) => {
      const [px, py] = [x(at(point)), y(point.speedup)];
      return index === 0 ? `M${px},${py}` : `H${px}V${py}`;
    })
    .join('');
  const hasTime = report.trials.some(({ elapsedMs }) => elapsedMs !== null);
  return (
    <Figure
      id="best-so-far"
      title="Best so far"
      controls={
        hasTime && (
          <div class="toggle" role="group" aria-label="against">
            {(['trials', 'time'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={by === one} onClick={() => setBy(one)}>
                {one}
              </button>
            ))}
          </div>
        )
      }
      rows={() => [
        ['trial', 'elapsed (ms)', 'best speedup (×)', 'best trial'],
        ...report.progress.map((one) => [one.trial, one.elapsedMs, one.speedup, one.best]),
      ]}
      caption={
        <>
          Good is the <b>upper left</b>: a large speedup early. Vertical: speedup (×) of the fastest trial so far that
          meets the goal; horizontal: {by === 'trials' ? 'trials' : 'working time in seconds'}. A flat end means that
          later trials found nothing better.
        </>
      }
    >
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" role="img" aria-label="best speedup so far">
        <HorizontalAxis
          box={BOX}
          scale={x}
          name={by === 'trials' ? 'trial' : 'time (s)'}
          words={(tick) => wholeWords(tick)}
        />
        <VerticalAxis box={BOX} scale={y} name="speedup (×)" words={(tick) => `${tick}×`} />
        <line class="unit-line" x1={BOX.left} x2={BOX.width - BOX.right} y1={y(1)} y2={y(1)} />
        <text class="mark-name" x={BOX.width - BOX.right - 2} y={y(1) - 6} text-anchor="end">
          baseline
        </text>
        {points.length > 0 && <path class="step-line" d={`${path}H${x(end)}`} />}
        {points.map((point) => (
          <circle
            key={point.trial}
            class={`step-point ${point.best === trial?.number ? 'is-selected' : ''}`}
            cx={x(at(point))}
            cy={y(point.speedup)}
            r={4}
            onClick={() => select({ trial: point.best })}
          >
            <title>{`trial ${point.best}: ${point.speedup.toFixed(2)}×`}</title>
          </circle>
        ))}
      </svg>
    </Figure>
  );
}, showsSameTrial);
