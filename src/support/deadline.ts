/** The moment by which something must have ended, by a clock that is handed in so that a test can move it. */
export interface Clock {
  /** In milliseconds, from any beginning. */
  now(): number;
  /** Calls back when so much time has passed, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
}

/** How often work is looked at whose time may have become shorter. */
const LOOK_MS = 500;

const realClock: Clock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Work was given up because its time was up; what had finished by then stands. */
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

  /** By its clock, in milliseconds from any beginning. */
  now(): number {
    return this.clock.now();
  }

  get leftMs(): number {
    return this.end - this.clock.now();
  }

  /** For one of several pieces of work that share what is left. */
  share(part: number): Deadline {
    return new Deadline(this.leftMs * part, this.clock);
  }

  /**
   * The outcome of the work, unless all of the time but what is kept back, which may change meanwhile, is up first. The work is not stopped
   * by that, only no longer waited for.
   */
  within<T>(work: Promise<T>, keptMs: () => number = () => 0): Promise<T> {
    if (!this.isSet) return work;
    work.catch(() => undefined); // what fails after it was given up is nobody's business
    return new Promise((resolvePromise, reject) => {
      let forget = () => {};
      const look = (): void => {
        const leftMs = this.leftMs - keptMs();
        if (leftMs <= 0) reject(new TimeUp());
        else forget = this.clock.after(Math.min(leftMs, LOOK_MS), look);
      };
      look();
      work.then(resolvePromise, reject).finally(() => forget());
    });
  }
}

export const NO_DEADLINE = new Deadline(Number.POSITIVE_INFINITY);
