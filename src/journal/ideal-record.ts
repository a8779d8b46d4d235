/** The ideal speedup: everything in scope in its lowest precision, regardless of the error. */
import { z } from 'zod';
import { clock, sample } from './measurement-record.js';
import { figure, format } from './written-values.js';

const written = z.strictObject({
  kind: z.literal('ideal'),
  formats: z.record(z.string(), format),
  /** `modelled` if times cannot be measured. */
  clock: z.enum([...clock.options, 'modelled']),
  samples: z.array(sample),
  /** Baseline time ÷ its time; null if its run failed or there are no operation counts. */
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
  /** Timed or modelled. `error` is null if there was no output to compare; `evidence` explains a missed goal. */
  | {
      readonly ratio: number;
      readonly low: number;
      readonly high: number;
      readonly error: number | null;
      readonly evidence: string | null;
    }
  /** Its run failed, with evidence; or there are no operation counts for the model. */
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
