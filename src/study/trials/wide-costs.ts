/**
 * Whether trials with formats of several parts are emulated or built, where a build may cost less than a run of the instrumented program. A trial
 * that passes is built all the same where whatever passes is timed. With p the share that passed so far (0 where only recommendations are timed), E what an
 * emulated trial takes, B its build and R its runs, emulating pays while
 *   E ≤ (1 − p) · (B + R)
 * and is begun once what was built for nothing has taken as long as the instrumented program's own build may: who pays for that earlier may
 * never get it back, and who pays later loses no more than twice.
 */
import { median } from '../../numerics/bootstrap.js';

/** Builds of variants that take as long as that of the instrumented program: 1.3 to 2.4 of them on four programs of the corpus, with nvcc for sm_90. */
const INSTRUMENTED_BUILDS = 2;
const OF_LATE = 5;

export class WideCosts {
  private readonly emulated: number[] = [];
  private readonly rebuilt: number[] = [];
  private judged = 0;
  private passed = 0;
  private inVainMs = 0;

  constructor(
    /** Whatever passes is built, to be timed. */
    private readonly timesWhatPasses: boolean,
  ) {}

  /** `ms`: of its share of the machine. */
  noteRebuilt(ms: number, hasPassed: boolean): void {
    this.rebuilt.push(ms);
    this.note(hasPassed);
    if (!hasPassed || !this.timesWhatPasses) this.inVainMs += ms;
  }

  noteEmulated(ms: number, hasPassed: boolean): void {
    this.emulated.push(ms);
    this.note(hasPassed);
  }

  get isEmulationWorthIt(): boolean {
    if (this.rebuilt.length === 0) return false;
    const rebuiltMs = ofLate(this.rebuilt);
    if (this.emulated.length === 0) return this.inVainMs >= INSTRUMENTED_BUILDS * rebuiltMs;
    const share = this.timesWhatPasses ? this.passed / this.judged : 0;
    return ofLate(this.emulated) <= (1 - share) * rebuiltMs;
  }

  private note(hasPassed: boolean): void {
    this.judged++;
    if (hasPassed) this.passed++;
  }
}

function ofLate(ms: readonly number[]): number {
  return median(ms.slice(-OF_LATE));
}
