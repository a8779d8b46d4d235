/**
 * Times of a variant against the baseline. Both run in turn, alone on the machine, the order changing from round to round so that a drift
 * favours neither; the first round warms up and is not counted. One sample is the time over all inputs.
 * The clock is the GPU's where kernels were timed (kernels and copies), else processor time, which other processes disturb least; the
 * wall only where a program is too short for that or the engine cannot tell.
 */
import type { Artifact, RunOutcome } from '../execution/engine.js';
import type { MeasurementRecord } from '../journal/records.js';
import { estimateRatio, type RatioEstimate, type Round } from '../numerics/bootstrap.js';
import { failureOf } from './run-end.js';

export type Clock = MeasurementRecord['clock'];
export type Measurement = Pick<MeasurementRecord, 'clock' | 'samples' | 'ratio' | 'low' | 'high' | 'verdict'>;

const FEWEST_ROUNDS = 7;
const MOST_ROUNDS = 31;
const ENOUGH_MS = 10_000;
/** Processor time is counted in steps; a shorter run is timed by the wall. */
const COARSE_MS = 5;

/** A program that ran before did not run to its end when it was timed. */
export class TimedRunFailed extends Error {
  constructor(
    readonly outcome: 'timed-out' | 'run-failed',
    evidence: string,
  ) {
    super(evidence);
  }
}

export async function measure(
  run: (program: Artifact) => Promise<readonly RunOutcome[]>,
  baseline: Artifact,
  variant: Artifact,
  random: () => number,
  onRun: (done: number, of: number) => void = () => undefined,
): Promise<Measurement> {
  const started = performance.now();
  const warmUp = [...(await succeeded(run, baseline)), ...(await succeeded(run, variant))];
  const clock = clockFor(warmUp);
  const roundMs = performance.now() - started;
  const rounds = Math.min(MOST_ROUNDS, Math.max(FEWEST_ROUNDS, Math.floor(ENOUGH_MS / roundMs)));
  const samples: Measurement['samples'] = [];
  const pairs: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const pair = { baseline: 0, variant: 0 };
    for (const program of round % 2 === 0 ? (['baseline', 'variant'] as const) : (['variant', 'baseline'] as const)) {
      const outcomes = await succeeded(run, program === 'baseline' ? baseline : variant);
      pair[program] = outcomes.reduce((sum, outcome) => sum + readClock(clock, outcome), 0);
      samples.push({ program, ms: pair[program] });
      onRun(samples.length, 2 * rounds);
    }
    pairs.push({ baselineMs: pair.baseline, variantMs: pair.variant });
  }
  const estimate = estimateRatio(pairs, random);
  return { clock, samples, ...estimate, verdict: speedVerdict(estimate) };
}

/** The speed in words, against the noise that was measured along with it. */
export function speedVerdict({ ratio, low, high }: RatioEstimate): string {
  if (low > 1) return `${ratio.toFixed(2)}× faster (${low.toFixed(2)}–${high.toFixed(2)})`;
  if (high < 1) return `${(1 / ratio).toFixed(2)}× slower (${(1 / high).toFixed(2)}–${(1 / low).toFixed(2)})`;
  return `no difference beyond the noise of ±${noisePercent({ low, high })} %`;
}

export function noisePercent({ low, high }: Pick<RatioEstimate, 'low' | 'high'>): string {
  return (100 * Math.max(1 - low, high - 1)).toPrecision(2);
}

async function succeeded(
  run: (program: Artifact) => Promise<readonly RunOutcome[]>,
  program: Artifact,
): Promise<readonly RunOutcome[]> {
  const outcomes = await run(program);
  for (const outcome of outcomes) {
    const failure = failureOf(outcome);
    if (failure) throw new TimedRunFailed(failure.outcome, `timed, it ${failure.evidence}`);
  }
  return outcomes;
}

function clockFor(outcomes: readonly RunOutcome[]): Clock {
  if (outcomes.every((outcome) => readClock('gpu', outcome) > 0)) return 'gpu';
  return outcomes.every((outcome) => readClock('cpu', outcome) >= COARSE_MS) ? 'cpu' : 'wall';
}

function readClock(clock: Clock, outcome: RunOutcome): number {
  if (outcome.kind === 'not-started') return 0;
  switch (clock) {
    case 'gpu':
      return outcome.gpu ? outcome.gpu.kernelMs + outcome.gpu.copyMs : 0;
    case 'cpu':
      return outcome.cpuMs ?? 0;
    case 'wall':
      return outcome.durationMs;
  }
}
