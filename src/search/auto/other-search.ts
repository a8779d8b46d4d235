/** Another search that has some runs now and may go on later, from where it was. */
import type { Asked, Outcome, Proposals } from '../strategy.js';

export class OtherSearch {
  private step: ReturnType<Proposals['next']> | null = null;

  /** Runs that it may still ask for; what it does not use now is for later. */
  allowed = 0;

  constructor(
    private readonly proposals: Proposals,
    /** Whether it goes by what the shortest input lets expect of the others, too, and not by runs alone. */
    readonly isContentWithGuesses: boolean,
  ) {}

  /** What it wants to know next; null where it has ended. */
  get asked(): Asked | null {
    this.step ??= this.proposals.next();
    return this.step.done ? null : this.step.value;
  }

  answer(outcomes: readonly Outcome[]): void {
    this.step = this.proposals.next(outcomes);
  }
}
