/** Time as the scheduler has it: of this machine, or of a simulation. */
export interface Clock {
  nowMs(): number;
  /** Returns what takes it back. */
  after(ms: number, call: () => void): () => void;
}

export const wallClock: Clock = {
  nowMs: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** One who sleeps for a while, or until woken; who wakes it early may be early enough already. */
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

  /** Not at once: what comes together is looked at together. */
  wakeWithin(ms: number): void {
    if (this.clock.nowMs() + ms >= this.wakeAtMs) return;
    const wake = this.wake;
    this.wakeAtMs = this.clock.nowMs() + ms;
    this.clock.after(ms, wake);
  }
}
