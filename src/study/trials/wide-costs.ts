/**
 * Decides whether trials with multi-word formats are emulated or built: a build may cost less than a run of the instrumented program. If every
 * accepted trial is timed, it must be built anyway. With p the share of accepted trials so far (0 if only recommendations are timed), E the time
 * of an emulated trial, B its build and R its runs, emulation is cheaper while
 *   E ≤ (1 − p) · (B + R)
 * It starts once the unnecessary builds have taken as long as the build of the instrumented program: starting earlier may never pay off, and
 * starting then loses at most a factor of two.
 */
import { median } from '../../numerics/bootstrap.js';

/** Build time of the instrumented program, relative to that of a trial: 1.3 to 2.4 on four programs of the corpus, with nvcc for sm_90. */
const INSTRUMENTED_BUILDS = 2;
const LATEST = 5;

export class WideCosts {
  private readonly emulated: number[] = [];
  private readonly rebuilt: number[] = [];
  private judged = 0;
  private passed = 0;
  private wastedMs = 0;

  constructor(
    /** Whether every accepted trial is built and timed. */
    private readonly timesAccepted: boolean,
  ) {}

  /** `ms`: its share of the machine's time. */
  noteRebuilt(ms: number, hasPassed: boolean): void {
    this.rebuilt.push(ms);
    this.note(hasPassed);
    if (!hasPassed || !this.timesAccepted) this.wastedMs += ms;
  }

  noteEmulated(ms: number, hasPassed: boolean): void {
    this.emulated.push(ms);
    this.note(hasPassed);
  }

  get isEmulationWorthIt(): boolean {
    if (this.rebuilt.length === 0) return false;
    const rebuiltMs = recent(this.rebuilt);
    if (this.emulated.length === 0) return this.wastedMs >= INSTRUMENTED_BUILDS * rebuiltMs;
    const share = this.timesAccepted ? this.passed / this.judged : 0;
    return recent(this.emulated) <= (1 - share) * rebuiltMs;
  }

  private note(hasPassed: boolean): void {
    this.judged++;
    if (hasPassed) this.passed++;
  }
}

function recent(ms: readonly number[]): number {
  return median(ms.slice(-LATEST));
}
