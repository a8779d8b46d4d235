/**
 * The conversation on stderr. On a terminal: a permanent row for every trial, and below them one live line that says what runs, the best
 * so far and the time left. Elsewhere plain lines, each of which says everything. `quiet` says nothing; `verbose` also tells what a
 * journal already knew, and every step.
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
  /** Groups there are to choose for. */
  readonly groups: number;
  /** No more trials than this. */
  readonly maxTrials: number;
  readonly deadline: Pick<Deadline, 'leftMs'>;
}

export interface Conversation {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly paint: Paint;
  write(text: string): void;
  now(): number;
  /** Calls back again and again until the returned function is called. */
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
/** So many trials are listed; of the others those that are better than all before them, unless every one was asked for. */
const LISTED_TRIALS = 40;
/** Where no line can be written over, one says how far a long search is, each time so many more are done. */
const TOLD_EVERY = 100;
/** So much of a detail must fit for it to be worth its place. */
const LEAST_DETAIL = 12;

export class Progress {
  private readonly begun: number;
  private plan: ProgressPlan | null = null;
  /** When the first trial of this process began: what came before is no measure of how long trials take. */
  private searching: number | null = null;
  private finished = 0;
  private resumed = 0;
  private best: TrialRecord | null = null;
  private live: readonly string[] | null = null;
  private isDrawn = false;
  private frame = 0;
  private stopTicking: (() => void) | null = null;
  private hasHead = false;
  private toldResumed = 0;
  private listed = 0;
  private isTellingAll = true;
  private readonly told = new Set<string>();

  constructor(
    private readonly loudness: Loudness,
    private readonly to: Conversation = standardError(),
    /** Whether the beginning of a phase is worth a line where none can be written over. */
    private readonly tellsPhases = true,
  ) {
    this.begun = to.now();
  }

  /** What a study is about, once it is known. */
  plans(plan: ProgressPlan): void {
    this.plan = plan;
  }

  say(text: string): void {
    if (this.loudness === 'quiet') return;
    this.clear();
    this.to.write(`${visibleText(text, { hasColours: true })}\n`);
    this.redraw();
  }

  /** Something is under way, with nothing to show for it yet. */
  step(text: string): void {
    if (this.to.isTerminal && this.loudness !== 'verbose') this.draw([text]);
    else if (this.loudness === 'verbose') this.say(this.to.paint.dim(text));
  }

  /** Something begins that takes a while: where no line can be written over, that is a line of its own, once. */
  phase(text: string): void {
    if (this.to.isTerminal || this.loudness !== 'normal' || !this.tellsPhases) return this.step(text);
    const once = text.replace(/: run \d+ of \d+$/, '');
    if (!this.told.has(once)) this.say(this.to.paint.dim(once));
    this.told.add(once);
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
        this.tellResumed();
        return this.permanentStep(`building trial ${event.trial} from its rewritten source`);
      case 'timing':
        if (event.done === 1 && !this.to.isTerminal) this.say(`timing ${timed(event.trial)} against the baseline`);
        return this.draw([`timing ${timed(event.trial)} against the baseline: run ${event.done} of ${event.of}`]);
    }
  };

  /** Leaves the terminal as it was found. */
  end(): void {
    this.tellResumed();
    this.clear();
    this.live = null;
    this.stopTicking?.();
    this.stopTicking = null;
  }

  private running(number: number, formats: TrialRecord['formats']): void {
    this.searching ??= this.to.now();
    this.tellResumed();
    const most = this.plan?.maxTrials ?? number;
    this.draw([`trial ${number} of at most ${most}`, this.bestText(), this.timeLeft(), describeFormats(formats)]);
  }

  private trial(trial: TrialRecord, resumed: boolean, fastest: TrialRecord | null): void {
    const isBest = fastest !== null && fastest.number === trial.number;
    this.best = fastest;
    if (resumed) this.resumed++;
    else this.finished++;
    if (this.loudness !== 'verbose' && resumed) return;
    if (!isBest && this.isCrowded()) return this.tellHowFar();
    if (!this.to.isTerminal) {
      const from = resumed ? ' (from the journal)' : '';
      return this.say(`trial ${trial.number}${from}: ${trialText(trial, this.plan!.metric)}`);
    }
    this.tellResumed();
    const shape: RowShape = { columns: this.to.columns, metric: this.plan!.metric, groups: this.plan!.groups };
    if (!this.hasHead) this.say(`\n${trialHead(shape, this.to.paint)}`);
    this.hasHead = true;
    this.say(trialRow(trial, isBest, shape, this.to.paint));
    if (this.loudness === 'verbose' && trial.evidence !== null) this.say(this.to.paint.dim(`      ${trial.evidence}`));
  }

  private isCrowded(): boolean {
    if (this.loudness === 'verbose' || this.listed++ < LISTED_TRIALS) return false;
    if (this.isTellingAll)
      this.say(this.to.paint.dim('from here on what is better than all before; -v lists every trial'));
    this.isTellingAll = false;
    return true;
  }

  private tellHowFar(): void {
    const done = this.finished + this.resumed;
    if (this.to.isTerminal || done % TOLD_EVERY !== 0) return;
    const parts = [`${done} of at most ${this.plan!.maxTrials} trials`, this.bestText(), this.timeLeft()];
    this.say(parts.filter(Boolean).join(', '));
  }

  /** What a journal knew is one line, unless all of it was asked for. */
  private tellResumed(): void {
    const untold = this.resumed - this.toldResumed;
    this.toldResumed = this.resumed;
    if (untold > 0 && this.loudness === 'normal')
      this.say(this.to.paint.dim(`${count(untold, 'trial')} from the journal`));
  }

  private baselineText(record: BaselineRecord): string {
    const { paint } = this.to;
    const times = record.durationsMs.toSorted((a, b) => a - b);
    const median = times[times.length >> 1] ?? 0;
    const spread = times.length > 1 ? ` (${durationText(times[0]!)} – ${durationText(times.at(-1)!)})` : '';
    const same =
      record.noise === 0
        ? `the same in ${count(times.length, 'run')}`
        : paint.warn(`runs differ by up to ${record.noise.toPrecision(2)}`);
    const own = record.error === null ? '' : `, ${errorText(this.plan!.metric, record.error)} from the reference`;
    return `baseline ${paint.bold(record.input)}: ${count(record.count, 'value')}, ${durationText(median)}${paint.dim(spread)}, ${same}${own}`;
  }

  private bestText(): string {
    const { speedup, speedupKind, number } = this.best ?? {};
    return speedup == null ? '' : `best ${speedup.toFixed(2)}× ${speedupKind} (trial ${number})`;
  }

  private permanentStep(text: string): void {
    if (this.to.isTerminal) this.draw([text, this.bestText()]);
    else this.say(text);
  }

  /** Parts come by weight: the first always shows, the others where they fit, the last one cut. */
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

  /** By what trials took so far, were all of them needed; the time budget caps it. */
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

/** The recommendation that stands: its speed, with the interval where it was timed. */
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
  return trial === 'ideal' ? 'the narrowest program' : `trial ${trial}`;
}

/** A figure that changes while one looks at it has no use for fractions. */
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
