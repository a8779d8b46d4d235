/** The report of a study that may be running. It is rebuilt when the journal grows or a tuner starts or stops. */
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { JOURNAL_FILE } from '../journal/journal.js';
import { JournalFollower } from '../journal/journal-follower.js';
import { isHeld } from '../journal/study-lock.js';
import type { ReportDocument } from '../report/document.js';
import { reportOf } from './report-of-study.js';

/** Largest share of the time spent on building reports, which takes a while with thousands of trials. */
const SHARE_OF_TIME = 0.2;

export class LiveReport {
  latest: ReportDocument | null;
  private readonly follower: JournalFollower;
  private wasHeld: boolean;
  private isStale = false;
  private restUntil = 0;
  private trouble: string | null = null;

  /** Throws if the journal cannot be read. */
  constructor(private readonly study: string) {
    this.follower = new JournalFollower(path.join(study, JOURNAL_FILE));
    this.follower.catchUp();
    this.wasHeld = isHeld(study);
    this.latest = reportOf(study, this.follower.state);
  }

  /** Returns true if the report has changed. */
  refresh(): boolean {
    const trouble = this.readAlong();
    const held = isHeld(this.study);
    const isChanged = this.isStale || held !== this.wasHeld || trouble !== this.trouble;
    if (!isChanged || performance.now() < this.restUntil) return false;
    const started = performance.now();
    const report = reportOf(this.study, this.follower.state);
    this.latest =
      report && trouble
        ? { ...report, notices: [{ kind: 'warning', code: 'damaged', text: trouble, remedy: null }, ...report.notices] }
        : report;
    this.restUntil = performance.now() + (performance.now() - started) / SHARE_OF_TIME;
    [this.isStale, this.wasHeld, this.trouble] = [false, held, trouble];
    return true;
  }

  /** Reads new journal entries. Returns the error message if the journal can no longer be read, otherwise null. */
  private readAlong(): string | null {
    try {
      this.isStale = this.follower.catchUp() || this.isStale;
      return null;
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      return `the journal cannot be read any further: ${error.message}`;
    }
  }
}
