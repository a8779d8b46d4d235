/**
 * The journal is the truth of a study: one JSON document a line, each with a checksum, on disk before it counts. State, report and
 * resume are replays of it. A line torn by a crash is dropped; a damaged line in the middle is an error, never skipped silently.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { type JournalRecord, journalRecord } from './records.js';
import { StudyLock } from './study-lock.js';

export const JOURNAL_FILE = 'journal.jsonl';

/** Reads every whole record; `torn` is the length in bytes of a last line that was cut short. */
export function readJournal(file: string): { records: JournalRecord[]; torn: number } {
  const bytes = fs.readFileSync(file);
  const records: JournalRecord[] = [];
  let at = 0;
  for (let line = 1; at < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, at);
    const record = end < 0 ? null : decode(bytes.subarray(at, end));
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
    readonly records: readonly JournalRecord[],
    private readonly descriptor: number,
    private readonly lock: StudyLock,
  ) {}

  /** Opens or creates the journal in a study's folder; refuses while another process has it. */
  static open(folder: string): Journal {
    fs.mkdirSync(folder, { recursive: true });
    const lock = StudyLock.acquire(folder);
    try {
      const file = path.join(folder, JOURNAL_FILE);
      const { records, torn } = fs.existsSync(file) ? readJournal(file) : { records: [], torn: 0 };
      if (torn > 0) fs.truncateSync(file, fs.statSync(file).size - torn);
      return new Journal(records, fs.openSync(file, 'a'), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Adds a record; when it returns, the record survives a crash of the machine. */
  append(record: JournalRecord): void {
    try {
      fs.writeSync(this.descriptor, encode(record));
      fs.fsyncSync(this.descriptor);
    } catch (error) {
      throw new MantissaError('MX1007', error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  close(): void {
    fs.closeSync(this.descriptor);
    this.lock.release();
  }
}

function encode(record: JournalRecord): Buffer {
  const text = JSON.stringify(record, (_, value) => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value));
  return Buffer.from(`{"sum":"${checksum(text)}","record":${text}}\n`);
}

const LINE = /^\{"sum":"([0-9a-f]{8})","record":(.*)\}$/s;

function decode(line: Buffer): JournalRecord | null {
  const match = LINE.exec(line.toString('utf8'));
  if (!match || checksum(match[2]!) !== match[1]) return null;
  const parsed = journalRecord.safeParse(JSON.parse(match[2]!));
  return parsed.success ? parsed.data : null;
}

function checksum(text: string): string {
  return crc32(Buffer.from(text)).toString(16).padStart(8, '0');
}
