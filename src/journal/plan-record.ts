/** A tuning plan, made before anything was tried; a resumed study walks the same one. */
import { z } from 'zod';
import { format } from './written-values.js';

export const planRecord = z.strictObject({
  kind: z.literal('plan'),
  /** What an iteration lowers. */
  by: z.enum(['types', 'clusters', 'variables']),
  /** From the widest to the narrowest. */
  formats: z.array(format),
  /** What the order goes by: how often everything ran, or what the text says where nobody could count. */
  sizesFrom: z.enum(['a counted run', 'the text']),
  iterations: z.array(
    z.strictObject({
      iteration: z.number().int(),
      /** What is lowered, by one name, and the format it gets. */
      unit: z.string(),
      format,
      /** By id: sites, or operations. */
      sites: z.array(z.string()),
      operations: z.array(z.string()),
      reason: z.string(),
    }),
  ),
  /** What stays as declared through all of it, and why. */
  kept: z.array(z.strictObject({ id: z.string(), place: z.string(), reason: z.string() })),
  /** Functions that stand for one call of another, and where that is; older journals have none. */
  copies: z.array(z.strictObject({ name: z.string(), of: z.string(), call: z.string() })).optional(),
  /** Functions that stay one though several calls reach them, and why. */
  together: z.array(z.strictObject({ name: z.string(), place: z.string(), reason: z.string() })).optional(),
});
export type PlanRecord = z.infer<typeof planRecord>;
