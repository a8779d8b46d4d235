/**
 * Where there are more places to run than a search asks for, what it will probably ask for next runs before it does. Nobody is told of it: a
 * result waits here until the search asks for that point, so that it decides what it would have decided, only sooner.
 */
import type { TrialRunner } from './trial-runner.js';

export type Judged = Awaited<ReturnType<TrialRunner['judgeAccuracy']>>;

/** What running ahead came to. */
export interface RunAhead {
  /** Trials that were begun before anybody asked for them, and those of them that the search then asked for. */
  readonly trials: number;
  readonly used: number;
  /** So often all that was asked for had been begun before: rounds that nobody waited for from their start. */
  readonly rounds: number;
}

export class Ahead {
  /** By resolution; gone once it is asked for. */
  private readonly begun = new Map<string, Promise<Judged>>();
  private trials = 0;
  private used = 0;
  private rounds = 0;
  /** Of those that were begun, wanted or not, the ones that have not ended. */
  private running = 0;

  /** `places`: runs at the same time that there is room for; 0 where nothing is run ahead. */
  constructor(private readonly places: number) {}

  /** So many more may be begun, while so many that were asked for run. */
  room(asked: number): number {
    return Math.max(0, this.places - asked - this.running);
  }

  has(resolution: string): boolean {
    return this.begun.has(resolution);
  }

  begin(resolution: string, judge: () => Promise<Judged>): void {
    this.trials++;
    this.running++;
    const judging = judge();
    const end = () => {
      this.running--;
    };
    judging.then(end, end); // who asks for it is told why it failed
    this.begun.set(resolution, judging);
  }

  /** What was begun of a point that is now asked for. */
  take(resolution: string): Promise<Judged> | undefined {
    const judging = this.begun.get(resolution);
    if (judging && this.begun.delete(resolution)) this.used++;
    return judging;
  }

  /** The current proposals without a known outcome. */
  noteRound(resolutions: readonly string[]): void {
    if (resolutions.length > 0 && resolutions.every((one) => this.has(one))) this.rounds++;
  }

  /** Null where nothing was. */
  get summary(): RunAhead | null {
    const { trials, used, rounds } = this;
    return trials > 0 ? { trials, used, rounds } : null;
  }
}
