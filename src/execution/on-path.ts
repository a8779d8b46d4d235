import * as fs from 'node:fs';
import path from 'node:path';

/** Where a command is that a shell would find; the launcher looks nothing up. Null where it is nowhere. */
export function onPath(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const files = command.includes('/')
    ? [path.resolve(command)]
    : folders.map((folder) => path.resolve(folder, command));
  return files.find((file) => fs.existsSync(file)) ?? null;
}
