import * as fs from 'node:fs';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Program } from '../program/program.js';

/** Throws if a source file has changed since it was read: a study reads the files repeatedly. */
export function checkSourcesUnchanged(program: Program): void {
  for (const file of program.files) {
    const text = fs.existsSync(file.absolutePath) ? fs.readFileSync(file.absolutePath, 'latin1') : null;
    if (text === file.source.written.text) continue;
    const what = text === null ? 'it was deleted' : 'it was edited';
    throw new MantissaError('MX2020', { text: what, place: { file: file.path } });
  }
}
