/**
 * A log of submissions and their ends, one line each with a checksum, written before anything depends on it. `submitting` is logged before
 * `sbatch` is called, so that a later process knows which job to look for even if the call never returned.
 */
import * as fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { JobEnd } from './job-states.js';
import type { JobKind } from './task.js';

export type LedgerEntry =
  | {
      readonly kind: 'submitting';
      readonly atMs: number;
      readonly token: string;
      readonly job: JobKind;
      readonly packs: readonly (readonly string[])[];
    }
  | { readonly kind: 'submitted'; readonly token: string; readonly jobId: number }
  /** Slurm rejected it permanently. */
  | { readonly kind: 'not-submitted'; readonly token: string; readonly why: string }
  /** `finished`: all its results exist. */
  | {
      readonly kind: 'ended';
      readonly atMs: number;
      readonly token: string;
      readonly index: number;
      readonly as: JobEnd | 'finished' | 'withdrawn';
      readonly node: string | null;
    };

export interface Ledger {
  append(entry: LedgerEntry): void;
}

export class LedgerFile implements Ledger {
  private descriptor: number | null = null;

  constructor(private readonly file: string) {}

  append(entry: LedgerEntry): void {
    this.descriptor ??= openWhole(this.file);
    const body = JSON.stringify(entry);
    fs.writeSync(this.descriptor, `${crc32(body).toString(16).padStart(8, '0')} ${body}\n`);
    fs.fsyncSync(this.descriptor);
  }

  close(): void {
    if (this.descriptor !== null) fs.closeSync(this.descriptor);
    this.descriptor = null;
  }
}

/** Every complete line. A line cut short by a crash had no consequences. */
export function readLedger(file: string): LedgerEntry[] {
  return fs.existsSync(file) ? entriesIn(fs.readFileSync(file, 'utf8'), file).entries : [];
}

function entriesIn(text: string, file: string): { entries: LedgerEntry[]; sizeBytes: number } {
  const entries: LedgerEntry[] = [];
  let sizeBytes = 0;
  const lines = text.split(/(?<=\n)/);
  for (const [at, line] of lines.entries()) {
    const body = line.slice(9, -1);
    if (!line.endsWith('\n') || crc32(body).toString(16).padStart(8, '0') !== line.slice(0, 8)) {
      if (at === lines.length - 1) break;
      throw new MantissaError('MX1008', {
        text: 'the ledger of submitted jobs is damaged: its checksum does not match its contents',
        place: { file, line: at + 1 },
      });
    }
    entries.push(JSON.parse(body) as LedgerEntry);
    sizeBytes += Buffer.byteLength(line);
  }
  return { entries, sizeBytes };
}

function openWhole(file: string): number {
  const descriptor = fs.openSync(file, 'a+');
  fs.ftruncateSync(descriptor, entriesIn(fs.readFileSync(file, 'utf8'), file).sizeBytes);
  return descriptor;
}
