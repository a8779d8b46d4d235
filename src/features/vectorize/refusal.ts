import * as fs from 'node:fs';
import path from 'node:path';
import type { Code } from '../../diagnostics/catalogue.js';
import { codeFrame } from '../../diagnostics/code-frame.js';
import { MantissaError, type MessagePlace } from '../../diagnostics/mantissa-error.js';
import { ByteText } from '../../support/byte-text.js';
import type { Place } from './lane-program.js';

/** Error for a function that cannot be vectorized: the reason, the place in the source, and a remedy. */
export function refusal(
  code: Code,
  text: string,
  place: Pick<Place, 'file' | 'line' | 'column'> | null,
  remedy?: string,
): MantissaError {
  return new MantissaError(code, { text, ...(place && { place: messagePlace(place) }) }, { ...(remedy && { remedy }) });
}

function messagePlace({ file, line, column }: Pick<Place, 'file' | 'line' | 'column'>): MessagePlace {
  const relative = path.relative(process.cwd(), file);
  const shown = relative.startsWith('..') ? file : relative;
  try {
    const source = new ByteText(fs.readFileSync(file));
    return { file: shown, line, column, frame: codeFrame(source, line, Math.max(1, column)) };
  } catch {
    return { file: shown, line, column };
  }
}
