import { describe, expect, test } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { memorySizeText, parseMemorySize } from '../../src/support/memory-size.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const native = engines.native({ cache: cacheFolder() });
const availability = await native.available();
await native.close();
if (!availability.ok) console.warn(`SKIPPED: what --memory does to a program is not tested: ${availability.reason}`);

/** Asks for some addresses, of which it uses few. */
const roomy = `
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  size_t count = strtoull(argv[1], 0, 10);
  double *values = malloc(count * sizeof(double)), sum = 0;
  if (!values) { fprintf(stderr, "no memory for %zu values\\n", count); return 1; }
  for (size_t k = 0; k < count; k += count / 8) sum += values[k] = 1.0 / (k + 3);
  printf("%.17g\\n", sum);
  return 0;
}
`;

describe('sizes of memory', () => {
  test('are read with units', () => {
    expect(['512M', '1.5G', '2 GiB', '1KB', '3T'].map(parseMemorySize)).toEqual([
      512 * 2 ** 20,
      1.5 * 2 ** 30,
      2 * 2 ** 30,
      1024,
      3 * 2 ** 40,
    ]);
    expect(['', '8', 'G', '-1G', '1e3M', '0G', '8G8', '99999999999T'].map(parseMemorySize)).toEqual(
      new Array(8).fill(null),
    );
  });
  test('are read as people say them', () => {
    expect([2 ** 29, 2 ** 30, 1.5 * 2 ** 30, 2 ** 32 - 2 ** 16, 5000].map(memorySizeText)).toEqual([
      '512 MiB',
      '1 GiB',
      '1.5 GiB',
      '4 GiB',
      '4.9 KiB',
    ]);
  });
});

describe.skipIf(!availability.ok)('a program on the native engine', () => {
  const five = String((5 * 2 ** 30) / 8);
  test('has the memory of the machine, or the given limit', async () => {
    using scratch = new Scratch({ 'roomy.c': roomy });
    const run = (...more: string[]) =>
      mantissa(['run', 'roomy.c', '--engine', 'native', ...more, '--', five], { cwd: scratch.folder });
    const plenty = await run('--memory', '8G');
    expect(plenty.exitCode, plenty.stderr).toBe(0);
    const little = await run('--memory', '2G');
    expect(little.exitCode).toBe(4);
    expectDiagnostic(little.stderr, 'MX4008', { names: ['1', '2 GiB', '--memory'], remedy: ['--memory'] });
    scratch.write('mantissa.json', JSON.stringify({ sources: ['roomy.c'], memory: '1.5G' }));
    const named = await mantissa(['check', '.', '--engine', 'native', '--', five], { cwd: scratch.folder });
    expectDiagnostic(named.stderr, 'MX4009', { names: ['671088640', '1.5 GiB', '--memory'], remedy: ['--memory'] });
    expect(named.exitCode).toBe(4);
  });

  test('refuses a limit that is not a size', async () => {
    using scratch = new Scratch({ 'roomy.c': roomy });
    const odd = await mantissa(['check', 'roomy.c', '--memory', 'much'], { cwd: scratch.folder });
    expect(odd.exitCode).toBe(2);
    expectDiagnostic(odd.stderr, 'MX2004', {
      names: ['--memory', '512M', '8G', "'much'"],
      remedy: ['mantissa check --help'],
    });
  });
});

test('a plan whose highest-precision run exceeds the memory states the memory needed', async () => {
  using scratch = new Scratch({ 'roomy.c': roomy });
  const count = String(40_000_000);
  const plan = ['tune', 'roomy.c', '--engine', 'wasm', '--memory', '1G', '--plan', '--from', 'fp64x2', '--to-end'];
  const refused = await mantissa([...plan, '--', count], { cwd: scratch.folder });
  expect(refused.exitCode).toBe(4);
  // 320,000,000 bytes of numbers, and what the engine needs besides
  expectDiagnostic(refused.stderr, 'MX4016', { names: [/\b3\d\d(?:\.\d)? MiB/, 'fp64x4', '1.2 GiB'] });
});
