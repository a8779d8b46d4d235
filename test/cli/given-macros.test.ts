import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const PROGRAM = `#include <cstdio>
double half(double a) { return REAL a * 0.5; }
int main() {
  double x = 1.5, y = 0;
  for (int i = 1; i < 20; i++) { double t = REAL (x / i); float f = CAST(t); y += half(t) * x + REAL f; }
  printf("%.17g\\n", y);
}
`;
const scratch = new Scratch({ 'program.cpp': PROGRAM });
afterAll(() => scratch[Symbol.dispose]());
const GIVEN = ['program.cpp', '--scope', 'all', '-DREAL=(double)', '-DCAST(x)=((float)(x))'];
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

it('freezes casts whose type comes from a -D macro, and tunes the rest', async () => {
  const inspected = await run('inspect', ...GIVEN, '--json');
  const { sites } = JSON.parse(inspected.stdout) as {
    sites: { id: string; frozen: { code: string } | null }[];
  };
  const frozen = sites.filter((site) => site.frozen !== null);
  expect(frozen.map(({ id }) => id)).toEqual(['half.(cast)', 'main.(cast)', 'main.(cast)~2', 'main.(cast)~3']);
  for (const site of frozen) expect(site.frozen?.code).toBe('given-macro');

  const tuned = await run('tune', ...GIVEN, '--engine', 'wasm', '-o', 'study', '--max-error', '1e-5', '--trials', '1');
  expect(tuned.exitCode).toBe(0);
  const { trials } = JSON.parse((await run('trials', '-o', 'study', '--json')).stdout);
  expect(trials[0].confirmation.asEmulated).toBe(true);
  const { stdout } = await run('apply', '1', '-o', 'study');
  expect(stdout).toContain('+float half(float a) { return REAL a * 0.5; }');
});
