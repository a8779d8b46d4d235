/**
 * A trial: a closed union over its outcome, so that the outcome determines the available fields. In the file every trial has every field, null
 * if its outcome has none; reading converts it to a member of the union.
 */
import { z } from 'zod';
import type { TrialOutcome } from './outcomes.js';
import { figure, format, NO_EVIDENCE, trialNumber, writtenAccumulator, writtenOutcome } from './written-values.js';

const written = z.strictObject({
  kind: z.literal('trial'),
  number: trialNumber,
  /** Site or group id → format, for what differs from the baseline. */
  formats: z.record(z.string(), format),
  /** Site id → summation method, for sums that are changed. */
  accumulators: z.record(z.string(), writtenAccumulator).optional(),
  /** Changed thread-block sizes by id. */
  blocks: z.record(z.string(), z.number().int()).optional(),
  /** The sets of operations it lowers, if the search is over sets. */
  sets: z.array(z.string()).optional(),
  /** Its iteration in a tuning plan. */
  iteration: z.number().int().optional(),
  /** Digest of the resolved configuration: trials with equal digests are the same program. */
  resolution: z.string(),
  how: z.enum(['emulated', 'rebuilt', 'known']),
  outcome: writtenOutcome,
  /** The largest error over the inputs, in the goal's metric. */
  error: figure.nullable(),
  speedup: z.number().nullable(),
  speedupKind: z.enum(['measured', 'modelled']).nullable(),
  accepted: z.boolean(),
  /** Why it is not `accurate`, or accurate but not accepted. */
  evidence: z.string().nullable(),
  /** By input, the deviation of each watched value from its original value: little-endian fp64 in base 64. */
  deviations: z.record(z.string(), z.string()).optional(),
  durationMs: z.number(),
});
type Written = z.infer<typeof written>;

/** Fields of every trial, independent of the outcome. */
export type Tried = Omit<Written, 'outcome' | 'error' | 'speedup' | 'speedupKind' | 'accepted' | 'evidence'>;

/** Baseline time ÷ its time, and how it was obtained; null if it was neither timed nor modelled. */
export type Speed =
  | { readonly speedup: number; readonly speedupKind: 'measured' | 'modelled' }
  | { readonly speedup: null; readonly speedupKind: null };

export const NO_SPEED = { speedup: null, speedupKind: null } as const;

/** Within tolerance; not accepted if it misses the required speedup, which is then the evidence. */
export type Accurate = Speed & {
  readonly outcome: 'accurate';
  readonly error: number;
  readonly accepted: boolean;
  readonly evidence: string | null;
};

/** Beyond the bound; without an error if the output cannot be compared. */
export type Inaccurate = Speed & {
  readonly outcome: 'inaccurate';
  readonly error: number | null;
  readonly accepted: false;
  readonly evidence: string;
};

export type FailedOutcome = Exclude<TrialOutcome, 'accurate' | 'inaccurate' | 'duplicate'>;

/** There was nothing to compare or to time. */
export type Failed = typeof NO_SPEED & {
  readonly outcome: FailedOutcome;
  readonly error: null;
  readonly accepted: false;
  readonly evidence: string;
};

/** The same program as an earlier trial (in the evidence), with that trial's figures. */
export type Duplicate = Speed & {
  readonly outcome: 'duplicate';
  readonly error: number | null;
  readonly accepted: false;
  readonly evidence: ReturnType<typeof sameProgramAs>;
};

/** Refuted by a later record; it still has the figures of its accuracy run. */
export type Refuted = Speed & {
  readonly outcome: 'inaccurate' | FailedOutcome;
  readonly error: number | null;
  readonly accepted: false;
  readonly evidence: string;
};

/** The outcome of an accuracy run. */
export type TrialResult = Accurate | Inaccurate | Failed | Duplicate;
export type TrialRecord = Tried & TrialResult;
/** A trial, possibly changed by later records. */
export type Trial = Tried & (Accurate | Duplicate | Refuted);

export const trialRecord = written.transform((flat, context): TrialRecord => {
  const result = resultOf(flat);
  if (typeof result !== 'string') return { ...flat, ...result };
  context.addIssue(result);
  return z.NEVER;
});

/** The union member of a written trial, or why it is invalid. */
function resultOf({ outcome, error, evidence, accepted, ...flat }: Written): TrialResult | string {
  const speed: Speed =
    flat.speedup === null || flat.speedupKind === null
      ? NO_SPEED
      : { speedup: flat.speedup, speedupKind: flat.speedupKind };
  switch (outcome) {
    case 'accurate':
      return error === null ? 'an accurate trial without an error' : { outcome, error, ...speed, accepted, evidence };
    case 'inaccurate':
      return { outcome, error, ...speed, accepted: false, evidence: evidence ?? NO_EVIDENCE };
    case 'duplicate': {
      const earlier = SAME_PROGRAM.exec(evidence ?? '');
      if (!earlier) return 'a duplicate without the number of an earlier trial';
      return { outcome, error, ...speed, accepted: false, evidence: sameProgramAs(Number(earlier[1])) };
    }
    default:
      return failed(outcome, evidence ?? NO_EVIDENCE);
  }
}

const SAME_PROGRAM = /^the same program as trial (\d+)$/;

function sameProgramAs(number: number) {
  return `the same program as trial ${number}` as const;
}

export function failed(outcome: FailedOutcome, evidence: string): Failed {
  return { outcome, error: null, ...NO_SPEED, accepted: false, evidence };
}

export function modelled(speedup: number | null): Speed {
  return speedup === null ? NO_SPEED : { speedup, speedupKind: 'modelled' };
}

export function duplicateOf(first: TrialRecord): Duplicate {
  const speed: Speed = first.speedup === null ? NO_SPEED : { speedup: first.speedup, speedupKind: first.speedupKind };
  return { outcome: 'duplicate', error: first.error, ...speed, accepted: false, evidence: sameProgramAs(first.number) };
}

/** The speedup for ranking trials: those with unknown speed come last. */
export function rankedSpeedup({ speedup }: Speed): number {
  return speedup === null ? NO_SPEEDUP : speedup;
}

/** Less than any real speedup. */
export const NO_SPEEDUP = 0;

/** Assumed speedup of a trial with unknown speed: as fast as the baseline. */
export const AS_FAST = 1;
