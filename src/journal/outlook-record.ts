/** The model's view of the original program: the share of each kernel, the limiting resource, and the possible speedup. */
import { z } from 'zod';

export const outlookRecord = z.strictObject({
  kind: z.literal('outlook'),
  /** Largest share of the time first. */
  kernels: z.array(
    z.strictObject({
      name: z.string(),
      /** Share of the modelled time of all kernels. */
      share: z.number(),
      /** The limiting resource. */
      bound: z.string(),
      /** Modelled speedup with everything in scope in its lowest precision. */
      most: z.number(),
    }),
  ),
});
export type OutlookRecord = z.infer<typeof outlookRecord>;
