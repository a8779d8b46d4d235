import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { mantissa } from '../../support/command-line.js';

const cwd = fileURLToPath(new URL('../../samples/vectorize', import.meta.url));
const vectorize = (file: string, name: string, ...more: string[]) =>
  mantissa(['vectorize', file, '--function', name, '--width', '8', ...more], { cwd });

describe('constants that the format does not hold', () => {
  test('are named, and what comes of one that is 0 in it is in float, comparisons too', async () => {
    const { stdout, stderr } = await vectorize('constants.cu', 'safe');
    expect(stderr).toContain('line 11: 1e-8 is rounded to 0 in fp16; values computed from it are in float');
    expect(stdout).toContain('const auto condition = !(float8(l) < 1e-8f);');
    expect(stdout).toContain('/ (float8(l) + 1e-9f)');
  });

  test('so that no divisor becomes 0, as the program’s own numbers show', async () => {
    const { exitCode, stderr } = await vectorize('constants.cu', 'safe', '--check', '--max-error', '0.001');
    expect(stderr).toMatch(/max-relative [\d.e-]+ relative to the scalar kernel, over 37 stored values/);
    expect(exitCode).toBe(0);
  });

  test('are used in float where they are beyond it, and so is all that comes of them', async () => {
    const { stdout, stderr } = await vectorize('constants.cu', 'scaled');
    expect(stderr).toMatch(/line 18: 100000 is above 65504, the largest fp16; values computed from it are in float/);
    expect(stdout).toContain('at.store(y, half8(float8(at.load(x)) * 100000.0f * 0.001f));');
    const wide = await vectorize('constants.cu', 'scaled', '--format', 'bf16');
    expect(wide.stderr).toBe('');
    expect(wide.stdout).not.toMatch(/\bfloat8/);
  });

  test.each(['filled', 'marked'])('are not stored by %s, chosen or not: nothing is written', async (name) => {
    const { exitCode, stdout, stderr } = await vectorize('constants.cu', name);
    expect({ exitCode: exitCode !== 0, stdout }).toEqual({ exitCode: true, stdout: '' });
    expect(stderr).toContain('MX4072');
    expect(stderr).toContain('remedy: use --format bf16 or fp32');
  });
});
