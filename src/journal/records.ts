/** What a journal holds; one schema for whoever writes it and whoever shows it. */
import { z } from 'zod';
import { binaryFormats, formatNames } from '../numerics/format.js';
import { METRICS } from '../numerics/metrics.js';
import { engineCapabilities } from './engine-capabilities.js';
import { OUTCOMES } from './outcomes.js';
import { programRecord } from './program-record.js';
import { verificationRecord } from './verification-record.js';

/** Grows when records change their meaning; new kinds of records and new optional fields leave it alone. */
export const SCHEMA_VERSION = 1;

const format = z.enum(formatNames);
/** JSON has no infinities: an error without bound is the text `Infinity`. */
const figure = z.union([z.number(), z.literal('Infinity').transform(() => Number.POSITIVE_INFINITY)]);
/** A number a program printed, whatever it is. */
const printed = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);
const trialNumber = z.number().int().positive();

const goal = z.strictObject({
  metric: z.enum(METRICS),
  bound: z.number(),
  against: z.enum(['baseline', 'reference']),
  /** Baseline time ÷ candidate time below which a candidate is not worth it. */
  minSpeedup: z.number().nullable(),
  /** For the metric `command`: the words that print the error of the second of two files against the first. */
  command: z.array(z.string()).nullable(),
});

const input = z.strictObject({ name: z.string(), arguments: z.array(z.string()), heldOut: z.boolean() });

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
    workingFolder: z.string(),
  }),
  /** Digest of the sources: a journal speaks of one version of them. */
  sources: z.string(),
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
      kernels: z.array(z.strictObject({ name: z.string(), ms: z.number() })),
      copyMs: z.number(),
    })
    .optional(),
});

export { OUTCOMES };

const outcome = z.enum(OUTCOMES);

const trial = z.strictObject({
  kind: z.literal('trial'),
  number: trialNumber,
  /** Site or group id → format, for what differs from the baseline. */
  formats: z.record(z.string(), format),
  /** The sets of operations it lowers, where the search is over sets. */
  sets: z.array(z.string()).optional(),
  /** Digest of what the configuration resolves to: two trials with one digest are one program. */
  resolution: z.string(),
  how: z.enum(['emulated', 'rebuilt', 'known']),
  outcome,
  /** By the goal's metric, over the inputs: the worst. */
  error: figure.nullable(),
  speedup: z.number().nullable(),
  speedupKind: z.enum(['measured', 'modelled']).nullable(),
  accepted: z.boolean(),
  /** Why it is not `measured`, in words: the first offending value, the diagnostic, the earlier trial it repeats. */
  evidence: z.string().nullable(),
  durationMs: z.number(),
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

const values = z.strictObject({
  indexes: z.array(z.number().int()),
  expected: z.array(printed),
  found: z.array(printed),
});

/** Some of the values a built program printed for an input, beside what it should have printed. */
const outputSample = z.strictObject({
  input: z.string(),
  /** How many there were. */
  count: z.number().int(),
  /** Evenly spread, all where they are few. */
  even: values,
  /** The furthest off by the goal's metric, worst first. */
  worst: values,
});

/** A trial's rewritten source, built and run on every input, the held-out ones included. */
const confirmation = z.strictObject({
  kind: z.literal('confirmation'),
  trial: trialNumber,
  /** `measured` when it held. */
  outcome,
  error: figure.nullable(),
  evidence: z.string().nullable(),
  /** SHA-256 of the built program; null where none came about. */
  digest: z.string().nullable(),
  inputs: z.array(z.string()),
  /** Whether it printed bit for bit what was emulated; null where that was not asked (a GPU contracts and reorders). */
  asEmulated: z.boolean().nullable(),
  /** The rewritten source as a patch of what the study read, a byte string; null where it could not be written. */
  patch: z.string().nullable().optional(),
  outputs: z.array(outputSample).optional(),
  /** Where it printed something else than was emulated: the first difference, and how both outputs begin, as byte strings. */
  contradiction: z
    .strictObject({ input: z.string(), difference: z.string(), built: z.string(), emulated: z.string() })
    .optional(),
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

const sample = z.strictObject({
  program: z.enum(['baseline', 'variant']),
  ms: z.number(),
  /** What the program itself calls its speed, where the project says how to read it. */
  merit: z.number().optional(),
});
const clock = z.enum(['gpu', 'cpu', 'wall', 'merit']);

/** Timed runs of a built program against the baseline, in the order they ran; all inputs that are not held out, added up. */
const measurement = z.strictObject({
  kind: z.literal('measurement'),
  trial: trialNumber,
  digest: z.string(),
  clock,
  samples: z.array(sample),
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
  verdict: z.string(),
});

/** The program with everything in scope in the narrowest format: the most that lowering can buy, however wrong its output. */
const ideal = z.strictObject({
  kind: z.literal('ideal'),
  formats: z.record(z.string(), format),
  /** `modelled` where there is no clock to trust. */
  clock: z.enum([...clock.options, 'modelled']),
  samples: z.array(sample),
  /** Baseline time ÷ its time; null where it does not run to its end. */
  ratio: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  error: figure.nullable(),
  evidence: z.string().nullable(),
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
  /** Time of the instrumented run over that of the plain one, by the same clock. */
  overhead: z.number().nullable(),
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

/** Whether what is compared depends on groups: those it does not may change unseen what else the program shows. */
const influence = z.strictObject({
  kind: z.literal('influence'),
  groups: z.array(z.strictObject({ id: z.string(), seen: z.boolean() })),
});

const ended = z.strictObject({
  kind: z.literal('study-ended'),
  reason: z.enum(['finished', 'trials', 'time', 'interrupted']),
  best: z.number().int().nullable(),
});

export const journalRecord = z.discriminatedUnion('kind', [
  started,
  resumed,
  programRecord,
  baseline,
  trial,
  constraint,
  confirmation,
  memory,
  measurement,
  ideal,
  profile,
  sets,
  influence,
  verificationRecord,
  ended,
]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type StudyStarted = z.infer<typeof started>;
export type BaselineRecord = z.infer<typeof baseline>;
export type TrialRecord = z.infer<typeof trial>;
export type ConstraintRecord = z.infer<typeof constraint>;
export type ConfirmationRecord = z.infer<typeof confirmation>;
export type MemoryRecord = z.infer<typeof memory>;
export type MeasurementRecord = z.infer<typeof measurement>;
export type IdealRecord = z.infer<typeof ideal>;
export type ProfileRecord = z.infer<typeof profile>;
export type SetsRecord = z.infer<typeof sets>;
export type InfluenceRecord = z.infer<typeof influence>;
export type StudyEnded = z.infer<typeof ended>;
export type OutputSample = z.infer<typeof outputSample>;
export type TrialOutcome = z.infer<typeof outcome>;
export type Goal = z.infer<typeof goal>;
export type FigureOfMerit = z.infer<typeof merit>;
export type StudyInput = z.infer<typeof input>;
export type OutputPlace = z.infer<typeof output>;
