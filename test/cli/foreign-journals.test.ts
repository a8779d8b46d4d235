import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { diagnostic, expectDiagnostic } from '../support/diagnostics.js';
import { forgeJournal } from '../support/forged-journal.js';
import { expectNamed } from '../support/naming.js';

const SOURCE = `#include <stdio.h>
int main(void)
{
  double sum = 0;
  for (int i = 1; i < 9; i++) sum += 1.0 / i;
  printf("%.17g\\n", sum);
  return 0;
}
`;

const scratch = new Scratch({ 'program/sum.c': SOURCE, 'elsewhere/sum.c': SOURCE, 'other/readme': '' });
afterAll(() => scratch[Symbol.dispose]());

const inProgram = (...words: string[]) => mantissa(words, { cwd: scratch.path('program') });
const forged = (name: string, change: Parameters<typeof forgeJournal>[2]) =>
  forgeJournal(scratch.path('program/study'), scratch.path(name), change);

describe('a journal from an untrusted author', () => {
  beforeAll(async () => {
    const { stderr, exitCode } = await inProgram(
      ...['tune', 'sum.c', '--engine', 'wasm', '--max-error', '1e-3', '-o', 'study', '-q'],
    );
    expect({ stderr, exitCode }).toMatchObject({ exitCode: 0 });
  });

  it('names no command that is run', async () => {
    const study = forged('command', (record) => {
      if (record.kind !== 'study-started') return;
      const words = ['/bin/sh', '-c', `touch ${scratch.path('ran')}; echo 0`];
      record.goal = { metric: 'command', bound: 1, against: 'baseline', minSpeedup: null, command: words };
    });
    const refused = await inProgram('verify', '1', '-o', study, '--arguments', '1');
    expect(refused.exitCode).toBe(2);
    expectDiagnostic(refused.stderr, 'MX2028', { names: ['touch'], remedy: ['--error-command'] });
    expect(fs.existsSync(scratch.path('ran'))).toBe(false);
    const own = `sh -c 'touch ${scratch.path('own')}; echo 0'`;
    const repeated = await inProgram('verify', '1', '-o', study, '--arguments', '1', '--error-command', own);
    expect({
      repeated,
      ran: fs.existsSync(scratch.path('ran')),
      own: fs.existsSync(scratch.path('own')),
    }).toMatchObject({
      repeated: { exitCode: 0 },
      ran: false,
      own: true,
    });
  });

  it.each([
    ['a program elsewhere', { inputs: [scratch.path('elsewhere/sum.c')] }, 'MX2027', scratch.path('elsewhere/sum.c')],
    ['a macro that calls something', { defines: ['main=(system("x"),0)'] }, 'MX2028', '-D'],
    ['headers elsewhere', { includeFolders: [scratch.path('elsewhere')] }, 'MX2028', '-I'],
  ] as const)('does not have %s built and run', async (name, opened, code, named) => {
    const study = forged(`opened ${name}`, (record) => {
      if (record.kind === 'study-started') Object.assign(record.opened!, opened);
    });
    const { exitCode, stderr } = await inProgram('verify', '1', '-o', study, '--arguments', '1');
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, code, { names: [named] });
  });

  it('hands the program no arguments that name files elsewhere', async () => {
    const study = forged('arguments', (record) => {
      if (record.kind === 'study-started') record.inputs![0]!.arguments = ['--out', '/tmp/precious'];
    });
    const { exitCode, stderr } = await inProgram('verify', '1', '-o', study);
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2028', { names: ['/tmp/precious'] });
  });

  it('names no file that is written', async () => {
    const place = scratch.path('elsewhere/sum.c');
    const study = forged('outside', (record) => {
      if (record.kind === 'study-started')
        Object.assign(record.opened!, { inputs: [place], workingFolder: path.dirname(place) });
      if (record.kind === 'program') record.root = path.dirname(place);
    });
    const apply = (folder: string, ...more: string[]) =>
      mantissa(['apply', '1', '-o', study, '--write', ...more], { cwd: scratch.path(folder) });
    const refused = await apply('other', '--force');
    expectDiagnostic(refused.stderr, 'MX2027', { names: [fs.realpathSync(place)] });
    expect({ code: refused.exitCode, text: fs.readFileSync(place, 'utf8') }).toEqual({ code: 2, text: SOURCE });
    fs.symlinkSync(place, scratch.path('other/sum.c'));
    const linked = forged('linked', (record) => {
      if (record.kind === 'study-started') Object.assign(record.opened!, { inputs: [scratch.path('other/sum.c')] });
    });
    const through = await mantissa(['apply', '1', '-o', linked, '--write'], { cwd: scratch.path('other') });
    expect({ code: through.exitCode, text: fs.readFileSync(place, 'utf8') }).toEqual({ code: 2, text: SOURCE });
    const named = await apply('other', '--in', '../elsewhere');
    expect(named).toMatchObject({ exitCode: 0, stdout: 'sum.c\n1 file written' });
    expect(named.stderr).toContain(`writing\n  ${fs.realpathSync(place)}`);
    expect(fs.readFileSync(place, 'utf8')).toContain('float sum');
  });

  it('puts nothing of a bundle outside its folder', async () => {
    const contradiction = {
      input: 'default',
      difference: 'value 1 is 1 built and 2 emulated',
      built: '1',
      emulated: '2',
    };
    const study = forged('bundled', (record) => {
      if (record.kind === 'program') record.files![0]!.path = '../../../outside.c';
      if (record.kind !== 'confirmation') return;
      Object.assign(record, { outcome: 'contradicted', asEmulated: false, contradiction });
    });
    const { stdout, exitCode } = await inProgram('bundle', '1', '-o', study, '--output', 'sent');
    expect(exitCode).toBe(0);
    expect(fs.existsSync(scratch.path('outside.c'))).toBe(false);
    expect(stdout).toContain(path.join('sent', 'program', 'file-0'));
    const read = (name: string) => fs.readFileSync(scratch.path(`program/sent/${name}`), 'utf8');
    expect([read('built.txt'), read('emulated.txt'), read('program/file-0')]).toEqual(['1', '2', SOURCE]);
    expectNamed(read('README.md'), 'default', contradiction.difference);
    expect(await inProgram('bundle', '1', '-o', study, '--output', 'sent')).toMatchObject({ exitCode: 2 });
  });

  it('waits for no device, pipe or endless file', async () => {
    spawnSync('mkfifo', [scratch.path('pipe')]);
    for (const [root, name] of [
      ['/dev', 'zero'],
      [scratch.folder, 'pipe'],
    ] as const) {
      const study = forged(`endless-${name}`, (record) => {
        if (record.kind === 'program') [record.root, record.files![0]!.path] = [root, name];
      });
      const { exitCode } = await inProgram('report', '-o', study);
      expect(exitCode).toBe(0);
    }
    fs.mkdirSync(scratch.path('device'));
    fs.symlinkSync('/dev/zero', scratch.path('device/journal.jsonl'));
    const device = await inProgram('trials', '-o', '../device');
    expect(device).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2025', { names: ['journal.jsonl', 'device'] }) });
    scratch.write('linked-study/notes.txt', 'precious, and without a line end');
    fs.symlinkSync('notes.txt', scratch.path('linked-study/journal.jsonl'));
    const written = await inProgram('tune', 'sum.c', '--engine', 'wasm', '--max-error', '1', '-o', '../linked-study');
    expect(written).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2025', { names: ['journal.jsonl', 'link'] }) });
    expect(fs.readFileSync(scratch.path('linked-study/notes.txt'), 'utf8')).toMatch(/^precious/);
    fs.mkdirSync(scratch.path('piped'));
    spawnSync('mkfifo', [scratch.path('piped/journal.jsonl'), scratch.path('piped/lock')]);
    const piped = await inProgram('serve', '-o', '../piped');
    expect(piped).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2025', { names: ['journal.jsonl', 'pipe'] }) });
  });

  it('sends nothing but text to a terminal or a page', async () => {
    const study = forged('escapes', (record) => {
      if (record.kind === 'study-started') record.program = '\u001b]0;owned\u0007<img src=x>\u202e`';
      if (record.kind === 'trial')
        Object.assign(record, { accepted: false, evidence: '\u001b[2J\u009b31m</script><b>' });
    });
    for (const words of [['trials'], ['show', '1'], ['report', '--format', 'markdown'], ['trials', '--json']]) {
      const { stdout } = await inProgram(words[0]!, ...words.slice(1), '-o', study);
      expect(controlsIn(stdout)).toEqual([]);
      if (words.includes('markdown')) expect(stdout).not.toContain('<img');
    }
    await inProgram('report', study, '--output', 'page.html');
    const page = fs.readFileSync(scratch.path('program/page.html'), 'utf8');
    expect({ controls: controlsIn(page.slice(0, page.indexOf('<style>'))), tag: page.includes('<img src=x>') }).toEqual(
      {
        controls: [],
        tag: false,
      },
    );
  });
});

function controlsIn(text: string): string[] {
  return text.match(/[^\P{Cc}\t\n]|[\u202a-\u202e]/gu) ?? [];
}
