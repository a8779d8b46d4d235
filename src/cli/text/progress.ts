/**
 * Progress on stderr. On a terminal: a permanent row per trial, and below them one live line with the current step, the best trial so far and
 * the time left. Elsewhere: plain lines, each complete. `quiet` prints nothing; `verbose` also prints trials from the journal and every step.
 */

import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import type { BaselineRecord, TrialRecord } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { errorText } from '../../study/judging/judge-output.js';
import type { StudyEvent } from '../../study/plan.js';
import { describeFormats, describeTrial } from '../../study/trials/constraints.js';
import type { Deadline } from '../../support/deadline.js';
import { durationText } from '../../support/duration-text.js';
import { visibleText } from '../../support/visible-text.js';
import { conversationPaint, cut } from './terminal.js';
import { type RowShape, trialHead, trialRow } from './trial-row.js';

export type Loudness = 'quiet' | 'normal' | 'verbose';

export interface ProgressPlan {
  readonly metric: Parameters<typeof errorText>[0];
  /** Number of tunable groups. */
  readonly groups: number;
  /** Upper limit of the number of trials. */
  readonly maxTrials: number;
  readonly deadline: Pick<Deadline, 'leftMs'>;
}

export interface Conversation {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly paint: Paint;
  write(text: string): void;
  now(): number;
  /** Calls back at intervals until the returned function is called. */
  every(ms: number, call: () => void): () => void;
}

export function standardError(): Conversation {
  return {
    isTerminal: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    get columns() {
      return process.stderr.columns || 80;
    },
    paint: conversationPaint(),
    write: (text) => process.stderr.write(text),
    now: () => performance.now(),
    every: (ms, call) => {
      const timer = setInterval(call, ms).unref();
      return () => clearInterval(timer);
    },
  };
}

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 125;
/** Trials listed before only improvements are; `verbose` lists all. */
const LISTED_TRIALS = 40;
/** Without a live line, trials between two lines about the progress of a long search. */
const TRIALS_PER_PROGRESS_LINE = 100;
/** A detail in fewer columns than this is left out of the live line. */
const LEAST_DETAIL = 12;

export class Progress {
  private readonly begun: number;
  private plan: ProgressPlan | null = null;
  /** When the first trial of this process began; earlier work does not count for the time left. */
  private searching: number | null = null;
  private finished = 0;
  private resumed = 0;
  private best: TrialRecord | null = null;
  private live: readonly string[] | null = null;
  private isDrawn = false;
  private frame = 0;
  private stopTicking: (() => void) | null = null;
  private hasHead = false;
  private reportedResumed = 0;
  private listed = 0;
  private listsAllTrials = true;
  private readonly shownPhases = new Set<string>();

  constructor(
    private readonly loudness: Loudness,
    private readonly to: Conversation = standardError(),
    /** Whether each phase prints a line if there is no live line. */
    private readonly showsPhases = true,
  ) {
    this.begun = to.now();
  }

  /** Sets the facts about the study, once they are known. */
  plans(plan: ProgressPlan): void {
    this.plan = plan;
  }

  say(text: string): void {
    if (this.loudness === 'quiet') return;
    this.clear();
    this.to.write(`${visibleText(text, { hasColours: true })}\n`);
    this.redraw();
  }

  /** Shows a short step on the live line. */
  step(text: string): void {
    if (this.to.isTerminal && this.loudness !== 'verbose') this.draw([text]);
    else if (this.loudness === 'verbose') this.say(this.to.paint.dim(text));
  }

  /** Shows a long step; without a live line it is printed once as a line of its own. */
  phase(text: string): void {
    if (this.to.isTerminal || this.loudness !== 'normal' || !this.showsPhases) return this.step(text);
    const once = text.replace(/: run \d+ of \d+$/, '');
    if (!this.shownPhases.has(once)) this.say(this.to.paint.dim(once));
    this.shownPhases.add(once);
  }

  readonly report = (event: StudyEvent): void => {
    switch (event.kind) {
      case 'note':
        return this.say(event.text);
      case 'preparing':
        return this.phase(event.what);
      case 'prepared':
        if (this.loudness === 'verbose')
          this.say(this.to.paint.dim(`${event.what}: ${durationText(event.durationMs)}`));
        return;
      case 'baseline':
        return this.say(this.baselineText(event.record));
      case 'running':
        return this.running(event.number, event.formats);
      case 'trial':
        return this.trial(event.trial, event.resumed, event.fastest);
      case 'best-so-far':
        return this.say(this.to.paint.good(`${bestText(event.trial)}, after ${durationText(event.elapsedMs)}`));
      case 'confirming':
        this.reportResumed();
        return this.permanentStep(`building trial ${event.trial} from its rewritten source`);
      case 'timing':
        if (event.done === 1 && !this.to.isTerminal) this.say(`timing ${timed(event.trial)} against the baseline`);
        return this.draw([`timing ${timed(event.trial)} against the baseline: run ${event.done} of ${event.of}`]);
    }
  };

  /** Removes the live line. */
  end(): void {
    this.reportResumed();
    this.clear();
    this.live = null;
    this.stopTicking?.();
    this.stopTicking = null;
  }

  private running(number: number, formats: TrialRecord['formats']): void {
    this.searching ??= this.to.now();
    this.reportResumed();
    const most = this.plan?.maxTrials ?? number;
    this.draw([`trial ${number} of at most ${most}`, this.bestText(), this.timeLeft(), describeFormats(formats)]);
  }

  private trial(trial: TrialRecord, resumed: boolean, fastest: TrialRecord | null): void {
    const isBest = fastest !== null && fastest.number === trial.number;
    this.best = fastest;
    if (resumed) this.resumed++;
    else this.finished++;
    if (this.loudness !== 'verbose' && resumed) return;
    if (!isBest && this.isCrowded()) return this.showProgress();
    if (!this.to.isTerminal) {
      const from = resumed ? ' (from the journal)' : '';
      return this.say(`trial ${trial.number}${from}: ${trialText(trial, this.plan!.metric)}`);
    }
    this.reportResumed();
    const shape: RowShape = { columns: this.to.columns, metric: this.plan!.metric, groups: this.plan!.groups };
    if (!this.hasHead) this.say(`\n${trialHead(shape, this.to.paint)}`);
    this.hasHead = true;
    this.say(trialRow(trial, isBest, shape, this.to.paint));
    if (this.loudness === 'verbose' && trial.evidence !== null) this.say(this.to.paint.dim(`      ${trial.evidence}`));
  }

  private isCrowded(): boolean {
    if (this.loudness === 'verbose' || this.listed++ < LISTED_TRIALS) return false;
    if (this.listsAllTrials)
      this.say(this.to.paint.dim('from here on, only improvements are listed; -v lists every trial'));
    this.listsAllTrials = false;
    return true;
  }

  private showProgress(): void {
    const done = this.finished + this.resumed;
    if (this.to.isTerminal || done % TRIALS_PER_PROGRESS_LINE !== 0) return;
    const parts = [`${done} of at most ${this.plan!.maxTrials} trials`, this.bestText(), this.timeLeft()];
    this.say(parts.filter(Boolean).join(', '));
  }

  /** Prints one line about the trials taken from the journal since the last call; `verbose` has listed them. */
  private reportResumed(): void {
    const news = this.resumed - this.reportedResumed;
    this.reportedResumed = this.resumed;
    if (news > 0 && this.loudness === 'normal')
      this.say(this.to.paint.dim(`${count(news, 'trial')} taken from the journal`));
  }

  private baselineText(record: BaselineRecord): string {
    const { paint } = this.to;
    const times = record.durationsMs.toSorted((a, b) => a - b);
    const median = times[times.length >> 1] ?? 0;
    const spread = times.length > 1 ? ` (${durationText(times[0]!)} – ${durationText(times.at(-1)!)})` : '';
    const same =
      record.noise === 0
        ? `identical in ${count(times.length, 'run')}`
        : paint.warn(`runs differ by up to ${record.noise.toPrecision(2)}`);
    const own =
      record.error === null ? '' : `, ${errorText(this.plan!.metric, record.error)} relative to the reference`;
    return `baseline ${paint.bold(`'${record.input}'`)}: ${count(record.count, 'value')}, ${durationText(median)}${paint.dim(spread)}, ${same}${own}`;
  }

  private bestText(): string {
    const { speedup, speedupKind, number } = this.best ?? {};
    return speedup == null ? '' : `best ${speedup.toFixed(2)}× ${speedupKind} (trial ${number})`;
  }

  private permanentStep(text: string): void {
    if (this.to.isTerminal) this.draw([text, this.bestText()]);
    else this.say(text);
  }

  /** Draws the live line. Parts are ordered by importance: the first is always shown, the others if they fit, the last one cut. */
  private draw(parts: readonly string[]): void {
    if (this.loudness === 'quiet' || !this.to.isTerminal) return;
    this.live = parts;
    this.stopTicking ??= this.to.every(FRAME_MS, () => this.redraw());
    this.redraw();
  }

  private redraw(): void {
    if (this.live === null) return;
    this.frame = (this.frame + 1) % FRAMES.length;
    const elapsed = secondsText(this.to.now() - this.begun);
    const room = this.to.columns - 1;
    let line = cut(`${FRAMES[this.frame]} ${this.live[0]}`, room);
    for (const [index, part] of [elapsed, ...this.live.slice(1)].entries()) {
      if (part === '') continue;
      const left = room - line.length - 3;
      if (part.length <= left) line += ` · ${part}`;
      else if (index === this.live.length - 1 && left >= LEAST_DETAIL) line += ` · ${cut(part, left)}`;
    }
    this.to.write(`\r\u001b[2K${this.to.paint.dim(visibleText(line))}`);
    this.isDrawn = true;
  }

  private clear(): void {
    if (this.isDrawn) this.to.write('\r\u001b[2K');
    this.isDrawn = false;
  }

  /** Upper limit of the time left: from the average trial so far if all trials were needed, and from the time budget. */
  private timeLeft(): string {
    const { maxTrials, deadline } = this.plan!;
    const now = this.to.now();
    const byTrialsMs =
      this.finished === 0
        ? Number.POSITIVE_INFINITY
        : ((now - this.searching!) / this.finished) * Math.max(0, maxTrials - this.finished - this.resumed);
    const leftMs = Math.min(deadline.leftMs, byTrialsMs);
    return Number.isFinite(leftMs) ? `at most ${secondsText(leftMs)} left` : '';
  }
}

/** The current recommendation: its speedup, with the confidence interval if it was timed. */
export function bestText({ number, speedup, speedupKind, measurement }: JudgedTrial): string {
  const interval = measurement && `${measurement.low.toFixed(2)}–${measurement.high.toFixed(2)}`;
  const speed = measurement
    ? speedVerdictOf(measurement) === 'unclear'
      ? `speed unclear: between ${interval!.replace('–', '× and ')}×`
      : `${measurement.ratio.toFixed(2)}× (${interval})`
    : speedup === null
      ? 'not timed'
      : `${speedup.toFixed(2)}× ${speedupKind}`;
  return `best so far: trial ${number}, ${speed}`;
}

function timed(trial: number | 'ideal'): string {
  return trial === 'ideal' ? 'the program in the lowest formats' : `trial ${trial}`;
}

/** Whole seconds: fractions of a changing figure cannot be read. */
function secondsText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : durationText(1000 * seconds);
}

export function trialText(trial: TrialRecord, metric: ProgressPlan['metric']): string {
  const figures = [
    trial.error === null ? '' : errorText(metric, trial.error),
    trial.speedup === null ? '' : `${trial.speedup.toFixed(2)}× ${trial.speedupKind}`,
    trial.outcome === 'accurate' && trial.accepted ? '' : (trial.evidence ?? ''),
  ].filter(Boolean);
  return `${[trial.outcome, ...figures].join(', ')}  (${describeTrial(trial)})`;
}
