/** All timed runs in order, which shows drift and outliers. */
import { memo } from 'preact/compat';
import { HorizontalAxis, VerticalAxis } from '../figures/axes.js';
import type { Box } from '../figures/box.js';
import { Figure } from '../figures/figure.js';
import { linearScale, padded } from '../figures/scales.js';
import { type Reader, showsSameTrial } from '../reading.js';

const BOX: Box = { width: 520, height: 300, left: 66, right: 18, top: 14, bottom: 48 };
const CLOCKS: Readonly<Record<string, string>> = {
  gpu: 'GPU time of kernels and copies',
  cpu: 'CPU time',
  wall: 'wall-clock time',
  merit: 'wall-clock time; the speedup is from the program’s figure of merit',
};

export const Timing = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, trial, best } = reader;
  const timing =
    report.timings.find((one) => one.trial === trial?.number) ??
    report.timings.find((one) => one.trial === best?.number);
  if (!timing)
    return (
      <p class="folded">
        Nothing was timed:{' '}
        {report.engineTiming === 'modelled'
          ? 'times of this engine do not apply to other machines, so speedups in this report are modelled'
          : 'no trial has been timed yet'}
        .
      </p>
    );
  const { samples } = timing;
  const x = linearScale([0, samples.length + 1], [BOX.left, BOX.width - BOX.right]);
  const y = linearScale(
    padded([0, ...samples.map(({ ms }) => ms)], 0.05).map((one) => Math.max(0, one)) as [number, number],
    [BOX.height - BOX.bottom, BOX.top],
  );
  return (
    <Figure
      id="timing"
      title={`Timed runs of trial ${timing.trial}`}
      rows={() => [['run', 'program', 'time (ms)'], ...samples.map(({ program, ms }, at) => [at + 1, program, ms])]}
      caption={
        <>
          Good is a <b>low and level</b> row of filled points. Vertical: {CLOCKS[timing.clock] ?? timing.clock}, in
          milliseconds; horizontal: runs in order. Hollow: baseline; filled: trial {timing.trial}. {timing.verdict}.
        </>
      }
    >
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} class="chart" role="img" aria-label="times of the runs in order">
        <HorizontalAxis box={BOX} scale={x} name="run" words={String} />
        <VerticalAxis box={BOX} scale={y} name="time (ms)" words={(tick) => String(tick)} />
        {(['baseline', 'variant'] as const).map((program) => {
          const middle = median(samples.filter((one) => one.program === program).map(({ ms }) => ms));
          return (
            <line
              key={program}
              class={`median-${program}`}
              x1={BOX.left}
              x2={BOX.width - BOX.right}
              y1={y(middle)}
              y2={y(middle)}
            />
          );
        })}
        {samples.map(({ program, ms }, at) => (
          <circle key={at} class={`sample-${program}`} cx={x(at + 1)} cy={y(ms)} r={3.6}>
            <title>{`run ${at + 1}, ${program}: ${ms} ms`}</title>
          </circle>
        ))}
      </svg>
    </Figure>
  );
}, showsSameTrial);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
