import * as fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { Journal, journalLine } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { unpackRows } from '../../viewer/unpack-rows.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { diagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';
import { program, RECORDS, reportOf } from '../support/recorded-study.js';

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
  it('writes one HTML file next to the journal, prints its path last, and the verdict on a terminal', async () => {
    study('plain', RECORDS);
    const { exitCode, stdout, stderr } = await report('plain');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toBe('plain/report.html');
    expect(stderr).toContain(reportOf().verdict.sentence);
    const page = fs.readFileSync(scratch.path('plain/report.html'), 'utf8');
    expect(page).toContain('<!doctype html>');
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
    const { stdout: json } = await report('plain', '--json');
    const [, data] = /<script id="report-data" type="application\/json">(.*?)<\/script>/s.exec(page)!;
    expect(unpackRows(JSON.parse(data!))).toEqual(JSON.parse(json));
  });

  it('prints Markdown for a pull request', async () => {
    study('markdown', RECORDS);
    const { stdout } = await report('markdown', '--format', 'markdown');
    expect(stdout).toMatch(/^## k: .*\n\n/);
    expect(stdout.split('\n')[2]).toBe(reportOf().verdict.sentence);
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
    expect(page).toContain(reportOf(RECORDS.slice(0, -1)).verdict.sentence.split(',')[0]);
    const { stdout: markdown } = await report('one', 'other', '--format', 'markdown');
    const cells = markdown.split('\n')[2]!.split(' | ');
    expect(cells).toEqual([
      ...['| one', naming('max-relative', '1e-6'), 'cuda', naming('exhaustive', '1'), '5', '2', naming('3')],
      ...[naming('1.50×', '1.45–1.55'), '4.00e-7', '1.0 s |'],
    ]);
    expect(JSON.parse((await report('one', 'other', '--json')).stdout)).toHaveLength(2);
  });

  it('reports sources that have changed since the study, and only those', async () => {
    const file = scratch.path('k.cu');
    const own = { ...program, root: scratch.folder };
    fs.writeFileSync(file, own.files[0]!.text, 'latin1');
    study(
      'changed',
      RECORDS.map((one) => (one.kind === 'program' ? own : one)),
    );
    const ofChange = async () =>
      JSON.parse((await report('changed', '--json')).stdout).notices.filter(
        ({ code }: { code: string }) => code === 'changed-files',
      );
    expect(await ofChange()).toEqual([]);
    fs.appendFileSync(file, '// more\n');
    expect(await ofChange()).toEqual([expect.objectContaining({ text: naming('k.cu') })]);
  });

  it('shows a study in progress as running', async () => {
    const folder = study('running', RECORDS.slice(0, 5));
    const journal = Journal.open(folder);
    const { stdout } = await report('running', '--json');
    journal.close();
    expect(JSON.parse(stdout).state.kind).toBe('running');
  });

  it('distinguishes an empty, a newer, a damaged and a missing journal', async () => {
    study('empty', []);
    expect(await report('empty')).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2046') });
    const newer = study('newer', []);
    const text = JSON.stringify({ ...RECORDS[0], schemaVersion: 7 });
    const sum = crc32(Buffer.from(text)).toString(16).padStart(8, '0');
    const line = `{"sum":"${sum}","record":${text}}\n`;
    fs.writeFileSync(path.join(newer, 'journal.jsonl'), line);
    expect(await report('newer')).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2045', { names: ['7'] }) });
    const damaged = study('damaged', RECORDS);
    const file = path.join(damaged, 'journal.jsonl');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('fp64', 'fp63'));
    expect(await report('damaged')).toMatchObject({ exitCode: 1, stderr: diagnostic('MX1008') });
    expect(await report('nowhere')).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2096') });
  });

  it('names the file that it cannot write', async () => {
    study('unwritable', RECORDS);
    const { exitCode, stderr } = await report('unwritable', '--output', 'no/such/folder/x.html');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('MX1007');
  });
});
