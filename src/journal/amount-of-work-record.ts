/** The amount of work of a trial compared with the original program on one input (analysis/performance/amount-of-work.ts). */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

const count = z.number().nonnegative();

export const amountOfWorkRecord = z.strictObject({
  kind: z.literal('amount-of-work'),
  trial: trialNumber,
  input: z.string(),
  /** Floating-point operations of one run; null if they were not counted. */
  operations: z.strictObject({ before: count, after: count }).nullable(),
  /** Largest share of the operations first. */
  differences: z.array(
    z.strictObject({
      kind: z.enum(['loop', 'function', 'kernel']),
      /** For a loop: the function that contains it. */
      function: z.string(),
      file: z.string(),
      line: z.number().int(),
      /** Iterations, calls or launches of the original program and of the trial. */
      before: count,
      after: count,
      /** Whether the numbers are sums over several executions of the loop. */
      isTotal: z.literal(true).optional(),
    }),
  ),
  /** Counted with one thread, although several threads print something else. */
  inOneThread: z.literal(true).optional(),
  /** Why nothing was counted. */
  notCounted: z.string().optional(),
});
export type AmountOfWorkRecord = z.infer<typeof amountOfWorkRecord>;
