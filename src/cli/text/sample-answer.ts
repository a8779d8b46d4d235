/** The answer of `mantissa sample`: the distribution of errors and speedups over random configurations, and goals derived from it. */
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import type { StudyStarted, TrialOutcome } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { bareBound, metrics, moreIsBetter } from '../../numerics/metrics.js';
import { quantile } from '../../numerics/quantile.js';
import { gpuText } from '../../report/gpu-text.js';
import { errorText } from '../../study/judging/judge-output.js';
import { repeatedCommand } from '../repeated-command.js';
import { cumulativeCurve, quantileText } from './error-distribution.js';

export interface SampleAnswer {
  readonly trials: readonly JudgedTrial[];
  readonly started: StudyStarted;
}

/** Shares of the configurations that meet the suggested bounds, tightest first. */
const SHARES = [0.25, 0.5, 0.75];
const BOUND_DIGITS = 3;

interface QuartileGoal {
  /** Share of the configurations with a figure that meet this bound, at least. */
  readonly share: number;
  readonly bound: number;
  readonly command: string;
}

export function sampleSummary(sampled: SampleAnswer, paint: Paint, width: number): string {
  const { started } = sampled;
  const { metric } = started.goal;
  const { errors, speedups, failures, ran } = figuresOf(sampled);
  const failed = Object.entries(failures).map(([outcome, times]) => `${times} ${outcome}`);
  const lines = [
    `${started.program}: ${count(ran, 'random configuration')} of ${started.formats.join(', ')}, ${started.engine} engine, seed ${started.seed}${failed.length > 0 ? `; no error known: ${failed.join(', ')}` : ''}`,
  ];
  if (errors.length === 0) return `${lines[0]}\n`;
  lines.push('', paint.bold(`${metrics[metric].words.name}: ${quantileText(errors)}`));
  if (errors[0] !== errors.at(-1)) {
    const isCount = moreIsBetter(metric);
    lines.push(...cumulativeCurve(errors, null, width, isCount ? 'with at most this many digits' : undefined));
  }
  if (speedups.length > 0) {
    const slower = speedups.filter((one) => one < 1).length;
    lines.push(
      '',
      `${paint.bold(`speedup: ${quantileText(speedups)}`)} (modelled for ${gpuText(started.gpu)}); ${Math.round((100 * slower) / speedups.length)} % are slower than the original program`,
    );
  }
  const counted = errors.length < ran ? ` (from ${errors.length} of ${ran} configurations with a known error)` : '';
  lines.push('', `suggested goals${counted}`);
  for (const { share, bound, command } of quartileGoals(sampled, errors))
    lines.push(`  met by ${`${100 * share} %`}: ${errorText(metric, bound).padEnd(24)} ${command}`);
  return `${lines.join('\n')}\n`;
}

export function sampleDocument(sampled: SampleAnswer): string {
  const { started, trials } = sampled;
  const { errors, failures, ran } = figuresOf(sampled);
  const document = {
    schemaVersion: 1,
    program: started.program,
    engine: started.engine,
    seed: started.seed,
    metric: started.goal.metric,
    gpu: started.gpu,
    configurations: ran,
    withoutFigure: failures,
    quartiles: errors.length === 0 ? [] : quartileGoals(sampled, errors),
    trials: trials
      .filter(({ outcome }) => outcome !== 'duplicate')
      .map(({ number, formats, outcome, error, speedup }) => ({ number, formats, outcome, error, speedup })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function figuresOf({ trials }: SampleAnswer): {
  errors: number[];
  speedups: number[];
  failures: Partial<Record<TrialOutcome | 'not comparable', number>>;
  ran: number;
} {
  const judged = trials.filter(({ outcome }) => outcome !== 'duplicate');
  const measured = judged.filter(({ outcome }) => outcome === 'accurate');
  const failures: Partial<Record<TrialOutcome | 'not comparable', number>> = {};
  for (const { outcome } of judged) {
    if (outcome === 'accurate') continue;
    // every comparable output meets the bound of this goal, so an inaccurate one is not comparable
    const why = outcome === 'inaccurate' ? 'not comparable' : outcome;
    failures[why] = (failures[why] ?? 0) + 1;
  }
  const ascending = (figures: readonly (number | null)[]) =>
    figures.filter((one): one is number => one !== null).sort((a, b) => a - b);
  return {
    errors: ascending(measured.map(({ error }) => error)),
    speedups: ascending(measured.map(({ speedup }) => speedup)),
    failures,
    ran: judged.length,
  };
}

/** Options of the sample, not of a search. */
const OF_SAMPLE = { '--trials': null, '--seed': null, '--study': null, '--fresh': null };

function quartileGoals({ started }: SampleAnswer, errors: readonly number[]): QuartileGoal[] {
  const {
    goal: { metric },
    command,
  } = started;
  const isCount = moreIsBetter(metric);
  return SHARES.map((share) => {
    const bound = isCount ? Math.floor(quantile(errors, 1 - share)) : roundedUp(quantile(errors, share));
    const option = isCount ? { '--digits': String(bound) } : { '--max-error': bareBound(bound) };
    return { share, bound, command: repeatedCommand(command, 'tune', { ...OF_SAMPLE, ...option }) };
  });
}

/** Rounds up to three digits, so that the quartile itself meets the bound. */
function roundedUp(bound: number): number {
  if (bound === 0 || !Number.isFinite(bound)) return bound;
  const near = Number(bound.toPrecision(BOUND_DIGITS));
  if (near >= bound) return near;
  return Number((near + 10 ** (Math.floor(Math.log10(near)) - BOUND_DIGITS + 1)).toPrecision(BOUND_DIGITS));
}
