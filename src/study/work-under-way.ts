import type { StudyEvent } from './plan.js';

/** What a study is doing at the moment, in words, by the events it reports. */
export class WorkUnderWay {
  /** Steps that take a while and are no trials. */
  private readonly steps = new Set<string>();
  private begunLast = 'reading the program';

  note(event: StudyEvent): void {
    if (event.kind === 'preparing') {
      this.steps.add(event.what);
      this.begunLast = event.what;
    }
    if (event.kind === 'prepared') this.steps.delete(event.what);
    if (event.kind === 'running') this.begunLast = `running trial ${event.number}`;
    if (event.kind === 'timing') this.begunLast = `timing trial ${event.trial}`;
    if (event.kind === 'confirming') this.begunLast = `building trial ${event.trial} from its rewritten source`;
  }

  get underWay(): string {
    return [...this.steps].join(' and ') || this.begunLast;
  }
}
