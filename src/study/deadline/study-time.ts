/**
 * The time budget of a study. Once the search has a candidate, it reserves the time to confirm, time and sanitize one trial, estimated from
 * the builds and runs so far: a candidate is worth nothing unless it is confirmed.
 */
import { TimeUp } from '../../support/deadline.js';
import { orInterrupted, type StudyPlan } from '../plan.js';
import { MIN_ROUNDS, type Patience, THOROUGH } from '../timing/measurement.js';

/** Observed durations in milliseconds; 0 if nothing was observed. */
export interface ObservedCosts {
  /** One build from rewritten source. */
  readonly buildMs: number;
  /** The original program on all tuning inputs, and (`timedMs`) on all timed ones. */
  readonly runMs: number;
  readonly timedMs: number;
  /** The original program on inputs that are only timed. */
  readonly forTimingMs?: number;
  /** Number of held-out inputs on which the original program has run (`seen`), and of the others. */
  readonly heldOut: { readonly seen: number; readonly unseen: number };
  /** The instrumented program on all tuning inputs. */
  readonly emulateMs: number;
  /** The instrumented program on the input with the shortest emulated run. */
  readonly shortestMs: number;
  /** Whether the candidate is built. */
  readonly isBuilt: boolean;
  /** Number of groups of the candidate whose influence on the output is not known yet. */
  readonly uncheckedGroups: number;
}

/** Expected time to confirm one trial. */
export interface ConfirmationCosts {
  readonly confirmMs: number;
  /** One round of timing: both programs in turn. */
  readonly roundMs: number;
  readonly memoryMs: number;
}

/** Runs on a held-out input: built and emulated trial; and those of the baseline if it has not run there yet. */
const HELD_OUT_RUNS = { seen: 2, unseen: 5 };
/** Slowdown of a build and of a run under sanitizers. */
const SANITIZED_BUILD = 1.5;
const SANITIZED_RUN = 5;

/** Lower bound of the reserved time: this share of the limit, up to a maximum. */
const LEAST_SHARE = 0.25;
const MAX_LEAST_MS = 30_000;
/** Largest share of the limit that is reserved; the rest belongs to the search. */
const MOST_SHARE = 0.5;
/** Time that must be left for a second search, as a multiple of the confirmation of one trial. Chosen: half of it remains for the search. */
const SEARCH_FACTOR = 2 * 1.25;
/** Safety factor on observed durations, which vary. */
const CAUTION = 1.25;
/** Grace period between the deadline and the forced end of a run: its caller has stopped waiting by then. */
const ENDING_MS = 250;

export function confirmationCosts(
  { buildMs, runMs, timedMs, forTimingMs = 0, heldOut, emulateMs, shortestMs, isBuilt, uncheckedGroups }: ObservedCosts,
  plan: Pick<StudyPlan, 'inputs' | 'sanitizes' | 'jobs'>,
  isModelled: boolean,
): ConfirmationCosts {
  const { seen, unseen } = heldOut;
  const eachMs = runMs / Math.max(1, plan.inputs.filter((one) => !one.heldOut).length);
  const othersMs = (seen * HELD_OUT_RUNS.seen + unseen * HELD_OUT_RUNS.unseen) * eachMs;
  const heldOutMs = othersMs + HELD_OUT_RUNS.seen * forTimingMs;
  const memoryMs = plan.sanitizes === false ? 0 : 2 * (SANITIZED_BUILD * buildMs + SANITIZED_RUN * runMs);
  const influenceMs = (uncheckedGroups / Math.max(1, plan.jobs)) * shortestMs; // the shortest input shows the influence of most groups
  return {
    confirmMs: Math.max(isBuilt ? 0 : buildMs, influenceMs) + runMs + 2 * emulateMs + heldOutMs,
    roundMs: isModelled ? 0 : 2 * timedMs,
    memoryMs,
  };
}

export class StudyTime {
  private isConfirming = false;
  private isRestOfTime = false;
  private readonly begunMs: number;

  constructor(
    private readonly plan: Pick<StudyPlan, 'deadline' | 'signal' | 'recommends' | 'spentMs' | 'searchesByTiming'>,
    /** Estimated from what is known at the time of the call. */
    private readonly costs: () => ConfirmationCosts,
    /** Whether there is a trial to confirm. */
    private readonly hasCandidate: () => boolean,
    /** Whether there is a timed recommendation. */
    private readonly hasAnswer: () => boolean = () => false,
  ) {
    this.begunMs = plan.deadline.now() - (plan.spentMs ?? 0);
  }

  /** Since the command began. */
  get elapsedMs(): number {
    return this.now() - this.begunMs;
  }

  get isLimited(): boolean {
    return this.plan.deadline.isSet;
  }

  /** Whether the time suffices for a second search besides the confirmation of a better trial. */
  get allowsSearch(): boolean {
    return this.leftMs >= SEARCH_FACTOR * this.oneMoreMs;
  }

  /** From here on, searches only look for something better than the answer: the time to confirm one trial is reserved. */
  beginRestOfTime(): void {
    this.isRestOfTime = true;
  }

  /** From here on, some time is reserved for confirmation. */
  beginSearch(): void {
    this.isConfirming = false;
  }

  beginConfirmation(): void {
    this.isConfirming = true;
  }

  /** Time left for the current phase: the search without the reserved time, or everything after it. */
  get leftMs(): number {
    return this.plan.deadline.leftMs - this.reservedMs;
  }

  get isUp(): boolean {
    return this.leftMs <= 0;
  }

  now(): number {
    return this.plan.deadline.now();
  }

  /** Time limit of one run that must end with the study. */
  runMs(timeoutMs: number): number {
    return Math.max(1, Math.min(timeoutMs, this.leftMs + ENDING_MS));
  }

  /** The outcome of the work, unless the user stops it (`Interrupted`) or its time is up (`TimeUp`) first. */
  within<T>(work: Promise<T>): Promise<T> {
    return this.plan.deadline.within(orInterrupted(this.plan.signal, work), () => this.reservedMs);
  }

  /** The outcome of the work, or null if its time is up first. */
  async unlessUp<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof TimeUp) return null;
      throw error;
    }
  }

  /** Whether there is time to confirm and time another trial, and to sanitize the best one. */
  get allowsAnother(): boolean {
    return this.leftMs >= this.oneMoreMs;
  }

  private get oneMoreMs(): number {
    const { confirmMs, roundMs, memoryMs } = this.costs();
    return confirmMs + timingMs(roundMs, MIN_ROUNDS) + memoryMs;
  }

  /**
   * For a trial that is timed before `more` others: the time left, without that for the memory check, is divided among as many of them as
   * it suffices for.
   */
  patience(patience: Patience, more: number): Patience {
    if (!this.isLimited) return patience;
    const { confirmMs, roundMs, memoryMs } = this.costs();
    const forAll = this.leftMs - memoryMs;
    const leastMs = CAUTION * timingMs(roundMs, MIN_ROUNDS);
    const others = Math.min(more, Math.floor((forAll - leastMs) / (confirmMs + leastMs)));
    return shortened(patience, others > 0 ? (forAll - others * confirmMs) / (1 + others) : forAll);
  }

  /** For a trial that is timed after everything else. */
  lastPatience(patience: Patience): Patience {
    return this.isLimited ? shortened(patience, this.leftMs) : patience;
  }

  private get reservedMs(): number {
    if (this.isConfirming || !this.isLimited || this.plan.recommends === false || !this.hasCandidate()) return 0;
    const { limitMs } = this.plan.deadline;
    const { confirmMs, roundMs, memoryMs } = this.costs();
    const expectedMs = CAUTION * (confirmMs + timingMs(roundMs, THOROUGH.fewestRounds) + memoryMs);
    if (this.isRestOfTime && this.hasAnswer()) return CAUTION * this.oneMoreMs;
    const leastMs = Math.min(LEAST_SHARE * limitMs, MAX_LEAST_MS);
    // such a search has already confirmed and timed its trials: only the last checks remain
    if (this.plan.searchesByTiming && this.hasAnswer()) return Math.min(leastMs, CAUTION * (confirmMs + memoryMs));
    return Math.min(MOST_SHARE * limitMs, Math.max(leastMs, expectedMs));
  }
}

/** Includes one warm-up round. */
function timingMs(roundMs: number, rounds: number): number {
  return (1 + rounds) * roundMs;
}

function shortened(patience: Patience, mostMs: number): Patience {
  return { ...patience, enoughMs: Math.min(patience.enoughMs, mostMs), mostMs };
}
