import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError, type MessagePlace } from '../../diagnostics/mantissa-error.js';
import { nearestName } from '../../support/nearest-name.js';
import { irregularity } from '../../support/regular-file.js';
import { languageOf } from './source-kinds.js';

/** A file named on the command line or in a project file. */
export interface Mention {
  /** The absolute path. */
  readonly file: string;
  /** The path as the user wrote it. */
  readonly written: string;
  readonly place?: MessagePlace;
}

/** Whether a path is a file or a folder. Throws an error if it is neither or does not exist. */
export function kindOf(mention: Mention): 'file' | 'folder' {
  const { file, written } = mention;
  if (written === '') throw missing(mention);
  let stats: fs.Stats | undefined;
  try {
    stats = fs.statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw unreadable(mention, error);
  }
  if (!stats) throw missing(mention);
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) throw new MantissaError('MX2007', at(mention, `${written} is not a regular file`));
  const why = irregularity(stats); // too large
  if (why) throw new MantissaError('MX2025', at(mention, `${written} ${why}`));
  return 'file';
}

/** Returns the mention if it names a readable file, and throws an error otherwise. */
export function requireFile(mention: Mention): Mention {
  if (kindOf(mention) === 'folder') {
    const remedy = `name its files, for example ${path.posix.join(mention.written, '*.cu')}`;
    throw new MantissaError('MX2007', at(mention, `${mention.written} is a folder`), { remedy });
  }
  try {
    fs.accessSync(mention.file, fs.constants.R_OK);
  } catch (error) {
    throw unreadable(mention, error);
  }
  return mention;
}

export function readInput(mention: Mention): Buffer {
  requireFile(mention);
  try {
    return fs.readFileSync(mention.file);
  } catch (error) {
    throw unreadable(mention, error);
  }
}

/** The entries of a folder, sorted by name independently of the file system and the locale. */
export function listFolder(folder: string, shown: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).sort((one, other) => compareNames(one.name, other.name));
  } catch (error) {
    throw unreadable({ file: folder, written: shown }, error);
  }
}

export function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function isFile(file: string): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/** A path for messages: relative to the user's current folder if it is inside. */
export function showFile(file: string, workingFolder: string): string {
  const relative = path.relative(workingFolder, file);
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

function missing(mention: Mention): MantissaError {
  const { file, written, place } = mention;
  const siblings = written === '' ? [] : siblingsOf(file).filter((name) => isAlike(kindOfName(file), kindOfName(name)));
  const near = nearestName(path.basename(file), siblings);
  const hint = near === null ? '' : `; did you mean ${path.join(path.dirname(written), near)}?`;
  const remedy = place
    ? { remedy: `check the path; paths in ${path.basename(place.file)} are relative to its folder` }
    : {};
  return new MantissaError(
    'MX2001',
    at(mention, written === '' ? 'the path is empty' : `${written} does not exist${hint}`),
    remedy,
  );
}

/** `source`, or the extension. */
function kindOfName(name: string): string {
  return languageOf(name) === null ? path.extname(name) : 'source';
}

/** Whether a name of one kind may be meant by one of another: `a.c` is no object file, and a name without an extension is a folder or an input. */
function isAlike(written: string, other: string): boolean {
  return written === '' ? ['', 'source', '.json'].includes(other) : other === written;
}

function siblingsOf(file: string): string[] {
  try {
    return fs.readdirSync(path.dirname(file)).sort();
  } catch {
    return [];
  }
}

function unreadable(mention: Mention, error: unknown): MantissaError {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  return new MantissaError('MX2008', at(mention, `${mention.written} cannot be read (${reason})`), { cause: error });
}

function at(mention: Mention, text: string): { text: string; place?: MessagePlace } {
  return mention.place ? { text, place: mention.place } : { text };
}
