/**
 * Files that others have named (a journal, an `#include`, a database) are read only where reading them ends: a device may go on for
 * ever, a pipe may wait for ever, and what is larger than the limit is no text anybody wrote.
 */
import * as fs from 'node:fs';

/** No source, header, profile or list of arguments that a person keeps is larger. */
export const MOST_SOURCE_BYTES = 2 ** 28;

const MIB = 2 ** 20;

/** Why a file is not read, in words that follow its name. */
export class Irregular extends Error {
  override readonly name = 'Irregular';
}

type Stats = Pick<
  fs.Stats,
  'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'
> & { readonly size: number | bigint; readonly rdev: number | bigint };

/** What is wrong with reading it as a file; null where nothing is. */
export function irregularity(stats: Stats, mostBytes = MOST_SOURCE_BYTES): string | null {
  if (stats.isDirectory()) return 'is a folder';
  if (stats.isFIFO()) return 'is a pipe, not a regular file';
  if (stats.isSocket()) return 'is a socket, not a regular file';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'is a device, not a regular file';
  if (!stats.isFile()) return 'is not a regular file';
  return Number(stats.size) > mostBytes
    ? `has ${Math.ceil(Number(stats.size) / MIB)} MiB; the limit is ${mostBytes / MIB} MiB`
    : null;
}

/** The contents of a regular file; never waits for a writer and never reads more than the limit. */
export function readRegularFile(file: string, mostBytes = MOST_SOURCE_BYTES): Buffer {
  const descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const stats = fs.fstatSync(descriptor);
    const why = irregularity(stats, mostBytes);
    if (why) throw new Irregular(why);
    return readAtMost(descriptor, mostBytes);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** What somebody names on the command line may be a pipe (`<(…)`), but not an endless one. */
export function readBounded(file: string, mostBytes = MOST_SOURCE_BYTES): Buffer {
  const descriptor = fs.openSync(file, 'r');
  try {
    return readAtMost(descriptor, mostBytes);
  } finally {
    fs.closeSync(descriptor);
  }
}

function readAtMost(descriptor: number, mostBytes: number): Buffer {
  const parts: Buffer[] = [];
  for (let length = 0; ; ) {
    const part = Buffer.allocUnsafe(MIB);
    const read = fs.readSync(descriptor, part);
    if (read === 0) return Buffer.concat(parts, length);
    length += read;
    parts.push(part.subarray(0, read));
    if (length > mostBytes) throw new Irregular(`is larger than the limit of ${mostBytes / MIB} MiB`);
  }
}
