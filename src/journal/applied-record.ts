/** A trial that `mantissa apply --write` wrote into the sources: what they were and are, so that the study knows its own patch. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const appliedRecord = z.strictObject({
  kind: z.literal('applied'),
  trial: trialNumber,
  /** Digest of the sources with the patch in them. */
  sources: z.string(),
  /** The files that were written, relative to the project: their text before, a byte string, null where there was none; and the SHA-256 of what they are now. */
  files: z.array(z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string() })),
});

export type AppliedRecord = z.infer<typeof appliedRecord>;
