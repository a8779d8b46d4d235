/**
 * The journal is the truth of a study: one JSON document a line, each with a checksum, on disk before it counts. State, report and
 * resume are replays of it. A line torn by a crash is dropped; a damaged line in the middle is an error, never skipped silently.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { type JournalRecord, journalRecord } from './records.js';
import { StudyState } from './replay.js';
import { StudyLock } from './study-lock.js';

export const JOURNAL_FILE = 'journal.jsonl';

/** Reads every whole record; `torn` is the length in bytes of a last line that was cut short. */
export function readJournal(file: string): { records: JournalRecord[]; torn: number } {
  const bytes = fs.readFileSync(file);
  const records: JournalRecord[] = [];
  let at = 0;
  for (let line = 1; at < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, at);
    const record = end < 0 ? null : decode(bytes.subarray(at, end), file, line);
    if (record === null) {
      const isLast = end < 0 || end === bytes.length - 1;
      if (isLast) return { records, torn: bytes.length - at };
      throw new MantissaError('MX1008', { text: 'its checksum does not match its contents', place: { file, line } });
    }
    records.push(record);
    at = end + 1;
  }
  return { records, torn: 0 };
}

/** One process's hold on a study's journal: what it held before, and a way to add to it. */
export class Journal {
  private constructor(
    /** Everything the journal holds, kept up to date as records are added. */
    readonly state: StudyState,
    private readonly file: string,
    private descriptor: number | null,
    private readonly lock: StudyLock,
  ) {}

  /** Opens or creates the journal in a study's folder, or begins it anew; refuses while another process has it. */
  static open(folder: string, { isFresh = false } = {}): Journal {
    try {
      fs.mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw cannotWrite(folder, error);
    }
    const lock = StudyLock.acquire(folder);
    try {
      const file = path.join(folder, JOURNAL_FILE);
      if (isFresh) fs.rmSync(file, { force: true });
      const { records, torn } = fs.existsSync(file) ? readJournal(file) : { records: [], torn: 0 };
      if (torn > 0) fs.truncateSync(file, fs.statSync(file).size - torn);
      return new Journal(new StudyState(records), file, fs.openSync(file, 'a'), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Adds a record; when it returns, the record survives a crash of the machine. What could not be written whole leaves no trace. */
  append(record: JournalRecord): void {
    const { descriptor } = this;
    if (descriptor === null) throw new Error('the journal is closed'); // its number may be another file's by now
    const line = encode(record);
    const before = fs.fstatSync(descriptor).size;
    try {
      for (let written = 0; written < line.length; ) written += fs.writeSync(descriptor, line, written);
      fs.fsyncSync(descriptor);
    } catch (error) {
      fs.ftruncateSync(descriptor, before);
      throw cannotWrite(this.file, error);
    }
    this.state.add(record);
  }

  close(): void {
    if (this.descriptor === null) return;
    fs.closeSync(this.descriptor);
    this.descriptor = null;
    this.lock.release();
  }
}

function cannotWrite(file: string, error: unknown): MantissaError {
  const text = error instanceof Error ? error.message : String(error);
  return new MantissaError('MX1007', { text, place: { file } }, { cause: error });
}

function encode(record: JournalRecord): Buffer {
  const text = JSON.stringify(record, (_, value) => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value));
  return Buffer.from(`{"sum":"${checksum(text)}","record":${text}}\n`);
}

const LINE = /^\{"sum":"([0-9a-f]{8})","record":(.*)\}$/s;

/** Null for a line that is not as it was written; one whose record this version does not know is an error, never dropped. */
function decode(line: Buffer, file: string, number: number): JournalRecord | null {
  const match = LINE.exec(line.toString('utf8'));
  if (!match || checksum(match[2]!) !== match[1]) return null;
  const parsed = journalRecord.safeParse(JSON.parse(match[2]!));
  if (parsed.success) return parsed.data;
  throw new MantissaError('MX1008', {
    text: `another version of mantissa wrote this record: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`,
    place: { file, line: number },
  });
}

function checksum(text: string): string {
  return crc32(Buffer.from(text)).toString(16).padStart(8, '0');
}
