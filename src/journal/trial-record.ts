/**
 * A trial: a closed union over how it ended, so that whoever asks what kind it is knows what it has. In the file every trial has every
 * field, null where its kind has none; reading it makes it one of the union.
 */
import { z } from 'zod';
import type { TrialOutcome } from './outcomes.js';
import { figure, format, NO_EVIDENCE, trialNumber, writtenAccumulator, writtenOutcome } from './written-values.js';

const written = z.strictObject({
  kind: z.literal('trial'),
  number: trialNumber,
  /** Site or group id → format, for what differs from the baseline. */
  formats: z.record(z.string(), format),
  /** Site id → how it is added up, for sums that are added up otherwise than as written. */
  accumulators: z.record(z.string(), writtenAccumulator).optional(),
  /** Sizes of thread blocks by their ids, for those that differ from the text. */
  blocks: z.record(z.string(), z.number().int()).optional(),
  /** The sets of operations it lowers, where the search is over sets. */
  sets: z.array(z.string()).optional(),
  /** The iteration of a tuning plan that it is, where it is one. */
  iteration: z.number().int().optional(),
  /** Digest of what the configuration resolves to: two trials with one digest are one program. */
  resolution: z.string(),
  how: z.enum(['emulated', 'rebuilt', 'known']),
  outcome: writtenOutcome,
  /** By the goal's metric, over the inputs: the worst. */
  error: figure.nullable(),
  speedup: z.number().nullable(),
  speedupKind: z.enum(['measured', 'modelled']).nullable(),
  accepted: z.boolean(),
  /** Why it is not `accurate`, or accurate and not accepted, in words. */
  evidence: z.string().nullable(),
  /** By input, how far each watched value moved from where it is as written: little-endian fp64 in base 64. */
  deviations: z.record(z.string(), z.string()).optional(),
  durationMs: z.number(),
});
type Written = z.infer<typeof written>;

/** What every trial has, however it ended. */
export type Tried = Omit<Written, 'outcome' | 'error' | 'speedup' | 'speedupKind' | 'accepted' | 'evidence'>;

/** Baseline time ÷ its time, and who says so. Nobody does where it was not timed and its operations could not be counted. */
export type Speed =
  | { readonly speedup: number; readonly speedupKind: 'measured' | 'modelled' }
  | { readonly speedup: null; readonly speedupKind: null };

export const NO_SPEED = { speedup: null, speedupKind: null } as const;

/** Within the bound; not accepted where it is slower than the goal asks, with that as evidence. */
export type Accurate = Speed & {
  readonly outcome: 'accurate';
  readonly error: number;
  readonly accepted: boolean;
  readonly evidence: string | null;
};

/** Beyond the bound; without an error where the output cannot be compared. */
export type Inaccurate = Speed & {
  readonly outcome: 'inaccurate';
  readonly error: number | null;
  readonly accepted: false;
  readonly evidence: string;
};

export type FailedOutcome = Exclude<TrialOutcome, 'accurate' | 'inaccurate' | 'duplicate'>;

/** Nothing that could be compared or timed came about. */
export type Failed = typeof NO_SPEED & {
  readonly outcome: FailedOutcome;
  readonly error: null;
  readonly accepted: false;
  readonly evidence: string;
};

/** The program of an earlier trial, which it names, with that trial's figures. */
export type Duplicate = Speed & {
  readonly outcome: 'duplicate';
  readonly error: number | null;
  readonly accepted: false;
  readonly evidence: ReturnType<typeof sameProgramAs>;
};

/** Refuted by what came after its accuracy run, whose figures it still has. */
export type Refuted = Speed & {
  readonly outcome: 'inaccurate' | FailedOutcome;
  readonly error: number | null;
  readonly accepted: false;
  readonly evidence: string;
};

/** How an accuracy run ends. */
export type TrialResult = Accurate | Inaccurate | Failed | Duplicate;
export type TrialRecord = Tried & TrialResult;
/** A trial, whether or not it has been looked at since its accuracy run. */
export type Trial = Tried & (Accurate | Duplicate | Refuted);

export const trialRecord = written.transform((flat, context): TrialRecord => {
  const result = resultOf(flat);
  if (typeof result !== 'string') return { ...flat, ...result };
  context.addIssue(result);
  return z.NEVER;
});

/** The member of the union a written trial is; a string says why it is none. */
function resultOf({ outcome, error, evidence, accepted, ...flat }: Written): TrialResult | string {
  const speed: Speed =
    flat.speedup === null || flat.speedupKind === null
      ? NO_SPEED
      : { speedup: flat.speedup, speedupKind: flat.speedupKind };
  switch (outcome) {
    case 'accurate':
      return error === null ? 'accurate, and without an error' : { outcome, error, ...speed, accepted, evidence };
    case 'inaccurate':
      return { outcome, error, ...speed, accepted: false, evidence: evidence ?? NO_EVIDENCE };
    case 'duplicate': {
      const earlier = SAME_PROGRAM.exec(evidence ?? '');
      if (!earlier) return 'a duplicate that names no earlier trial';
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

/** For whoever ranks trials: one that nobody could time or price stands behind all others. */
export function rankedSpeedup({ speedup }: Speed): number {
  return speedup === null ? NO_SPEEDUP : speedup;
}

/** Less than any program has. */
export const NO_SPEEDUP = 0;

/** What one that nobody could time or price is taken for: as fast as the baseline. */
export const AS_FAST = 1;
