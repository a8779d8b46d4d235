import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wantsColour } from '../../src/cli/text/terminal.js';
import { kernel, mantissa, Scratch } from '../support/command-line.js';

const bin = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));
const ESCAPE = '\u001b';
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
  test.skipIf(!hasScript)('a terminal gets colours, unless NO_COLOR asks for none', () => {
    using scratch = new Scratch({ 'k.cu': kernel('a * 2.0') });
    const inTerminal = (environment: Record<string, string>) =>
      execFileSync('script', ['-qec', `${process.execPath} ${bin} inspect k.cu`, '/dev/null'], {
        cwd: scratch.folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...environment },
      });
    expect(inTerminal({})).toContain(ESCAPE);
    expect(inTerminal({ NO_COLOR: '1' })).not.toContain(ESCAPE);
  });

  test('NO_COLOR wins over FORCE_COLOR, and both over what the stream is', () => {
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
    expect(stdout).toBe(
      'error MX1007: the output cannot be written\n  ENOSPC: no space left on device, write\n' +
        '  remedy: free some space, or check the permissions of the folder\n',
    );
  });
});
