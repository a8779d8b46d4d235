/** Files named on the command line. They may be pipes (`<(…)`), but not endless ones. */
import * as fs from 'node:fs';
import type { Code } from '../diagnostics/catalogue.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { Irregular, readBounded } from '../support/regular-file.js';
import { writeWhole } from '../support/write-whole.js';

/** `unreadable` is the error code for a file that does not exist or may not be read. */
export function readNamedFile(file: string, unreadable: Code): string {
  try {
    return readBounded(file).toString('utf8');
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new MantissaError(
      error instanceof Irregular ? 'MX2025' : unreadable,
      { text: error instanceof Irregular ? `it ${text}` : text, place: { file } },
      { cause: error },
    );
  }
}

/** Writes the whole file or leaves it unchanged. */
export function writeNamedFile(file: string, text: string, remedy?: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', { text: why, place: { file } }, { cause: error, ...(remedy && { remedy }) });
  }
}

/** Appends, so that text of other processes stays. */
export function appendNamedFile(file: string, text: string): void {
  try {
    fs.appendFileSync(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', { text: why, place: { file } }, { cause: error });
  }
}
