/** A trial that `mantissa apply --write` wrote into the sources, with the digests by which the study recognizes its own patch. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const appliedRecord = z.strictObject({
  kind: z.literal('applied'),
  trial: trialNumber,
  /** Digest of the patched sources. */
  sources: z.string(),
  /** Written files, relative to the project: the text before (a byte string, null for new files) and the SHA-256 after. */
  files: z.array(z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string() })),
});

export type AppliedRecord = z.infer<typeof appliedRecord>;
