/** The schema of all journal records, shared by writers and readers. */
import { z } from 'zod';
import { binaryFormats } from '../numerics/format.js';
import { METRICS } from '../numerics/metrics.js';
import { amountOfWorkRecord } from './amount-of-work-record.js';
import { appliedRecord } from './applied-record.js';
import { confirmationRecord } from './confirmation-record.js';
import { energyRecord } from './energy-record.js';
import { engineCapabilities } from './engine-capabilities.js';
import { idealRecord } from './ideal-record.js';
import { inputSpeedRecord } from './input-speed-record.js';
import { measurementRecord } from './measurement-record.js';
import { outlookRecord } from './outlook-record.js';
import { phasesRecord } from './phases-record.js';
import { planRecord } from './plan-record.js';
import { programRecord } from './program-record.js';
import { rangesRecord, valueRange } from './ranges-record.js';
import { refitRecord } from './refit-record.js';
import { trialRecord } from './trial-record.js';
import { vectorizationRecord } from './vectorization-record.js';
import { verificationRecord } from './verification-record.js';
import { figure, format, printed, trialNumber, writtenAccumulator } from './written-values.js';

/** Incremented when the meaning of records changes, but not for new kinds of records and new optional fields. */
export const SCHEMA_VERSION = 1;

const goal = z.strictObject({
  metric: z.enum(METRICS),
  bound: z.number(),
  against: z.enum(['baseline', 'reference']),
  /** Smallest acceptable baseline time ÷ candidate time. */
  minSpeedup: z.number().nullable(),
  /** For the metric `command`: the words of the error command. */
  command: z.array(z.string()).nullable(),
});

const input = z.strictObject({
  name: z.string(),
  arguments: z.array(z.string()),
  heldOut: z.boolean(),
  /** Trials are timed on marked inputs only; without any, on those that are not held out. */
  timed: z.literal(true).optional(),
});

const output = z.union([
  z.strictObject({ stdout: z.literal(true), lines: z.string().optional() }),
  z.strictObject({
    file: z.string(),
    kind: z.enum(['text', 'binary']),
    lines: z.string().optional(),
    format: z.enum(binaryFormats).optional(),
  }),
]);

/** How the program's figure of merit is read from its output. */
const merit = z.strictObject({ pattern: z.string(), better: z.enum(['higher', 'lower']) });

/** Command line and machine of a session; a study may be resumed elsewhere. */
const surroundings = {
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
};

const started = z.strictObject({
  kind: z.literal('study-started'),
  schemaVersion: z.literal(SCHEMA_VERSION),
  program: z.string(),
  /** The arguments with which a later command can open the program again. */
  opened: z.strictObject({
    inputs: z.array(z.string()),
    includeFolders: z.array(z.string()),
    defines: z.array(z.string()),
    undefines: z.array(z.string()),
    standard: z.string().nullable(),
    flags: z.array(z.string()).optional(),
    strictBranches: z.literal(true).optional(),
    convertCopies: z.literal(true).optional(),
    cpuTimes: z.literal(true).optional(),
    /** Each call of a function gets a copy of it. */
    callsApart: z.literal(true).optional(),
    also: z.array(z.string()).optional(),
    workingFolder: z.string(),
  }),
  /** Digest of the sources: a journal belongs to one version of them. */
  sources: z.string(),
  /** Other builds that must stay correct and so restrict what may change: their macros and source digests; missing in old journals. */
  otherBuilds: z.array(z.strictObject({ macros: z.array(z.string()), sources: z.string() })).optional(),
  engine: z.string(),
  /** Missing in old journals, for which `capabilitiesOf` derives it from the engine's name. */
  engineCapabilities: engineCapabilities.optional(),
  strategy: z.string(),
  options: z.record(z.string(), z.unknown()),
  seed: z.number().int(),
  goal,
  formats: z.array(format),
  scope: z.enum(['kernels', 'all']),
  inputs: z.array(input),
  output,
  /** Which trials are timed: candidates for the recommendation at the end, or every trial within tolerance. */
  timing: z.enum(['recommended', 'every']).default('recommended'),
  merit: merit.nullable().default(null),
  /** The device profile of the cost model: its name or its file. */
  gpu: z.string().default('p100'),
  /** Digest of that file; null for a built-in profile. */
  gpuProfile: z.string().nullable().default(null),
  ...surroundings,
});

const resumed = z.strictObject({ kind: z.literal('study-resumed'), ...surroundings });

const baseline = z.strictObject({
  kind: z.literal('baseline'),
  input: z.string(),
  count: z.number().int(),
  /** SHA-256 over all values as fp64. */
  digest: z.string(),
  /** The first values. */
  values: z.array(z.number()),
  durationsMs: z.array(z.number()),
  /** The largest relative difference between two runs. */
  noise: figure,
  /** With a reference: the error of the baseline itself, in the goal's metric. */
  error: figure.nullable(),
  /** GPU times of the run with the shortest kernel time. */
  gpu: z
    .strictObject({
      /** `launches` is missing in old journals. */
      kernels: z.array(
        z.strictObject({ name: z.string(), ms: z.number(), launches: z.number().int().nonnegative().optional() }),
      ),
      copyMs: z.number(),
    })
    .optional(),
  /** Peak memory of its runs, if the engine measures it. */
  peakMemoryBytes: z.number().optional(),
});

/** A minimal combination of formats that cannot be written, or whose build contradicts its emulation (see confirmations). */
const constraint = z.strictObject({
  kind: z.literal('constraint'),
  trial: trialNumber,
  formats: z.record(z.string(), format),
  reason: z.string(),
  /** The build prints something else than the emulation: these groups are excluded in every other format, too. */
  contradicted: z.literal(true).optional(),
});

/** A confirmed trial's program run under sanitizers. */
const memory = z.strictObject({
  kind: z.literal('memory'),
  trial: trialNumber,
  /** Null if nothing ran. */
  input: z.string().nullable(),
  /** Sanitizers that ran. */
  tools: z.array(z.string()),
  /** Sanitizers that did not run, with reasons. */
  skipped: z.array(z.strictObject({ what: z.string(), why: z.string() })),
  /** Number of errors that the original program has too, which do not count. */
  inherited: z.number().int(),
  /** An error that the original does not have, with the sanitizer's report: the trial is `unsafe`. */
  finding: z.strictObject({ text: z.string(), report: z.string() }).nullable(),
});

/** A profiling run of the baseline: executions of each operation; in a shadow run also the sum of the errors of its fp32 shadow value. */
const profile = z.strictObject({
  kind: z.literal('profile'),
  mode: z.enum(['count', 'shadow']),
  input: z.string(),
  operations: z.array(
    z.strictObject({
      id: z.string(),
      executions: z.number(),
      difference: figure,
      /** Executions whose error was counted as 1, because it could not be computed. */
      lost: z.number().optional(),
    }),
  ),
  /** In mode `count`: stores by site, launches and copies by their number in the program; copies in elements. */
  stores: z.array(z.strictObject({ id: z.string(), executions: z.number() })).default([]),
  launches: z.array(z.strictObject({ launch: z.number().int(), times: z.number() })).default([]),
  transfers: z
    .array(z.strictObject({ transfer: z.number().int(), elements: z.number(), largest: z.number() }))
    .default([]),
  /** In mode `count`: ranges of the stored values by site; missing in old journals. */
  ranges: z.array(z.strictObject({ id: z.string(), ...valueRange.shape })).optional(),
  /** In mode `shadow`: the errors of each function on the device by thread block, over all launches; missing in old journals. */
  blocks: z
    .array(
      z.strictObject({
        function: z.string(),
        /** The largest grid of its launches, in blocks. */
        grid: z.array(z.number().int()),
        /** Number of blocks with errors of their own: of larger grids, the first ones. */
        counted: z.number().int(),
        /** Minimum, quartiles and maximum over these blocks. */
        quartiles: z.array(figure),
        /** The blocks with the largest errors; x counts first. */
        worst: z.array(z.strictObject({ block: z.number().int(), error: figure })),
        /** Mean error of neighbouring blocks, along the grid. */
        along: z.array(figure),
      }),
    )
    .optional(),
  /** Time of the instrumented run relative to the original one. */
  overhead: z.number().nullable(),
});

/** The values whose deviations a search uses (study/judging/watched-values.ts): their indexes in the output, and their original values. */
const watched = z.strictObject({
  kind: z.literal('watched'),
  inputs: z.array(
    z.strictObject({
      input: z.string(),
      /** Number of all compared values. */
      count: z.number().int(),
      /** Number of leading values chosen for their large errors in the lowest precision; the others are spread evenly. */
      furthest: z.number().int(),
      indexes: z.array(z.number().int()),
      written: z.array(printed),
      /** With a reference: the expected values. */
      expected: z.array(printed).optional(),
    }),
  ),
});

/** A run of a configuration on the shortest input only, as information for the search; it is not a trial. */
const probe = z.strictObject({
  kind: z.literal('probe'),
  formats: z.record(z.string(), format),
  accumulators: z.record(z.string(), writtenAccumulator).optional(),
  resolution: z.string(),
  input: z.string(),
  /** In the goal's metric; null if there is no output to compare. */
  error: figure.nullable(),
  /** Whether it meets the goal on this input (`within`), misses it (`beyond`), or could not be written, built or run (`failed`). */
  outcome: z.enum(['within', 'beyond', 'failed']),
  deviations: z.record(z.string(), z.string()).optional(),
  durationMs: z.number(),
});

/** GPUMixer's sets of operations, and the kernels that were searched for them. */
const sets = z.strictObject({
  kind: z.literal('sets'),
  sets: z.array(
    z.strictObject({
      id: z.string(),
      function: z.string(),
      operations: z.array(z.string()),
      /** Not in the paper: groups, including memory, that are lowered instead of single operations; the id of one site each. */
      memory: z.array(z.string()).optional(),
      arithmetic: z.number(),
      conversions: z.number(),
      arithmeticToCast: z.number(),
      error: figure.nullable(),
    }),
  ),
  kernels: z.array(
    z.strictObject({
      name: z.string(),
      /** Share of the time of all kernels, 0 to 1; of the counted operations if kernels are not timed. */
      share: z.number(),
      shareOf: z.enum(['time', 'operations']),
      sets: z.number().int(),
      arithmeticToCast: z.number().nullable(),
      registers: z.strictObject({ baseline: z.number(), mixed: z.number().nullable() }).nullable(),
      /** Why its sets are not tried; null if they are. */
      setAside: z.string().nullable(),
    }),
  ),
});

/**
 * Whether groups affect the compared output (`seen`). A group that does not keeps its format: it holds clock readings, was executed on no
 * input, or changed nothing in the output when it was perturbed (no reason given).
 */
const influence = z.strictObject({
  kind: z.literal('influence'),
  groups: z.array(
    z.strictObject({ id: z.string(), seen: z.boolean(), reason: z.enum(['clock', 'not-executed']).optional() }),
  ),
});

/** The trials of the trade-off between error and speed that were confirmed, the most accurate first. */
const front = z.strictObject({ kind: z.literal('front'), trials: z.array(trialNumber) });

/** The recommendation so far: built, run on every input, and timed if times can be measured. */
const bestSoFar = z.strictObject({
  kind: z.literal('best-so-far'),
  trial: trialNumber,
  /** Since the command began. */
  elapsedMs: z.number(),
});

const ended = z.strictObject({
  kind: z.literal('study-ended'),
  reason: z.enum(['finished', 'trials', 'time', 'interrupted']),
  best: z.number().int().nullable(),
  /** By the predictions, no untried configuration could be recommended instead. */
  isComplete: z.literal(true).optional(),
  /** For a search that predicts the errors of combinations: the number of predictions it checked, and their quality. */
  predictions: z
    .strictObject({
      count: z.number().int(),
      close: z.number().int(),
      rank: z.number().nullable(),
      isTrusted: z.boolean(),
    })
    .optional(),
  /** For a search with a solver: the gap between the best trial and the best possible one, by the models. */
  solved: z.strictObject({ programs: z.number().int(), mostSpeedup: z.number(), gap: z.number() }).optional(),
});

/** The solver reached its time limit in the program with this number. The search does not use it again, also after a resume. */
const solverGaveUp = z.strictObject({ kind: z.literal('solver-gave-up'), solution: z.number().int() });

/** Results of the device's occupancy calculator for the kernels of a trial, or of the original program (null). */
const occupancy = z.strictObject({
  kind: z.literal('occupancy'),
  trial: trialNumber.nullable(),
  multiprocessors: z.number().int().nullable(),
  /** By the names of the CUDA runtime: suggested threads per block, resident blocks, and measured time. */
  kernels: z.array(
    z.strictObject({ name: z.string(), threads: z.number().int(), blocks: z.number().int(), ms: z.number() }),
  ),
});

export const journalRecord = z.discriminatedUnion('kind', [
  started,
  resumed,
  programRecord,
  baseline,
  trialRecord,
  constraint,
  confirmationRecord,
  memory,
  measurementRecord,
  idealRecord,
  outlookRecord,
  profile,
  watched,
  probe,
  rangesRecord,
  sets,
  planRecord,
  influence,
  occupancy,
  verificationRecord,
  energyRecord,
  inputSpeedRecord,
  amountOfWorkRecord,
  appliedRecord,
  front,
  solverGaveUp,
  refitRecord,
  vectorizationRecord,
  phasesRecord,
  bestSoFar,
  ended,
]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type StudyStarted = z.infer<typeof started>;
export type BaselineRecord = z.infer<typeof baseline>;
export type ConstraintRecord = z.infer<typeof constraint>;
export type MemoryRecord = z.infer<typeof memory>;
export type ProfileRecord = z.infer<typeof profile>;
export type ProbeRecord = z.infer<typeof probe>;
export type WatchedRecord = z.infer<typeof watched>;
export type SetsRecord = z.infer<typeof sets>;
export type InfluenceRecord = z.infer<typeof influence>;
export type OccupancyRecord = z.infer<typeof occupancy>;
export type BestSoFarRecord = z.infer<typeof bestSoFar>;
export type StudyEnded = z.infer<typeof ended>;
export type Goal = z.infer<typeof goal>;
export type FigureOfMerit = z.infer<typeof merit>;
export type StudyInput = z.infer<typeof input>;
export type OutputPlace = z.infer<typeof output>;
export type { AmountOfWorkRecord } from './amount-of-work-record.js';
export type { ConfirmationRecord, OutputSample, SuccessfulConfirmation } from './confirmation-record.js';
export type { IdealRecord } from './ideal-record.js';
export type { InputSpeedRecord } from './input-speed-record.js';
export type { InputSpeed, MeasurementRecord } from './measurement-record.js';
export { OUTCOMES, type TrialOutcome } from './outcomes.js';
export type { OutlookRecord } from './outlook-record.js';
export type { PlanRecord } from './plan-record.js';
export type { RangesRecord } from './ranges-record.js';
export type { RefitRecord } from './refit-record.js';
export type { Trial, TrialRecord } from './trial-record.js';
