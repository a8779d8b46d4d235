import type { EnergyRecord } from '../../journal/energy-record.js';
import type { TrialOutcome } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial, StudyState } from '../../journal/replay.js';
import type { Advice } from '../../report/advice.js';
import { amountOfWorkDocument } from '../../report/amount-of-work-text.js';
import { inputSpeeds } from '../../report/input-speeds.js';
import type { WalkedPlan } from '../../report/plan-iterations.js';
import { workDoneMs } from '../../report/time-spent.js';
import { fastestWithoutSpeedup, looserBounds } from '../../study/timing/gain.js';
import { planDocument } from './plan-answer.js';
import { rangesDocument } from './space-answer.js';
import type { Finished } from './tune-answer.js';

export function renderDocument(finished: Finished, warnings: readonly Advice[], walked: WalkedPlan | null): string {
  const { result, state, started, durationMs } = finished;
  const { best, trials, front } = result;
  const kept = best ? null : fastestWithoutSpeedup(trials, started.goal, state.groupsWithoutInfluence);
  const vectorization = best && vectorizationDocument(state, best.number);
  const document = {
    schemaVersion: 1,
    seed: started.seed,
    engine: started.engine,
    strategy: started.strategy,
    goal: { metric: started.goal.metric, bound: started.goal.bound },
    baseline: baselineDocument(finished),
    best: best && recommendedDocument(best, finished),
    /** Where no speedup was found: the fastest accurate trial. */
    keep: kept && {
      trial: kept.number,
      ...{ speedup: kept.speedup, speedupKind: kept.speedupKind },
      work: amountOfWorkDocument(state, kept),
    },
    ...(front && {
      front: front.map(({ number, error, speedup, speedupKind }) => ({
        ...{ trial: number, error, speedup, timing: speedupKind },
      })),
    }),
    ...(walked && planDocument(walked)),
    /** The bounds at which the next gains come, by the model. */
    looser: looserBounds(state, started.goal, best ?? kept),
    kernels: state.outlook?.kernels ?? [],
    ...(vectorization && { vectorization }),
    /** What the device's calculator suggests for the kernels of a trial, null for the program as written: threads of a block, blocks at work at once. */
    ...(state.occupancy.size > 0 && {
      occupancy: [...state.occupancy.values()].map(({ kind: _, ...one }) => one),
    }),
    trials: tallyDocument(trials),
    /** Runs on the shortest input alone, which are no trials. */
    probes: state.probes.size,
    ranges: rangesDocument(state.ranges, started.formats),
    stopped: result.stopped,
    isComplete: result.isComplete,
    predictions: result.predictions,
    /** The model corrected by trials that were timed: how far off their times were, as logarithms. */
    refits: state.refits.map(({ trials: fitted, before, after }) => ({ trials: fitted, before, after })),
    solved: result.solved,
    leftOut: result.leftOut,
    executions: result.executions,
    warnings,
    /** Of all sessions, and of this one. */
    durationMs: Math.round(workDoneMs(state.entries, durationMs)),
    sessionMs: Math.round(durationMs),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Null where the time was up before the original program had run. */
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
    lowered: Object.keys(formats),
    /** Groups without influence on the compared output, lowered or not, and why. */
    unseen: state.groupsWithoutInfluence,
    unchangedBecause: Object.fromEntries(state.unchangedBecause),
    error: best.error,
    speedup: best.speedup,
    speedupKind: best.speedupKind,
    /** Speedups input by input, with their 95 % intervals; none where the study has one input. */
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

/** Null where its kernels were not put onto vectors. */
export function vectorizationDocument(state: StudyState, trial: number) {
  const record = state.vectorizations.get(trial);
  if (!record) return null;
  const { kind: _, files, ...rest } = record;
  return { ...rest, files: files && Object.keys(files) };
}
