import * as fs from 'node:fs';
import path from 'node:path';
import { irregularity } from '../../support/regular-file.js';

/** What a run asked the file system for: files it opened, and paths it looked for and did not find. */
export interface Lookups {
  readonly opened: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
  /** What was there and is not read, with the reason: a device would go on for ever, a pipe would wait for ever. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Node's file system as the WASI library should see it: it notes what is looked up, and a symbolic link leads where the
 * kernel would follow it (the library takes a relative target for one relative to the current folder).
 */
export class GuestFileSystem implements Lookups {
  readonly opened = new Set<string>();
  readonly absent = new Set<string>();
  readonly refused = new Map<string, string>();
  readonly module: typeof fs;
  private readonly descriptors = new Set<number>();

  /** Lookups inside `quiet` folders, whose contents are known by other means, are not noted. */
  constructor(private readonly quiet: readonly string[]) {
    this.module = {
      ...fs,
      openSync: (file: string, flags: number, mode: number) => {
        this.noting(file, () => this.refuseIrregular(file, fs.statSync(file, { throwIfNoEntry: false })));
        const descriptor = this.noting(file, () => fs.openSync(file, flags, mode));
        if (!this.isQuiet(file)) this.opened.add(file);
        this.descriptors.add(descriptor);
        return descriptor;
      },
      closeSync: (descriptor: number) => {
        this.descriptors.delete(descriptor);
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

  /** Closes what the run left open: its folders always, its files when it trapped. */
  close(): void {
    for (const descriptor of this.descriptors) fs.closeSync(descriptor);
    this.descriptors.clear();
  }

  /** To the compiler such a file is not there: it then says, with the place, who asked for it. */
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

  private isQuiet(file: string): boolean {
    return this.quiet.some((folder) => file === folder || file.startsWith(folder + path.sep));
  }
}
