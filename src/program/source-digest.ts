import { createHash } from 'node:crypto';
import type { Program } from './program.js';

/** Tells versions of a program apart: the text of every file of it, as its author wrote it. */
export function digestSources({ files }: Pick<Program, 'files'>): string {
  return digestTexts(files.map(({ path, source }) => ({ path, text: source.written.text })));
}

/** The same of files by their texts, which are byte strings. */
export function digestTexts(files: readonly { readonly path: string; readonly text: string }[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(path).update('\0').update(text, 'latin1');
  return hash.digest('hex');
}
