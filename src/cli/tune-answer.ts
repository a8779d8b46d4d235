/** What `mantissa tune` answers, for people and for programs. */
import path from 'node:path';
import type { Paint } from '../inspection/paint.js';
import { count } from '../inspection/table.js';
import type { StudyStarted, TrialOutcome } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import type { Dimension } from '../search/strategy.js';
import { errorText, goalText } from '../study/judge-output.js';
import type { StudyResult } from '../study/study.js';

interface Finished {
  readonly result: StudyResult;
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly folder: string;
}

const ENDINGS: Readonly<Record<StudyResult['stopped'], string>> = {
  finished: 'the search is complete',
  trials: 'stopped at the trial budget; run again with a larger --trials to go on',
  time: 'stopped at the time budget; run again to go on',
};

export function renderSummary({ result, started, folder }: Finished, paint: Paint): string {
  const { best, trials, stopped } = result;
  const accepted = trials.filter((one) => one.accepted).length;
  const lines = [`${count(trials.length, 'trial')}, ${accepted} within the goal; ${ENDINGS[stopped]}`];
  if (best) lines.push(...recommendation(best, started, path.relative(process.cwd(), folder) || '.', paint));
  return `${lines.join('\n')}\n`;
}

function recommendation(best: JudgedTrial, { goal, inputs }: StudyStarted, folder: string, paint: Paint): string[] {
  const heldOut = inputs.filter((input) => input.heldOut).map(({ name }) => name);
  const ran = `its rewritten source was built and ran on ${(best.confirmation?.inputs ?? []).join(', ')}`;
  return [
    paint.bold(
      `trial ${best.number}: ${count(Object.keys(best.formats).length, 'group')} lowered, ${errorText(goal.metric, best.error!)} (goal ${goalText(goal)}), ${speedText(best)}`,
    ),
    ...Object.entries(best.formats).map(([id, format]) => `  ${id}  ${format}`),
    `${ran}${heldOut.length > 0 ? ` (${heldOut.join(', ')} held out)` : ''}${best.confirmation?.asEmulated ? ', and printed exactly what was emulated' : ''}`,
    ...(isWorthless(best) ? [paint.warn('it buys no time: the measured speed does not justify the patch')] : []),
    `next: mantissa apply ${best.number} --study ${folder} > tuned.patch`,
  ];
}

/** A measured figure with its uncertainty, a modelled one with its name. */
export function speedText({ measurement, speedup, speedupKind }: JudgedTrial): string {
  if (measurement) return `${measurement.verdict}, measured by the ${CLOCKS[measurement.clock]} clock`;
  return speedupKind === null ? 'speed not known' : `${speedup!.toFixed(2)}× modelled for a P100, not measured`;
}

const CLOCKS = { gpu: "GPU's", cpu: "processor's", wall: "wall's" } as const;

function isWorthless({ measurement }: JudgedTrial): boolean {
  return measurement !== null && measurement.low <= 1;
}

export function renderSpace(dimensions: readonly Dimension[], isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ schemaVersion: 1, groups: dimensions }, null, 2)}\n`;
  return dimensions.map(({ id, formats }) => `${id}  ${formats.join(' → ')}\n`).join('');
}

export function renderDocument({ result, state, started }: Finished, durationMs: number): string {
  const { best, trials, executions } = result;
  const of = (outcome: TrialOutcome) => trials.filter((one) => one.outcome === outcome).length;
  const baselines = started.inputs.flatMap(({ name, heldOut }) => (heldOut ? [] : [state.baselines.get(name)!]));
  const document = {
    schemaVersion: 1,
    seed: started.seed,
    engine: started.engine,
    strategy: started.strategy,
    goal: { metric: started.goal.metric, bound: started.goal.bound },
    baseline: {
      values: baselines.flatMap(({ values }) => values),
      noise: Math.max(...baselines.map(({ noise }) => noise)),
    },
    best: best && {
      trial: best.number,
      configuration: { schemaVersion: 1, formats: best.formats },
      lowered: Object.keys(best.formats),
      error: best.error,
      speedup: best.speedup,
      speedupKind: best.speedupKind,
    },
    trials: {
      total: trials.length,
      measured: of('measured'),
      inaccurate: of('inaccurate'),
      buildFailed: of('build-failed'),
      runFailed: of('run-failed'),
      timedOut: of('timed-out'),
      infeasible: of('infeasible'),
      duplicate: of('duplicate'),
    },
    executions,
    durationMs: Math.round(durationMs),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
