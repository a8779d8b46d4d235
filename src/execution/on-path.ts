import * as fs from 'node:fs';
import path from 'node:path';

/** The file of a command on the PATH, which the launcher does not search; null if there is none. */
export function onPath(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const files = command.includes('/')
    ? [path.resolve(command)]
    : folders.map((folder) => path.resolve(folder, command));
  return files.find((file) => fs.existsSync(file)) ?? null;
}
