import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wantsColour, wrapLines } from '../../src/cli/text/terminal.js';
import { journalLine } from '../../src/journal/journal.js';
import { kernel, mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { RECORDS } from '../support/recorded-study.js';

const bin = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));
const ESCAPE = '\u001b';
const HARMONIC = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  double total = 0.0, first = argc > 1 ? atof(argv[1]) : 1.0;
  for (int i = 1; i <= 100; i++) total += first / i;
  printf("%.17g\\n", total);
  return 0;
}
`;
const hasScript = spawnSync('script', ['--version']).status === 0;

function shell(command: string, cwd: string): { status: number; stdout: string } {
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, MANTISSA: `${process.execPath} ${bin}` },
  });
  return { status: status ?? -1, stdout };
}

describe('stdout is the answer, stderr the conversation', () => {
  test('nothing is coloured outside a terminal', async () => {
    using scratch = new Scratch({ 'k.cu': kernel('a * 2.0') });
    for (const args of [['inspect', 'k.cu'], ['inspect', 'k.cu', '--source'], ['doctor'], ['inspect', 'nope.cu']]) {
      const { stdout, stderr } = await mantissa(args, { cwd: scratch.folder });
      expect(stdout + stderr).not.toContain(ESCAPE);
    }
  });

  if (!hasScript) console.warn('skipped: no script(1) to make a terminal, so colours in one are not tested here');
  test.skipIf(!hasScript)('a terminal gets colours unless NO_COLOR is set', () => {
    using scratch = new Scratch({ 'k.cu': kernel('a * 2.0') });
    const inTerminal = (environment: Record<string, string>) =>
      execFileSync('script', ['-qec', `${process.execPath} ${bin} inspect k.cu`, '/dev/null'], {
        cwd: scratch.folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...environment },
      });
    expect(inTerminal({})).toContain(ESCAPE);
    // the line that says what it is doing is written over, which is no colour
    expect(inTerminal({ NO_COLOR: '1' }).replaceAll('\r\u001b[2K', '')).not.toContain(ESCAPE);
  });

  test.skipIf(!hasScript)('report shows its progress on a terminal only', async () => {
    using scratch = new Scratch({ 'study/empty': '' });
    const lines = RECORDS.map((record, at) => journalLine(record, 1_760_000_000_000 + 1000 * at));
    fs.writeFileSync(scratch.path('study/journal.jsonl'), Buffer.concat(lines));
    const { PATH, HOME } = process.env;
    const shown = execFileSync('script', ['-qec', `${process.execPath} ${bin} report study`, '/dev/null'], {
      cwd: scratch.folder,
      encoding: 'utf8',
      env: { PATH, HOME, TERM: 'xterm' },
    });
    expect(shown).toMatch(/\breading\b/);
    expect(shown).toMatch(/\b5 trials\b/);
    const { stderr } = await mantissa(['report', 'study'], { cwd: scratch.folder });
    expect(stderr).not.toMatch(/\breading\b/);
  });

  test.skipIf(!hasScript)('verify shows its progress on a terminal, with a count', async () => {
    using scratch = new Scratch({ 'sum.c': HARMONIC });
    const tune = ['tune', 'sum.c', '--engine', 'wasm', '--max-error', '1e-3', '-o', 'study', '--', '300.5'];
    const tuned = await mantissa(tune, { cwd: scratch.folder });
    expect(tuned.exitCode, tuned.stderr).toBe(0);
    const { PATH, HOME } = process.env;
    const shown = execFileSync(
      'script',
      ['-qec', `${process.execPath} ${bin} verify -o study --samples 4`, '/dev/null'],
      {
        cwd: scratch.folder,
        encoding: 'utf8',
        env: { PATH, HOME, TERM: 'xterm' },
      },
    );
    expect(shown).toMatch(/verifying: [1-4] of 4 samples/);
  });

  test('NO_COLOR overrides FORCE_COLOR, and both override the type of the stream', () => {
    expect(wantsColour(true, { TERM: 'xterm' })).toBe(true);
    expect(wantsColour(true, { TERM: 'dumb' })).toBe(false);
    expect(wantsColour(false, { CI: '1' })).toBe(false);
    expect(wantsColour(false, { FORCE_COLOR: '1' })).toBe(true);
    expect(wantsColour(true, { FORCE_COLOR: '0', TERM: 'xterm' })).toBe(false);
    expect(wantsColour(true, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(wantsColour(true, { NO_COLOR: '', TERM: 'xterm' })).toBe(true);
  });

  test('a reader that goes away is no error', () => {
    using scratch = new Scratch({ 'k.cu': kernel(Array(300).fill('a').join('*')) });
    const { status, stdout } = shell(
      'set -o pipefail; $MANTISSA inspect k.cu --json 2>err | head -c 10; echo " $?"; cat err',
      scratch.folder,
    );
    expect(status).toBe(0);
    expect(stdout).toBe('{\n  "schem 0\n');
    expect(shell('set -o pipefail; $MANTISSA --help | true', scratch.folder).status).toBe(0);
    expect(shell('set -o pipefail; $MANTISSA inspect nope.cu 2>&1 | true', scratch.folder).status).toBe(2);
  });

  test('closed standard streams are no error', () => {
    using scratch = new Scratch({ 'k.cu': kernel('a * 2.0') });
    expect(shell('$MANTISSA inspect k.cu <&- >/dev/null', scratch.folder).status).toBe(0);
    expect(shell('$MANTISSA inspect k.cu >&-', scratch.folder).status).toBe(0);
    expect(shell('$MANTISSA inspect nope.cu 2>&-', scratch.folder).status).toBe(2);
  });

  test('an answer that cannot be written is an error', () => {
    using scratch = new Scratch({ 'k.cu': kernel('a * 2.0') });
    const { status, stdout } = shell('$MANTISSA inspect k.cu 2>&1 >/dev/full', scratch.folder);
    expect(status).toBe(1);
    expectDiagnostic(stdout, 'MX1007', { names: ['ENOSPC'] });
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  });
});

describe('lines that are longer than a terminal', () => {
  test('are broken between words, below the last column of a row; code is left alone', () => {
    const row = `  memory        ${ESCAPE}[32mAddressSanitizer and another found nothing${ESCAPE}[39m`;
    expect(wrapLines(row, 40)).toBe(
      `  memory        ${ESCAPE}[32mAddressSanitizer and\n                another found nothing${ESCAPE}[39m`,
    );
    expect(wrapLines('  remedy: check the path', 20)).toBe('  remedy: check the\n    path');
    const frame = '  12 | double x = sum(first, second, third);';
    expect(wrapLines(`${frame}\nshort`, 20)).toBe(`${frame}\nshort`);
  });

  test.skipIf(!hasScript)('of inspect, check and errors fit, with a step shown while there is none', () => {
    using scratch = new Scratch({ 'sum.c': SUM, 'other.c': 'double scale = 0.1;\n' });
    const inTerminal = (...words: string[]) =>
      spawnSync('script', ['-qec', `stty cols 50; ${process.execPath} ${bin} ${words.join(' ')}`, '/dev/null'], {
        cwd: scratch.folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', NO_COLOR: '1' },
      }).stdout;
    const inspected = inTerminal('inspect', 'sum.c', 'other.c');
    expect(inspected).toContain('reading file 1 of 2');
    expect(inspected).toContain('reading file 2 of 2');
    expect(inspected).toMatch(/frozen/);
    const checked = inTerminal('check', 'sum.c', 'other.c', '--engine', 'wasm');
    expect(checked).toMatch(/building|running/);
    const refused = inTerminal('inspect', 'a-file-that-is-not-there-and-has-a-long-name.c');
    expect(refused).toContain('error MX2001');
    for (const text of [inspected, checked, refused]) {
      const lines = text.split('\r\n').map((line) => line.split('\r\u001b[2K').at(-1)!);
      expect(Math.max(...lines.map((line) => line.length)), text).toBeLessThanOrEqual(50);
    }
  });

  test.skipIf(!hasScript)(
    'a study and its patch print none: tune -q prints one line, and apply reports its changes',
    () => {
      using scratch = new Scratch({ 'sum.c': SUM, 'other.c': 'double scale = 0.1;\n' });
      const run = (stream: string, ...words: string[]) =>
        spawnSync('script', ['-qec', `${process.execPath} ${bin} ${words.join(' ')} ${stream}`, '/dev/null'], {
          cwd: scratch.folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', NO_COLOR: '1' },
        }).stdout;
      const tuned = run('', 'tune', 'sum.c', 'other.c', '--max-error', '1e-3', '--engine', 'wasm', '-q');
      expect(tuned.trimEnd().split('\r\n')).toHaveLength(1);
      expect(tuned).toMatch(/^trial \d+: .*\bmax-relative \S+, .*\bmax-relative .*\b0\.001/);
      expect(run('> patch', 'apply')).toMatch(/writing\b.* \d+/);
    },
  );
});

const SUM = `#include <stdio.h>
extern double scale;
double far_away_and_with_a_long_name(double first_of_the_arguments);
int main(void) {
  double total = 0.0;
  for (int i = 1; i < 900; i++) total += scale / i;
  if (total < 0) total = far_away_and_with_a_long_name(total);
  printf("%.17g\\n", total);
  return 0;
}
double far_away_and_with_a_long_name(double first_of_the_arguments) { union { double d; long l; } u; u.d = first_of_the_arguments; return u.l; }
`;
