/** What a journal holds; one schema for whoever writes it and whoever shows it. */
import { z } from 'zod';
import { METRICS } from '../numerics/error-metrics.js';

const format = z.enum(['fp16', 'bf16', 'fp32', 'fp64', 'fp32x2', 'fp64x2', 'fp64x4', 'cmp32x2', 'cmp64x2']);
/** JSON has no infinities: an error without bound is the text `Infinity`. */
const figure = z.union([z.number(), z.literal('Infinity').transform(() => Number.POSITIVE_INFINITY)]);

const started = z.strictObject({
  kind: z.literal('study-started'),
  schemaVersion: z.literal(1),
  program: z.string(),
  /** How the program was named, so that a later command can open it again. */
  opened: z.strictObject({
    inputs: z.array(z.string()),
    includeFolders: z.array(z.string()),
    defines: z.array(z.string()),
    undefines: z.array(z.string()),
    standard: z.string().nullable(),
    workingFolder: z.string(),
  }),
  /** Digest of the sources: a journal speaks of one version of them. */
  sources: z.string(),
  engine: z.string(),
  strategy: z.string(),
  options: z.record(z.string(), z.unknown()),
  seed: z.number().int(),
  goal: z.strictObject({ metric: z.enum(METRICS), bound: z.number() }),
  formats: z.array(format),
  scope: z.enum(['kernels', 'all']),
  arguments: z.array(z.string()),
});

const baseline = z.strictObject({
  kind: z.literal('baseline'),
  values: z.array(z.number()),
  runs: z.number().int(),
  durationMs: z.number(),
});

const trial = z.strictObject({
  kind: z.literal('trial'),
  number: z.number().int().positive(),
  /** Site or group id → format, for what differs from the baseline. */
  formats: z.record(z.string(), format),
  outcome: z.enum(['measured', 'inaccurate', 'build-failed', 'run-failed', 'timed-out', 'infeasible', 'duplicate']),
  error: figure.nullable(),
  speedup: z.number().nullable(),
  speedupKind: z.enum(['measured', 'modelled']).nullable(),
  accepted: z.boolean(),
  /** Why it is not `measured`, in words: the first offending value, the diagnostic, the earlier trial it repeats. */
  evidence: z.string().nullable(),
  durationMs: z.number(),
});

const ended = z.strictObject({
  kind: z.literal('study-ended'),
  reason: z.enum(['finished', 'trials', 'time', 'interrupted']),
  best: z.number().int().nullable(),
});

export const journalRecord = z.discriminatedUnion('kind', [started, baseline, trial, ended]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type TrialRecord = z.infer<typeof trial>;
export type StudyStarted = z.infer<typeof started>;
