/**
 * Compares the energy of a run of a variant and of the baseline, by the GPU's energy counter. The counter includes the whole GPU and is updated
 * every 20 to 100 ms. One sample is therefore as many runs as make up a second between their first use of the GPU and their end. The two
 * programs alternate, with the order changing from round to round, as in timing.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { EnergyRecord } from '../../journal/energy-record.js';
import { estimateRatio, median, type Round } from '../../numerics/bootstrap.js';
import { failureOf } from '../judging/run-end.js';
import { TimedRunFailed } from './measurement.js';

export type EnergyMeasurement = Omit<EnergyRecord, 'kind' | 'trial' | 'digest'>;

/**
 * Smallest GPU time of a sample.
 * Chosen: at least ten steps of the counter (20 to 100 ms each); samples scatter by 4 to 16 % with it (results/nvidia-h200/energy.txt); nothing else was
 * tried.
 */
const MIN_COUNTED_MS = 1000;
/**
 * Largest number of runs in a sample: shorter runs would mostly fall between two updates of the counter.
 * Chosen: runs of 10 ms each; nothing else was tried.
 */
const MAX_RUNS_PER_SAMPLE = 100;
/**
 * Samples of each program.
 * Chosen: five take 35 s for a run of 0.7 s, with an interval of −8 to +19 % (results/nvidia-h200/energy.txt); nothing else was tried.
 */
const ROUNDS = 5;

/** Environment that makes a run report its energy (runtime/timing/energy-counter.h). */
export const COUNTS_ENERGY: Readonly<Record<string, string>> = { MANTISSA_ENERGY: '1' };

interface Counted {
  readonly joules: number;
  readonly ms: number;
}

/** `run`: runs a program once on every timed input. */
export async function measureEnergy<Program>(
  run: (program: Program) => Promise<readonly RunOutcome[]>,
  baseline: Program,
  variant: Program,
  random: () => number,
  onSample: (done: number, of: number) => void = () => undefined,
): Promise<EnergyMeasurement> {
  await sampleOf(run, variant); // warm-up, not counted
  const samples: EnergyMeasurement['samples'] = [];
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const joules = { baseline: 0, variant: 0 };
    for (const program of round % 2 === 0 ? (['baseline', 'variant'] as const) : (['variant', 'baseline'] as const)) {
      const sample = await sampleOf(run, program === 'baseline' ? baseline : variant);
      joules[program] = sample.joules;
      samples.push({ program, ...sample });
      onSample(samples.length, 2 * ROUNDS);
    }
    rounds.push({ baselineMs: joules.baseline, variantMs: joules.variant });
  }
  return {
    samples,
    baselineJoules: median(rounds.map(({ baselineMs }) => baselineMs)),
    variantJoules: median(rounds.map(({ variantMs }) => variantMs)),
    ...estimateRatio(rounds, random),
  };
}

/** Throws before the search if a run reports no energy. */
export function requireCounted(outcomes: readonly RunOutcome[]): void {
  for (const outcome of outcomes) countedIn(outcome);
}

async function sampleOf<Program>(
  run: (program: Program) => Promise<readonly RunOutcome[]>,
  program: Program,
): Promise<{ joules: number; runs: number }> {
  const total = { joules: 0, ms: 0 };
  for (let runs = 1; runs <= MAX_RUNS_PER_SAMPLE; runs++) {
    for (const outcome of await run(program)) {
      const { joules, ms } = countedIn(outcome);
      total.joules += joules;
      total.ms += ms;
    }
    if (total.ms >= MIN_COUNTED_MS && total.joules > 0) return { joules: total.joules / runs, runs };
  }
  throw new MantissaError(
    'MX1012',
    `${MAX_RUNS_PER_SAMPLE} runs use the GPU for ${total.ms.toFixed(0)} ms together, but its energy counter is updated only every 20 to 100 ms`,
    { remedy: `tune on a larger input: at most ${MAX_RUNS_PER_SAMPLE} runs should use the GPU for one second` },
  );
}

function countedIn(outcome: RunOutcome): Counted {
  const failure = failureOf(outcome);
  if (failure) throw new TimedRunFailed(failure.outcome, `in the energy measurement, it ${failure.evidence}`);
  const gpu = outcome.kind === 'not-started' ? null : outcome.gpu;
  if (gpu?.energy) return gpu.energy;
  throw new MantissaError(
    'MX1012',
    gpu?.uncounted ?? 'the program ended without running its exit handlers, which read the counter',
  );
}
