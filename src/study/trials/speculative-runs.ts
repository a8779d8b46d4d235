/**
 * Speculative runs: if more programs can run at once than the search proposes, its likely next proposals run early. Their results wait here until
 * the search proposes them, so that the search is only faster, with the same decisions.
 */
import type { TrialRunner } from './trial-runner.js';

export type Judged = Awaited<ReturnType<TrialRunner['judgeAccuracy']>>;

/** Statistics of speculative runs. */
export interface SpeculationSummary {
  /** Trials that ran early, and (`used`) those that the search then proposed. */
  readonly trials: number;
  readonly used: number;
  /** Rounds in which every proposal had been started early. */
  readonly rounds: number;
}

export class SpeculativeRuns {
  /** By resolution, until the search proposes them. */
  private readonly pending = new Map<string, Promise<Judged>>();
  private trials = 0;
  private used = 0;
  private rounds = 0;
  /** Number of early runs that have not ended, proposed or not. */
  private running = 0;

  /** `places`: largest number of runs at the same time; 0 disables early runs. */
  constructor(private readonly places: number) {}

  /** Places left for early runs beside the `asked` proposals. */
  freePlaces(asked: number): number {
    return Math.max(0, this.places - asked - this.running);
  }

  has(resolution: string): boolean {
    return this.pending.has(resolution);
  }

  begin(resolution: string, judge: () => Promise<Judged>): void {
    this.trials++;
    this.running++;
    const judging = judge();
    const end = () => {
      this.running--;
    };
    judging.then(end, end); // a failure is thrown where the result is used
    this.pending.set(resolution, judging);
  }

  /** Takes the early run of a point that is now proposed. */
  take(resolution: string): Promise<Judged> | undefined {
    const judging = this.pending.get(resolution);
    if (judging && this.pending.delete(resolution)) this.used++;
    return judging;
  }

  /** The current proposals without a known outcome. */
  noteRound(resolutions: readonly string[]): void {
    if (resolutions.length > 0 && resolutions.every((one) => this.has(one))) this.rounds++;
  }

  /** Null if no trial ran early. */
  get summary(): SpeculationSummary | null {
    const { trials, used, rounds } = this;
    return trials > 0 ? { trials, used, rounds } : null;
  }
}
