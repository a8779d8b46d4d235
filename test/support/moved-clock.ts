import type { Clock } from '../../src/support/deadline.js';

/** A clock that only a test moves. */
export class MovedClock implements Clock {
  private ms = 0;
  private readonly waiting = new Set<{ readonly at: number; call(): void }>();

  now(): number {
    return this.ms;
  }

  after(ms: number, call: () => void): () => void {
    const one = { at: this.ms + ms, call };
    this.waiting.add(one);
    return () => void this.waiting.delete(one);
  }

  /** Calls everything scheduled up to the new time, each at its own moment. */
  move(ms: number): void {
    const end = this.ms + ms;
    for (;;) {
      const [next] = [...this.waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.waiting.delete(next);
      this.ms = Math.max(this.ms, next.at);
      next.call();
    }
    this.ms = end;
  }
}
