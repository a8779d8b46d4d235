/** Timing of Slurm queries, and back-off after a refusing queue. */
import type { Clock } from './clock.js';

const LEAST_POLL_MS = 200;
const MOST_POLL_MS = 5000;
/** Polling interval for results, per task that may have one. */
const POLL_PER_PIECE_MS = 2;
/** Shortest and longest time between queries; it grows while nothing happens. */
const LEAST_LOOK_MS = 2000;
const MOST_LOOK_MS = 30_000;
const LOOK_PER_JOB_MS = 50;
const LEAST_BACKOFF_MS = 5000;
const MOST_BACKOFF_MS = 300_000;
/** Longest tolerated silence of Slurm. */
const UNANSWERED_MS = 30 * 60_000;

export class Pacing {
  private lastLookMs = Number.NEGATIVE_INFINITY;
  private lastEventMs: number;
  private notBeforeMs = Number.NEGATIVE_INFINITY;
  private backoffMs = LEAST_BACKOFF_MS;
  private unansweredSinceMs: number | null = null;
  /** Number of jobs that the queue has accepted, below the configured limit. */
  private taken = Number.POSITIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly mostJobs: number,
  ) {
    this.lastEventMs = clock.nowMs();
  }

  noteEvent(): void {
    this.lastEventMs = this.clock.nowMs();
  }

  isTimeToLook(jobs: number): boolean {
    const now = this.clock.nowMs();
    const quietMs = now - this.lastEventMs;
    const every = Math.min(MOST_LOOK_MS, Math.max(LEAST_LOOK_MS + LOOK_PER_JOB_MS * jobs, quietMs / 10));
    return now >= this.lastLookMs + every;
  }

  noteLook(): void {
    this.lastLookMs = this.clock.nowMs();
  }

  pollEveryMs(pieces: number): number {
    return Math.min(MOST_POLL_MS, Math.max(LEAST_POLL_MS, POLL_PER_PIECE_MS * pieces));
  }

  get maySubmit(): boolean {
    return this.clock.nowMs() >= this.notBeforeMs;
  }

  /** Number of further jobs allowed besides these. */
  room(jobs: number): number {
    return Math.min(this.mostJobs, this.taken) - jobs;
  }

  noteAnswer(): void {
    this.unansweredSinceMs = null;
  }

  noteSubmitted(): void {
    this.noteAnswer();
    this.backoffMs = LEAST_BACKOFF_MS;
    if (this.taken < this.mostJobs) this.taken++;
  }

  /** Records that the queue accepts no more jobs than these. */
  noteFull(jobs: number): void {
    this.taken = Math.max(1, jobs);
  }

  /** Whether Slurm has not answered for too long. */
  noteSilence(): boolean {
    const now = this.clock.nowMs();
    this.unansweredSinceMs ??= now;
    this.backOff();
    return now - this.unansweredSinceMs >= UNANSWERED_MS;
  }

  backOff(): void {
    this.notBeforeMs = this.clock.nowMs() + this.backoffMs;
    this.backoffMs = Math.min(MOST_BACKOFF_MS, 2 * this.backoffMs);
  }
}
