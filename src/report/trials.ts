/** The trials of a study for the report, and figures over all of them: Pareto line, progress, sensitivity. */
import type { JournalEntry, JudgedTrial } from '../journal/replay.js';
import { asError, type Metric } from '../numerics/metrics.js';
import { memoryText } from '../study/judging/memory-check.js';
import { describeBlocks } from '../study/trials/constraints.js';
import { spellCells } from './dimensions.js';
import type { Dimension, ProgressPoint, ReportResult, ReportSpeed, ReportTrial, Sensitivity } from './document.js';
import { asFigure, figureOrNull } from './figures.js';
import { AS_DECLARED } from './formats.js';
import { workedEntries } from './work-done.js';

export function describeTrials(
  trials: readonly JudgedTrial[],
  dimensions: readonly Dimension[],
  elapsed: ReadonlyMap<number, number>,
): ReportTrial[] {
  return trials.map((trial) => {
    const inOrder = {
      number: trial.number,
      cells: spellCells(dimensions, trial.formats),
      outcome: trial.outcome,
      how: trial.how,
      error: trial.error,
      ...describeSpeed(trial),
      accepted: trial.accepted,
      evidence: trial.evidence,
      durationMs: Math.round(trial.durationMs * 10) / 10,
      elapsedMs: elapsed.get(trial.number) ?? null,
      resolution: trial.resolution.slice(0, 12),
      sets: trial.sets ?? [],
      blocks: trial.blocks ? describeBlocks(trial.blocks) : null,
      besides: {
        ...(trial.accumulators && { accumulators: trial.accumulators }),
        ...(trial.blocks && { blocks: trial.blocks }),
      },
      confirmation: trial.confirmation && {
        outcome: trial.confirmation.outcome,
        inputs: trial.confirmation.inputs,
        asEmulated: trial.confirmation.asEmulated,
        evidence: trial.confirmation.evidence,
        memory: { text: memoryText(trial.memory), report: trial.memory?.finding?.report ?? null },
      },
    };
    return { ...inOrder, ...describeResult(trial) };
  });
}

function describeSpeed(trial: JudgedTrial): ReportSpeed {
  if (trial.speedup === null) return { speedup: null, speedupKind: null, low: null, high: null };
  const { speedup, speedupKind, measurement } = trial;
  return { speedup, speedupKind, low: measurement?.low ?? null, high: measurement?.high ?? null };
}

function describeResult(trial: JudgedTrial): ReportResult {
  if (trial.outcome === 'accurate') {
    const { outcome, error, accepted, evidence } = trial;
    return { outcome, error: asFigure(error), accepted, evidence };
  }
  const { outcome, error, accepted, evidence } = trial;
  return { outcome, error: figureOrNull(error), accepted, evidence };
}

/** Milliseconds of work until each trial was done, without the idle time between sessions. */
export function elapsedTimes(entries: readonly JournalEntry[]): Map<number, number> {
  const elapsed = new Map<number, number>();
  let worked = 0;
  for (const { record, workedMs } of workedEntries(entries)) {
    worked += workedMs;
    if (record.kind === 'trial') elapsed.set(record.number, worked);
  }
  return elapsed;
}

/**
 * Pareto-optimal trials. Measured and modelled speedups are not compared with each other: with two or more measured ones, only those are
 * used.
 */
export function paretoLine(trials: readonly ReportTrial[], metric: Metric): number[] {
  const known = trials.flatMap(({ number, error, speedup, speedupKind, outcome }) =>
    typeof error === 'number' && speedup !== null && outcome !== 'duplicate'
      ? [{ number, speedup, speedupKind, badness: asError(metric, error) }]
      : [],
  );
  const measured = known.filter(({ speedupKind }) => speedupKind === 'measured');
  const candidates = measured.length > 1 ? measured : known.filter(({ speedupKind }) => speedupKind === 'modelled');
  const line: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const { number, badness } of candidates.sort((a, b) => b.speedup - a.speedup || a.badness - b.badness)) {
    if (badness >= least) continue;
    least = badness;
    line.push(number);
  }
  return line.reverse();
}

/** The fastest accepted trial so far, by its measured speedup if it was timed, otherwise by the modelled one. */
export function progressOf(trials: readonly ReportTrial[]): ProgressPoint[] {
  const points: ProgressPoint[] = [];
  for (const { number, accepted, speedup, elapsedMs } of trials) {
    const best = points.at(-1);
    if (!accepted || speedup === null || (best && speedup <= best.speedup)) continue;
    points.push({ trial: number, elapsedMs, speedup, best: number });
  }
  const [best, last] = [points.at(-1), trials.at(-1)];
  if (best && last && last.number !== best.trial)
    points.push({ ...best, trial: last.number, elapsedMs: last.elapsedMs });
  return points;
}

/** Errors of trials that lower a single group, the largest first. */
export function sensitivityOf(
  trials: readonly ReportTrial[],
  formatOf: (letter: string) => string,
  metric: Metric,
): Sensitivity[] {
  const alone = trials.flatMap((trial): Sensitivity[] => {
    if (trial.outcome === 'duplicate' || trial.blocks !== null) return [];
    const at = soleChange(trial.cells);
    if (at === null) return [];
    const { number, outcome, error, accepted } = trial;
    return [{ dimension: at, format: formatOf(trial.cells[at]!), trial: number, outcome, error, accepted }];
  });
  const size = ({ error }: Sensitivity) => {
    if (error === null || typeof error === 'string') return Number.POSITIVE_INFINITY;
    return asError(metric, error);
  };
  return alone.sort((a, b) => (size(a) === size(b) ? a.dimension - b.dimension : size(b) > size(a) ? 1 : -1));
}

/** The only dimension in which a configuration differs from the declared formats; null if there are none or several. */
function soleChange(cells: string): number | null {
  let found: number | null = null;
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] === AS_DECLARED) continue;
    if (found !== null) return null;
    found = at;
  }
  return found;
}
