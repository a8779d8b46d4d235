import { createHash } from 'node:crypto';
import type { Program } from './program.js';

/** Tells versions of a program apart: the text of every file of it. */
export function digestSources(program: Pick<Program, 'files'>): string {
  const hash = createHash('sha256');
  for (const file of program.files) hash.update(file.path).update('\0').update(file.source.text, 'latin1');
  return hash.digest('hex');
}
