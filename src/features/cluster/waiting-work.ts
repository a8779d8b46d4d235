/** Pending tasks, and the queue of those that wait for a job. */
import { type Attempts, MOST_ELEMENTS } from './packs.js';
import type { JobKind } from './task.js';
import type { WorkEnd } from './work-end.js';

export interface Piece {
  readonly id: string;
  readonly kind: JobKind;
  readonly attempts: Attempts;
  isAlone: boolean;
  readonly addedAtMs: number;
  readonly ended: Promise<WorkEnd>;
  end(how: WorkEnd): void;
}

/** Kinds of jobs in the order of submission. */
export const ORDER: readonly JobKind[] = ['probe', 'build', 'timed', 'accuracy'];

export class WaitingWork {
  private readonly pieces = new Map<string, Piece>();
  private readonly waiting = new Map<JobKind, string[]>(ORDER.map((kind) => [kind, []]));
  /** Waiting tasks that already had a job. */
  private readonly retried = new Set<string>();

  add(id: string, kind: JobKind, addedAtMs: number): Piece {
    let end: Piece['end'] = () => undefined;
    const ended = new Promise<WorkEnd>((resolve) => {
      end = resolve;
    });
    const piece = { id, kind, attempts: {}, isAlone: false, addedAtMs, ended, end };
    this.pieces.set(id, piece);
    return piece;
  }

  get(id: string): Piece | undefined {
    return this.pieces.get(id);
  }

  queue({ id, kind }: Piece): void {
    this.of(kind).push(id);
  }

  /** Retried tasks come before all others. */
  queueAgain(ids: readonly string[]): void {
    for (const id of [...ids].reverse()) {
      const piece = this.pieces.get(id);
      if (!piece) continue;
      this.retried.add(id);
      this.of(piece.kind).unshift(id);
    }
  }

  /** A result may come from a job that was given up while its task waits for another one. */
  finish(piece: Piece, how: WorkEnd): void {
    this.pieces.delete(piece.id);
    const waiting = this.of(piece.kind);
    if (this.retried.delete(piece.id)) waiting.splice(waiting.indexOf(piece.id), 1);
    piece.end(how);
  }

  finishRetried(hasResult: (id: string) => boolean): void {
    for (const id of [...this.retried]) if (hasResult(id)) this.finish(this.pieces.get(id)!, { kind: 'finished' });
  }

  endAll(how: WorkEnd): void {
    for (const waiting of this.waiting.values()) waiting.length = 0;
    this.retried.clear();
    for (const piece of [...this.pieces.values()]) this.finish(piece, how);
  }

  /** Number of waiting tasks, and the waiting time of the first. */
  standing(kind: JobKind): { readonly count: number; readonly sinceMs: number } | null {
    const [first] = this.of(kind);
    return first === undefined ? null : { count: this.of(kind).length, sinceMs: this.pieces.get(first)!.addedAtMs };
  }

  /** Takes packs in order, within limits on their number and size; tasks that must run alone get their own pack. */
  take(kind: JobKind, packs: number, most: number): string[][] {
    const waiting = this.of(kind);
    const taken: string[][] = [];
    while (waiting.length > 0 && taken.length < Math.min(packs, MOST_ELEMENTS)) {
      const size = this.pieces.get(waiting[0]!)!.isAlone ? 1 : most;
      const end = waiting.findIndex((id, at) => at > 0 && (at >= size || this.pieces.get(id)!.isAlone));
      taken.push(waiting.splice(0, end < 0 ? Math.min(size, waiting.length) : end));
    }
    for (const id of taken.flat()) this.retried.delete(id);
    return taken;
  }

  private of(kind: JobKind): string[] {
    return this.waiting.get(kind)!;
  }
}
