/**
 * The time of a study, all of which one deadline bounds. Once there is something to confirm, the search keeps back what it would take to
 * confirm, time and watch one trial, by what builds and runs have taken so far: what was found is worth nothing unless it is confirmed.
 */
import { LEAST_ROUNDS, type Patience } from './judging/measurement.js';
import { orInterrupted, type StudyPlan } from './plan.js';

/** What things have taken so far, in milliseconds; 0 where nothing was seen. */
export interface SeenCosts {
  /** One program from its rewritten source. */
  readonly buildMs: number;
  /** The program as written, on every input it is tuned on. */
  readonly runMs: number;
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
  readonly timingMs: number;
  readonly memoryMs: number;
}

/** Runs of a held-out input that the search has never seen: its baseline's, the trial's, the emulated one's. */
const FIRST_RUNS = 5;
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
  { buildMs, runMs, emulateMs, shortestMs, isBuilt, unasked }: SeenCosts,
  plan: Pick<StudyPlan, 'inputs' | 'sanitizes' | 'jobs'>,
  isModelled: boolean,
): ConfirmationCosts {
  const heldOut = plan.inputs.filter((one) => one.heldOut).length;
  const ofHeldOut = (heldOut / Math.max(1, plan.inputs.length - heldOut)) * FIRST_RUNS * runMs;
  const watched = plan.sanitizes === false ? 0 : 2 * (WATCHED_BUILD * buildMs + WATCHED_RUN * runMs);
  const askingMs = (unasked / Math.max(1, plan.jobs)) * shortestMs; // most groups are seen there
  return {
    confirmMs: Math.max(isBuilt ? 0 : buildMs, askingMs) + runMs + 2 * emulateMs + ofHeldOut,
    timingMs: isModelled ? 0 : 2 * (1 + LEAST_ROUNDS) * runMs,
    memoryMs: watched,
  };
}

export class StudyTime {
  private isConfirming = false;

  constructor(
    private readonly plan: Pick<StudyPlan, 'deadline' | 'signal' | 'recommends'>,
    /** By what is known when it is asked. */
    private readonly costs: () => ConfirmationCosts,
    /** Whether there is anything that could be confirmed. */
    private readonly hasCandidate: () => boolean,
  ) {}

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

  /** Whether another trial can be confirmed and timed, and the best of all watched. */
  get allowsAnother(): boolean {
    const { confirmMs, timingMs, memoryMs } = this.costs();
    return this.leftMs >= confirmMs + timingMs + memoryMs;
  }

  /**
   * For a trial that is timed before `more` others: what is left, after what the memory of the best needs, is shared with as many of them as
   * it is enough for.
   */
  patience(patience: Patience, more: number): Patience {
    if (!this.isLimited) return patience;
    const { confirmMs, timingMs, memoryMs } = this.costs();
    const forAll = this.leftMs - memoryMs;
    const others = Math.min(more, Math.floor((forAll - CAUTION * timingMs) / (confirmMs + CAUTION * timingMs)));
    return shortened(patience, others > 0 ? (forAll - others * confirmMs) / (1 + others) : forAll);
  }

  /** For a trial that is timed after everything else. */
  lastPatience(patience: Patience): Patience {
    return this.isLimited ? shortened(patience, this.leftMs) : patience;
  }

  private get keptMs(): number {
    if (this.isConfirming || !this.isLimited || this.plan.recommends === false || !this.hasCandidate()) return 0;
    const { limitMs } = this.plan.deadline;
    const { confirmMs, timingMs, memoryMs } = this.costs();
    const seenMs = CAUTION * (confirmMs + timingMs + memoryMs);
    const leastMs = Math.min(LEAST_SHARE * limitMs, MOST_UNSEEN_MS);
    return Math.min(MOST_SHARE * limitMs, Math.max(leastMs, seenMs));
  }
}

function shortened(patience: Patience, mostMs: number): Patience {
  return { ...patience, enoughMs: Math.min(patience.enoughMs, mostMs), mostMs };
}
