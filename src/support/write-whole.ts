import * as fs from 'node:fs';

/** Writes a file atomically (temporary file, then rename): readers see the old contents, all of the new ones, or no file. */
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
