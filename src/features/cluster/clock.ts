/** The scheduler's clock: real time, or that of a simulation. */
export interface Clock {
  nowMs(): number;
  /** Returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void;
}

export const wallClock: Clock = {
  nowMs: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** A sleep that ends after a time, or when woken earlier. */
export class Sleeper {
  private wake: () => void = () => undefined;
  private wakeAtMs = 0;

  constructor(private readonly clock: Clock) {}

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.wakeAtMs = this.clock.nowMs() + ms;
      const cancel = this.clock.after(ms, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  wakeNow(): void {
    this.wake();
  }

  /** Wakes with a delay, so that events close together are handled together. */
  wakeWithin(ms: number): void {
    if (this.clock.nowMs() + ms >= this.wakeAtMs) return;
    const wake = this.wake;
    this.wakeAtMs = this.clock.nowMs() + ms;
    this.clock.after(ms, wake);
  }
}
