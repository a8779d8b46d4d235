import * as fs from 'node:fs';
import picocolors from 'picocolors';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Paint } from '../inspection/paint.js';

/** Colours where stdout is a terminal that wants them (picocolors honours NO_COLOR and FORCE_COLOR). */
export function terminalPaint(): Paint {
  const { bold, dim, green, red, yellow } = picocolors.createColors(
    picocolors.isColorSupported && process.stdout.isTTY === true,
  );
  return { bold, dim, good: green, bad: red, warn: yellow };
}

export function terminalWidth(): number {
  return process.stdout.isTTY ? Math.max(60, process.stdout.columns) : 160;
}

/** Writes the answer whole before the process may end; a reader that went away (`| head`) is no error. */
export function answer(text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(1, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      if (code === 'EAGAIN') continue;
      throw new MantissaError('MX1007', error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}
