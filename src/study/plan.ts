/** What a study is asked to do, what it says while it does it, and what it comes to. */
import type { DeviceProfile } from '../analysis/devices/device-profile.js';
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
import type { RunAhead } from './trials/run-ahead.js';

/** Neighbours of an input: how many, and how far off. */
export interface NeighbourhoodPlan {
  readonly samples: number;
  readonly spread: number;
}

export interface StudyPlan {
  readonly goal: Goal;
  readonly inputs: readonly StudyInput[];
  readonly output: OutputPlace;
  readonly formats: readonly Format[];
  /** The sites a configuration may change. */
  readonly scope: ReadonlySet<SiteIndex>;
  readonly strategy: Strategy;
  /** As the strategy's own schema gives them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly maxTrials: number;
  /** Of all it does. */
  readonly deadline: Deadline;
  /** What the command took before the study, in milliseconds: reading the program. */
  readonly spentMs?: number;
  /** Accuracy trials at the same time; timed runs are always alone. */
  readonly jobs: number;
  /** Compilers at the same time, where several trials are built. */
  readonly buildJobs: number;
  /** When a trial is timed: only what may be recommended at the end, or each that is accurate, so that the search knows. */
  readonly timing: 'recommended' | 'every';
  /** Host code, for which there is no performance model: every trial is built from its rewritten source, and timed if it is accurate. */
  readonly goesByClock?: boolean;
  readonly merit: FigureOfMerit | null;
  /** Whose costs modelled speedups have. */
  readonly device: DeviceProfile;
  /** Whether that is not the GPU the program runs on: what is seen there then says nothing. */
  readonly isDeviceElsewhere?: boolean;
  /** The speed of the narrowest program, where an earlier study of the same program and inputs has measured it. */
  readonly ideal?: IdealRecord | null;
  /** Whether groups without influence on the compared output may be lowered too. */
  readonly lowersUnseen?: boolean;
  /** Groups of clock variables, by their ids: they are outside of the scope. */
  readonly clockGroups?: readonly string[];
  /** Whether sums are added up in other ways once formats are found. */
  readonly triesSums?: boolean;
  /** Whether thread blocks of other sizes are tried with what was found, and with the program as written. */
  readonly tunesBlocks?: boolean;
  /** Whether kernels of what is recommended go onto vectors. */
  readonly vectorizes?: boolean;
  /** False for studies that only fill a table: nothing is confirmed and timed at the end. */
  readonly recommends?: boolean;
  /** Whether the search goes on with stricter bounds, for the trade-off between error and speed. */
  readonly front?: boolean;
  /** Whether what is recommended runs once more, watched for bad accesses to memory. */
  readonly sanitizes?: boolean;
  /** Whether the energy of what is recommended is counted too, or decides; null: nobody asks. */
  readonly energy?: 'beside' | 'objective' | null;
  /** What is recommended holds on so many neighbours of each input it was tuned on; null: nobody asks. */
  readonly nearby?: NeighbourhoodPlan | null;
  readonly limits: Omit<RunLimits, 'arguments' | 'collect'>;
  readonly signal?: AbortSignal;
}

export type StudyEvent =
  | { readonly kind: 'note'; readonly text: string }
  /** Something that takes a while and is no trial. */
  | { readonly kind: 'preparing'; readonly what: string }
  /** It is done, and took so long; what is done at the same time as something else is reported as such. */
  | { readonly kind: 'prepared'; readonly what: string; readonly durationMs: number }
  | { readonly kind: 'baseline'; readonly record: BaselineRecord }
  | { readonly kind: 'running'; readonly number: number; readonly formats: TrialRecord['formats'] }
  | {
      readonly kind: 'trial';
      readonly trial: TrialRecord;
      readonly resumed: boolean;
      readonly fastest: TrialRecord | null;
    }
  /** Another trial stands as the recommendation while the study goes on. */
  | { readonly kind: 'best-so-far'; readonly trial: JudgedTrial; readonly elapsedMs: number }
  | { readonly kind: 'confirming'; readonly trial: number }
  | { readonly kind: 'timing'; readonly trial: number | 'ideal'; readonly done: number; readonly of: number };

export interface StudyResult {
  readonly trials: readonly JudgedTrial[];
  readonly best: AccurateTrial | null;
  readonly stopped: Exclude<StudyEnded['reason'], 'interrupted'>;
  /** Nothing that was not tried could be recommended instead, by what is known. */
  readonly isComplete: boolean;
  /** Of a search that predicts the errors of combinations and ran some; null of others. */
  readonly predictions: PredictionQuality | null;
  /** Of a search that had a solver to its end; null of others. */
  readonly solved: SolverGap | null;
  /** What the time did not suffice for, in words. */
  readonly leftOut: readonly string[];
  /** The confirmed points of the trade-off, the most accurate first; null where it was not asked for. */
  readonly front: readonly AccurateTrial[] | null;
  /** Of this session: what came from the journal ran earlier. */
  readonly executions: {
    readonly emulated: number;
    readonly built: number;
    readonly timed: number;
    /** What ran before the search asked for it; null where nothing did. */
    readonly ahead: RunAhead | null;
  };
}

/** The user stopped it; everything that had finished is in the journal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** How many trials of a study were done by then; null where it was none. */
  constructor(
    readonly trials: number | null = null,
    readonly whatNow = 'run the same command again to resume',
    /** The recommendation that stood by then, in words. */
    readonly best: string | null = null,
  ) {
    super('interrupted');
  }
}

/** The outcome of the work, unless the signal comes first; what fails while everything is torn down is nobody's business. */
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
