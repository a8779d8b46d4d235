import type { EnergyRecord } from '../../journal/energy-record.js';
import type { TrialOutcome } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial, StudyState } from '../../journal/replay.js';
import type { Advice } from '../../report/advice.js';
import { amountOfWorkDocument } from '../../report/amount-of-work-text.js';
import { changedFormats } from '../../report/changed-formats.js';
import { inputSpeeds } from '../../report/input-speeds.js';
import type { PlanResults } from '../../report/plan-iterations.js';
import { searchedKernels } from '../../report/shadow-errors.js';
import { workTimes } from '../../report/time-spent.js';
import { fastestWithoutSpeedup, looserBounds } from '../../study/timing/gain.js';
import { planDocument } from './plan-answer.js';
import { rangesDocument } from './space-answer.js';
import type { Finished } from './tune-answer.js';

export function renderDocument(finished: Finished, warnings: readonly Advice[], results: PlanResults | null): string {
  const { result, state, started, durationMs } = finished;
  const { best, trials, front } = result;
  const fastest = best ? null : fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
  const vectorization = best && vectorizationDocument(state, best.number);
  const { workMs, sessionMs } = workTimes(state.entries, durationMs);
  const document = {
    schemaVersion: 1,
    seed: started.seed,
    engine: started.engine,
    strategy: started.strategy,
    goal: { metric: started.goal.metric, bound: started.goal.bound },
    baseline: baselineDocument(finished),
    best: best && recommendedDocument(best, finished),
    /** The fastest trial within tolerance, if no speedup was found. */
    keep: fastest && {
      trial: fastest.number,
      ...{ speedup: fastest.speedup, speedupKind: fastest.speedupKind },
      work: amountOfWorkDocument(state, fastest),
    },
    ...(front && {
      front: front.map(({ number, error, speedup, speedupKind }) => ({
        ...{ trial: number, error, speedup, timing: speedupKind },
      })),
    }),
    ...(results && planDocument(results)),
    /** Larger error bounds at which the model predicts more speedup. */
    looser: looserBounds(state, started.goal, best ?? fastest),
    kernels: state.outlook?.kernels ?? [],
    /** Kernels searched for sets of operations, with the reason why the sets of some are not tried. */
    ...(state.sets && { searched: searchedKernels(state) }),
    ...(vectorization && { vectorization }),
    /** With --phases. */
    ...(state.phases && { phases: state.phases }),
    /** Suggestions of the occupancy calculator for the kernels of a trial (null: the original program): threads per block, resident blocks. */
    ...(state.occupancy.size > 0 && {
      occupancy: [...state.occupancy.values()].map(({ kind: _, ...one }) => one),
    }),
    trials: tallyDocument(trials),
    /** Runs on the shortest input only, which are not trials. */
    probes: state.probes.size,
    ranges: rangesDocument(state.ranges, started.formats),
    stopped: result.stopped,
    isComplete: result.isComplete,
    predictions: result.predictions,
    /** Corrections of the model by timed trials: the logarithmic error of predicted times before and after. */
    refits: state.refits.map(({ trials: fitted, before, after }) => ({ trials: fitted, before, after })),
    solved: result.solved,
    leftOut: result.leftOut,
    executions: result.executions,
    warnings,
    /** Duration of all sessions; `sessionMs` is that of this one. */
    durationMs: Math.round(workMs),
    sessionMs: Math.round(sessionMs),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Null if the time limit was reached before the original program had run. */
function baselineDocument({ started, state }: Finished) {
  const baselines = started.inputs.flatMap(({ name, heldOut }) => (heldOut ? [] : (state.baselines.get(name) ?? [])));
  if (baselines.length === 0) return null;
  return {
    values: baselines.flatMap(({ values }) => values),
    noise: Math.max(...baselines.map(({ noise }) => noise)),
  };
}

function recommendedDocument(best: AccurateTrial, { started, state }: Finished) {
  const { number, formats, accumulators, blocks, memory } = best;
  return {
    trial: number,
    configuration: { schemaVersion: 1, formats, accumulators, blocks },
    /** Ids with less and with more precision than in the source. */
    ...changedFormats(state.program, formats),
    /** Groups without influence on the compared output, lowered or not, with the reasons. */
    unseen: state.groupsWithoutInfluence,
    unchangedBecause: Object.fromEntries(state.unchangedBecause),
    error: best.error,
    speedup: best.speedup,
    speedupKind: best.speedupKind,
    /** Speedups per input with their 95 % intervals; empty if the study has one input. */
    perInput: inputSpeeds(state, number),
    memory: memory && { input: memory.input, tools: memory.tools, skipped: memory.skipped },
    modelledFor: best.speedupKind === 'modelled' ? started.gpu : null,
    energy: energyDocument(state.energies.get(number) ?? null),
    work: amountOfWorkDocument(state, best),
  };
}

function tallyDocument(trials: readonly JudgedTrial[]) {
  const of = (outcome: TrialOutcome) => trials.filter((one) => one.outcome === outcome).length;
  return {
    total: trials.length,
    accurate: of('accurate'),
    inaccurate: of('inaccurate'),
    buildFailed: of('build-failed'),
    runFailed: of('run-failed'),
    timedOut: of('timed-out'),
    contradicted: of('contradicted'),
    infeasible: of('infeasible'),
    unsafe: of('unsafe'),
    duplicate: of('duplicate'),
  };
}

function energyDocument(energy: EnergyRecord | null) {
  if (!energy) return null;
  const { variantJoules, baselineJoules, ratio, low, high } = energy;
  return { joules: variantJoules, baselineJoules, ratio, low, high };
}

/** Null if the trial's kernels were not vectorized. */
export function vectorizationDocument(state: StudyState, trial: number) {
  const record = state.vectorizations.get(trial);
  if (!record) return null;
  const { kind: _, files, ...rest } = record;
  return { ...rest, files: files && Object.keys(files) };
}
