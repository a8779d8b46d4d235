import fs from 'node:fs';
import path from 'node:path';

export class FileLimitReached extends Error {}

/** Functions of node:fs that the WASI library calls with a path as first argument. */
const ONE_PATH = [
  'openSync',
  'statSync',
  'lstatSync',
  'readlinkSync',
  'mkdirSync',
  'rmdirSync',
  'unlinkSync',
  'readdirSync',
  'utimesSync',
  'realpathSync',
] as const;
const TWO_PATHS = ['renameSync', 'linkSync'] as const;

/**
 * node:fs restricted to the given folders. The WASI library resolves `..` and symbolic links without checking whether they leave a folder. Files
 * that the program leaves open are closed afterwards.
 */
export class ConfinedFiles {
  readonly fs: Record<string, unknown> = { ...fs };
  private readonly roots: string[];
  private readonly open = new Set<number>();

  constructor(folders: readonly string[], maxFileBytes: number) {
    this.roots = folders.map((folder) => fs.realpathSync(folder));
    for (const name of ONE_PATH) {
      const call = fs[name] as (file: string, ...rest: unknown[]) => unknown;
      this.fs[name] = (file: string, ...rest: unknown[]) => call(this.allowed(file), ...rest);
    }
    for (const name of TWO_PATHS) {
      const call = fs[name] as (from: string, to: string) => unknown;
      this.fs[name] = (from: string, to: string) => call(this.allowed(from), this.allowed(to));
    }
    this.fs.symlinkSync = (target: string, file: string) => {
      this.allowed(path.resolve(path.dirname(file), target));
      fs.symlinkSync(target, this.allowed(file));
    };
    const openSync = this.fs.openSync as (...args: unknown[]) => number;
    this.fs.openSync = (...args: unknown[]) => {
      const descriptor = openSync(...args);
      this.open.add(descriptor);
      return descriptor;
    };
    this.fs.closeSync = (descriptor: number) => {
      this.open.delete(descriptor);
      fs.closeSync(descriptor);
    };
    this.fs.writeSync = (descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
      if (Math.max(0, position ?? 0) + length > maxFileBytes) throw new FileLimitReached();
      return fs.writeSync(descriptor, bytes, offset, length, position);
    };
  }

  closeAll(): void {
    for (const descriptor of this.open) fs.closeSync(descriptor);
    this.open.clear();
  }

  /** Returns the path if it is in one of the folders once its symbolic links are resolved; throws EACCES otherwise. */
  private allowed(file: string): string {
    const full = path.resolve(file);
    const resolved = this.roots.includes(full) ? full : path.join(followed(path.dirname(full)), path.basename(full));
    const target = followed(resolved);
    if (this.roots.some((root) => isWithin(resolved, root)) && this.roots.some((root) => isWithin(target, root)))
      return file;
    throw Object.assign(new Error(`${file} is outside the folders of this run`), { code: 'EACCES' });
  }
}

function followed(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file; // does not exist: the call itself reports that, or creates it
  }
}

function isWithin(file: string, root: string): boolean {
  return file === root || file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}
