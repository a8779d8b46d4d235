/**
 * What a report shows: plain data, made from a study's replayed journal alone, with everything worked out that needs this program. The
 * viewer draws it and nothing else; other programs may read it too (`mantissa report --json`).
 */
import type { EngineCapabilities } from '../execution/engine-capabilities.js';
import type { Goal, StudyInput, Trial, TrialOutcome } from '../journal/records.js';
import type { WalkedPlan } from './plan-iterations.js';

export type { WalkedPlan } from './plan-iterations.js';

/** JSON has only finite numbers. */
export type Figure = number | 'Infinity' | '-Infinity' | 'NaN';

export interface ReportDocument {
  readonly schemaVersion: 1;
  readonly program: string;
  /** Where the study lies, as it was named to the command that made the report. */
  readonly study: string;
  readonly state: StudyCondition;
  readonly notices: readonly Notice[];
  readonly verdict: Verdict;
  readonly goal: Goal & {
    readonly text: string;
    /** Whether more is better: digits that agree. */
    readonly isCount: boolean;
    /** What two equal outputs have of it, where more is better. */
    readonly most: number | null;
    /** What an output's error is measured in, as an axis is called. */
    readonly measure: string;
    /** False where every error is allowed: a sample, a plan that goes to its end. */
    readonly isBounded: boolean;
    /** Whether every single value meets the bound where the output does. */
    readonly boundsEachValue: boolean;
  };
  readonly baselines: readonly ReportBaseline[];
  readonly inputs: readonly StudyInput[];
  readonly engine: string;
  /** What the engine's times are worth: where they are `modelled`, nothing was timed. */
  readonly engineTiming: EngineCapabilities['timing'];
  readonly strategy: string;
  readonly seed: number;
  /** What a configuration chooses for: rows of the matrix, characters of `ReportTrial.cells`. */
  readonly dimensions: readonly Dimension[];
  readonly formats: readonly FormatLetter[];
  readonly trials: readonly ReportTrial[];
  /** Number of the recommended trial. */
  readonly best: number | null;
  /** Trials no other is both faster and more accurate than, from the slowest to the fastest. */
  readonly pareto: readonly number[];
  /** Points of the trade-off between error and speed that were confirmed, the most accurate first; none where nobody asked for it. */
  readonly front: readonly number[];
  /** The most that lowering everything buys, where it was found out. */
  readonly ideal: Ideal | null;
  readonly progress: readonly ProgressPoint[];
  readonly sensitivity: readonly Sensitivity[];
  readonly outcomes: readonly { readonly outcome: TrialOutcome; readonly count: number }[];
  /** Null for a study begun by a version that did not write its program down. */
  readonly source: ReportSource | null;
  readonly patches: readonly ReportPatch[];
  readonly errors: readonly ErrorDistribution[];
  readonly timings: readonly Timing[];
  /** Null for a study that walked none. */
  readonly plan: WalkedPlan | null;
  readonly sets: readonly OperationSet[];
  readonly kernels: readonly KernelSets[];
  readonly verifications: readonly Verification[];
  readonly time: { readonly phases: readonly PhaseTime[]; readonly totalMs: number | null };
  readonly constraints: readonly { readonly trial: number; readonly text: string }[];
  readonly environment: readonly (readonly [string, string])[];
  /** The command line that began the study, ready for a shell. */
  readonly reproduce: { readonly folder: string; readonly command: string; readonly inputs: readonly string[] };
}

export interface StudyCondition {
  readonly kind: 'running' | 'finished' | 'stopped' | 'interrupted' | 'broken-off';
  readonly text: string;
}

export interface Notice {
  readonly kind: 'warning' | 'note';
  /** What it is about, whatever its words. */
  readonly code: string;
  readonly text: string;
  /** What to do about it. */
  readonly remedy: string | null;
}

/** What a study came to, whatever the words it is said in. */
export type VerdictKind =
  | 'recommended'
  /** A trial meets the goal; whether it is faster is not known. */
  | 'unclear'
  /** A trial meets the goal and is no faster. */
  | 'no-gain'
  /** No accurate trial is faster than the original. */
  | 'no-speedup'
  /** Trials meet the goal, and the study was not there to recommend one. */
  | 'none-recommended'
  | 'goal-not-met'
  /** No trial meets the goal so far, and the study has not come to its end. */
  | 'none-yet'
  /** A plan offers several trials. */
  | 'choices';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly tone: 'good' | 'unclear' | 'bad' | 'open';
  readonly sentence: string;
  /** What to do next, the one that follows from the verdict first. */
  readonly actions: readonly { readonly command: string; readonly does: string }[];
  readonly facts: readonly { readonly name: string; readonly value: string; readonly note: string }[];
}

export interface ReportBaseline {
  readonly input: string;
  readonly isHeldOut: boolean;
  readonly count: number;
  readonly noise: Figure;
  readonly error: Figure | null;
  readonly durationMs: number | null;
}

export interface FormatLetter {
  readonly format: string;
  readonly letter: string;
}

export interface Dimension {
  /** As configurations name it. */
  readonly id: string;
  readonly kind: 'group' | 'operation';
  /** Index into `source.groups`, or into `source.operations` for an operation; null without a source. */
  readonly of: number | null;
  readonly declared: string | null;
}

/** Baseline time ÷ its time, with the 95 % interval where it was timed; nothing where nobody could time or price it. */
export type ReportSpeed =
  | {
      readonly speedup: number;
      readonly speedupKind: 'measured' | 'modelled';
      readonly low: number | null;
      readonly high: number | null;
    }
  | { readonly speedup: null; readonly speedupKind: null; readonly low: null; readonly high: null };

export type ReportResult =
  /** Evidence where it is slower than the goal asks. */
  | {
      readonly outcome: 'accurate';
      readonly error: Figure;
      readonly accepted: boolean;
      readonly evidence: string | null;
    }
  /** An error where one could be told. */
  | {
      readonly outcome: Exclude<TrialOutcome, 'accurate'>;
      readonly error: Figure | null;
      readonly accepted: false;
      readonly evidence: string;
    };

export type ReportTrial = ReportedTrial & ReportSpeed & ReportResult;

interface ReportedTrial {
  readonly number: number;
  /** One character a dimension: `.` as declared, else the letter of the format. */
  readonly cells: string;
  readonly how: Trial['how'];
  readonly durationMs: number;
  /** Since the study began, idle time between its sessions left out; null in old journals. */
  readonly elapsedMs: number | null;
  readonly resolution: string;
  /** Ids of the sets of operations it lowers, where the search was for those. */
  readonly sets: readonly string[];
  /** Sizes of thread blocks that differ from the text, in words; null where none does. */
  readonly blocks: string | null;
  /** What its configuration has besides formats: ways to add up, sizes of thread blocks. */
  readonly besides: Readonly<Record<string, unknown>>;
  readonly confirmation: {
    readonly outcome: TrialOutcome;
    readonly inputs: readonly string[];
    readonly asEmulated: boolean | null;
    readonly evidence: string | null;
    /** What was looked at, or why not; the report of the tool that found something. */
    readonly memory: { readonly text: string; readonly report: string | null };
  } | null;
}

export interface Ideal {
  readonly speedup: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly kind: 'measured' | 'modelled';
  readonly error: Figure | null;
}

/** The fastest accepted trial so far, each time it changes, and the last trial. */
export interface ProgressPoint {
  readonly trial: number;
  readonly elapsedMs: number | null;
  readonly speedup: number;
  readonly best: number;
}

/** A group lowered alone. */
export interface Sensitivity {
  readonly dimension: number;
  readonly format: string;
  readonly trial: number;
  readonly outcome: TrialOutcome;
  readonly error: Figure | null;
  readonly accepted: boolean;
}

export interface ReportSource {
  readonly files: readonly { readonly path: string; readonly lines: readonly string[]; readonly isChanged: boolean }[];
  readonly functions: readonly {
    readonly name: string;
    readonly kind: string;
    readonly file: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly sites: readonly ReportSite[];
  readonly groups: readonly ReportGroup[];
  readonly operations: readonly ReportOperation[];
  readonly profiles: readonly {
    readonly mode: 'count' | 'shadow';
    readonly input: string;
  }[];
}

/** Lines from 1, columns from 0, in characters of the line as shown. */
export interface Mark {
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface ReportSite extends Mark {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly format: string;
  readonly function: string | null;
  /** Index into `groups`. */
  readonly group: number;
}

export interface ReportGroup {
  readonly id: string;
  readonly sites: readonly number[];
  readonly dimension: number | null;
  /** Why its members belong together. */
  readonly together: readonly string[];
  readonly status: 'lowered' | 'kept' | 'frozen' | 'out-of-scope';
  /** Why it is what it is, in the recommended configuration. */
  readonly why: string;
}

export interface ReportOperation extends Mark {
  readonly id: string;
  readonly symbol: string;
  readonly function: string;
  readonly format: string;
  readonly dimension: number | null;
  /** By profile, in the order of `profiles`; empty where it was not counted. */
  readonly executions: readonly number[];
  /** Mean relative difference of its fp32 twin, from shadow runs; null from count runs. */
  readonly differences: readonly (Figure | null)[];
}

export interface ReportPatch {
  readonly trial: number;
  /** As `mantissa apply` prints it. */
  readonly text: string;
  readonly files: readonly PatchFile[];
}

export interface PatchFile {
  readonly path: string;
  readonly hunks: readonly { readonly title: string; readonly rows: readonly DiffRow[] }[];
}

/** Two lines side by side; null where one side has none. */
export interface DiffRow {
  readonly left: { readonly line: number; readonly text: string } | null;
  readonly right: { readonly line: number; readonly text: string } | null;
  readonly isChanged: boolean;
}

export interface ErrorDistribution {
  readonly trial: number;
  readonly input: string;
  readonly isHeldOut: boolean;
  /** Values in the output, and how many of them the distribution is drawn from. */
  readonly count: number;
  readonly sampled: number;
  /** What a single value's error is measured in. */
  readonly measure: string;
  readonly isCount: boolean;
  /** Values that are exactly what they should be. */
  readonly exact: number;
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  /** Not finite, or infinitely far off. */
  readonly unbounded: number;
  /** Whether the error that the verdict speaks of is this input's. */
  readonly isHeadline: boolean;
  /** Single values in their order, the worst of each stretch of the output where there are many. */
  readonly along: readonly { readonly index: number; readonly expected: Figure; readonly error: Figure }[];
  readonly worst: readonly {
    readonly index: number;
    /** Where it stands in what the program printed; null where nobody noted it. */
    readonly place: string | null;
    readonly expected: Figure;
    readonly found: Figure;
    readonly error: Figure;
  }[];
}

export interface Timing {
  readonly trial: number;
  readonly clock: string;
  readonly samples: readonly { readonly program: 'baseline' | 'variant'; readonly ms: number }[];
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly verdict: string;
}

/** GPUMixer's fast imprecise set. */
export interface OperationSet {
  readonly id: string;
  readonly function: string;
  /** Indexes into `source.operations`. */
  readonly operations: readonly number[];
  /** Arithmetic operations ÷ conversions at its edge: `Infinity` where there are none. */
  readonly arithmeticToCast: Figure | null;
  readonly error: Figure | null;
}

/** A kernel that sets were looked for in. */
export interface KernelSets {
  readonly name: string;
  readonly sets: number;
  /** Of the time of all kernels, or of their operations where nothing was timed: 0 to 1. */
  readonly share: number;
  readonly shareOf: 'time' | 'operations';
  /** Of a thread; `mixed` is null where it is not known. */
  readonly registers: { readonly baseline: number; readonly mixed: number | null } | null;
  /** Why its sets are not tried; null where they are. */
  readonly setAside: string | null;
}

/** How a trial did on inputs beside those it was tuned on. */
export interface Verification {
  readonly trial: number;
  readonly samples: number;
  /** Of the samples that could be judged, the part within the goal, and its 95 % interval. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  /** What it ran on, as a figure names it. */
  readonly on: string;
  /** Samples that have an error and of which it is known what they started from. */
  readonly points: readonly VerifiedPoint[];
}

export interface VerifiedPoint {
  readonly sample: string;
  readonly isWithin: boolean;
  readonly error: Figure;
  /** By name: the numbers it started from at the least, on average and at the most. */
  readonly inputs: readonly {
    readonly name: string;
    readonly least: Figure;
    readonly mean: Figure;
    readonly most: Figure;
  }[];
}

export interface PhaseTime {
  readonly phase: 'reading' | 'baseline' | 'preparing' | 'trials' | 'confirming' | 'timing';
  readonly ms: number;
}

/** Jobs of a study on a cluster, as its live page shows them: of those that ended the latest. No report that is kept has them. */
export interface JobsShown {
  readonly jobs: readonly ShownJob[];
  /** Of all of them, by state. */
  readonly counts: readonly (readonly [state: string, number: number])[];
  /** Ended before those that are shown. */
  readonly hidden: number;
  /** Slurm's words where it did not answer; what is under way is then not known. */
  readonly silence: string | null;
}

export interface ShownJob {
  /** As Slurm names it; null where its answer was lost. */
  readonly job: string | null;
  readonly kind: string;
  readonly state: string;
  readonly isUnderWay: boolean;
  readonly node: string | null;
  readonly pieces: number;
  readonly finished: number;
  readonly timeMs: number | null;
  readonly reason: string | null;
}
