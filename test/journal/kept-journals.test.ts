/**
 * Journals that `mantissa tune` wrote for corpus/funarc when every trial was read as it stands in the file, without the lines that say
 * where that was. On the native engine the compiler was made to fail wherever `main.here` is narrow.
 */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { journalLine, parseJournal, readJournal } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { StudyState } from '../../src/journal/replay.js';
import { NO_EVIDENCE } from '../../src/journal/written-values.js';
import { diagnostic } from '../support/diagnostics.js';

const kept = (name: string) => path.join(import.meta.dirname, 'kept', name);
const JOURNALS = ['funarc-native.jsonl', 'funarc-wasm.jsonl'];

function recordsOf<Kind extends JournalRecord['kind']>(kind: Kind): Extract<JournalRecord, { kind: Kind }>[] {
  return JOURNALS.flatMap((name) => readJournal(kept(name)).records).filter(
    (record): record is Extract<JournalRecord, { kind: Kind }> => record.kind === kind,
  );
}

function written(line: string): unknown {
  return JSON.parse(line).record;
}

describe('a journal of an older version', () => {
  it.each(JOURNALS)('is read, and would be written in the current format: %s', (name) => {
    const { records, times, torn } = readJournal(kept(name));
    const lines = fs.readFileSync(kept(name), 'utf8').trimEnd().split('\n');
    expect(torn).toBe(0);
    expect(records.map((record, at) => written(journalLine(record, times[at]!).toString()))).toEqual(
      lines.map((line) => written(line.replace('"outcome":"measured"', '"outcome":"accurate"'))),
    );
  });

  it('has trials whose fields match their outcome', () => {
    const trials = recordsOf('trial');
    expect(new Set(trials.map(({ outcome }) => outcome))).toEqual(new Set(['accurate', 'inaccurate', 'duplicate']));
    for (const trial of trials) {
      expect(trial.error).toBeTypeOf('number');
      expect(trial.speedup).toBeTypeOf('number');
      expect(trial.evidence === null).toBe(trial.outcome === 'accurate');
      if (trial.outcome === 'duplicate') expect(trial.evidence).toMatch(/\btrial \d+$/);
    }
  });

  it('has successful confirmations, and failed ones with evidence', () => {
    const confirmations = recordsOf('confirmation');
    expect(new Set(confirmations.map(({ outcome }) => outcome))).toEqual(
      new Set(['accurate', 'inaccurate', 'build-failed']),
    );
    for (const { outcome, error, evidence, digest } of confirmations) {
      expect(evidence === null).toBe(outcome === 'accurate');
      expect(error === null && digest === null).toBe(outcome === 'build-failed');
    }
    expect(recordsOf('ideal')).toMatchObject([{ ratio: null, low: null, high: null, error: null }]);
  });

  it('keeps the figures of an accuracy run whose build failed', () => {
    const state = new StudyState(readJournal(kept('funarc-native.jsonl')).records);
    const record = state.trialRecord(10)!;
    expect(record).toMatchObject({ outcome: 'accurate', accepted: true });
    expect(state.trial(10)).toMatchObject({
      outcome: 'build-failed',
      accepted: false,
      evidence: "error: no match for 'operator+'\n",
      error: record.error,
      speedup: record.speedup,
      speedupKind: 'modelled',
    });
  });
});

describe('a record that no version wrote', () => {
  const trial = {
    kind: 'trial',
    number: 1,
    formats: {},
    resolution: 'r',
    how: 'emulated',
    error: null,
    speedup: null,
    speedupKind: null,
    accepted: false,
    evidence: null,
    durationMs: 1,
  };
  const read = (record: object) => {
    const text = JSON.stringify(record);
    const sum = crc32(Buffer.from(text)).toString(16).padStart(8, '0');
    return parseJournal(Buffer.from(`{"sum":"${sum}","record":${text}}\n`), path.join(os.tmpdir(), 'made-up'))
      .records[0];
  };

  it('is refused if it is accurate without an error, or a duplicate of no trial', () => {
    expect(() => read({ ...trial, outcome: 'accurate' })).toThrow(diagnostic('MX1008', { names: ['accurate'] }));
    expect(() => read({ ...trial, outcome: 'duplicate' })).toThrow(diagnostic('MX1008', { names: ['duplicate'] }));
  });

  it('reports missing evidence', () => {
    expect(read({ ...trial, outcome: 'timed-out' })).toMatchObject({ evidence: NO_EVIDENCE });
  });
});
