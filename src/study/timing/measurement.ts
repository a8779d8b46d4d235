/**
 * Times a variant against the baseline. The programs alternate, with nothing else running, and the order changes from round to round, so that a
 * drift favours neither. The first round is a warm-up, unless the program has just run. One sample is the time over all timed inputs. GPU time is used if kernels are timed
 * (from the start of the first kernel to the end of the last, with its gaps, and copies before and after); otherwise CPU time, which other processes disturb
 * least; wall-clock time if a program has several threads, is too short for CPU time, or the engine has no CPU time. If the project defines
 * a figure of merit, that figure decides, and times are recorded with it. If the verdict is unclear, more rounds follow.
 */
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import type { FigureOfMerit, MeasurementRecord } from '../../journal/records.js';
import { estimateRatio, lowerQuartile, type RatioEstimate, type Round } from '../../numerics/bootstrap.js';
import { quantile } from '../../numerics/quantile.js';
import { speedVerdictOf, speedVerdictText } from '../../numerics/speed-verdict.js';
import { TimeUp } from '../../support/deadline.js';
import { failureOf } from '../judging/run-end.js';
import { Contention } from './contention.js';
import { requireMerit } from './figure-of-merit.js';
import { InputRounds } from './input-rounds.js';

type Clock = Exclude<MeasurementRecord['clock'], 'merit'>;
export type Measurement = Pick<
  MeasurementRecord,
  'clock' | 'samples' | 'ratio' | 'low' | 'high' | 'verdict' | 'kernels' | 'preemptionsPerSecond' | 'inputs'
>;

/** Effort of a measurement: numbers of rounds and time limits. */
export interface Patience {
  /** Whether the first round is a warm-up; a program that was confirmed just before needs none. */
  readonly warmsUp: boolean;
  /** Number of rounds that suffice with GPU time, which other processes hardly disturb, if their ratios agree. */
  readonly enoughOnGpu?: number;
  readonly fewestRounds: number;
  readonly mostRounds: number;
  readonly enoughMs: number;
  /** Hard time limit. */
  readonly mostMs?: number;
}

/**
 * For candidates of the recommendation. Runs of milliseconds have many rounds, because their noise is as large as their times.
 * Chosen: with seven rounds one is below the lower quartile; an answer should not wait longer than 10 s. With these values no verdict on six CPU
 * programs was wrong (results/x86-64/host-verdicts/verdicts.txt). Tried 31 rounds at most, which were too few for short programs.
 */
export const THOROUGH: Patience = { warmsUp: true, fewestRounds: 7, mostRounds: 101, enoughMs: 10_000 };
/**
 * For trials that are timed during a search.
 * Chosen: a fifth of the time of THOROUGH; in GPU time all rounds agree within half a percent (boxmd on an H200), so that two suffice there;
 * nothing else was tried.
 */
export const BRISK: Patience = { warmsUp: false, enoughOnGpu: 2, fewestRounds: 3, mostRounds: 7, enoughMs: 2_000 };
/**
 * Smallest number of rounds from which noise is estimated.
 * Chosen: the smallest number with a value on either side of the median; nothing else was tried.
 */
export const MIN_ROUNDS = 3;
/**
 * A measurement ends early after MIN_AGREEING_ROUNDS rounds if their largest and smallest ratios differ by at most MAX_RATIO_DIFFERENCE.
 * Chosen: five candidates of boxmd on an H200 took 57 of 87 s with ratios that agreed within half a percent; nothing else was tried.
 */
const MIN_AGREEING_ROUNDS = 4;
const MAX_RATIO_DIFFERENCE = 0.02;
/**
 * Largest ratio of rounds to planned rounds, if the verdict is unclear.
 * Chosen: four times as many rounds halve the interval; nothing else was tried.
 */
const MAX_EXTENSION = 4;
/**
 * Runs with less CPU time are timed by wall-clock time, because CPU time has a coarse resolution.
 * Chosen: steps may be as long as 4 ms (a kernel with 250 ticks a second); nothing else was tried.
 */
const MIN_CPU_TIME_MS = 5;
/**
 * Ratio of CPU time to wall-clock time above which a program has several threads, whose waiting may count as CPU time.
 * Chosen: above the errors of both clocks, below the 2 of two busy threads; nothing else was tried.
 */
const MAX_CPU_PER_WALL_CLOCK = 1.1;

/**
 * The median as a quantile.
 * Source: by definition.
 */
const MEDIAN = 0.5;

const NO_RUNS = { baseline: [], variant: [] };

/** A program that ran successfully before failed while it was timed. */
export class TimedRunFailed extends Error {
  constructor(
    readonly outcome: 'timed-out' | 'run-failed',
    evidence: string,
  ) {
    super(evidence);
  }
}

export async function measure<Program = Artifact>(
  run: (program: Program) => Promise<readonly RunOutcome[]>,
  baseline: Program,
  variant: Program,
  random: () => number,
  {
    merit = null,
    patience = THOROUGH,
    earlier = NO_RUNS,
    onRun = () => undefined,
    now = () => performance.now(),
    names = null,
    isThreaded = false,
  }: {
    merit?: FigureOfMerit | null;
    patience?: Patience;
    /** Earlier runs of both programs, used for the first rounds. */
    earlier?: Readonly<Record<'baseline' | 'variant', readonly (readonly RunOutcome[])[]>>;
    onRun?: (done: number, of: number) => void;
    /** The clock, in milliseconds. */
    now?: () => number;
    /** Names of the inputs in the order of the outcomes, to estimate the speedup on each; null otherwise. */
    names?: readonly string[] | null;
    /** Whether the program is built for several threads. On a busy machine these may share a processor, which looks like one thread. */
    isThreaded?: boolean;
  } = {},
): Promise<Measurement> {
  const startMs = now();
  const programs = { baseline, variant };
  const known = { baseline: [...earlier.baseline], variant: [...earlier.variant] };
  const next = async (program: 'baseline' | 'variant') =>
    known[program].shift() ?? (await succeeded(run, programs[program]));
  if ((patience.mostMs ?? 1) <= 0) throw new TimeUp();
  const first = await next('baseline');
  const clock = clockFor([...first, ...(patience.warmsUp ? await next('variant') : [])], isThreaded);
  if (!patience.warmsUp) known.baseline.unshift(first);
  const firstMs = Math.max(now() - startMs, durationOf(first));
  const roundMs = firstMs * (patience.warmsUp ? 1 : 2);
  const wanted = Math.min(
    patience.mostRounds,
    Math.max(patience.fewestRounds, Math.floor(patience.enoughMs / roundMs)),
  );
  const leftMs = () => (patience.mostMs ?? Number.POSITIVE_INFINITY) - (now() - startMs);
  const free = Math.min(known.baseline.length, known.variant.length);
  const affordable = free + Math.floor(leftMs() / roundMs);
  if (affordable < Math.min(MIN_ROUNDS, wanted, roundsThatAgree(clock, patience))) throw new TimeUp();
  let rounds = Math.min(wanted, affordable);
  const mostRounds = Math.min(affordable, patience.mostRounds, MAX_EXTENSION * wanted);
  const isUnclear = () => speedVerdictOf(estimateRatio(pairs, random, lowerQuartile)) === 'unclear';
  const samples: Measurement['samples'] = [];
  const pairs: Round[] = [];
  const kernels = { baseline: new KernelTimes(), variant: new KernelTimes() };
  const contention = new Contention();
  const byInput = names && new InputRounds(names);
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const roundStartMs = now();
    const pair = { baseline: 0, variant: 0 };
    for (const program of round % 2 === 0 ? (['baseline', 'variant'] as const) : (['variant', 'baseline'] as const)) {
      const outcomes = await next(program);
      const ms = outcomes.reduce((sum, outcome) => sum + readClock(clock, outcome), 0);
      contention.add(outcomes);
      if (clock === 'gpu') kernels[program].add(outcomes);
      const figure = merit && costOf(merit, outcomes, program);
      pair[program] = figure?.cost ?? ms;
      byInput?.add(
        program,
        outcomes.map((one) => (merit ? costOf(merit, [one], program).cost : readClock(clock, one))),
      );
      samples.push(figure ? { program, ms, merit: figure.shown } : { program, ms });
      onRun(samples.length, 2 * rounds);
    }
    pairs.push({ baselineMs: pair.baseline, variantMs: pair.variant });
    slowestMs = Math.max(slowestMs, now() - roundStartMs);
    // an unclear verdict may become clear with more rounds
    if (round === rounds - 1 && rounds < mostRounds && isUnclear()) rounds = Math.min(mostRounds, 2 * rounds);
    if (agree(pairs, roundsThatAgree(clock, patience)) || (pairs.length >= MIN_ROUNDS && leftMs() < slowestMs)) break;
  }
  const estimate: RatioEstimate = estimateRatio(pairs, random, lowerQuartile);
  const { preemptionsPerSecond } = contention;
  return {
    ...{ clock: merit ? 'merit' : clock, samples, ...estimate, verdict: speedVerdictText(estimate) },
    ...(clock === 'cpu' && preemptionsPerSecond !== null && { preemptionsPerSecond }),
    ...(byInput && { inputs: byInput.speeds(estimate, random, lowerQuartile) }),
    ...(clock === 'gpu' && { kernels: { baseline: kernels.baseline.medians, variant: kernels.variant.medians } }),
  };
}

/** Times of each kernel over the runs of one program: the sum of its launches on all inputs. */
class KernelTimes {
  private readonly runs = new Map<string, number[]>();

  add(outcomes: readonly RunOutcome[]): void {
    const sums = new Map<string, number>();
    for (const outcome of outcomes)
      for (const { name, ms } of (outcome.kind !== 'not-started' && outcome.gpu?.kernels) || [])
        sums.set(name, (sums.get(name) ?? 0) + ms);
    for (const [name, ms] of sums) this.runs.set(name, [...(this.runs.get(name) ?? []), ms]);
  }

  get medians(): { name: string; ms: number }[] {
    return [...this.runs].map(([name, ms]) => ({
      name,
      ms: quantile(
        ms.toSorted((a, b) => a - b),
        MEDIAN,
      ),
    }));
  }
}

function roundsThatAgree(clock: MeasurementRecord['clock'], { enoughOnGpu }: Patience): number {
  return (clock === 'gpu' ? enoughOnGpu : null) ?? MIN_AGREEING_ROUNDS;
}

/**
 * Whether there are enough rounds, and their ratios hardly differ. A speedup that is smaller than their differences needs all rounds: four ratios
 * between 1.006 and 1.016 were those of a program that twenty rounds showed to be no faster.
 */
function agree(rounds: readonly Round[], enough: number): boolean {
  const ratios = rounds.map(({ baselineMs, variantMs }) => baselineMs / variantMs);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const isSmall = least > 1 && least - 1 < most - least;
  return rounds.length >= enough && most <= (1 + MAX_RATIO_DIFFERENCE) * least && !isSmall;
}

/** Whether a measurement satisfies `patience` or must be repeated. One without samples is a copy of another trial's. */
export function isEnough(
  { samples, clock }: Pick<MeasurementRecord, 'samples' | 'clock'>,
  patience: Patience,
): boolean {
  const { fewestRounds } = patience;
  if (samples.length === 0 || samples.length >= 2 * fewestRounds) return true;
  const of = (which: 'baseline' | 'variant') => samples.filter(({ program }) => program === which);
  const variants = of('variant');
  const costOf = (sample: (typeof samples)[number] | undefined) => sample?.merit ?? sample?.ms ?? 0;
  const rounds = of('baseline').map((one, at) => ({ baselineMs: costOf(one), variantMs: costOf(variants[at]) }));
  return agree(rounds, roundsThatAgree(clock, patience));
}

/** Rates are inverted, so that a ratio of costs is a speedup; the costs of several inputs are added. */
function costOf(
  merit: FigureOfMerit,
  outcomes: readonly RunOutcome[],
  program: 'baseline' | 'variant',
): { readonly cost: number; readonly shown: number } {
  const figures = outcomes.map((outcome) => requireMerit(merit, outcome, `the ${program}`));
  const cost = figures.reduce((sum, figure) => sum + (merit.better === 'higher' ? 1 / figure : figure), 0);
  return { cost, shown: merit.better === 'higher' ? figures.length / cost : cost };
}

async function succeeded<Program>(
  run: (program: Program) => Promise<readonly RunOutcome[]>,
  program: Program,
): Promise<readonly RunOutcome[]> {
  const outcomes = await run(program);
  for (const outcome of outcomes) {
    const failure = failureOf(outcome);
    if (failure) throw new TimedRunFailed(failure.outcome, `in a timed run, it ${failure.evidence}`);
  }
  return outcomes;
}

function durationOf(outcomes: readonly RunOutcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + readClock('wall', outcome), 0);
}

function clockFor(outcomes: readonly RunOutcome[], isThreaded: boolean): Clock {
  if (outcomes.every((outcome) => readClock('gpu', outcome) > 0)) return 'gpu';
  const isOneThread =
    !isThreaded && outcomes.every((one) => readClock('cpu', one) <= MAX_CPU_PER_WALL_CLOCK * readClock('wall', one));
  return isOneThread && outcomes.every((outcome) => readClock('cpu', outcome) >= MIN_CPU_TIME_MS) ? 'cpu' : 'wall';
}

function readClock(clock: Clock, outcome: RunOutcome): number {
  if (outcome.kind === 'not-started') return 0;
  switch (clock) {
    case 'gpu':
      return outcome.gpu ? (outcome.gpu.spanMs ?? outcome.gpu.kernelMs + outcome.gpu.copyMs) : 0;
    case 'cpu':
      return outcome.cpuMs ?? 0;
    case 'wall':
      return outcome.durationMs;
  }
}
