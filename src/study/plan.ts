/** The input of a study (its plan), its events, and its result. */
import type { DeviceProfile } from '../analysis/devices/device-profile.js';
import type { PhasesRecord } from '../journal/phases-record.js';
import type {
  BaselineRecord,
  FigureOfMerit,
  Goal,
  IdealRecord,
  OutputPlace,
  StudyEnded,
  StudyInput,
  TrialRecord,
} from '../journal/records.js';
import type { AccurateTrial, JudgedTrial } from '../journal/replay.js';
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import type { PredictionQuality, SolverGap, Strategy } from '../search/strategy.js';
import type { Deadline } from '../support/deadline.js';
import type { RunLimits } from '../workbench/run-limits.js';
import type { SpeculationSummary } from './trials/speculative-runs.js';

/** Number of perturbed copies of each input, and the standard deviation of the relative perturbation. */
export interface PerturbationRequest {
  readonly samples: number;
  readonly spread: number;
  /** Whether the distance of neighbouring values limits the perturbation. */
  readonly isByValues?: boolean;
}

export interface StudyPlan {
  readonly goal: Goal;
  readonly inputs: readonly StudyInput[];
  readonly output: OutputPlace;
  readonly formats: readonly Format[];
  /** The sites a configuration may change. */
  readonly scope: ReadonlySet<SiteIndex>;
  readonly strategy: Strategy;
  /** As parsed by the strategy's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly maxTrials: number;
  /** For the whole study. */
  readonly deadline: Deadline;
  /** Time that the command took before the study (reading the program), in milliseconds. */
  readonly spentMs?: number;
  /** Accuracy trials at the same time. Timed runs never overlap. */
  readonly jobs: number;
  /** Compilers at the same time, when several trials are built. */
  readonly buildJobs: number;
  /** Which trials are timed: candidates for the recommendation at the end of a search, or every trial within tolerance, for the search to use. */
  readonly timing: 'recommended' | 'every';
  /** For CPU code, which has no performance model: every trial is built from its rewritten source, and timed if it is within tolerance. */
  readonly searchesByTiming?: boolean;
  readonly merit: FigureOfMerit | null;
  /** The GPU whose cost model is used. */
  readonly device: DeviceProfile;
  /** Whether the program runs on another GPU than the modelled one, so that its times say nothing about the model. */
  readonly isDeviceElsewhere?: boolean;
  /** The speedup of the lowest-precision program, if an earlier study of the same program and inputs measured it. */
  readonly ideal?: IdealRecord | null;
  /** Whether groups without influence on the compared output may be lowered too. */
  readonly lowersUnseen?: boolean;
  /** Ids of groups of clock variables, which are out of scope. */
  readonly clockGroups?: readonly string[];
  /** Whether other summation methods are tried once formats are found. */
  readonly triesSums?: boolean;
  /** Whether other thread-block sizes are tried, with the formats found and with the original program. */
  readonly tunesBlocks?: boolean;
  /** Whether the kernels of the recommended trial are vectorized. */
  readonly vectorizes?: boolean;
  /** The search for phases of a loop; null or undefined if phases are not tried. */
  readonly phaseSearch?: PhaseSearch | null;
  /** False for studies that only fill a table: no trial is confirmed and timed at the end. */
  readonly recommends?: boolean;
  /** Whether the search continues with stricter bounds, for the trade-off between error and speed. */
  readonly front?: boolean;
  /** Whether the recommended trial also runs under memory sanitizers. */
  readonly sanitizes?: boolean;
  /** `beside`: the energy of the recommended trial is measured too; `objective`: it is minimized; null: it is not measured. */
  readonly energy?: 'beside' | 'objective' | null;
  /** Perturbed inputs on which the recommended trial must meet the goal; null if there are none. */
  readonly nearby?: PerturbationRequest | null;
  readonly limits: Omit<RunLimits, 'arguments' | 'collect'>;
  readonly signal?: AbortSignal;
}

/** Finds out how many of the first iterations of a loop can run in a lower precision. */
export interface PhaseSearch {
  readonly low: Format;
  /** Whether the user asked for phases: then the study says why there are none. */
  readonly isAsked: boolean;
  run(): Promise<PhasesRecord>;
}

export type StudyEvent =
  | { readonly kind: 'note'; readonly text: string }
  /** The start of a step that takes a while and is not a trial. */
  | { readonly kind: 'preparing'; readonly what: string }
  /** The end of a step. Steps may overlap. */
  | { readonly kind: 'prepared'; readonly what: string; readonly durationMs: number }
  | { readonly kind: 'baseline'; readonly record: BaselineRecord }
  | { readonly kind: 'running'; readonly number: number; readonly formats: TrialRecord['formats'] }
  | {
      readonly kind: 'trial';
      readonly trial: TrialRecord;
      readonly resumed: boolean;
      readonly fastest: TrialRecord | null;
    }
  /** The recommendation so far has changed. */
  | { readonly kind: 'best-so-far'; readonly trial: JudgedTrial; readonly elapsedMs: number }
  | { readonly kind: 'confirming'; readonly trial: number }
  | { readonly kind: 'timing'; readonly trial: number | 'ideal'; readonly done: number; readonly of: number };

export interface StudyResult {
  readonly trials: readonly JudgedTrial[];
  readonly best: AccurateTrial | null;
  readonly stopped: Exclude<StudyEnded['reason'], 'interrupted'>;
  /** Whether, by the predictions, no untried configuration could be recommended instead. */
  readonly isComplete: boolean;
  /** For a search that predicted the errors of combinations and ran some of them; null for others. */
  readonly predictions: PredictionQuality | null;
  /** For a search that finished with a solver; null for others. */
  readonly solved: SolverGap | null;
  /** Descriptions of the steps for which there was not enough time. */
  readonly leftOut: readonly string[];
  /** The confirmed points of the trade-off, the most accurate first; null without --front. */
  readonly front: readonly AccurateTrial[] | null;
  /** Runs of this session. Results from the journal were run earlier. */
  readonly executions: {
    readonly emulated: number;
    readonly built: number;
    readonly timed: number;
    /** Trials that ran before the search asked for them; null if there were none. */
    readonly ahead: SpeculationSummary | null;
  };
}

/** The user stopped the study. Everything that had finished is in the journal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** Number of trials done; null if no study was under way. */
  constructor(
    readonly trials: number | null = null,
    readonly whatNow = 'run the same command again to resume',
    /** Description of the recommendation so far. */
    readonly best: string | null = null,
  ) {
    super('interrupted');
  }
}

/** The outcome of the work, unless the signal comes first. Failures after the signal are ignored: everything is being torn down. */
export function orInterrupted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  work.catch(() => undefined);
  return new Promise((resolvePromise, reject) => {
    const stop = () => reject(new Interrupted());
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolvePromise, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
