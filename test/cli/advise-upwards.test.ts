import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

/** Terms of 1e12 that cancel but for 1/i: the sum loses twelve digits, the products lose none. */
const CANCELLING = `#include <cstdio>
int main()
{
  double sum = 0.0, scale = 1.0;
  for (int i = 1; i <= 400; i++) {
    sum += 1e12 / 3.0;
    sum += 1.0 / i;
    sum -= 1e12 / 3.0;
    scale *= 1.0 + 1e-9;
  }
  printf("%.17g\\n%.17g\\n", sum, scale);
}
`;
const scratch = new Scratch({ 'cancel.cpp': CANCELLING });
afterAll(() => scratch[Symbol.dispose]());
const advise = (...more: string[]) =>
  mantissa(['advise', 'cancel.cpp', '--engine', 'wasm', '--scope', 'all', ...more], { cwd: scratch.folder });

interface Advised {
  lost: {
    error: number;
    raised: { sites: { id: string; line: number }[]; error: number; isWithin: boolean; share: number }[];
  } | null;
}

it('names the sum that loses more digits than the tolerance, its error in fp64x2, and what that costs', async () => {
  const { exitCode, stdout, stderr } = await advise('--max-error', '1e-9', '--json');
  expect(exitCode, stderr).toBe(0);
  const { lost } = JSON.parse(stdout) as Advised;
  expect(lost!.error).toBeGreaterThan(1e-9);
  const [best] = lost!.raised;
  expect(best!.sites).toMatchObject([{ id: 'main.sum', line: 4 }]);
  expect(best!.isWithin).toBe(true);
  expect(best!.error).toBeLessThan(1e-12);
  // the product is not to blame: raising it alone changes nothing
  expect(lost!.raised.every(({ sites }) => sites.some(({ id }) => id === 'main.sum'))).toBe(true);
  // three of the operations of an iteration, and not all of them
  expect(best!.share).toBeGreaterThan(0.2);
  expect(best!.share).toBeLessThan(0.8);
  const text = await advise('--max-error', '1e-9');
  expect(text.stdout).toMatch(/raise .*main\.sum \(cancel\.cpp:4\)|main\.sum\s+\(cancel\.cpp:4\)/s);
});

it('is silent if the original program meets the tolerance, or if there is none', async () => {
  const met = JSON.parse((await advise('--max-error', '0.5', '--json')).stdout) as Advised;
  expect(met.lost).toBeNull();
  const none = JSON.parse((await advise('--json')).stdout) as Advised;
  expect(none.lost).toBeNull();
});
