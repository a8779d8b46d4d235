/**
 * The journal is the only state of a study: one JSON document per line, each with a checksum, synced to disk before it is used. State, report
 * and resume replay it. A last line cut short by a crash is dropped; a damaged line elsewhere is an error, never skipped silently.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { makeFolder } from '../support/make-folder.js';
import { Irregular, readRegularFile } from '../support/regular-file.js';
import { type JournalRecord, journalRecord, SCHEMA_VERSION } from './records.js';
import { StudyState } from './replay.js';
import { StudyLock } from './study-lock.js';

export const JOURNAL_FILE = 'journal.jsonl';

/** Enough for about a million trials. */
export const MOST_JOURNAL_BYTES = 2 ** 30;

export interface JournalContents {
  readonly records: JournalRecord[];
  /** Time of each record in milliseconds, by the clock of the machine that wrote it; null in old journals. */
  readonly times: (number | null)[];
  /** Length in bytes of an incomplete last line. */
  readonly torn: number;
}

export function readJournal(file: string): JournalContents {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(file, MOST_JOURNAL_BYTES);
  } catch (error) {
    if (error instanceof Irregular)
      throw new MantissaError('MX2025', { text: `it ${error.message}`, place: { file } }, { cause: error });
    const text = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX2008', { text, place: { file } }, { cause: error });
  }
  return parseJournal(bytes, file);
}

/** Every complete record in these bytes. `file` and `linesBefore` locate errors. */
export function parseJournal(bytes: Buffer, file: string, linesBefore = 0): JournalContents {
  const records: JournalRecord[] = [];
  const times: (number | null)[] = [];
  let at = 0;
  for (let line = linesBefore + 1; at < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, at);
    const entry = end < 0 ? null : decode(bytes.subarray(at, end), file, line);
    if (entry === null) {
      const isLast = end < 0 || end === bytes.length - 1;
      if (isLast) return { records, times, torn: bytes.length - at };
      throw new MantissaError('MX1008', { text: 'the checksum does not match the contents', place: { file, line } });
    }
    records.push(entry.record);
    times.push(entry.at);
    at = end + 1;
  }
  return { records, times, torn: 0 };
}

/** The journal of a study, locked by this process: its state, and a way to append records. */
export class Journal {
  private constructor(
    /** The state of all records, updated with each new one. */
    readonly state: StudyState,
    private readonly file: string,
    private descriptor: number | null,
    private readonly lock: StudyLock,
  ) {}

  /** Opens or creates the journal in a study's folder, or starts it over; throws if another process has locked it. */
  static open(folder: string, { isFresh = false } = {}): Journal {
    try {
      makeFolder(folder);
    } catch (error) {
      throw cannotWrite(folder, error, 'choose a writable folder with --study');
    }
    const lock = StudyLock.acquire(folder);
    try {
      const file = path.join(folder, JOURNAL_FILE);
      if (isFresh) fs.rmSync(file, { force: true });
      // truncating an incomplete line must not truncate another file
      if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new MantissaError('MX2025', {
          text: 'it is a symbolic link; a study is not written through links',
          place: { file },
        });
      const { records, times, torn } = fs.existsSync(file) ? readJournal(file) : { records: [], times: [], torn: 0 };
      if (torn > 0) fs.truncateSync(file, fs.statSync(file).size - torn);
      return new Journal(new StudyState(records, times), file, fs.openSync(file, 'a'), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Appends a record, which is on disk when it returns. A record that cannot be written completely is removed again. */
  append(record: JournalRecord): void {
    const { descriptor } = this;
    if (descriptor === null) throw new Error('the journal is closed'); // the descriptor may belong to another file by now
    const at = Date.now();
    const line = journalLine(record, at);
    const before = fs.fstatSync(descriptor).size;
    try {
      for (let written = 0; written < line.length; ) written += fs.writeSync(descriptor, line, written);
      fs.fsyncSync(descriptor);
    } catch (error) {
      fs.ftruncateSync(descriptor, before);
      throw cannotWrite(this.file, error);
    }
    this.state.add(record, at);
  }

  close(): void {
    if (this.descriptor === null) return;
    fs.closeSync(this.descriptor);
    this.descriptor = null;
    this.lock.release();
  }
}

function cannotWrite(file: string, error: unknown, remedy?: string): MantissaError {
  const text = error instanceof Error ? error.message : String(error);
  return new MantissaError('MX1007', { text, place: { file } }, { cause: error, ...(remedy && { remedy }) });
}

/** The line of a record in the file. */
export function journalLine(record: JournalRecord, at: number): Buffer {
  const text = JSON.stringify(record, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  const { success, error } = journalRecord.safeParse(JSON.parse(text));
  // a record that cannot be read back would make the study unusable
  if (!success) throw new Error(`a ${record.kind} record violates its schema: ${error.issues[0]?.message}`);
  return Buffer.from(`{"sum":"${checksum(`${at} ${text}`)}","at":${at},"record":${text}}\n`);
}

const LINE = /^\{"sum":"([0-9a-f]{8})",(?:"at":(\d+),)?"record":(.*)\}$/s;

/** Null for a damaged line. A record that this version does not know is an error, never dropped. */
function decode(line: Buffer, file: string, number: number): { record: JournalRecord; at: number | null } | null {
  const [, sum, at, text] = LINE.exec(line.toString('utf8')) ?? [];
  if (text === undefined || checksum(at === undefined ? text : `${at} ${text}`) !== sum) return null;
  const written: unknown = JSON.parse(text);
  const parsed = journalRecord.safeParse(written);
  if (parsed.success) return { record: parsed.data, at: at === undefined ? null : Number(at) };
  const place = { file, line: number };
  const issue = parsed.error.issues[0];
  const newer = newerContents(written, issue);
  if (newer) throw new MantissaError('MX2045', { text: newer, place });
  throw new MantissaError('MX1008', {
    text: `this record was written by another version of mantissa: ${issue?.path.join('.')} ${issue?.message}`,
    place,
  });
}

/** The part of a record that only a later version can have written; null if there is none. */
function newerContents(written: unknown, issue: z.core.$ZodIssue | undefined): string | null {
  const { kind, schemaVersion } = written as { kind?: unknown; schemaVersion?: unknown };
  if (typeof schemaVersion === 'number' && schemaVersion > SCHEMA_VERSION)
    return `its schema version is ${schemaVersion}; this version of mantissa reads ${SCHEMA_VERSION}`;
  const isKnown = issue?.code !== 'invalid_union' || issue.path.join('.') !== 'kind';
  return isKnown ? null : `this version of mantissa does not know records of kind '${String(kind)}'`;
}

function checksum(text: string): string {
  return crc32(Buffer.from(text)).toString(16).padStart(8, '0');
}
