/**
 * The conversation on stderr: one live line on a terminal, plain lines elsewhere. `quiet` says nothing, `verbose` says everything as
 * lines, also on a terminal and about what a journal already knew.
 */
import type { TrialRecord } from '../journal/records.js';
import { describeFormats } from '../study/constraints.js';
import { errorText } from '../study/judge-output.js';
import type { StudyEvent } from '../study/study.js';

export type Loudness = 'quiet' | 'normal' | 'verbose';

export interface ProgressPlan {
  readonly metric: Parameters<typeof errorText>[0];
  /** No more trials than this. */
  readonly maxTrials: number;
  readonly deadlineMs: number;
}

export interface Conversation {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
  now(): number;
}

export function standardError(): Conversation {
  return {
    isTerminal: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    columns: process.stderr.columns || 80,
    write: (text) => process.stderr.write(text),
    now: () => performance.now(),
  };
}

export class Progress {
  private readonly begun: number;
  private finished = 0;
  private resumed = 0;
  private best = '';
  private live = false;

  constructor(
    private readonly loudness: Loudness,
    private readonly plan: ProgressPlan,
    private readonly to: Conversation = standardError(),
  ) {
    this.begun = to.now();
  }

  say(text: string): void {
    if (this.loudness === 'quiet') return;
    this.clear();
    this.to.write(`${text}\n`);
  }

  readonly report = (event: StudyEvent): void => {
    switch (event.kind) {
      case 'note':
        return this.say(event.text);
      case 'running':
        return this.draw(`trial ${event.number} of at most ${this.plan.maxTrials}`, describeFormats(event.formats));
      case 'trial':
        return this.trial(event.trial, event.resumed, event.fastest);
      case 'confirming':
        return this.step(`building trial ${event.trial} from its rewritten source`);
      case 'timing':
        if (event.done === 1 && !this.to.isTerminal) this.say(`timing trial ${event.trial} against the baseline`);
        return this.draw(`timing trial ${event.trial} against the baseline: run ${event.done} of ${event.of}`);
    }
  };

  /** Leaves the terminal as it was found. */
  end(): void {
    this.clear();
  }

  private trial(trial: TrialRecord, resumed: boolean, fastest: TrialRecord | null): void {
    if (fastest) this.best = `best ${fastest.speedup!.toFixed(2)}× modelled (trial ${fastest.number})`;
    if (resumed) this.resumed++;
    else this.finished++;
    const isLine = this.loudness === 'verbose' || (!this.to.isTerminal && !resumed);
    if (isLine)
      this.say(`trial ${trial.number}${resumed ? ' (from the journal)' : ''}: ${trialText(trial, this.plan.metric)}`);
  }

  private step(text: string): void {
    if (this.to.isTerminal) this.draw(text);
    else this.say(text);
  }

  /** A narrow terminal cuts the details. */
  private draw(text: string, details = ''): void {
    if (this.loudness === 'quiet' || !this.to.isTerminal) return;
    const line = [text, this.best, this.timeLeft(), details].filter(Boolean).join(' · ');
    this.to.write(`\r\u001b[2K${line.slice(0, this.to.columns - 1)}`);
    this.live = true;
  }

  private clear(): void {
    if (this.live) this.to.write('\r\u001b[2K');
    this.live = false;
  }

  /** By what trials took so far, were all of them needed; the time budget caps it. */
  private timeLeft(): string {
    const elapsedMs = this.to.now() - this.begun;
    const byBudgetMs = this.plan.deadlineMs - elapsedMs;
    const byTrialsMs =
      this.finished === 0
        ? Number.POSITIVE_INFINITY
        : (elapsedMs / this.finished) * Math.max(0, this.plan.maxTrials - this.finished - this.resumed);
    const leftMs = Math.min(byBudgetMs, byTrialsMs);
    return Number.isFinite(leftMs) ? `at most ${durationText(leftMs)} left` : '';
  }
}

export function trialText(trial: TrialRecord, metric: ProgressPlan['metric']): string {
  const figures = [
    trial.error === null ? '' : errorText(metric, trial.error),
    trial.speedup === null ? '' : `${trial.speedup.toFixed(2)}× ${trial.speedupKind}`,
    trial.outcome === 'measured' && trial.accepted ? '' : (trial.evidence ?? ''),
  ].filter(Boolean);
  return `${[trial.outcome, ...figures].join(', ')}  (${describeFormats(trial.formats)})`;
}

function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
