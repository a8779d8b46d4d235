/** Another search that gets a limited number of runs and can be continued later. */
import type { Asked, Outcome, Proposals } from '../strategy.js';

export class OtherSearch {
  private step: ReturnType<Proposals['next']> | null = null;

  /** Runs that it may still ask for; unused ones remain. */
  allowed = 0;

  constructor(
    private readonly proposals: Proposals,
    /** Whether it also accepts outcomes extrapolated from the shortest input, not only those of runs on all inputs. */
    readonly acceptsExtrapolations: boolean,
  ) {}

  /** The points it asks for; null when it has ended. */
  get next(): Asked | null {
    this.step ??= this.proposals.next();
    return this.step.done ? null : this.step.value;
  }

  answer(outcomes: readonly Outcome[]): void {
    this.step = this.proposals.next(outcomes);
  }
}
