/** The program with everything in scope in the narrowest format: the most that lowering can buy, however wrong its output. */
import { z } from 'zod';
import { clock, sample } from './measurement-record.js';
import { figure, format } from './written-values.js';

const written = z.strictObject({
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
  /** The node of a cluster that ran both programs. */
  node: z.string().optional(),
});
type Written = z.infer<typeof written>;

export type IdealResult =
  /** Timed or modelled; it has an error where it was run and its output can be compared, and evidence where that misses the goal. */
  | {
      readonly ratio: number;
      readonly low: number;
      readonly high: number;
      readonly error: number | null;
      readonly evidence: string | null;
    }
  /** It does not run to its end, as the evidence says; or nobody could count what a model would price. */
  | {
      readonly ratio: null;
      readonly low: null;
      readonly high: null;
      readonly error: null;
      readonly evidence: string | null;
    };

export type IdealRecord = Omit<Written, keyof IdealResult> & IdealResult;

export const idealRecord = written.transform((flat): IdealRecord => {
  const { ratio, low, high } = flat;
  if (ratio === null) return { ...flat, ratio, low: null, high: null, error: null };
  return { ...flat, ratio, low: low ?? ratio, high: high ?? ratio };
});
