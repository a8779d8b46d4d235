import * as fs from 'node:fs';
import path from 'node:path';

/** Creates a folder and its parents. Node's recursive mkdir never returns where the kernel reports a missing parent (/proc). */
export function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // another process may have created it
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
