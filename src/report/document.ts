/**
 * The content of a report as plain data, built from a study's journal alone. All computation is done here: the viewer only draws it, and other
 * programs may read it too (`mantissa report --json`). Over 400 lines, because it is the whole contract between the study and the page.
 */
import type { EngineCapabilities } from '../execution/engine-capabilities.js';
import type { Goal, StudyInput, Trial, TrialOutcome } from '../journal/records.js';
import type { ReportSource } from './document-source.js';
import type { PlanResults } from './plan-iterations.js';

export type { Mark, ReportGroup, ReportOperation, ReportSite, ReportSource } from './document-source.js';
export type { PlanResults } from './plan-iterations.js';

/** A number for JSON, which has only finite ones. */
export type Figure = number | 'Infinity' | '-Infinity' | 'NaN';

export interface ReportDocument {
  readonly schemaVersion: 1;
  readonly program: string;
  /** Folder of the study, as named on the command line. */
  readonly study: string;
  readonly state: StudyCondition;
  readonly notices: readonly Notice[];
  readonly verdict: Verdict;
  readonly goal: Goal & {
    readonly text: string;
    /** Whether larger is better, as for agreeing digits. */
    readonly isCount: boolean;
    /** The metric of two equal outputs, if larger is better. */
    readonly most: number | null;
    /** Axis label of the error. */
    readonly measure: string;
    /** False if every error is allowed, as for `sample` and `--to-end`. */
    readonly isBounded: boolean;
    /** Whether an output that meets the bound meets it in every single value. */
    readonly boundsEachValue: boolean;
  };
  readonly baselines: readonly ReportBaseline[];
  readonly inputs: readonly StudyInput[];
  readonly engine: string;
  /** Kind of the engine's times; `modelled` means that nothing was timed. */
  readonly engineTiming: EngineCapabilities['timing'];
  readonly strategy: string;
  readonly seed: number;
  /** Groups and operations with a choice of format: rows of the matrix, characters of `ReportTrial.cells`. */
  readonly dimensions: readonly Dimension[];
  readonly formats: readonly FormatLetter[];
  readonly trials: readonly ReportTrial[];
  /** Number of the recommended trial. */
  readonly best: number | null;
  /** Pareto-optimal trials, from the slowest to the fastest. */
  readonly pareto: readonly number[];
  /** Confirmed trials of the trade-off between error and speed, the most accurate first; empty without --front. */
  readonly front: readonly number[];
  /** Result of the lowest format everywhere, if it was measured or modelled. */
  readonly ideal: Ideal | null;
  readonly progress: readonly ProgressPoint[];
  readonly sensitivity: readonly Sensitivity[];
  readonly outcomes: readonly { readonly outcome: TrialOutcome; readonly count: number }[];
  /** Null for studies of old versions, whose journal lacks the program. */
  readonly source: ReportSource | null;
  readonly patches: readonly ReportPatch[];
  readonly errors: readonly ErrorDistribution[];
  readonly timings: readonly Timing[];
  /** Null if no phases were tried. */
  readonly phases: ReportPhases | null;
  /** Null without --plan. */
  readonly plan: PlanResults | null;
  readonly sets: readonly OperationSet[];
  readonly kernels: readonly KernelSets[];
  /** Shadow errors of functions on the device by thread block. */
  readonly blockErrors: readonly { readonly function: string; readonly blocks: ShadowBlocks }[];
  readonly verifications: readonly Verification[];
  readonly time: { readonly phases: readonly PhaseTime[]; readonly totalMs: number | null };
  readonly constraints: readonly { readonly trial: number; readonly text: string }[];
  readonly environment: readonly (readonly [string, string])[];
  /** The command line that started the study, quoted for a shell. */
  readonly reproduce: { readonly folder: string; readonly command: string; readonly inputs: readonly string[] };
}

/** Lower precision in the first iterations of a loop. */
export interface ReportPhases {
  /** The id of the loop and its place. */
  readonly loop: string;
  readonly iterations: number;
  /** The format of the first iterations. */
  readonly low: string;
  /** The switches that ran, by the number of first iterations, with the modelled speedup. */
  readonly switches: readonly {
    readonly first: number;
    readonly error: Figure | null;
    readonly isWithin: boolean;
    readonly speedup: number | null;
  }[];
  /** The first iterations of the switch that was found. */
  readonly chosen: number | null;
  /** What the phases gain, or why they do not help. */
  readonly text: string;
}

export interface StudyCondition {
  readonly kind: 'running' | 'finished' | 'stopped' | 'interrupted' | 'broken-off';
  readonly text: string;
}

export interface Notice {
  readonly kind: 'warning' | 'note';
  /** Stable identifier of the notice. */
  readonly code: string;
  readonly text: string;
  readonly remedy: string | null;
}

/** Stable identifier of a study's result. */
export type VerdictKind =
  | 'recommended'
  /** A trial meets the goal; the times do not show whether it is faster. */
  | 'unclear'
  /** A trial meets the goal and is no faster. */
  | 'no-gain'
  /** No accurate trial is faster than the original. */
  | 'no-speedup'
  /** Trials meet the goal, and the study was not meant to recommend one. */
  | 'none-recommended'
  | 'goal-not-met'
  /** No trial meets the goal so far, and the study is not finished. */
  | 'none-yet'
  /** A plan offers several trials. */
  | 'choices';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly tone: 'good' | 'unclear' | 'bad' | 'open';
  readonly sentence: string;
  /** Suggested next commands, the most important first. */
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

/** Baseline time ÷ candidate time, with the 95 % interval if it was timed; null if neither timed nor modelled. */
export type ReportSpeed =
  | {
      readonly speedup: number;
      readonly speedupKind: 'measured' | 'modelled';
      readonly low: number | null;
      readonly high: number | null;
    }
  | { readonly speedup: null; readonly speedupKind: null; readonly low: null; readonly high: null };

export type ReportResult =
  /** Evidence is set if the trial is slower than required. */
  | {
      readonly outcome: 'accurate';
      readonly error: Figure;
      readonly accepted: boolean;
      readonly evidence: string | null;
    }
  /** The error is set if the output could be compared. */
  | {
      readonly outcome: Exclude<TrialOutcome, 'accurate'>;
      readonly error: Figure | null;
      readonly accepted: false;
      readonly evidence: string;
    };

export type ReportTrial = ReportedTrial & ReportSpeed & ReportResult;

interface ReportedTrial {
  readonly number: number;
  /** One character per dimension: `.` as declared, else the letter of the format. */
  readonly cells: string;
  readonly how: Trial['how'];
  readonly durationMs: number;
  /** Time since the study began, without idle time between sessions; null in old journals. */
  readonly elapsedMs: number | null;
  readonly resolution: string;
  /** Ids of the lowered sets of operations, if the strategy searches over sets. */
  readonly sets: readonly string[];
  /** Changed thread-block sizes as text; null if none is changed. */
  readonly blocks: string | null;
  /** Parts of the configuration besides formats: summation methods, thread-block sizes. */
  readonly besides: Readonly<Record<string, unknown>>;
  readonly confirmation: {
    readonly outcome: TrialOutcome;
    readonly inputs: readonly string[];
    readonly asEmulated: boolean | null;
    readonly evidence: string | null;
    /** Result of the memory check, with the sanitizer's report of an error. */
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

export interface ReportPatch {
  readonly trial: number;
  /** The text that `mantissa apply` prints. */
  readonly text: string;
  readonly files: readonly PatchFile[];
}

export interface PatchFile {
  readonly path: string;
  readonly hunks: readonly { readonly title: string; readonly rows: readonly DiffRow[] }[];
}

/** A row of a side-by-side diff; null for a missing line. */
export interface DiffRow {
  readonly left: { readonly line: number; readonly text: string } | null;
  readonly right: { readonly line: number; readonly text: string } | null;
  readonly isChanged: boolean;
}

export interface ErrorDistribution {
  readonly trial: number;
  readonly input: string;
  readonly isHeldOut: boolean;
  /** Number of output values, and of those in the distribution. */
  readonly count: number;
  readonly sampled: number;
  /** Unit of a single value's error. */
  readonly measure: string;
  readonly isCount: boolean;
  /** Number of exact values. */
  readonly exact: number;
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  /** Number of values with an infinite or undefined error. */
  readonly unbounded: number;
  /** Whether the error in the verdict comes from this input. */
  readonly isHeadline: boolean;
  /** Errors along the output; of many values, the worst of each section. */
  readonly along: readonly { readonly index: number; readonly expected: Figure; readonly error: Figure }[];
  readonly worst: readonly {
    readonly index: number;
    /** Place of the value in the output; null if not recorded. */
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
  /** Arithmetic operations ÷ conversions at the set's boundary; `Infinity` without conversions. */
  readonly arithmeticToCast: Figure | null;
  readonly error: Figure | null;
}

/** A kernel that was searched for sets of operations. */
export interface KernelSets {
  readonly name: string;
  readonly sets: number;
  /** Share of the time of all kernels, or of their operations if nothing was timed: 0 to 1. */
  readonly share: number;
  readonly shareOf: 'time' | 'operations';
  /** Registers per thread; `mixed` is null if unknown. */
  readonly registers: { readonly baseline: number; readonly mixed: number | null } | null;
  /** Reason that its sets are not tried; null if they are. */
  readonly setAside: string | null;
}

/** The distribution of a function's shadow error over thread blocks. */
export interface ShadowBlocks {
  /** The largest grid of its launches, in blocks. */
  readonly grid: readonly number[];
  /** Number of blocks with errors of their own: of larger grids, the first ones. */
  readonly counted: number;
  /** Minimum, quartiles and maximum over these blocks. */
  readonly quartiles: readonly Figure[];
  /** `at`: the block and, in grids of several dimensions, its coordinates. */
  readonly worst: readonly { readonly block: number; readonly at: string; readonly error: Figure }[];
  /** Mean error of neighbouring blocks, along the grid. */
  readonly along: readonly Figure[];
}

/** Results of a trial on inputs that the search did not use. */
export interface Verification {
  readonly trial: number;
  readonly samples: number;
  /** Share of the judged samples that meet the goal, with its 95 % interval. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  /** The inputs, as named in figures. */
  readonly on: string;
  /** Samples with a known error and known input values. */
  readonly points: readonly VerifiedPoint[];
}

export interface VerifiedPoint {
  readonly sample: string;
  readonly isWithin: boolean;
  readonly error: Figure;
  /** Minimum, mean and maximum of the input values, by name. */
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

/** Cluster jobs on the live page of a study; of the ended ones only the latest. Report files do not contain them. */
export interface JobsShown {
  readonly jobs: readonly ShownJob[];
  /** Number of all jobs by state. */
  readonly counts: readonly (readonly [state: string, number: number])[];
  /** Number of earlier ended jobs that are not shown. */
  readonly hidden: number;
  /** Slurm's error message if it did not answer; the states of active jobs are then unknown. */
  readonly silence: string | null;
}

export interface ShownJob {
  /** Slurm's job id; null if the answer to its submission was lost. */
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
