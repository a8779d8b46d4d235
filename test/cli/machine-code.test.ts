import { afterAll, describe, expect, it } from 'vitest';
import { hasNative } from '../oracles/oracle-bench.js';
import { mantissa, Scratch } from '../support/command-line.js';

const SOURCE = `#include <cstdio>
double x[64], y[64];
__attribute__((noinline)) double dot(int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i] / 3.0;
  return sum;
}
int untouched(int n) { return n * 3 + 1; }
int main()
{
  for (int i = 0; i < 64; i++) x[i] = 0.1 * i, y[i] = 0.2 * i;
  std::printf("%.17g %d\\n", dot(64), untouched(5));
}
`;
const scratch = new Scratch({ 'dot.cpp': SOURCE });
afterAll(() => scratch[Symbol.dispose]());
if (!hasNative) console.warn('SKIPPED: no host compiler, so no machine code is shown');

describe.runIf(hasNative)('show --machine-code', () => {
  it('has the functions that a trial changes, original and patched, with counts by format', async () => {
    const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
    await run(
      'tune',
      'dot.cpp',
      '--engine',
      'wasm',
      '--scope',
      'all',
      '--max-error',
      '1e-3',
      '--trials',
      '1',
      '-q',
      '-o',
      's',
    );
    const { exitCode, stdout, stderr } = await run('show', '1', '-o', 's', '--machine-code', '--json');
    expect(exitCode, stderr).toBe(0);
    type Side = { counts: Record<string, number>; instructions: string[] } | null;
    const { functions } = JSON.parse(stdout) as { functions: { symbol: string; original: Side; patched: Side }[] };
    expect(functions.some(({ symbol }) => symbol.includes('untouched'))).toBe(false);
    const { original, patched } = functions.find(({ symbol }) => symbol.includes('dot'))!;
    const of = (side: Side, format: string) =>
      Object.entries(side!.counts).reduce((sum, [name, count]) => (name.startsWith(format) ? sum + count : sum), 0);
    expect([of(original, 'fp32'), of(patched, 'fp64')]).toEqual([0, 0]);
    expect(of(original, 'fp64')).toBeGreaterThan(2);
    expect(of(patched, 'fp32')).toBeGreaterThan(2);
    const text = await run('show', '1', '-o', 's', '--machine-code');
    expect(text.stdout).toMatch(/^original +\| patched$/m);
  });
});
