/** What the model says of the program as written: which kernels its time goes to, what bounds each, and the most that narrowing buys. */
import { z } from 'zod';

export const outlookRecord = z.strictObject({
  kind: z.literal('outlook'),
  /** Where the most of the time goes first. */
  kernels: z.array(
    z.strictObject({
      name: z.string(),
      /** Of the modelled time of all kernels. */
      share: z.number(),
      /** The resource that takes longest. */
      bound: z.string(),
      /** How many times as fast with everything in scope as narrow as it may be. */
      most: z.number(),
    }),
  ),
});
export type OutlookRecord = z.infer<typeof outlookRecord>;
