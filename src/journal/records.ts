/** What a journal holds; one schema for whoever writes it and whoever shows it. */
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
import { planRecord } from './plan-record.js';
import { programRecord } from './program-record.js';
import { rangesRecord, valueRange } from './ranges-record.js';
import { refitRecord } from './refit-record.js';
import { trialRecord } from './trial-record.js';
import { vectorizationRecord } from './vectorization-record.js';
import { verificationRecord } from './verification-record.js';
import { figure, format, printed, trialNumber, writtenAccumulator } from './written-values.js';

/** Grows when records change their meaning; new kinds of records and new optional fields leave it alone. */
export const SCHEMA_VERSION = 1;

const goal = z.strictObject({
  metric: z.enum(METRICS),
  bound: z.number(),
  against: z.enum(['baseline', 'reference']),
  /** Baseline time ÷ candidate time below which a candidate is not worth it. */
  minSpeedup: z.number().nullable(),
  /** For the metric `command`: the words that print the error of the second of two files against the first. */
  command: z.array(z.string()).nullable(),
});

const input = z.strictObject({
  name: z.string(),
  arguments: z.array(z.string()),
  heldOut: z.boolean(),
  /** Trials are timed on such inputs, and on no others; where no input is marked, on those that are not held out. */
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

/** How the program's own figure of its speed is read from what it prints. */
const merit = z.strictObject({ pattern: z.string(), better: z.enum(['higher', 'lower']) });

/** The machine and the command line a process worked with; a study may be resumed elsewhere. */
const surroundings = {
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
};

const started = z.strictObject({
  kind: z.literal('study-started'),
  schemaVersion: z.literal(SCHEMA_VERSION),
  program: z.string(),
  /** How the program was named, so that a later command can open it again. */
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
    /** Calls of one function have functions of their own. */
    callsApart: z.literal(true).optional(),
    also: z.array(z.string()).optional(),
    workingFolder: z.string(),
  }),
  /** Digest of the sources: a journal speaks of one version of them. */
  sources: z.string(),
  /** The other builds that are to stay right, which decide with it what may change: by their macros, each with a digest; older journals do not say. */
  otherBuilds: z.array(z.strictObject({ macros: z.array(z.string()), sources: z.string() })).optional(),
  engine: z.string(),
  /** What the engine is like; `capabilitiesOf` knows it of older journals, which hold its name alone. */
  engineCapabilities: engineCapabilities.optional(),
  strategy: z.string(),
  options: z.record(z.string(), z.unknown()),
  seed: z.number().int(),
  goal,
  formats: z.array(format),
  scope: z.enum(['kernels', 'all']),
  inputs: z.array(input),
  output,
  /** When a trial is timed: only what may be recommended at the end, or each that is accurate, so that the search knows. */
  timing: z.enum(['recommended', 'every']).default('recommended'),
  merit: merit.nullable().default(null),
  /** The device profile that modelled speedups have the costs of: its name or its file. */
  gpu: z.string().default('p100'),
  /** Digest of that file, for it may change while its name stays; null for a profile that comes with the program. */
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
  /** The first of them. */
  values: z.array(z.number()),
  durationsMs: z.array(z.number()),
  /** The largest relative difference between two runs. */
  noise: figure,
  /** Against a reference: how far the baseline itself is from it, by the goal's metric. */
  error: figure.nullable(),
  /** On a GPU, by its own clock: the run whose kernels took least. */
  gpu: z
    .strictObject({
      /** Older journals do not have the launches. */
      kernels: z.array(
        z.strictObject({ name: z.string(), ms: z.number(), launches: z.number().int().nonnegative().optional() }),
      ),
      copyMs: z.number(),
    })
    .optional(),
  /** The most memory that one of its runs held, where the engine tells. */
  peakMemoryBytes: z.number().optional(),
});

/** Groups that cannot be written together in these formats, or that contradict (see a confirmation); none could be left out. */
const constraint = z.strictObject({
  kind: z.literal('constraint'),
  trial: trialNumber,
  formats: z.record(z.string(), format),
  reason: z.string(),
  /** Built they print something else than emulated: they are set aside in every narrower format. */
  contradicted: z.literal(true).optional(),
});

/** A confirmed trial's program run once more, watched for bad accesses to memory and other undefined behaviour. */
const memory = z.strictObject({
  kind: z.literal('memory'),
  trial: trialNumber,
  /** What it ran on; null where nothing ran. */
  input: z.string().nullable(),
  /** What watched it to its end, or to what it found. */
  tools: z.array(z.string()),
  /** What did not, and why. */
  skipped: z.array(z.strictObject({ what: z.string(), why: z.string() })),
  /** Places where the original does the same; they are not held against the trial. */
  inherited: z.number().int(),
  /** What the original does not do, in one sentence and in the tool's own words: the trial is `unsafe`. */
  finding: z.strictObject({ text: z.string(), report: z.string() }).nullable(),
});

/** The instrumented baseline: how often each operation ran; of a shadow run also how far its fp32 twin was off, added up. */
const profile = z.strictObject({
  kind: z.literal('profile'),
  mode: z.enum(['count', 'shadow']),
  input: z.string(),
  operations: z.array(
    z.strictObject({
      id: z.string(),
      executions: z.number(),
      difference: figure,
      /** Executions whose error could only be said to be 1. */
      lost: z.number().optional(),
    }),
  ),
  /** Of a counted run: stores by site, launches and copies by their number in the program; copies in numbers moved. */
  stores: z.array(z.strictObject({ id: z.string(), executions: z.number() })).default([]),
  launches: z.array(z.strictObject({ launch: z.number().int(), times: z.number() })).default([]),
  transfers: z
    .array(z.strictObject({ transfer: z.number().int(), elements: z.number(), largest: z.number() }))
    .default([]),
  /** Of a counted run: the magnitudes that were stored, by site, of those that something was; older journals have none. */
  ranges: z.array(z.strictObject({ id: z.string(), ...valueRange.shape })).optional(),
  /** Time of the instrumented run over that of the plain one, by the same clock. */
  overhead: z.number().nullable(),
});

/** The values a search looks at one by one (study/judging/watched-values.ts): where they stand in the output, and what they are as written. */
const watched = z.strictObject({
  kind: z.literal('watched'),
  inputs: z.array(
    z.strictObject({
      input: z.string(),
      /** Of all values compared. */
      count: z.number().int(),
      /** So many of the first moved furthest with everything narrow; the others are spread evenly. */
      furthest: z.number().int(),
      indexes: z.array(z.number().int()),
      written: z.array(printed),
      /** Against a reference: what they should be. */
      expected: z.array(printed).optional(),
    }),
  ),
});

/** A configuration run on the shortest input alone, for what that teaches a search; no trial. */
const probe = z.strictObject({
  kind: z.literal('probe'),
  formats: z.record(z.string(), format),
  accumulators: z.record(z.string(), writtenAccumulator).optional(),
  resolution: z.string(),
  input: z.string(),
  /** By the goal's metric; null where there is nothing to compare. */
  error: figure.nullable(),
  /** Whether it holds the goal on this input, beyond it, or could not be written, built or run. */
  outcome: z.enum(['within', 'beyond', 'failed']),
  deviations: z.record(z.string(), z.string()).optional(),
  durationMs: z.number(),
});

/** GPUMixer's sets of operations, and the kernels they were looked for in. */
const sets = z.strictObject({
  kind: z.literal('sets'),
  sets: z.array(
    z.strictObject({
      id: z.string(),
      function: z.string(),
      operations: z.array(z.string()),
      /** Not in the paper: groups, by one of their sites, that are lowered instead of single operations, memory included. */
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
      /** Of the time of all kernels, 0 to 1; of the counted operations where nothing was timed. */
      share: z.number(),
      shareOf: z.enum(['time', 'operations']),
      sets: z.number().int(),
      arithmeticToCast: z.number().nullable(),
      registers: z.strictObject({ baseline: z.number(), mixed: z.number().nullable() }).nullable(),
      /** Why its sets are not tried; null where they are. */
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

/** The trial to recommend as far as is known, while the study goes on: built, run on every input, and timed where there is a clock. */
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
  /** Nothing that was not tried could be recommended instead, by what is known. */
  isComplete: z.literal(true).optional(),
  /** Of a search that predicts the errors of combinations: how many it then ran, and how far off it was. */
  predictions: z
    .strictObject({
      count: z.number().int(),
      close: z.number().int(),
      rank: z.number().nullable(),
      isTrusted: z.boolean(),
    })
    .optional(),
  /** Of a search that had a solver: how far the best is from the best there may be, by the models. */
  solved: z.strictObject({ programs: z.number().int(), mostSpeedup: z.number(), gap: z.number() }).optional(),
});

/** The clock ended the solver while it was at its program of this number: from there on the search does without, when it resumes too. */
const solverGaveUp = z.strictObject({ kind: z.literal('solver-gave-up'), solution: z.number().int() });

/** What the device's occupancy calculator says of the kernels of a trial's program, or of the program as written. */
const occupancy = z.strictObject({
  kind: z.literal('occupancy'),
  trial: trialNumber.nullable(),
  multiprocessors: z.number().int().nullable(),
  /** By the names the CUDA runtime knows them by: threads in a block, and blocks at work at once; what each took. */
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
export type { ConfirmationRecord, HeldConfirmation, OutputSample } from './confirmation-record.js';
export type { IdealRecord } from './ideal-record.js';
export type { InputSpeedRecord } from './input-speed-record.js';
export type { InputSpeed, MeasurementRecord } from './measurement-record.js';
export { OUTCOMES, type TrialOutcome } from './outcomes.js';
export type { OutlookRecord } from './outlook-record.js';
export type { PlanRecord } from './plan-record.js';
export type { RangesRecord } from './ranges-record.js';
export type { RefitRecord } from './refit-record.js';
export type { Trial, TrialRecord } from './trial-record.js';
