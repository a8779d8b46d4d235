/**
 * The time of a study, all of which one deadline bounds. Once there is something to confirm, the search keeps back what it would take to
 * confirm, time and watch one trial, by what builds and runs have taken so far: what was found is worth nothing unless it is confirmed.
 */
import { TimeUp } from '../../support/deadline.js';
import { orInterrupted, type StudyPlan } from '../plan.js';
import { MIN_ROUNDS, type Patience, THOROUGH } from '../timing/measurement.js';

/** What things have taken so far, in milliseconds; 0 where nothing was seen. */
export interface SeenCosts {
  /** One program from its rewritten source. */
  readonly buildMs: number;
  /** The program as written, on every input it is tuned on, and on those that are timed. */
  readonly runMs: number;
  readonly timedMs: number;
  /** The original program on inputs that are for timing alone. */
  readonly forTimingMs?: number;
  /** Held-out inputs it has run on, and others. */
  readonly heldOut: { readonly seen: number; readonly unseen: number };
  /** The instrumented program on the same. */
  readonly emulateMs: number;
  /** The instrumented program on the input that is shortest to emulate. */
  readonly shortestMs: number;
  /** What would be confirmed has been built. */
  readonly isBuilt: boolean;
  /** Groups of what would be confirmed of which nobody knows yet whether the goal sees them. */
  readonly unasked: number;
}

/** What confirming one trial should take, part by part. */
export interface ConfirmationCosts {
  readonly confirmMs: number;
  /** A round of timing: both programs in turn. */
  readonly roundMs: number;
  readonly memoryMs: number;
}

/** Runs of a held-out input: the trial's and the emulated one's; its baseline's, too, where it was never run. */
const HELD_OUT_RUNS = { seen: 2, unseen: 5 };
/** Under sanitizers, a build and a run take so much longer. */
const WATCHED_BUILD = 1.5;
const WATCHED_RUN = 5;

/** Where little or nothing was seen, this share of the whole is kept back, though no more than so long. */
const LEAST_SHARE = 0.25;
const MOST_UNSEEN_MS = 30_000;
/** However long confirmation should take, so much of the time is for the search. */
const MOST_SHARE = 0.5;
/** What was seen is no promise. */
const CAUTION = 1.25;
/** A run is ended so long after it was given up: who waits for it has gone by then. */
const ENDING_MS = 250;

export function confirmationCosts(
  { buildMs, runMs, timedMs, forTimingMs = 0, heldOut, emulateMs, shortestMs, isBuilt, unasked }: SeenCosts,
  plan: Pick<StudyPlan, 'inputs' | 'sanitizes' | 'jobs'>,
  isModelled: boolean,
): ConfirmationCosts {
  const { seen, unseen } = heldOut;
  const eachMs = runMs / Math.max(1, plan.inputs.filter((one) => !one.heldOut).length);
  const othersMs = (seen * HELD_OUT_RUNS.seen + unseen * HELD_OUT_RUNS.unseen) * eachMs;
  const heldOutMs = othersMs + HELD_OUT_RUNS.seen * forTimingMs;
  const watched = plan.sanitizes === false ? 0 : 2 * (WATCHED_BUILD * buildMs + WATCHED_RUN * runMs);
  const askingMs = (unasked / Math.max(1, plan.jobs)) * shortestMs; // most groups are seen there
  return {
    confirmMs: Math.max(isBuilt ? 0 : buildMs, askingMs) + runMs + 2 * emulateMs + heldOutMs,
    roundMs: isModelled ? 0 : 2 * timedMs,
    memoryMs: watched,
  };
}

export class StudyTime {
  private isConfirming = false;
  private readonly begunMs: number;

  constructor(
    private readonly plan: Pick<StudyPlan, 'deadline' | 'signal' | 'recommends' | 'spentMs' | 'goesByClock'>,
    /** By what is known when it is asked. */
    private readonly costs: () => ConfirmationCosts,
    /** Whether there is anything that could be confirmed. */
    private readonly hasCandidate: () => boolean,
    /** Whether a recommendation stands that was timed: the study has its answer. */
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

  /** The search has all but what is kept back; what comes before and after it, everything. */
  beginSearch(): void {
    this.isConfirming = false;
  }

  beginConfirmation(): void {
    this.isConfirming = true;
  }

  /** Of what is under way: the search, or what comes after it. */
  get leftMs(): number {
    return this.plan.deadline.leftMs - this.keptMs;
  }

  get isUp(): boolean {
    return this.leftMs <= 0;
  }

  now(): number {
    return this.plan.deadline.now();
  }

  /** How long one run may take, if it must not outlive the study. */
  runMs(timeoutMs: number): number {
    return Math.max(1, Math.min(timeoutMs, this.leftMs + ENDING_MS));
  }

  /** The outcome of work, unless the user stops it (`Interrupted`) or its time is up (`TimeUp`) first. */
  within<T>(work: Promise<T>): Promise<T> {
    return this.plan.deadline.within(orInterrupted(this.plan.signal, work), () => this.keptMs);
  }

  /** The outcome of work, or null where its time was up first. */
  async unlessUp<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof TimeUp) return null;
      throw error;
    }
  }

  /** Whether another trial can be confirmed and timed, and the best of all watched. */
  get allowsAnother(): boolean {
    const { confirmMs, roundMs, memoryMs } = this.costs();
    return this.leftMs >= confirmMs + timingMs(roundMs, MIN_ROUNDS) + memoryMs;
  }

  /**
   * For a trial that is timed before `more` others: what is left, after what the memory of the best needs, is shared with as many of them as
   * it is enough for.
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

  private get keptMs(): number {
    if (this.isConfirming || !this.isLimited || this.plan.recommends === false || !this.hasCandidate()) return 0;
    const { limitMs } = this.plan.deadline;
    const { confirmMs, roundMs, memoryMs } = this.costs();
    const seenMs = CAUTION * (confirmMs + timingMs(roundMs, THOROUGH.fewestRounds) + memoryMs);
    const leastMs = Math.min(LEAST_SHARE * limitMs, MOST_UNSEEN_MS);
    // each trial that such a search lists is confirmed and timed already: only the last checks are to come
    if (this.plan.goesByClock && this.hasAnswer()) return Math.min(leastMs, CAUTION * (confirmMs + memoryMs));
    return Math.min(MOST_SHARE * limitMs, Math.max(leastMs, seenMs));
  }
}

/** With a round that warms up. */
function timingMs(roundMs: number, rounds: number): number {
  return (1 + rounds) * roundMs;
}

function shortened(patience: Patience, mostMs: number): Patience {
  return { ...patience, enoughMs: Math.min(patience.enoughMs, mostMs), mostMs };
}
