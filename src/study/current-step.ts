import type { StudyEvent } from './plan.js';

/** A description of the current step of a study, from the events it reports. */
export class CurrentStep {
  /** Steps that take a while and are no trials. */
  private readonly steps = new Set<string>(['reading the program']);
  /** A trial that is run, built or timed; null between trials. */
  private trial: string | null = null;

  note(event: StudyEvent): void {
    this.steps.delete('reading the program');
    switch (event.kind) {
      case 'preparing':
        this.steps.add(event.what);
        return;
      case 'prepared':
        this.steps.delete(event.what);
        return;
      case 'running':
        this.trial = `running trial ${event.number}`;
        return;
      case 'confirming':
        this.trial = `building trial ${event.trial} from its rewritten source`;
        return;
      case 'timing':
        this.trial = event.done < event.of ? `timing trial ${event.trial}` : null;
        return;
      case 'trial':
        this.trial = null;
        return;
      case 'note':
      case 'baseline':
      case 'best-so-far':
        return;
    }
  }

  /** Null between steps. */
  get underWay(): string | null {
    return [...this.steps].join(' and ') || this.trial;
  }
}
