/** A cluster that exists on a virtual clock: nodes, a queue, arrays, failures; the scheduler it is asked by is the real one. */

import type { Clock } from '../../../src/features/cluster/clock.js';
import type { JobState } from '../../../src/features/cluster/job-states.js';
import type { Ledger, LedgerEntry } from '../../../src/features/cluster/ledger.js';
import type { Results } from '../../../src/features/cluster/scheduler.js';
import {
  jobName,
  type LookAnswer,
  type Sighting,
  type Slurm,
  type Submission,
  type SubmitAnswer,
  type Wanted,
} from '../../../src/features/cluster/slurm.js';

/** Time passes when everybody waits for it. */
export class VirtualClock implements Clock {
  private now = 1_000_000;
  private events: { at: number; order: number; call: () => void }[] = [];
  private order = 0;

  nowMs(): number {
    return this.now;
  }

  after(ms: number, call: () => void): () => void {
    const event = { at: this.now + ms, order: this.order++, call };
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = this.events[middle]!;
      if (one.at < event.at || (one.at === event.at && one.order < event.order)) low = middle + 1;
      else high = middle;
    }
    this.events.splice(low, 0, event);
    return () => {
      this.events = this.events.filter((one) => one !== event);
    };
  }

  /** Runs until what is awaited is there. */
  async runUntil<T>(awaited: Promise<T>): Promise<T> {
    let isDone = false;
    const done = awaited.finally(() => {
      isDone = true;
    });
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return done;
      const next = this.events.shift();
      if (!next) throw new Error('everybody waits, and nothing will happen');
      this.now = next.at;
      next.call();
    }
  }
}

/** What a simulated job does at a moment of its own choosing. */
export type Fate = 'works' | 'node-failed' | 'preempted' | 'killed' | 'timed-out';

interface SimulatedJob {
  readonly token: string;
  readonly jobId: number;
  readonly index: number;
  readonly ids: readonly string[];
  state: JobState;
  node: number | null;
  startedAtMs: number | null;
  endedAtMs: number | null;
  restarts: number;
  /** Which of several starts its events belong to. */
  life: number;
}

export interface SimulationSettings {
  readonly nodes: number;
  /** Queued and running that it takes. */
  readonly mostJobs?: number;
  /** Where there is no room: its command waits until it is stopped. */
  readonly waitsForRoom?: boolean;
  readonly workMs: (id: string) => number;
  readonly startMs?: number;
  /** How long after it was written a result is seen. */
  readonly lateMs?: () => number;
  /** Of a job that starts. */
  readonly fate?: (job: { token: string; index: number }) => { readonly kind: Fate; readonly afterMs: number };
  /** What becomes of a submission's answer. */
  readonly answer?: (submission: Submission) => 'heard' | 'lost' | 'never-arrived' | 'refused';
  /** How long jobs that ended are still listed. */
  readonly listedMs?: number;
}

const REPAIR_MS = 10 * 60_000;

export class SimulatedSlurm implements Slurm, Results, Ledger {
  readonly entries: LedgerEntry[] = [];
  /** By piece of work: how often it was begun, and how often to its end. */
  readonly begun = new Map<string, number>();
  readonly finished = new Map<string, number>();
  readonly withdrawn = new Set<string>();
  readonly cancelled: string[] = [];
  submissions = 0;
  /** How often it was asked for the state of jobs, and of how many submissions together. */
  looks = 0;
  lookedFor = 0;
  busyMs = 0;
  isDown = false;
  private readonly visible = new Set<string>();
  private readonly written = new Set<string>();
  private readonly begunBy = new Set<string>();
  private readonly jobs: SimulatedJob[] = [];
  private readonly byToken = new Map<string, SimulatedJob[]>();
  private queue: SimulatedJob[] = [];
  private readonly free: number[];
  private nextId = 1;

  constructor(
    private readonly clock: VirtualClock,
    private readonly settings: SimulationSettings,
  ) {
    this.free = Array.from({ length: settings.nodes }, (_, node) => node);
  }

  append(entry: LedgerEntry): void {
    this.entries.push(entry);
  }

  has(id: string): boolean {
    return this.visible.has(id);
  }

  hasBegun(id: string, job: string): boolean {
    return this.begunBy.has(`${id} ${job}`);
  }

  withdraw(token: string): void {
    this.withdrawn.add(token);
  }

  async submit(submission: Submission): Promise<SubmitAnswer> {
    if (this.isDown) return { kind: 'unanswered', words: 'down' };
    const active = this.jobs.filter(({ state }) => state.kind !== 'ended').length;
    if (active + submission.packs.length > (this.settings.mostJobs ?? Number.POSITIVE_INFINITY))
      return this.settings.waitsForRoom
        ? { kind: 'unanswered', words: 'temporarily unable to accept job', isFull: true }
        : { kind: 'full', words: 'Job violates accounting/QOS policy' };
    const answer = this.settings.answer?.(submission) ?? 'heard';
    if (answer === 'refused') return { kind: 'refused', words: 'Invalid partition name specified', command: 'sbatch' };
    if (answer === 'never-arrived') return { kind: 'unanswered', words: 'timed out' };
    this.submissions++;
    const jobId = this.nextId++;
    for (const [index, ids] of submission.packs.entries()) {
      const job: SimulatedJob = {
        ...{ token: submission.token, jobId, index, ids, node: null, startedAtMs: null, endedAtMs: null },
        ...{ state: { kind: 'pending', isRequeued: false }, restarts: 0, life: 0 },
      };
      this.jobs.push(job);
      this.byToken.set(job.token, [...(this.byToken.get(job.token) ?? []), job]);
      this.queue.push(job);
    }
    this.clock.after(1000, () => this.start());
    return answer === 'lost' ? { kind: 'unanswered', words: 'timed out' } : { kind: 'submitted', jobId };
  }

  async look(wanted: readonly Wanted[]): Promise<LookAnswer> {
    this.looks++;
    this.lookedFor += wanted.length;
    if (this.isDown) return { kind: 'unanswered', words: 'down' };
    const now = this.clock.nowMs();
    const listed = this.settings.listedMs ?? 300_000;
    const jobs = wanted
      .flatMap(({ token }) => this.byToken.get(token) ?? [])
      .filter(({ endedAtMs }) => endedAtMs === null || now - endedAtMs < listed)
      .map(({ token, jobId, index, state, node, startedAtMs, endedAtMs }): Sighting => {
        const seen = { jobId, index, ownId: null, name: jobName(token), state, startedAtMs, endedAtMs };
        return { ...seen, node: node === null ? null : `n${node}`, reason: null };
      });
    return { kind: 'seen', jobs };
  }

  async cancel(jobs: readonly { readonly jobId: number; readonly index?: number }[]): Promise<void> {
    for (const { jobId, index } of jobs)
      for (const job of this.jobs)
        if (job.jobId === jobId && (index === undefined || job.index === index)) {
          this.cancelled.push(`${jobId}_${job.index}`);
          this.stop(job, 'cancelled');
        }
  }

  /** Nodes are given to jobs in their order. */
  private start(): void {
    while (this.free.length > 0 && this.queue.length > 0) {
      const job = this.queue.shift()!;
      job.node = this.free.shift()!;
      job.state = { kind: 'running' };
      job.startedAtMs = this.clock.nowMs();
      const fate = this.settings.fate?.(job) ?? { kind: 'works' as const, afterMs: 0 };
      if (fate.kind !== 'works') this.inLife(job, fate.afterMs, () => this.strike(job, fate.kind));
      this.inLife(job, this.settings.startMs ?? 2000, () => this.work(job, 0));
    }
  }

  private work(job: SimulatedJob, at: number): void {
    const id = this.withdrawn.has(job.token) ? undefined : job.ids[at];
    if (id === undefined) return this.stop(job, 'completed');
    if (this.written.has(id)) return this.work(job, at + 1);
    this.begun.set(id, (this.begun.get(id) ?? 0) + 1);
    this.begunBy.add(`${id} ${job.jobId}_${job.index}`);
    const workMs = this.settings.workMs(id);
    this.inLife(job, workMs, () => {
      this.busyMs += workMs;
      this.finished.set(id, (this.finished.get(id) ?? 0) + 1);
      this.written.add(id);
      this.clock.after(this.settings.lateMs?.() ?? 0, () => this.visible.add(id));
      this.work(job, at + 1);
    });
  }

  private strike(job: SimulatedJob, kind: Fate): void {
    if (kind === 'node-failed') return this.stop(job, 'node-failed', REPAIR_MS);
    if (kind === 'timed-out') return this.stop(job, 'timed-out');
    if (kind === 'killed') return this.stop(job, 'failed');
    const { node } = job;
    job.life++;
    job.restarts++;
    job.node = null;
    job.state = { kind: 'pending', isRequeued: true };
    this.queue.push(job);
    this.release(node!, 0);
  }

  private stop(job: SimulatedJob, as: Extract<JobState, { kind: 'ended' }>['as'], repairMs = 0): void {
    if (job.state.kind === 'ended') return;
    const { node } = job;
    this.queue = this.queue.filter((one) => one !== job);
    job.life++;
    job.state = { kind: 'ended', as };
    job.endedAtMs = this.clock.nowMs();
    if (node !== null) this.release(node, repairMs);
  }

  private release(node: number, afterMs: number): void {
    this.clock.after(afterMs, () => {
      this.free.push(node);
      this.start();
    });
  }

  private inLife(job: SimulatedJob, ms: number, call: () => void): void {
    const { life } = job;
    this.clock.after(ms, () => {
      if (job.life === life) call();
    });
  }
}
