import type { StudyEvent } from './plan.js';

/** A description of the current step of a study, from the events it reports. */
export class CurrentStep {
  /** Steps that take a while and are no trials. */
  private readonly steps = new Set<string>();
  private lastStarted = 'reading the program';

  note(event: StudyEvent): void {
    if (event.kind === 'preparing') {
      this.steps.add(event.what);
      this.lastStarted = event.what;
    }
    if (event.kind === 'prepared') this.steps.delete(event.what);
    if (event.kind === 'running') this.lastStarted = `running trial ${event.number}`;
    if (event.kind === 'timing') this.lastStarted = `timing trial ${event.trial}`;
    if (event.kind === 'confirming') this.lastStarted = `building trial ${event.trial} from its rewritten source`;
  }

  get underWay(): string {
    return [...this.steps].join(' and ') || this.lastStarted;
  }
}
