/**
 * A trial's rewritten source, built and run on every input, the held-out ones included: a closed union over whether it held. In the file
 * every confirmation has every field, as trials do.
 */
import { z } from 'zod';
import { OUTCOMES } from './outcomes.js';
import { figure, NO_EVIDENCE, printed, trialNumber, writtenOutcome } from './written-values.js';

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
  /** The furthest off by the goal's metric, worst first; `places` says where each stands in a text. */
  worst: values.extend({ places: z.array(z.string()).optional() }),
});
export type OutputSample = z.infer<typeof outputSample>;

const written = z.strictObject({
  kind: z.literal('confirmation'),
  trial: trialNumber,
  /** `accurate` when it held. */
  outcome: writtenOutcome.pipe(z.enum(OUTCOMES).exclude(['duplicate', 'unsafe'])),
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
type Written = z.infer<typeof written>;

/** Whether it held, and what says so. */
export type ConfirmationResult =
  | { readonly outcome: 'accurate'; readonly error: number; readonly evidence: null; readonly digest: string }
  /** It has an error where it ran far enough to be compared. */
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
/** One that held: a program that can be timed. */
export type HeldConfirmation = Extract<ConfirmationRecord, { outcome: 'accurate' }>;

export const confirmationRecord = written.transform((flat, context): ConfirmationRecord => {
  const result = resultOf(flat);
  if (result !== null) return { ...flat, ...result };
  context.addIssue('confirmed, and without an error or a program');
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
