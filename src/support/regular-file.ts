/**
 * Reads files named by others (in a journal, an `#include`, a database) only if reading ends: devices and pipes may block forever, and a file above
 * the limit is not a source.
 */
import * as fs from 'node:fs';

/** Larger than any source, header, profile or list of arguments written by a person. */
export const MAX_SOURCE_BYTES = 2 ** 28;

const MIB = 2 ** 20;

/** The reason why a file is not read; it completes a sentence that starts with the name. */
export class Irregular extends Error {
  override readonly name = 'Irregular';
}

type Stats = Pick<
  fs.Stats,
  'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'
> & { readonly size: number | bigint; readonly rdev: number | bigint };

/** The reason why it cannot be read as a file; null if it can. */
export function irregularity(stats: Stats, mostBytes = MAX_SOURCE_BYTES): string | null {
  if (stats.isDirectory()) return 'is a folder';
  if (stats.isFIFO()) return 'is a pipe, not a regular file';
  if (stats.isSocket()) return 'is a socket, not a regular file';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'is a device, not a regular file';
  if (!stats.isFile()) return 'is not a regular file';
  return Number(stats.size) > mostBytes
    ? `has ${Math.ceil(Number(stats.size) / MIB)} MiB; the limit is ${mostBytes / MIB} MiB`
    : null;
}

/** The contents of a regular file. Never waits for a writer and never reads more than the limit. */
export function readRegularFile(file: string, mostBytes = MAX_SOURCE_BYTES): Buffer {
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

/** The contents of a file named on the command line, which may be a pipe (`<(…)`), up to the limit. */
export function readBounded(file: string, mostBytes = MAX_SOURCE_BYTES): Buffer {
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
