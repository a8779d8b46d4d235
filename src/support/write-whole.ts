import * as fs from 'node:fs';

/** Writes a file so that readers see either nothing, the old contents or all of the new ones: temporary file, then rename. */
export function writeWhole(file: string, contents: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.partial`;
  const descriptor = fs.openSync(temporary, 'w');
  try {
    fs.writeFileSync(descriptor, contents);
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}
