import { describe, expect, test } from 'vitest';
import { mantissa } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

describe('the command line', () => {
  test('without arguments shows how it is used and counts as misuse', async () => {
    const { exitCode, stdout, stderr } = await mantissa([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Usage: mantissa [options] [command]');
  });

  test('prints its help as an answer', async () => {
    const { exitCode, stdout, stderr } = await mantissa(['--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('inspect [options] [program...]');
    expect(stdout).toContain('doctor [options]');
  });

  test('documents every option of inspect and hides the one for benches', async () => {
    const { exitCode, stdout } = await mantissa(['help', 'inspect']);
    expect(exitCode).toBe(0);
    for (const option of ['--include', '--define', '--undefine', '--std', '--scope', '--json', '--source', '--debug'])
      expect(stdout).toContain(option);
    expect(stdout).not.toContain('--times');
  });

  test('prints its version and nothing else', async () => {
    const { exitCode, stdout } = await mantissa(['--version']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test.each([
    [
      ['inspet', 'a.cu'],
      ['inspet', 'inspect'],
    ],
    [
      ['inspect', '--jsn', 'a.cu'],
      ['--jsn', '--json'],
    ],
    [
      ['inspect', '--scope', 'kernel', 'a.cu'],
      ['--scope', 'kernel', 'kernels', 'all'],
    ],
    [['inspect', '--std'], ['--std']],
    [
      ['inspect', '--json', '--source', 'a.cu'],
      ['--source', '--json'],
    ],
  ])('refuses %j and names %j', async (args, names) => {
    const { exitCode, stdout, stderr } = await mantissa(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.split('\n')).toHaveLength(3);
    expectDiagnostic(stderr, 'MX2004', {
      names,
      ...(args[0] === 'inspect' && { remedy: ['mantissa inspect --help'] }),
    });
  });
});
