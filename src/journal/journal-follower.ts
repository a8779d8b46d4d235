/** Follows a journal that another process writes: reads only new lines, without locking. */
import * as fs from 'node:fs';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { irregularity } from '../support/regular-file.js';
import { MOST_JOURNAL_BYTES, parseJournal } from './journal.js';
import { StudyState } from './replay.js';

export class JournalFollower {
  state = new StudyState();
  private position = 0;
  private lines = 0;
  private identity: string | null = null;

  constructor(private readonly file: string) {}

  /** Reads new records; true if there were any. A journal that was started over is read from the beginning. */
  catchUp(): boolean {
    const descriptor = openIfThere(this.file);
    if (descriptor === null) return this.restart(null);
    try {
      const stats = fs.fstatSync(descriptor);
      const why = irregularity(stats, MOST_JOURNAL_BYTES);
      if (why) throw new MantissaError('MX2025', { text: `it ${why}`, place: { file: this.file } });
      const { size, ino, dev } = stats;
      const isAnother = this.identity !== `${dev}:${ino}` || size < this.position;
      if (isAnother) this.restart(`${dev}:${ino}`);
      if (size === this.position) return isAnother;
      const bytes = Buffer.alloc(size - this.position);
      const length = fs.readSync(descriptor, bytes, 0, bytes.length, this.position);
      const added = bytes.subarray(0, length);
      const { records, times, torn } = parseJournal(added, this.file, this.lines);
      records.forEach((record, at) => {
        this.state.add(record, times[at] ?? null);
      });
      this.position += length - torn; // an incomplete line is read once it is complete
      this.lines += records.length;
      return isAnother || records.length > 0;
    } finally {
      fs.closeSync(descriptor);
    }
  }

  private restart(identity: string | null): boolean {
    const wasThere = this.identity !== identity;
    this.identity = identity;
    this.state = new StudyState();
    this.position = 0;
    this.lines = 0;
    return wasThere;
  }
}

function openIfThere(file: string): number | null {
  try {
    return fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK); // does not block on a pipe
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
