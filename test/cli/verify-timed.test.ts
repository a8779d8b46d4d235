import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { readJournal } from '../../src/journal/journal.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const native = engines.native({ cache: cacheFolder() });
const availability = await native.available();
await native.close();
if (!availability.ok) console.warn(`SKIPPED: trials are not timed on several inputs: ${availability.reason}`);

/** Squares of the numbers up to the first argument, repeated; nothing is printed for 0 of them. */
const SQUARES = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  int n = atoi(argv[1]);
  double sum = 0.0;
  if (n == 0) return 1;
  for (int i = 1; i <= n; i++) {
    double term = 1.0 / i;
    sum += term * term;
  }
  printf("%.17g\\n", sum);
  return 0;
}
`;
const scratch = new Scratch({ 'squares.c': SQUARES });
afterAll(() => scratch[Symbol.dispose]());

async function tune(engine: string, study: string): Promise<void> {
  const words = ['tune', 'squares.c', '--engine', engine, '--max-error', '1e-2', '-o', study, '--trials', '2', '-q'];
  const { stderr } = await mantissa([...words, '--', '1000'], { cwd: scratch.folder });
  expect(stderr).not.toMatch(/error MX[124]/);
}
const verify = (...words: string[]) => mantissa(['verify', '1', ...words], { cwd: scratch.folder });

describe.skipIf(!availability.ok)('with an engine that times', () => {
  beforeAll(() => tune('native', 'timed'));

  it('times the trial, the original and the lowest precision on every command line, and records it', async () => {
    const lines = ['2000000', '4000000', '0'].flatMap((line) => ['--arguments', line]);
    const { exitCode, stdout, stderr } = await verify('-o', 'timed', '--timed', ...lines, '--json', '--no-sanitize');
    expect(exitCode, stderr).toBe(0);
    const { timed, samples } = JSON.parse(stdout);
    expect(samples).toHaveLength(3);
    expect(timed.map(({ name }: { name: string }) => name)).toEqual(['2000000', '4000000', '0']);
    for (const { speed, ideal, evidence } of timed.slice(0, 2)) {
      expect(evidence).toBeNull();
      for (const { clock, ratio, low, high } of [speed, ideal]) {
        expect(['cpu', 'wall']).toContain(clock);
        expect(ratio).toBeGreaterThan(0.2);
        expect(low).toBeLessThanOrEqual(ratio);
        expect(high).toBeGreaterThanOrEqual(ratio);
      }
    }
    // the original program fails there
    expect(timed[2]).toMatchObject({ speed: null, ideal: null, ofIdeal: null, evidence: expect.any(String) });
    const { records } = readJournal(scratch.path('timed/journal.jsonl'));
    expect(records.at(-1)).toMatchObject({ kind: 'verification', timed });
  });

  it('prints a row for each', async () => {
    const { stdout } = await verify('-o', 'timed', '--timed', '--arguments', '1000000', '--no-sanitize');
    expect(stdout).toMatch(/^arguments .*\n'1000000' .*max-relative .*× \([\d.]+–[\d.]+\)/m);
  });

  it('needs command lines', async () => {
    expectDiagnostic((await verify('-o', 'timed', '--timed')).stderr, 'MX2004', { names: ['--arguments'] });
  });
});

it('refuses an engine whose times are not those of the program', async () => {
  await tune('wasm', 'modelled');
  const { exitCode, stderr } = await verify('-o', 'modelled', '--timed', '--arguments', '1000');
  expect(exitCode).toBe(2);
  expectDiagnostic(stderr, 'MX2061', { names: ['wasm'] });
});
