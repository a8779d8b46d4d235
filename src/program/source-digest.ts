import { createHash } from 'node:crypto';
import type { Program } from './program.js';

/** Identifies a version of a program by the text of all its files. */
export function digestSources({ files }: Pick<Program, 'files'>): string {
  return digestTexts(files.map(({ path, source }) => ({ path, text: source.written.text })));
}

/** The digest of files given by their texts (byte strings). */
export function digestTexts(files: readonly { readonly path: string; readonly text: string }[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(path).update('\0').update(text, 'latin1');
  return hash.digest('hex');
}
