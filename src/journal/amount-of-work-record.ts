/** How much work a trial does against the original, on one input: where its counts differ (analysis/performance/amount-of-work.ts). */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

const count = z.number().nonnegative();

export const amountOfWorkRecord = z.strictObject({
  kind: z.literal('amount-of-work'),
  trial: trialNumber,
  input: z.string(),
  /** Floating-point operations of one run; null where only launches were counted, or nothing was. */
  operations: z.strictObject({ before: count, after: count }).nullable(),
  /** Those that account for most operations first. */
  differences: z.array(
    z.strictObject({
      kind: z.enum(['loop', 'function', 'kernel']),
      /** For a loop, the function it is in. */
      function: z.string(),
      file: z.string(),
      line: z.number().int(),
      /** Iterations, calls or launches: of the original, and of the trial. */
      before: count,
      after: count,
      /** Added up over several executions of the loop. */
      isTotal: z.literal(true).optional(),
    }),
  ),
  /** Counted in one thread, where several print something else. */
  inOneThread: z.literal(true).optional(),
  /** Why nothing was counted. */
  notCounted: z.string().optional(),
});
export type AmountOfWorkRecord = z.infer<typeof amountOfWorkRecord>;
