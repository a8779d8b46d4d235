import { expect, test } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

test('doctor lists the tools of this machine and their use', async () => {
  const { exitCode, stdout, stderr } = await mantissa(['doctor']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const name of ['node', 'processor', 'cache', 'embedded clang', 'g++', 'clang++', 'nvcc', 'GPU'])
    expect(stdout).toMatch(new RegExp(`^[✓–] ${name.replaceAll('+', '\\+')} `, 'm'));
  expect(stdout).toMatch(
    /^✓ CUDA engine +(?:cuda: |native: |wasm: the embedded engine, which needs no installation; )/m,
  );
  expect(stdout.split('\n').filter((line) => /^ +used for /.test(line)).length).toBeGreaterThanOrEqual(8);
});

test('doctor --json prints the same findings as one document', async () => {
  const { exitCode, stdout } = await mantissa(['doctor', '--json']);
  expect(exitCode).toBe(0);
  const { schemaVersion, findings } = JSON.parse(stdout);
  expect(schemaVersion).toBe(1);
  for (const finding of findings) expect(Object.keys(finding).sort()).toEqual(['found', 'name', 'state', 'usedFor']);
});

test('doctor fails when the cache folder cannot be used, after saying everything else', async () => {
  using scratch = new Scratch({ file: '' });
  const { exitCode, stdout, stderr } = await mantissa(['doctor'], { env: { XDG_CACHE_HOME: scratch.path('file') } });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✗ cache /m);
  expect(stdout).toMatch(/^[✓–] GPU /m);
  expectDiagnostic(stderr, 'MX1002', { names: ['ENOTDIR'] });
});
