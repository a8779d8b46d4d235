import * as fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { Journal, journalLine } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { program, RECORDS } from '../support/recorded-study.js';

const scratch = new Scratch({});
afterAll(() => scratch[Symbol.dispose]());

function study(name: string, records: readonly JournalRecord[]): string {
  const folder = scratch.path(name);
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'journal.jsonl'), Buffer.concat(records.map((one, at) => journalLine(one, at))));
  return folder;
}

const report = (...args: string[]) => mantissa(['report', ...args], { cwd: scratch.folder });

describe('mantissa report', () => {
  it('writes one HTML file beside the journal, says its path last, and the verdict to whoever watches', async () => {
    study('plain', RECORDS);
    const { exitCode, stdout, stderr } = await report('plain');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toBe('plain/report.html');
    expect(stderr).toContain('Trial 3 runs 1.50× as fast as the baseline');
    const page = fs.readFileSync(scratch.path('plain/report.html'), 'utf8');
    expect(page).toContain('<!doctype html>');
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
    const { stdout: json } = await report('plain', '--json');
    const [, data] = /<script id="report-data" type="application\/json">(.*?)<\/script>/s.exec(page)!;
    expect(JSON.parse(data!)).toEqual(JSON.parse(json));
  });

  it('prints Markdown for a pull request', async () => {
    study('markdown', RECORDS);
    const { stdout } = await report('markdown', '--format', 'markdown');
    expect(stdout).toMatch(/^## k: floating-point precision\n\nTrial 3 runs 1\.50×/);
  });

  it('sets several studies side by side, as a page with a figure and as Markdown', async () => {
    study('one', RECORDS);
    study('other', RECORDS.slice(0, -1));
    const { exitCode, stdout, stderr } = await report('one', 'other');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toBe('studies.html');
    const page = fs.readFileSync(scratch.path('studies.html'), 'utf8');
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(page.match(/<circle [^>]*r="9"/g)).toHaveLength(2); // each has what it recommends ringed
    expect(page).toContain('Broken off after 5 trials');
    const { stdout: markdown } = await report('one', 'other', '--format', 'markdown');
    expect(markdown.split('\n')[2]).toBe(
      '| one | max-relative at most 1e-6 | cuda | exhaustive, seed 1 | 5 | 2 | trial 3 | 1.50× (1.45–1.55) measured | 4.00e-7 | 1.0 s |',
    );
    expect(JSON.parse((await report('one', 'other', '--json')).stdout)).toHaveLength(2);
  });

  it('says of a source that changed since that it did, and of one that did not nothing', async () => {
    const file = scratch.path('k.cu');
    const own = { ...program, root: scratch.folder };
    fs.writeFileSync(file, own.files[0]!.text, 'latin1');
    study(
      'changed',
      RECORDS.map((one) => (one.kind === 'program' ? own : one)),
    );
    const notices = async () =>
      JSON.parse((await report('changed', '--json')).stdout).notices.map(({ text }: { text: string }) => text);
    expect((await notices()).join()).not.toContain('changed since');
    fs.appendFileSync(file, '// more\n');
    expect((await notices()).join()).toContain('k.cu changed since the study began');
  });

  it('shows a study somebody works on as running', async () => {
    const folder = study('running', RECORDS.slice(0, 5));
    const journal = Journal.open(folder);
    const { stdout } = await report('running', '--json');
    journal.close();
    expect(JSON.parse(stdout).state.kind).toBe('running');
  });

  it('tells an empty journal, a newer one, a damaged one and none at all apart', async () => {
    study('empty', []);
    expect(await report('empty')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('MX2046') });
    const newer = study('newer', []);
    const text = JSON.stringify({ ...RECORDS[0], schemaVersion: 7 });
    const sum = crc32(Buffer.from(text)).toString(16).padStart(8, '0');
    const line = `{"sum":"${sum}","record":${text}}\n`;
    fs.writeFileSync(path.join(newer, 'journal.jsonl'), line);
    expect(await report('newer')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('its schema is 7') });
    const damaged = study('damaged', RECORDS);
    const file = path.join(damaged, 'journal.jsonl');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('fp64', 'fp63'));
    expect(await report('damaged')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('MX1008') });
    expect(await report('nowhere')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('MX2001') });
  });

  it('says where it cannot write', async () => {
    study('unwritable', RECORDS);
    const { exitCode, stderr } = await report('unwritable', '--output', 'no/such/folder/x.html');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('MX1007');
  });
});
