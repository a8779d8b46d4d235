/**
 * Hands work to Slurm and follows it to its end. Everything is decided here, on a clock and a Slurm that are given:
 * - work that waits is packed into jobs, as many as the limit allows, and submitted as arrays;
 * - a queue that refuses more is left alone for a while, and asked for less afterwards;
 * - a submission whose answer was lost is looked for by its name, and withdrawn where nobody knows it;
 * - results decide, whatever Slurm says; where a job ended without some, those go into another job or come to an end of their own.
 */

import type { JobEnd } from './job-states.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { type Attempts, afterEnd, MOST_ELEMENTS, type PackLimits, packSize, packsOneOnly } from './packs.js';
import { jobName, type Sighting, type Slurm, type SubmitAnswer } from './slurm.js';
import type { JobKind } from './task.js';

export interface Clock {
  nowMs(): number;
  /** Returns what takes it back. */
  after(ms: number, call: () => void): () => void;
}

/** What jobs leave behind, as far as it is visible here. */
export interface Results {
  has(id: string): boolean;
  hasBegun(id: string, job: string): boolean;
  /** A job of this array that starts after all does nothing. */
  withdraw(token: string): void;
}

export interface SchedulerSettings {
  /** The most jobs queued or running. */
  readonly mostJobs: number;
  /** The most pieces of one job, and how many of them at the same time. */
  readonly most: number;
  readonly sideBySide: number;
  /** By kind of job, how long one may take; null where nobody knows. */
  readonly jobMs: Readonly<Record<JobKind, number | null>>;
  /** After so long everybody sees what was written. */
  readonly visibleWithinMs: number;
}

export interface UsedUp {
  readonly kind: 'over-time' | 'out-of-memory';
  readonly job: string;
  readonly node: string | null;
}

export function isUsedUp(end: WorkEnd): end is UsedUp {
  return end.kind === 'over-time' || end.kind === 'out-of-memory';
}

export type WorkEnd =
  /** Its result is there. */
  | { readonly kind: 'finished' }
  /** It had a job to itself, whose time or memory it used up. */
  | UsedUp
  /** Its jobs came to nothing. */
  | {
      readonly kind: 'given-up';
      readonly as: JobEnd;
      readonly job: string;
      readonly token: string;
      readonly reason: string | null;
    }
  /** Slurm does not take it. */
  | { readonly kind: 'refused'; readonly words: string; readonly command: string }
  | { readonly kind: 'unanswered'; readonly words: string }
  /** What is remembered of it cannot be written. */
  | { readonly kind: 'broken'; readonly error: unknown }
  | { readonly kind: 'closed' };

interface Piece {
  readonly id: string;
  readonly kind: JobKind;
  readonly attempts: Attempts;
  isAlone: boolean;
  readonly addedAtMs: number;
  readonly ended: Promise<WorkEnd>;
  end(how: WorkEnd): void;
}

interface Pack {
  readonly token: string;
  readonly index: number;
  readonly kind: JobKind;
  readonly ids: readonly string[];
  readonly submittedAtMs: number;
  jobId: number | null;
  seen: Sighting | null;
  /** Since when it is seen as ended, or not seen at all. */
  endSinceMs: number | null;
  missingSinceMs: number | null;
}

/** Work that comes together is submitted together. */
const GATHER_MS = 100;
const LEAST_POLL_MS = 200;
const MOST_POLL_MS = 5000;
/** Of looking for results, for each piece that may have one. */
const POLL_PER_PIECE_MS = 2;
/** Slurm is asked so often while something happens, and less often the longer nothing does. */
const LEAST_LOOK_MS = 2000;
const MOST_LOOK_MS = 30_000;
const LOOK_PER_JOB_MS = 50;
/** A state that may still change: of a job that is queued again, its end is seen for a moment. */
const SETTLE_MS = 3000;
/** So long after its submission a job whose answer was lost may turn up. */
const TURNS_UP_WITHIN_MS = 20_000;
const LEAST_BACKOFF_MS = 5000;
const MOST_BACKOFF_MS = 300_000;
/** So long nobody may answer. */
const UNANSWERED_MS = 30 * 60_000;
const ORDER: readonly JobKind[] = ['probe', 'build', 'timed', 'accuracy'];
/** Times of late, by which the next are judged. */
const REMEMBERED = 50;

export class Scheduler {
  private readonly pieces = new Map<string, Piece>();
  private readonly waiting = new Map<JobKind, string[]>(ORDER.map((kind) => [kind, []]));
  private readonly packs = new Map<string, Pack>();
  /** Of those that wait, the ones that a job had before. */
  private readonly retried = new Set<string>();
  private readonly tookMs = new Map<JobKind, number[]>();
  private lastLookMs = Number.NEGATIVE_INFINITY;
  private lastEventMs: number;
  private notBeforeMs = Number.NEGATIVE_INFINITY;
  private backoffMs = LEAST_BACKOFF_MS;
  private unansweredSinceMs: number | null = null;
  /** What the queue was seen to take, below what it is asked to. */
  private taken = Number.POSITIVE_INFINITY;
  private tokens = 0;
  private loop: Promise<void> | null = null;
  private isClosed = false;
  private wake: () => void = () => undefined;
  private wakeAtMs = 0;
  private broken: Extract<WorkEnd, { kind: 'broken' }> | null = null;

  constructor(
    private readonly slurm: Slurm,
    private readonly clock: Clock,
    private readonly results: Results,
    private readonly ledger: Ledger,
    private readonly settings: SchedulerSettings,
    /** Starts every token, so that those of two processes differ. */
    private readonly session: string,
    earlier: readonly LedgerEntry[] = [],
  ) {
    this.lastEventMs = clock.nowMs();
    for (const pack of packsUnderWay(earlier)) this.packs.set(keyOf(pack), pack);
  }

  /** Does a piece of work, or waits for the job that already has it. */
  do(id: string, kind: JobKind): Promise<WorkEnd> {
    if (this.isClosed || this.broken) return Promise.resolve(this.broken ?? { kind: 'closed' });
    if (this.results.has(id)) return Promise.resolve({ kind: 'finished' });
    const known = this.pieces.get(id);
    if (known) return known.ended;
    let end: Piece['end'] = () => undefined;
    const ended = new Promise<WorkEnd>((resolve) => {
      end = resolve;
    });
    this.pieces.set(id, { id, kind, attempts: {}, isAlone: false, addedAtMs: this.clock.nowMs(), ended, end });
    if (!this.isUnderWay(id)) this.waiting.get(kind)!.push(id);
    this.begin();
    this.wakeWithin(GATHER_MS);
    return ended;
  }

  /** Jobs that are queued or running, as far as anybody knows. */
  get activeJobs(): number {
    return this.packs.size;
  }

  /** Follows no more; with `cancels` what is queued or running is taken back. */
  async close(cancels: boolean): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.wake();
    await this.loop;
    if (cancels) {
      const packs = [...this.packs.values()];
      const jobs = packs.flatMap(({ jobId, index }) => (jobId === null ? [] : [{ jobId, index }]));
      if (jobs.length > 0) await this.slurm.cancel(jobs);
      for (const { token, jobId } of packs) if (jobId === null) this.results.withdraw(token);
      for (const pack of packs) this.record(pack, 'withdrawn');
    }
    for (const piece of this.pieces.values()) piece.end({ kind: 'closed' });
    this.pieces.clear();
  }

  private begin(): void {
    this.loop ??= this.follow().catch((error: unknown) => {
      this.broken = { kind: 'broken', error };
      for (const piece of this.pieces.values()) piece.end(this.broken);
    });
  }

  private async follow(): Promise<void> {
    while (!this.isClosed) {
      this.takeResults();
      if (this.packs.size > 0 && this.clock.nowMs() >= this.lastLookMs + this.lookEveryMs) await this.look();
      if (this.isClosed) return;
      this.settleEnded();
      await this.submitWaiting();
      if (this.isClosed) return;
      await this.pause(this.pollEveryMs);
    }
  }

  private takeResults(): void {
    const now = this.clock.nowMs();
    for (const pack of [...this.packs.values()]) {
      let isOpen = false;
      for (const id of pack.ids) {
        const piece = this.pieces.get(id);
        if (!this.results.has(id)) isOpen = true;
        else if (piece) {
          this.finish(piece, { kind: 'finished' });
          this.lastEventMs = now;
        }
      }
      if (isOpen) continue;
      this.noteTime(pack, now);
      this.drop(pack, 'finished');
    }
  }

  /** A result may come from a job that was given up. */
  private finish(piece: Piece, how: WorkEnd): void {
    this.pieces.delete(piece.id);
    const waiting = this.waiting.get(piece.kind)!;
    if (this.retried.delete(piece.id)) waiting.splice(waiting.indexOf(piece.id), 1);
    piece.end(how);
  }

  private noteTime({ kind, seen, ids, submittedAtMs }: Pack, now: number): void {
    const times = this.tookMs.get(kind) ?? [];
    times.push(((now - (seen?.startedAtMs ?? submittedAtMs)) / ids.length) * this.settings.sideBySide);
    this.tookMs.set(kind, times.slice(-REMEMBERED));
  }

  private async look(): Promise<void> {
    this.lastLookMs = this.clock.nowMs();
    const wanted = new Map([...this.packs.values()].map(({ token, jobId }) => [token, { token, jobId }]));
    const answer = await this.slurm.look([...wanted.values()]);
    const now = this.clock.nowMs();
    if (answer.kind === 'unanswered') return this.noteSilence(answer.words, now);
    this.unansweredSinceMs = null;
    const seen = new Map(answer.jobs.map((job) => [`${job.jobId}_${job.index}`, job]));
    const byName = new Map(answer.jobs.map((job) => [job.name, job.jobId]));
    for (const pack of this.packs.values()) {
      const found = byName.get(jobName(pack.token));
      if (pack.jobId === null && found !== undefined) this.adopt(pack.token, found);
      this.note(pack, seen.get(`${pack.jobId}_${pack.index}`) ?? null, now);
    }
  }

  private note(pack: Pack, sighting: Sighting | null, now: number): void {
    if (sighting?.state.kind !== pack.seen?.state.kind) this.lastEventMs = now;
    if (sighting) pack.seen = sighting;
    pack.missingSinceMs = sighting ? null : (pack.missingSinceMs ?? now);
    pack.endSinceMs = sighting?.state.kind === 'ended' ? (pack.endSinceMs ?? now) : null;
  }

  private adopt(token: string, jobId: number): void {
    this.ledger.append({ kind: 'submitted', token, jobId });
    for (const pack of this.packs.values()) if (pack.token === token) pack.jobId = jobId;
  }

  /** What Slurm says has ended, and whose results would be visible by now. */
  private settleEnded(): void {
    const now = this.clock.nowMs();
    const patience = Math.max(SETTLE_MS, this.settings.visibleWithinMs);
    for (const pack of [...this.packs.values()]) {
      const { endSinceMs, missingSinceMs, seen } = pack;
      if (!this.packs.has(keyOf(pack))) continue; // withdrawn with another of its array
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
    this.lastEventMs = this.clock.nowMs();
    const job = jobOf(pack);
    for (const id of pack.ids) {
      const piece = this.pieces.get(id);
      if (!piece || this.results.has(id)) continue;
      const hasBegun = this.results.hasBegun(id, job);
      const next = afterEnd(as, { isAlone: pack.ids.length === 1, hasBegun, attempts: piece.attempts });
      piece.attempts[as] = (piece.attempts[as] ?? 0) + 1;
      const { node = null, reason = null } = pack.seen ?? {};
      if (next.kind === 'again') {
        piece.isAlone = next.isAlone;
        this.retried.add(id);
        this.waiting.get(piece.kind)!.unshift(id);
      } else if (next.kind === 'given-up') this.finish(piece, { kind: 'given-up', as, job, token: pack.token, reason });
      else this.finish(piece, { kind: next.kind, job, node });
    }
  }

  /** Its submission never arrived; should it after all, its jobs find that nobody wants them. */
  private withdraw({ token }: Pack): void {
    this.results.withdraw(token);
    this.ledger.append({ kind: 'not-submitted', token, why: 'no job of its name turned up' });
    for (const pack of [...this.packs.values()]) {
      if (pack.token !== token) continue;
      this.packs.delete(keyOf(pack));
      this.putBack(pack.ids);
    }
  }

  private putBack(ids: readonly string[]): void {
    for (const id of [...ids].reverse()) {
      const piece = this.pieces.get(id);
      if (!piece) continue;
      this.retried.add(id);
      this.waiting.get(piece.kind)!.unshift(id);
    }
  }

  private async submitWaiting(): Promise<void> {
    for (const kind of ORDER) {
      const now = this.clock.nowMs();
      if (this.isClosed || now < this.notBeforeMs) return;
      const packs = this.nextPacks(kind, now);
      if (packs.length > 0) await this.submit(kind, packs);
    }
  }

  private nextPacks(kind: JobKind, now: number): string[][] {
    const waiting = this.waiting.get(kind)!;
    // a result may have come after its job was given up
    for (const id of this.retried) if (this.results.has(id)) this.finish(this.pieces.get(id)!, { kind: 'finished' });
    const free = Math.min(this.settings.mostJobs, this.taken) - this.packs.size;
    const [first] = waiting;
    if (first === undefined || free <= 0 || now < this.pieces.get(first)!.addedAtMs + GATHER_MS) return [];
    const most = packsOneOnly(kind) ? 1 : packSize(waiting.length, this.settings.mostJobs, this.limitsOf(kind));
    const packs: string[][] = [];
    while (waiting.length > 0 && packs.length < Math.min(free, MOST_ELEMENTS)) {
      const size = this.pieces.get(waiting[0]!)!.isAlone ? 1 : most;
      const end = waiting.findIndex((id, at) => at > 0 && (at >= size || this.pieces.get(id)!.isAlone));
      packs.push(waiting.splice(0, end < 0 ? Math.min(size, waiting.length) : end));
    }
    return packs;
  }

  private limitsOf(kind: JobKind): PackLimits {
    const { most, sideBySide, jobMs } = this.settings;
    const times = (this.tookMs.get(kind) ?? []).toSorted((a, b) => a - b);
    return { most, sideBySide, jobMs: jobMs[kind], pieceMs: times.at(Math.floor(0.9 * times.length)) ?? null };
  }

  private async submit(kind: JobKind, packs: readonly (readonly string[])[]): Promise<void> {
    const token = `${this.session}-${this.tokens++}`;
    const submittedAtMs = this.clock.nowMs();
    this.ledger.append({ kind: 'submitting', atMs: submittedAtMs, token, job: kind, packs });
    for (const id of packs.flat()) this.retried.delete(id);
    for (const [index, ids] of packs.entries()) {
      const pack = { token, index, kind, ids, submittedAtMs, jobId: null, seen: null };
      this.packs.set(keyOf(pack), { ...pack, endSinceMs: null, missingSinceMs: null });
    }
    const answer = await this.slurm.submit({ token, kind, packs });
    this.lastEventMs = this.clock.nowMs();
    if (answer.kind === 'submitted') {
      this.adopt(token, answer.jobId);
      this.unansweredSinceMs = null;
      this.backoffMs = LEAST_BACKOFF_MS;
      if (this.taken < this.settings.mostJobs) this.taken++;
    } else if (answer.kind === 'unanswered') {
      if (answer.isFull) this.askForLess(packs.length);
      this.noteSilence(answer.words, this.lastEventMs);
    } else this.takeBack(token, packs, answer);
  }

  private takeBack(
    token: string,
    packs: readonly (readonly string[])[],
    answer: Extract<SubmitAnswer, { kind: 'full' | 'refused' }>,
  ): void {
    this.ledger.append({ kind: 'not-submitted', token, why: answer.words });
    for (const index of packs.keys()) this.packs.delete(keyOf({ token, index }));
    if (answer.kind === 'full') {
      this.putBack(packs.flat());
      this.askForLess(0);
      return this.backOff();
    }
    const { words, command } = answer;
    for (const id of packs.flat()) {
      const piece = this.pieces.get(id);
      if (piece) this.finish(piece, { kind: 'refused', words, command });
    }
  }

  /** There was no room for so many beyond those that are there. */
  private askForLess(beyond: number): void {
    this.taken = Math.max(1, this.packs.size - beyond);
  }

  private noteSilence(words: string, now: number): void {
    this.unansweredSinceMs ??= now;
    this.backOff();
    if (now - this.unansweredSinceMs < UNANSWERED_MS) return;
    for (const waiting of this.waiting.values()) waiting.length = 0;
    this.retried.clear();
    for (const piece of [...this.pieces.values()]) this.finish(piece, { kind: 'unanswered', words });
  }

  private backOff(): void {
    this.notBeforeMs = this.clock.nowMs() + this.backoffMs;
    this.backoffMs = Math.min(MOST_BACKOFF_MS, 2 * this.backoffMs);
  }

  private drop(pack: Pack, as: JobEnd | 'finished'): void {
    this.packs.delete(keyOf(pack));
    this.record(pack, as);
  }

  private record({ token, index, seen }: Pack, as: JobEnd | 'finished' | 'withdrawn'): void {
    this.ledger.append({ kind: 'ended', atMs: this.clock.nowMs(), token, index, as, node: seen?.node ?? null });
  }

  private isUnderWay(id: string): boolean {
    return [...this.packs.values()].some(({ ids }) => ids.includes(id));
  }

  private get lookEveryMs(): number {
    const quietMs = this.clock.nowMs() - this.lastEventMs;
    return Math.min(MOST_LOOK_MS, Math.max(LEAST_LOOK_MS + LOOK_PER_JOB_MS * this.packs.size, quietMs / 10));
  }

  private get pollEveryMs(): number {
    const pieces = [...this.packs.values()].reduce((sum, { ids }) => sum + ids.length, 0);
    return Math.min(MOST_POLL_MS, Math.max(LEAST_POLL_MS, POLL_PER_PIECE_MS * pieces));
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.wakeAtMs = this.clock.nowMs() + ms;
      const cancel = this.clock.after(ms, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Not at once: what comes together is looked at together. */
  private wakeWithin(ms: number): void {
    if (this.clock.nowMs() + ms >= this.wakeAtMs) return;
    const wake = this.wake;
    this.wakeAtMs = this.clock.nowMs() + ms;
    this.clock.after(ms, wake);
  }
}

/** What a process that is gone has submitted, and nobody has seen to its end. */
export function packsUnderWay(entries: readonly LedgerEntry[]): Pack[] {
  const packs = new Map<string, Pack>();
  for (const entry of entries) {
    const { token } = entry;
    if (entry.kind === 'submitting')
      for (const [index, ids] of entry.packs.entries()) {
        const pack = { token, index, kind: entry.job, ids, submittedAtMs: entry.atMs, jobId: null, seen: null };
        packs.set(keyOf(pack), { ...pack, endSinceMs: null, missingSinceMs: null });
      }
    else if (entry.kind === 'ended') packs.delete(keyOf(entry));
    else
      for (const pack of [...packs.values()])
        if (pack.token === token) {
          if (entry.kind === 'submitted') pack.jobId = entry.jobId;
          else packs.delete(keyOf(pack));
        }
  }
  return [...packs.values()];
}

function keyOf({ token, index }: { readonly token: string; readonly index: number }): string {
  return `${token}/${index}`;
}

/** As Slurm names an element of an array. */
export function jobOf({ jobId, index }: { readonly jobId: number | null; readonly index: number }): string {
  return `${jobId ?? '?'}_${index}`;
}
