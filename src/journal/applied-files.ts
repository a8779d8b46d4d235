/** Checks whether the patch of `mantissa apply --write` is still in the sources. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { readRegularFile } from '../support/regular-file.js';
import type { AppliedRecord } from './applied-record.js';

/** SHA-256 of a byte string. */
export function digestText(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** Whether every patched file is unchanged since. */
export function isInPlace({ files }: AppliedRecord, root: string): boolean {
  return files.every(({ path: name, after }) => {
    try {
      return digestText(readRegularFile(path.join(root, name)).toString('latin1')) === after;
    } catch {
      return false;
    }
  });
}
