/**
 * The confirmation of a trial: its rewritten source, built and run on every input, including the held-out ones. The type is a closed union over
 * the outcome; in the file every confirmation has every field.
 */
import { z } from 'zod';
import { OUTCOMES } from './outcomes.js';
import { figure, NO_EVIDENCE, printed, trialNumber, writtenOutcome } from './written-values.js';

const values = z.strictObject({
  indexes: z.array(z.number().int()),
  expected: z.array(printed),
  found: z.array(printed),
});

/** A sample of the values that a built program printed on an input, with the expected values. */
const outputSample = z.strictObject({
  input: z.string(),
  /** Number of all values. */
  count: z.number().int(),
  /** Values evenly spread over the output, or all of them. */
  even: values,
  /** Values with the largest errors in the goal's metric, worst first; `places`: their locations in a text output. */
  worst: values.extend({ places: z.array(z.string()).optional() }),
});
export type OutputSample = z.infer<typeof outputSample>;

const written = z.strictObject({
  kind: z.literal('confirmation'),
  trial: trialNumber,
  /** `accurate`: the trial is confirmed. */
  outcome: writtenOutcome.pipe(z.enum(OUTCOMES).exclude(['duplicate', 'unsafe'])),
  error: figure.nullable(),
  evidence: z.string().nullable(),
  /** SHA-256 of the built program; null if there is none. */
  digest: z.string().nullable(),
  inputs: z.array(z.string()),
  /** Whether it printed bit for bit what the emulated run printed; null if they were not compared (a GPU contracts and reorders). */
  asEmulated: z.boolean().nullable(),
  /** The rewritten source as a patch of the study's sources, a byte string; null if it could not be written. */
  patch: z.string().nullable().optional(),
  outputs: z.array(outputSample).optional(),
  /** A difference from the emulated run: the first differing value or line, and the beginnings of both outputs as byte strings. */
  contradiction: z
    .strictObject({ input: z.string(), difference: z.string(), built: z.string(), emulated: z.string() })
    .optional(),
});
type Written = z.infer<typeof written>;

/** The outcome, with the fields that it has. */
export type ConfirmationResult =
  | { readonly outcome: 'accurate'; readonly error: number; readonly evidence: null; readonly digest: string }
  /** `error` is null if there was no output to compare. */
  | {
      readonly outcome: 'inaccurate' | 'contradicted' | 'run-failed' | 'timed-out';
      readonly error: number | null;
      readonly evidence: string;
      readonly digest: string | null;
    }
  | {
      readonly outcome: 'build-failed' | 'infeasible';
      readonly error: null;
      readonly evidence: string;
      readonly digest: null;
    };

export type ConfirmationRecord = Omit<Written, keyof ConfirmationResult> & ConfirmationResult;
/** A successful confirmation, whose program can be timed. */
export type SuccessfulConfirmation = Extract<ConfirmationRecord, { outcome: 'accurate' }>;

export const confirmationRecord = written.transform((flat, context): ConfirmationRecord => {
  const result = resultOf(flat);
  if (result !== null) return { ...flat, ...result };
  context.addIssue('an accurate confirmation without an error or a digest');
  return z.NEVER;
});

function resultOf({ outcome, error, evidence, digest }: Written): ConfirmationResult | null {
  switch (outcome) {
    case 'accurate':
      return error === null || digest === null ? null : { outcome, error, evidence: null, digest };
    case 'build-failed':
    case 'infeasible':
      return { outcome, error: null, evidence: evidence ?? NO_EVIDENCE, digest: null };
    default:
      return { outcome, error, evidence: evidence ?? NO_EVIDENCE, digest };
  }
}
