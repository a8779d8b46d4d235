/** A time limit. The clock is a parameter, so that tests can control it. */
export interface Clock {
  /** Milliseconds since an arbitrary origin. */
  now(): number;
  /** Calls back after this time, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
}

/** The interval for re-checking work whose remaining time may have become shorter. */
const CHECK_INTERVAL_MS = 500;

const realClock: Clock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** The work was given up because the time limit was reached. Completed results remain valid. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

export class Deadline {
  private readonly end: number;

  constructor(
    readonly limitMs: number,
    private readonly clock: Clock = realClock,
  ) {
    this.end = clock.now() + limitMs;
  }

  get isSet(): boolean {
    return Number.isFinite(this.end);
  }

  /** Milliseconds since the clock's origin. */
  now(): number {
    return this.clock.now();
  }

  get leftMs(): number {
    return this.end - this.clock.now();
  }

  /** A deadline for one of several tasks that share the remaining time. */
  share(part: number): Deadline {
    return new Deadline(this.leftMs * part, this.clock);
  }

  /**
   * The outcome of the work. Throws TimeUp when only the reserved time is left, which may change meanwhile; the work itself continues without being
   * awaited.
   */
  within<T>(work: Promise<T>, keptMs: () => number = () => 0): Promise<T> {
    if (!this.isSet) return work;
    work.catch(() => undefined); // a failure after the deadline is ignored
    return new Promise((resolvePromise, reject) => {
      let forget = () => {};
      const look = (): void => {
        const leftMs = this.leftMs - keptMs();
        if (leftMs <= 0) reject(new TimeUp());
        else forget = this.clock.after(Math.min(leftMs, CHECK_INTERVAL_MS), look);
      };
      look();
      work.then(resolvePromise, reject).finally(() => forget());
    });
  }
}

export const NO_DEADLINE = new Deadline(Number.POSITIVE_INFINITY);
