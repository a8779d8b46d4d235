/**
 * Tables 4 and 5 of the GPUMixer paper, from journals: the share of the ideal speedup that each mode of the search over sets reaches at
 * each accuracy and performance threshold, with the number of runs; and the same for delta debugging. One series of trials serves all
 * cells: each mode is replayed with the recorded outcomes, and the trials that it requests are its runs.
 */
import {
  AS_FAST,
  type FISET_MODES,
  fisetOptions,
  fisets,
  type JudgedTrial,
  meritKind,
  NO_FACTS,
  type Outcome,
  type Point,
  type SearchSpace,
  type StudyState,
  UNKNOWN_ERROR,
} from '../../core.js';
import { percentOfIdeal } from '../../numerics/percent-of-ideal.js';
import { PooledSpeedups } from './pooled-speedups.js';

/** A cell of a table; its figures are null if no trial reaches the thresholds. */
export interface TableCell {
  readonly ofIdeal: number | null;
  readonly runs: number;
}

export interface ModeRow {
  readonly digits: number;
  readonly mode1: TableCell;
  readonly mode2: readonly TableCell[];
  readonly mode3: readonly TableCell[];
  /** Mode 3 with further sets, not in the paper: whole kernels, their memory, and single arrays. */
  readonly withMemory: readonly TableCell[];
  /** The same sets, ordered by modelled gain instead of r_ac. */
  readonly byGain: readonly TableCell[];
}

export interface DeltaRow {
  readonly digits: number;
  readonly cells: readonly TableCell[];
}

export const DIGIT_LEVELS = [3, 6, 9];
export const PERFORMANCE_THRESHOLDS = [5, 10, 15, 20];

type Mode = (typeof FISET_MODES)[number];

const NARROW = ['fp64', 'fp32'] as const;

/** The study must have tried every set, at the lowest number of digits. */
export function modeTable(state: StudyState, speedups = new PooledSpeedups([state])): ModeRow[] {
  const play = (digits: number, mode: Mode, percent: number, withMemory = false) =>
    played(state, speedups, { digits, mode, percent, withMemory });
  return DIGIT_LEVELS.map((digits) => ({
    digits,
    mode1: play(digits, '1', 0),
    mode2: PERFORMANCE_THRESHOLDS.map((percent) => play(digits, '2', percent)),
    mode3: PERFORMANCE_THRESHOLDS.map((percent) => play(digits, '3', percent)),
    withMemory: PERFORMANCE_THRESHOLDS.map((percent) => play(digits, '3', percent, true)),
    byGain: PERFORMANCE_THRESHOLDS.map((percent) => play(digits, 'gain', percent, true)),
  }));
}

/** Number of sets that a limit left untried, or accurate but not timed; the tables do not include them. */
export function untriedSets(state: StudyState, speedups = new PooledSpeedups([state])): number {
  const tried = outcomesBySet(state, 0, speedups);
  const isKnown = (one: SetOutcome | undefined) =>
    one !== undefined && (one.outcome.kind !== 'accurate' || one.outcome.ofIdeal !== null || speedups.ideal === null);
  return (state.sets?.sets ?? []).filter(({ id }) => !isKnown(tried.get(id))).length;
}

function played(
  state: StudyState,
  speedups: PooledSpeedups,
  { digits, mode, percent, withMemory }: { digits: number; mode: Mode; percent: number; withMemory: boolean },
): TableCell {
  const sets = (state.sets?.sets ?? []).filter(({ memory }) => withMemory || !memory);
  const space: SearchSpace = { dimensions: sets.map(({ id }) => ({ id, formats: NARROW })) };
  const facts = sets.map(({ arithmeticToCast, arithmetic, conversions, error }) => ({
    arithmeticToCast,
    gain: arithmetic - conversions,
    error: error ?? UNKNOWN_ERROR,
  }));
  const idOf = (point: Point) => space.dimensions[point.indexOf(NARROW[1])]!.id;
  const outcomes = outcomesBySet(state, digits, speedups);
  const search = fisets.propose({
    space,
    facts: {
      ...NO_FACTS,
      predictedTime: (point) => 1 / (outcomes.get(idOf(point))?.modelled ?? AS_FAST),
      sets: facts,
    },
    bound: -digits,
    options: fisetOptions.parse({ mode, performance: percent }),
    random: () => 0,
  });
  const seen = new Set<string>();
  let last: Outcome | null = null;
  for (let step = search.next(); !step.done; ) {
    const [point] = step.value as [Point];
    const known = outcomes.get(idOf(point));
    if (known) seen.add(known.resolution); // sets that give the same program count as one run
    last = known?.outcome ?? { kind: 'infeasible' };
    step = search.next([last]);
  }
  const ofIdeal = last?.kind === 'accurate' && last.accepted ? last.ofIdeal : null;
  const isEnough = ofIdeal !== null && (mode === '1' || ofIdeal >= percent);
  return { ofIdeal: isEnough ? ofIdeal : null, runs: seen.size };
}

interface SetOutcome {
  readonly outcome: Outcome;
  /** The modelled speedup, which the search knew before any timing. */
  readonly modelled: number | null;
  readonly resolution: string;
}

function outcomesBySet(state: StudyState, digits: number, speedups: PooledSpeedups): Map<string, SetOutcome> {
  const byResolution = new Map(
    state
      .trials()
      .filter(({ outcome }) => outcome !== 'duplicate')
      .map((trial) => [trial.resolution, trial]),
  );
  const found = new Map<string, SetOutcome>();
  for (const { sets, resolution } of state.trials()) {
    const trial = byResolution.get(resolution);
    if (sets?.length !== 1 || !trial) continue;
    const modelled = state.trialRecord(trial.number)?.speedup ?? null;
    found.set(sets[0]!, { outcome: judgedAt(state, trial, digits, speedups), modelled, resolution });
  }
  return found;
}

function judgedAt(state: StudyState, trial: JudgedTrial, digits: number, speedups: PooledSpeedups): Outcome {
  if (trial.outcome === 'inaccurate') return { kind: 'inaccurate', error: trial.error };
  if (trial.outcome === 'duplicate' || trial.outcome === 'contradicted') return { kind: 'infeasible' };
  if (trial.outcome !== 'accurate') return { kind: trial.outcome };
  const { error } = trial;
  if (error < digits) return { kind: 'inaccurate', error: -error };
  const ofIdeal = ofIdealOf(state, trial, speedups);
  return { kind: 'accurate', accepted: true, error: -error, speedup: speedups.of(trial) ?? AS_FAST, ofIdeal };
}

function ofIdealOf({ started }: StudyState, trial: JudgedTrial, speedups: PooledSpeedups): number | null {
  const speedup = speedups.of(trial);
  if (speedup === null || speedups.ideal === null) return null;
  return percentOfIdeal(speedup, speedups.ideal, meritKind(started?.merit ?? null));
}

/** One study of delta debugging for each number of digits, every accurate trial timed. */
export function deltaTable(
  states: ReadonlyMap<number, StudyState>,
  speedups = new PooledSpeedups([...states.values()]),
): DeltaRow[] {
  return [...states].map(([digits, state]) => {
    const trials = state.trials().filter(({ outcome }) => outcome !== 'duplicate');
    const cells = PERFORMANCE_THRESHOLDS.map((percent) => {
      const at = trials.findIndex(
        (trial) =>
          trial.outcome === 'accurate' && trial.accepted && (ofIdealOf(state, trial, speedups) ?? -1) >= percent,
      );
      return at < 0
        ? { ofIdeal: null, runs: trials.length }
        : { ofIdeal: ofIdealOf(state, trials[at]!, speedups), runs: at + 1 };
    });
    return { digits, cells };
  });
}

/** Figure 4: the largest share of the ideal that an accurate trial of a study reached; null if none is faster than the original program. */
export function mostOfIdeal(state: StudyState, digits: number, speedups = new PooledSpeedups([state])): number | null {
  const found = state.trials().flatMap((trial) => {
    const isAccurate = trial.outcome === 'accurate' && trial.error >= digits;
    return isAccurate ? (ofIdealOf(state, trial, speedups) ?? []) : [];
  });
  const most = Math.max(0, ...found);
  return most > 0 ? most : null; // the original program reaches 0 %
}
