/**
 * Detects by involuntary context switches whether other processes used the processors while programs were timed: an idle machine rarely preempts
 * a program, a busy one does so at the end of every time slice.
 */
import type { RunOutcome } from '../../execution/engine.js';

/**
 * Involuntary context switches per second of CPU time above which the machine counts as busy. It does not apply to programs with several threads,
 * because these preempt one another.
 * Source: results/x86-64/host-verdicts/verdicts.txt: 12 to 30 on an idle machine, 79 to 2400 beside busy processes.
 */
export const MANY_PREEMPTIONS_PER_SECOND = 50;

export class Contention {
  private preemptions = 0;
  private cpuMs = 0;
  private isCounted = false;

  add(outcomes: readonly RunOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind === 'not-started' || outcome.preemptions === undefined || outcome.cpuMs === null) continue;
      this.isCounted = true;
      this.preemptions += outcome.preemptions;
      this.cpuMs += outcome.cpuMs;
    }
  }

  /** Null if the engine does not count them. */
  get preemptionsPerSecond(): number | null {
    if (!this.isCounted || this.cpuMs === 0) return null;
    return Math.round((1000 * this.preemptions) / this.cpuMs);
  }
}
