import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOURNAL_FILE, Journal, readJournal } from '../../src/journal/journal.js';
import type { ConfirmationRecord, MeasurementRecord, StudyStarted, TrialRecord } from '../../src/journal/records.js';
import { StudyState } from '../../src/journal/replay.js';
import { diagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-journal-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const trial = (number: number, evidence: string | null = null): TrialRecord => ({
  kind: 'trial',
  number,
  formats: { 'kernel.x': 'fp32' },
  resolution: `digest-${number}`,
  how: 'emulated',
  outcome: 'accurate',
  error: 1e-9,
  speedup: 1.25,
  speedupKind: 'modelled',
  accepted: true,
  evidence,
  durationMs: 12.5,
});

function write(count: number): string {
  const journal = Journal.open(folder);
  for (let number = 1; number <= count; number++) journal.append(trial(number));
  journal.close();
  return path.join(folder, JOURNAL_FILE);
}

describe('the state of a study', () => {
  const confirmation: ConfirmationRecord = {
    kind: 'confirmation',
    trial: 1,
    outcome: 'inaccurate',
    error: 0.5,
    evidence: 'other: value 1 is 3 instead of 2',
    digest: 'd',
    inputs: ['other'],
    asEmulated: true,
  };
  const measurement: MeasurementRecord = {
    kind: 'measurement',
    trial: 2,
    digest: 'd',
    clock: 'cpu',
    samples: [],
    ratio: 1.5,
    low: 1.4,
    high: 1.6,
    verdict: '1.50× faster (1.40–1.60)',
  };

  it('identifies a program by its own timing runs, not by a record that repeats them for another trial', () => {
    const repeated = { ...measurement, trial: 1, samples: [] };
    const timed = { ...measurement, samples: [{ program: 'variant' as const, ms: 1 }] };
    expect(new StudyState([trial(1), trial(2), timed, repeated]).measurementOf('d')).toEqual(timed);
  });

  it("prefers a failed confirmation and a measurement to the trial's own result", () => {
    const state = new StudyState([trial(1), trial(2), confirmation, measurement]);
    expect(state.trial(1)).toMatchObject({ outcome: 'inaccurate', accepted: false, evidence: confirmation.evidence });
    expect(state.trialRecord(1)).toEqual(trial(1));
    expect(state.trial(2)).toMatchObject({ speedup: 1.5, speedupKind: 'measured', accepted: true });
    expect(state.measurementOf('d')).toEqual(measurement);
    expect(state.trials().map(({ number }) => number)).toEqual([1, 2]);
    expect(state.trial(3)).toBeNull();
  });

  it('accepts nothing that was measured slower than asked for', () => {
    const started = { kind: 'study-started', goal: { minSpeedup: 2 } } as StudyStarted;
    const state = new StudyState([started, trial(2), measurement]);
    expect(state.trial(2)).toMatchObject({ accepted: false, evidence: naming('1.50×', '2×') });
  });
});

describe('the journal', () => {
  it('reads back any text that was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (texts) => {
        const own = fs.mkdtempSync(path.join(folder, 'one-'));
        const journal = Journal.open(own);
        texts.forEach((text, index) => {
          journal.append(trial(index + 1, text));
        });
        journal.close();
        const { records, torn } = readJournal(path.join(own, JOURNAL_FILE));
        expect({ records, torn }).toEqual({ records: texts.map((text, index) => trial(index + 1, text)), torn: 0 });
      }),
      { numRuns: 40 },
    );
  });

  it('loses only the torn last line, wherever a crash cut it', () => {
    const file = write(3);
    const whole = fs.readFileSync(file);
    const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (let length = lastLine; length < whole.length; length++) {
      fs.writeFileSync(file, whole.subarray(0, length));
      expect(readJournal(file).records.map((record) => (record.kind === 'trial' ? record.number : 0))).toEqual([1, 2]);
      const reopened = Journal.open(folder);
      reopened.append(trial(4));
      reopened.close();
      expect(readJournal(file).records).toHaveLength(3);
    }
  });

  it('refuses a line whose bytes changed in the middle of the file', () => {
    const file = write(3);
    const bytes = fs.readFileSync(file);
    bytes[bytes.indexOf('kernel')] = 0x4b;
    fs.writeFileSync(file, bytes);
    expect(() => readJournal(file)).toThrow(/MX1008/);
  });

  it('is refused to a second process, and taken over from a dead one', () => {
    const journal = Journal.open(folder);
    expect(() => Journal.open(folder)).toThrow(/MX2016/);
    journal.close();
    fs.writeFileSync(path.join(folder, 'lock'), '999999999\n');
    Journal.open(folder).close();
  });

  it('is refused if a process on another machine may have it open, and names the machine', () => {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'lock'), '999999999 login2.example\n');
    expect(() => Journal.open(folder)).toThrow(diagnostic('MX2095', { names: ['999999999', 'login2.example'] }));
    fs.rmSync(path.join(folder, 'lock'));
    Journal.open(folder).close();
  });

  it('replays ten thousand trials', () => {
    const file = path.join(folder, JOURNAL_FILE);
    write(1);
    const line = fs.readFileSync(file);
    fs.writeFileSync(file, Buffer.concat(Array.from({ length: 10_000 }, () => line)));
    const { records, torn } = readJournal(file);
    expect({ count: records.length, torn }).toEqual({ count: 10_000, torn: 0 }); // its speed: bench/journal.mjs
  });

  it('ends with an error and complete records if the file may not grow', () => {
    const script = path.join(folder, 'writer.mjs');
    fs.writeFileSync(
      script,
      `import { Journal } from ${JSON.stringify(new URL('../../dist/journal/journal.js', import.meta.url).href)};
      process.on('SIGXFSZ', () => undefined);
      const journal = Journal.open(${JSON.stringify(folder)});
      let written = 0;
      try {
        for (;;) {
          journal.append({ ...${JSON.stringify(trial(1))}, number: written + 1 });
          written++;
        }
      } catch (error) {
        console.log(written + ' ' + error.message);
      }`,
    );
    const { stdout, stderr } = spawnSync('bash', ['-c', 'ulimit -f 16; exec "$0" "$1"', process.execPath, script], {
      encoding: 'utf8',
    });
    const [, written, message] = /^(\d+) (.*)/.exec(stdout) ?? [];
    expect(message, stdout + stderr).toMatch(/MX1007.*EFBIG/);
    expect(Number(written)).toBeGreaterThan(10);
    expect(readJournal(path.join(folder, JOURNAL_FILE))).toMatchObject({
      torn: 0,
      records: { length: Number(written) },
    });
  });

  /** As the first version wrote its lines: without the time. */
  function appendOldLine(file: string, text: string): void {
    const sum = crc32(Buffer.from(text)).toString(16).padStart(8, '0');
    fs.appendFileSync(file, `{"sum":"${sum}","record":${text}}\n`);
  }

  it('refuses a record of another version instead of dropping it', () => {
    const file = write(1);
    appendOldLine(file, '{"kind":"trial","number":2}');
    expect(() => readJournal(file)).toThrow(diagnostic('MX1008', { place: `${file}:2` }));
  });

  it('says that a newer version wrote a study whose schema or records it does not know', () => {
    const file = write(1);
    appendOldLine(file, '{"kind":"dream","trial":1}');
    expect(() => readJournal(file)).toThrow(diagnostic('MX2045', { names: ["'dream'"] }));
    fs.rmSync(file);
    appendOldLine(file, '{"kind":"study-started","schemaVersion":7}');
    expect(() => readJournal(file)).toThrow(diagnostic('MX2045', { names: ['7', '1'] }));
  });

  it('knows when each record was written, and reads older lines without a time', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(2500);
    let file: string;
    try {
      file = write(2);
    } finally {
      clock.mockRestore();
    }
    appendOldLine(file, JSON.stringify(trial(3)));
    const { records, times } = readJournal(file);
    expect(records).toHaveLength(3);
    expect(times).toEqual([1000, 2500, null]);
    expect(new StudyState(records, times).entries.map(({ at }) => at)).toEqual(times);
  });

  it('distinguishes infinities and NaNs', () => {
    const values = [1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];
    const some = { indexes: [0, 1, 2, 3, 4], expected: values, found: values };
    const journal = Journal.open(folder);
    journal.append({
      kind: 'confirmation',
      trial: 1,
      outcome: 'inaccurate',
      error: null,
      evidence: 'only: value 2 is NaN instead of 2',
      digest: null,
      inputs: ['only'],
      asEmulated: null,
      outputs: [{ input: 'only', count: 5, even: some, worst: some }],
    });
    journal.close();
    const [record] = readJournal(path.join(folder, JOURNAL_FILE)).records;
    expect(record).toMatchObject({ outputs: [{ even: { found: [1, Number.NaN, Infinity, -Infinity, 0] } }] });
  });

  it('loses no finished record when its writer is killed at any moment, fifty times over', async () => {
    const program = `
      import { Journal } from ${JSON.stringify(new URL('../../dist/journal/journal.js', import.meta.url).href)};
      const journal = Journal.open(${JSON.stringify(folder)});
      const first = journal.state.trials().length + 1;
      process.stdout.write('ready\\n');
      for (let number = first; ; number++) {
        journal.append({ ...${JSON.stringify(trial(1))}, number });
        process.stdout.write(number + '\\n');
      }`;
    const script = path.join(folder, 'writer.mjs');
    fs.writeFileSync(script, program);
    let acknowledged = 0;
    for (let round = 0; round < 50; round++) {
      // a number of records, not of milliseconds, decides when: a slow disk writes none in the milliseconds of a fast one
      const wanted = 1 + (round % 3);
      const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.on('data', (chunk) => {
        printed += chunk;
        if (printed.split('\n').length > 1 + wanted) setTimeout(() => child.kill('SIGKILL'), (round * 7) % 23);
      });
      await new Promise((resolve) => child.on('close', resolve));
      acknowledged = Math.max(acknowledged, ...printed.split('\n').slice(1, -1).map(Number));
      const { records } = readJournal(path.join(folder, JOURNAL_FILE));
      expect(records.length).toBeGreaterThanOrEqual(acknowledged);
      expect(records.map((record) => (record.kind === 'trial' ? record.number : 0))).toEqual(
        records.map((_, index) => index + 1),
      );
    }
    expect(acknowledged).toBeGreaterThan(50);
  });
});
