import * as fs from 'node:fs';
import path from 'node:path';

/** The header with the multi-word formats. */
export const FORMATS_HEADER = 'mantissa_formats.h';

/** Whether a file is the copy of this header that a patch puts beside the sources. It is treated as a system header, which the engines have too. */
export function isOurFormatsHeader(file: string): boolean {
  return (
    path.basename(file) === FORMATS_HEADER && fs.readFileSync(file, 'latin1').includes('\n#ifndef MANTISSA_FORMATS_H\n')
  );
}
