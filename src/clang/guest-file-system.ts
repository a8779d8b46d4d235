import * as fs from 'node:fs';
import path from 'node:path';
import { irregularity } from '../support/regular-file.js';
import { validUtf8 } from '../support/valid-utf8.js';
import { joinLaunchBrackets } from './launch-brackets.js';

/** The file-system lookups of a run: files it opened, and paths that it did not find. */
export interface Lookups {
  readonly opened: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
  /** Files that exist but are hidden, with the reason: reading a device or a pipe may never end. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Node's file system for the WASI library, with a record of all lookups. Symbolic links are resolved as the kernel does it; the library would resolve
 * a relative target against the current folder.
 */
export class GuestFileSystem implements Lookups {
  readonly opened = new Set<string>();
  readonly absent = new Set<string>();
  readonly refused = new Map<string, string>();
  readonly module: typeof fs;
  private readonly descriptors = new Set<number>();
  /** Replacement contents by file descriptor. */
  private readonly corrected = new Map<number, Buffer>();

  /**
   * Lookups inside `quiet` folders are not recorded. With `onlyUtf8`, every byte that is not valid UTF-8 is replaced: the syntax tree in JSON
   * contains comments and messages and must be UTF-8.
   */
  constructor(
    private readonly quiet: readonly string[],
    private readonly onlyUtf8 = false,
    /** Join the brackets of kernel launches, as nvcc does (launch-brackets.ts). */
    private readonly isCuda = false,
  ) {
    this.module = {
      ...fs,
      openSync: (file: string, flags: number, mode: number) => {
        this.noting(file, () => this.refuseIrregular(file, fs.statSync(file, { throwIfNoEntry: false })));
        const descriptor = this.noting(file, () => fs.openSync(file, flags, mode));
        if (!this.isQuiet(file)) this.opened.add(file);
        this.descriptors.add(descriptor);
        if ((this.onlyUtf8 || this.isCuda) && !this.isQuiet(file)) this.correct(descriptor);
        return descriptor;
      },
      readSync: (descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number) => {
        const text = this.corrected.get(descriptor);
        if (!text) return fs.readSync(descriptor, buffer, offset, length, position);
        return text.copy(buffer, offset, position, Math.min(position + length, text.length));
      },
      closeSync: (descriptor: number) => {
        this.descriptors.delete(descriptor);
        this.corrected.delete(descriptor);
        fs.closeSync(descriptor);
      },
      statSync: (file: string, options: fs.StatSyncOptions) =>
        this.noting(file, () => this.refuseIrregular(file, fs.statSync(file, options))),
      lstatSync: (file: string, options: fs.StatSyncOptions) =>
        this.noting(file, () => this.refuseIrregular(file, fs.lstatSync(file, options))),
      readlinkSync: (file: string) => {
        const target = fs.readlinkSync(file);
        this.noting(file, () => this.refuseIrregular(file, fs.statSync(file, { throwIfNoEntry: false })));
        return path.isAbsolute(target) ? target : path.join(path.dirname(file), target);
      },
    } as typeof fs;
  }

  /** Closes the descriptors left by the run: its folders, and its files if it trapped. */
  close(): void {
    for (const descriptor of this.descriptors) fs.closeSync(descriptor);
    this.descriptors.clear();
    this.corrected.clear();
  }

  private correct(descriptor: number): void {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) return;
    const bytes = Buffer.alloc(stats.size);
    fs.readSync(descriptor, bytes, 0, stats.size, 0);
    const valid = this.onlyUtf8 ? validUtf8(bytes) : null;
    const text = this.isCuda ? joinLaunchBrackets((valid ?? bytes).toString('latin1')) : null;
    const joined = text === null ? null : Buffer.from(text, 'latin1');
    if (valid || (joined && !joined.equals(bytes))) this.corrected.set(descriptor, joined ?? valid!);
  }

  /** Hides the file from the compiler, whose error message then shows the place of the #include. */
  private refuseIrregular<T extends fs.Stats | fs.BigIntStats | undefined>(file: string, stats: T): T {
    if (!stats || stats.isDirectory() || stats.isSymbolicLink() || file === '/dev/null') return stats;
    const why = irregularity(stats);
    if (why === null) return stats;
    this.refused.set(file, why);
    throw Object.assign(new Error(`${file} ${why}`), { code: 'ENOENT', errno: -2 });
  }

  private noting<T>(file: string, access: () => T): T {
    try {
      return access();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code === 'ENOENT' || code === 'ENOTDIR') && !this.isQuiet(file)) this.absent.add(file);
      throw error;
    }
  }

  /** Whether lookups of this path are not recorded. Paths of open descriptors belong to this process, not to clang. */
  private isQuiet(file: string): boolean {
    if (file.startsWith('/proc/self/fd/')) return true;
    return this.quiet.some((folder) => file === folder || file.startsWith(folder + path.sep));
  }
}
