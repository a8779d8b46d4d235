import * as fs from 'node:fs';
import path from 'node:path';

/** What declares numbers of several parts. */
export const FORMATS_HEADER = 'mantissa_formats.h';

/** True for the copy that a patch put beside the sources: it is read as a header of the system's, which the engines have as well. */
export function isOurFormatsHeader(file: string): boolean {
  return (
    path.basename(file) === FORMATS_HEADER && fs.readFileSync(file, 'latin1').includes('\n#ifndef MANTISSA_FORMATS_H\n')
  );
}
