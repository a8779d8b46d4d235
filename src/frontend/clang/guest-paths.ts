/**
 * Two corrections to how the WASI library resolves paths:
 * - `a/b/../c` became `c` at the root, because it cut a path at its first slash: `..` is taken out before it sees the path;
 * - a symbolic link's relative target was looked up from the working folder, not from the link's.
 */
import * as fs from 'node:fs';
import path from 'node:path';

type Import = (...args: never[]) => unknown;

/** Position of the path's address among an import's arguments; its length follows. */
const PATH_ARGUMENT: Readonly<Record<string, number>> = { path_open: 2, path_filestat_get: 2, path_readlink: 1 };

export function withNormalPaths(
  imports: Readonly<Record<string, unknown>>,
  memory: () => Uint8Array,
): Record<string, unknown> {
  const corrected = { ...imports };
  for (const [name, position] of Object.entries(PATH_ARGUMENT)) {
    const original = imports[name] as (...args: unknown[]) => unknown;
    corrected[name] = ((...args: unknown[]) => {
      const address = Number(args[position]);
      const length = Number(args[position + 1]);
      const bytes = memory();
      const written = Buffer.from(bytes.slice(address, address + length));
      if (!written.includes('..')) return original(...args);
      const normal = Buffer.from(path.posix.normalize(written.toString('utf8')), 'utf8');
      if (normal.length > length) return original(...args);
      bytes.set(normal, address);
      const result = original(...args.with(position + 1, normal.length));
      memory().set(written, address);
      return result;
    }) as Import;
  }
  return corrected;
}

export const fileSystem: Pick<typeof fs, 'openSync'> & { readlinkSync(link: string): string } = {
  ...fs,
  readlinkSync: (link: string): string => path.resolve(path.dirname(link), fs.readlinkSync(link)),
};
