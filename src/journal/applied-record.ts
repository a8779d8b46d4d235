/** A trial that `mantissa apply --write` wrote into the sources: what they were and are, so that the study knows its own patch. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { readRegularFile } from '../support/regular-file.js';
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

/** SHA-256 of a byte string. */
export function digestText(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** Whether every file that the patch wrote still has the text that it wrote. */
export function isInPlace({ files }: AppliedRecord, root: string): boolean {
  return files.every(({ path: name, after }) => {
    try {
      return digestText(readRegularFile(path.join(root, name)).toString('latin1')) === after;
    } catch {
      return false;
    }
  });
}
