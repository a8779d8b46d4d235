/**
 * Submits tasks to Slurm and follows them to their end. All decisions are made here; the clock and Slurm are parameters, for simulation:
 * - waiting tasks are packed into jobs, as many as the limit allows, and submitted as arrays;
 * - after a refusal by the queue it waits, then submits fewer jobs;
 * - a submission whose answer was lost is searched by its name, and withdrawn if it is not found;
 * - results have precedence over Slurm's states; tasks without a result after their job's end are retried or fail.
 */

import { ActivePacks, jobOf, noteSighting, type Pack } from './active-packs.js';
import type { Clock } from './clock.js';
import { Sleeper } from './clock.js';
import type { JobEnd } from './job-states.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { Pacing } from './pacing.js';
import { afterEnd, PieceTimes, packSize, packsOneOnly } from './packs.js';
import type { Slurm, SubmitAnswer } from './slurm.js';
import type { JobKind } from './task.js';
import { ORDER, WaitingWork } from './waiting-work.js';
import type { WorkEnd } from './work-end.js';

/** Results of jobs, as far as they are visible here. */
export interface Results {
  has(id: string): boolean;
  hasBegun(id: string, job: string): boolean;
  /** Marks an array as withdrawn: a job that still starts does nothing. */
  withdraw(token: string): void;
}

export interface SchedulerSettings {
  /** Largest number of queued or running jobs. */
  readonly mostJobs: number;
  /** Largest number of tasks per job, and of those run in parallel. */
  readonly most: number;
  readonly sideBySide: number;
  /** Time limit by kind of job; null if unknown. */
  readonly jobMs: Readonly<Record<JobKind, number | null>>;
  /** Time after which written files are visible on all machines. */
  readonly visibleWithinMs: number;
}

/** Delay in which tasks are gathered for one submission. */
const GATHER_MS = 100;
/** Time for which an ended state may still change: a requeued job appears as ended for a moment. */
const SETTLE_MS = 3000;
/** Time in which a job whose submission answer was lost may still appear. */
const TURNS_UP_WITHIN_MS = 20_000;

export class Scheduler {
  private readonly work = new WaitingWork();
  private readonly packs: ActivePacks;
  private readonly pacing: Pacing;
  private readonly times: PieceTimes;
  private readonly sleeper: Sleeper;
  private tokens = 0;
  private loop: Promise<void> | null = null;
  private isClosed = false;
  private broken: Extract<WorkEnd, { kind: 'broken' }> | null = null;

  constructor(
    private readonly slurm: Slurm,
    private readonly clock: Clock,
    private readonly results: Results,
    private readonly ledger: Ledger,
    private readonly settings: SchedulerSettings,
    /** Prefix of every token, so that tokens of two processes differ. */
    private readonly session: string,
    earlier: readonly LedgerEntry[] = [],
  ) {
    this.pacing = new Pacing(clock, settings.mostJobs);
    this.times = new PieceTimes(settings);
    this.sleeper = new Sleeper(clock);
    this.packs = new ActivePacks(earlier);
  }

  /** Runs a task, or waits for the job that already has it. */
  do(id: string, kind: JobKind): Promise<WorkEnd> {
    if (this.isClosed || this.broken) return Promise.resolve(this.broken ?? { kind: 'closed' });
    if (this.results.has(id)) return Promise.resolve({ kind: 'finished' });
    const known = this.work.get(id);
    if (known) return known.ended;
    const piece = this.work.add(id, kind, this.clock.nowMs());
    if (!this.packs.holds(id)) this.work.queue(piece);
    this.begin();
    this.sleeper.wakeWithin(GATHER_MS);
    return piece.ended;
  }

  /** Number of jobs that may be queued or running. */
  get activeJobs(): number {
    return this.packs.size;
  }

  /** Stops following jobs; with `cancels` also cancels queued and running ones. */
  async close(cancels: boolean): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.sleeper.wakeNow();
    await this.loop;
    if (cancels) {
      const packs = [...this.packs];
      const jobs = packs.flatMap(({ jobId, index }) => (jobId === null ? [] : [{ jobId, index }]));
      if (jobs.length > 0) await this.slurm.cancel(jobs);
      for (const { token, jobId } of packs) if (jobId === null) this.results.withdraw(token);
      for (const pack of packs) this.record(pack, 'withdrawn');
    }
    this.work.endAll({ kind: 'closed' });
  }

  private begin(): void {
    this.loop ??= this.follow().catch((error: unknown) => {
      this.broken = { kind: 'broken', error };
      this.work.endAll(this.broken);
    });
  }

  private async follow(): Promise<void> {
    while (!this.isClosed) {
      this.takeResults();
      if (this.packs.size > 0 && this.pacing.isTimeToLook(this.packs.size)) await this.look();
      if (this.isClosed) return;
      this.settleEnded();
      await this.submitWaiting();
      if (this.isClosed) return;
      await this.sleeper.sleep(this.pacing.pollEveryMs(this.packs.pieces));
    }
  }

  private takeResults(): void {
    for (const pack of this.packs) {
      let isOpen = false;
      for (const id of pack.ids) {
        const piece = this.work.get(id);
        if (!this.results.has(id)) isOpen = true;
        else if (piece) {
          this.work.finish(piece, { kind: 'finished' });
          this.pacing.noteEvent();
        }
      }
      if (isOpen) continue;
      this.times.note(pack.kind, this.clock.nowMs() - (pack.seen?.startedAtMs ?? pack.submittedAtMs), pack.ids.length);
      this.drop(pack, 'finished');
    }
  }

  private async look(): Promise<void> {
    this.pacing.noteLook();
    const wanted = new Map([...this.packs].map(({ token, jobId }) => [token, { token, jobId }]));
    const answer = await this.slurm.look([...wanted.values()]);
    if (answer.kind === 'unanswered') return this.noteSilence(answer.words);
    this.pacing.noteAnswer();
    for (const [token, jobId] of this.packs.foundAmong(answer.jobs)) this.adopt(token, jobId);
    const seen = new Map(answer.jobs.map((job) => [jobOf(job), job]));
    const now = this.clock.nowMs();
    for (const pack of this.packs) if (noteSighting(pack, seen.get(jobOf(pack)) ?? null, now)) this.pacing.noteEvent();
  }

  private adopt(token: string, jobId: number): void {
    this.ledger.append({ kind: 'submitted', token, jobId });
    this.packs.adopt(token, jobId);
  }

  /** Jobs that ended according to Slurm, long enough ago for their results to be visible. */
  private settleEnded(): void {
    const now = this.clock.nowMs();
    const patience = Math.max(SETTLE_MS, this.settings.visibleWithinMs);
    for (const pack of this.packs) {
      const { endSinceMs, missingSinceMs, seen } = pack;
      if (!this.packs.has(pack)) continue; // withdrawn with another of its array
      if (endSinceMs !== null && now >= endSinceMs + patience && seen?.state.kind === 'ended')
        this.settle(pack, seen.state.as);
      else if (missingSinceMs !== null && now >= missingSinceMs + patience) {
        if (pack.jobId !== null) this.settle(pack, seen?.state.kind === 'ended' ? seen.state.as : 'vanished');
        else if (now >= pack.submittedAtMs + TURNS_UP_WITHIN_MS) this.withdraw(pack);
      }
    }
  }

  private settle(pack: Pack, as: JobEnd): void {
    this.drop(pack, as);
    this.pacing.noteEvent();
    const job = jobOf(pack);
    for (const id of pack.ids) {
      const piece = this.work.get(id);
      if (!piece || this.results.has(id)) continue;
      const hasBegun = this.results.hasBegun(id, job);
      const next = afterEnd(as, { isAlone: pack.ids.length === 1, hasBegun, attempts: piece.attempts });
      piece.attempts[as] = (piece.attempts[as] ?? 0) + 1;
      const { node = null, reason = null } = pack.seen ?? {};
      if (next.kind === 'again') {
        piece.isAlone = next.isAlone;
        this.work.queueAgain([id]);
      } else if (next.kind === 'given-up')
        this.work.finish(piece, { kind: 'given-up', as, job, token: pack.token, reason });
      else this.work.finish(piece, { kind: next.kind, job, node });
    }
  }

  /** Gives up a submission that never arrived. If its jobs still start, they find the withdrawal and do nothing. */
  private withdraw({ token }: Pack): void {
    this.results.withdraw(token);
    this.ledger.append({ kind: 'not-submitted', token, why: 'no job with its name was found' });
    for (const pack of this.packs.ofToken(token)) {
      this.packs.delete(pack);
      this.work.queueAgain(pack.ids);
    }
  }

  private async submitWaiting(): Promise<void> {
    for (const kind of ORDER) {
      if (this.isClosed || !this.pacing.maySubmit) return;
      const packs = this.nextPacks(kind);
      if (packs.length > 0) await this.submit(kind, packs);
    }
  }

  private nextPacks(kind: JobKind): string[][] {
    this.work.finishRetried((id) => this.results.has(id));
    const room = this.pacing.room(this.packs.size);
    const standing = this.work.standing(kind);
    if (standing === null || room <= 0 || this.clock.nowMs() < standing.sinceMs + GATHER_MS) return [];
    const { mostJobs } = this.settings;
    const most = packsOneOnly(kind) ? 1 : packSize(standing.count, mostJobs, this.times.limitsOf(kind));
    return this.work.take(kind, room, most);
  }

  private async submit(kind: JobKind, packs: readonly (readonly string[])[]): Promise<void> {
    const token = `${this.session}-${this.tokens++}`;
    const submittedAtMs = this.clock.nowMs();
    this.ledger.append({ kind: 'submitting', atMs: submittedAtMs, token, job: kind, packs });
    this.packs.add({ token, kind, submittedAtMs, packs });
    const answer = await this.slurm.submit({ token, kind, packs });
    this.pacing.noteEvent();
    if (answer.kind === 'submitted') {
      this.adopt(token, answer.jobId);
      this.pacing.noteSubmitted();
    } else if (answer.kind === 'unanswered') {
      if (answer.isFull) this.pacing.noteFull(this.packs.size - packs.length);
      this.noteSilence(answer.words);
    } else this.takeBack(token, packs, answer);
  }

  private takeBack(
    token: string,
    packs: readonly (readonly string[])[],
    answer: Extract<SubmitAnswer, { kind: 'full' | 'refused' }>,
  ): void {
    this.ledger.append({ kind: 'not-submitted', token, why: answer.words });
    for (const index of packs.keys()) this.packs.delete({ token, index });
    if (answer.kind === 'full') {
      this.work.queueAgain(packs.flat());
      this.pacing.noteFull(this.packs.size);
      return this.pacing.backOff();
    }
    const { words, command } = answer;
    for (const id of packs.flat()) {
      const piece = this.work.get(id);
      if (piece) this.work.finish(piece, { kind: 'refused', words, command });
    }
  }

  private noteSilence(words: string): void {
    if (this.pacing.noteSilence()) this.work.endAll({ kind: 'unanswered', words });
  }

  private drop(pack: Pack, as: JobEnd | 'finished'): void {
    this.packs.delete(pack);
    this.record(pack, as);
  }

  private record({ token, index, seen }: Pack, as: JobEnd | 'finished' | 'withdrawn'): void {
    this.ledger.append({ kind: 'ended', atMs: this.clock.nowMs(), token, index, as, node: seen?.node ?? null });
  }
}
