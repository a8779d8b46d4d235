import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/journal/journal.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

const PROGRAM = `#include <math.h>
#include <stdio.h>
#include <string.h>
#if __has_include(<mantissa.h>)
#include <mantissa.h>
#endif
int main(int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "plain";
  double x[8], sum = 0;
  int i, many;
  for (i = 0; i < 8; i++) x[i] = 1.0 + 0.3 * i;
  if (strcmp(mode, "late") && strcmp(mode, "silent")) for (i = 0; i < 2; i++) MANTISSA_INPUT("x", x + 4 * i, 4);
  many = !strcmp(mode, "grow") && x[0] > 1.0 ? 2 : 1;
  if (!strcmp(mode, "grow")) MANTISSA_INPUT("first", x, many);
  if (!strcmp(mode, "root")) sum += sqrt(x[0] - 1.0);
  for (i = 0; i < 8; i++) sum += x[i] * x[i];
  if (!strcmp(mode, "late")) MANTISSA_INPUT("x", x, 8);
  printf("%.17g\\n", sum);
  return 0;
}
`;

const scratch = new Scratch({
  'program.c': PROGRAM,
  'mantissa.json': JSON.stringify({
    name: 'squares',
    sources: ['program.c'],
    inputs: {
      plain: { arguments: [] },
      grow: { arguments: ['grow'], heldOut: true },
      late: { arguments: ['late'], heldOut: true },
      root: { arguments: ['root'], heldOut: true },
      silent: { arguments: ['silent'], heldOut: true },
    },
    goal: { metric: 'max-relative', maxError: 6e-8 },
  }),
});
afterAll(() => scratch[Symbol.dispose]());

const verify = (...options: string[]) =>
  mantissa(['verify', '1', '-o', 'study', '--engine', 'wasm', ...options], { cwd: scratch.folder });

describe('mantissa verify', () => {
  beforeAll(async () => {
    // delta debugging begins with everything narrow: that is trial 1, within the bound or not
    const { stderr } = await mantissa(['tune', '--engine', 'wasm', '-o', 'study', '--trials', '1', '-q'], {
      cwd: scratch.folder,
    });
    expect(stderr).not.toMatch(/error MX[124]/);
  });

  it('gives the share of perturbed inputs within the bound, and records it', async () => {
    const { exitCode, stdout } = await verify('--samples', '40', '--json');
    expect(exitCode).toBe(0);
    const document = JSON.parse(stdout);
    expect(document.neighbours).toMatchObject({ input: 'plain', spread: 0.1, moved: [{ name: 'x', count: 8 }] });
    expect(document.samples).toHaveLength(40);
    const errors = document.samples.map(({ error }: { error: number }) => error);
    expect(new Set(errors).size).toBeGreaterThan(20);
    for (const { inputs } of document.samples) expect(inputs).toMatchObject([{ name: 'x' }]);
    // both programs were moved alike: what is left between them is rounding to fp32
    expect(Math.max(...errors)).toBeLessThan(1e-6);
    const within = errors.filter((error: number) => error <= 6e-8).length;
    expect(within).toBeGreaterThan(0);
    expect(within).toBeLessThan(40);
    expect(document.confidence).toBeCloseTo(within / 40, 12);
    expect(document.low).toBeLessThan(document.confidence);
    const { records } = readJournal(scratch.path('study/journal.jsonl'));
    expect(records.at(-1)).toMatchObject({ kind: 'verification', trial: 1, confidence: document.confidence });
  });

  it('is reproducible with the same seed, and uses other perturbed inputs with another', async () => {
    const errors = async (seed: string) =>
      JSON.parse((await verify('--samples', '5', '--seed', seed, '--json')).stdout).samples.map(
        ({ error }: { error: number }) => error,
      );
    const [first, again, other] = [await errors('3'), await errors('3'), await errors('4')];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('draws the distribution with the bound, and fails below the required confidence', async () => {
    const { exitCode, stdout, stderr } = await verify('--samples', '20', '--min-confidence', '0.99');
    expect(exitCode).toBe(3);
    expectDiagnostic(stderr, 'MX3002');
    expect(stdout).toMatch(/^trial 1 of squares .*\b20 .*'plain'.*\b8 .*\bx\b.*\b0\.1\b/);
    expect(stdout).toMatch(/\n\d+ of 20 .*\b\d\.\d\d \(95 % interval \d\.\d\d–\d\.\d\d\)/);
    expect(stdout).toMatch(/50 % .*\*/);
    expect(stdout).toMatch(/^ +\d+ % .*\|/m);
  });

  it('runs other command lines instead', async () => {
    scratch.write('lines.txt', '# two runs\nplain # as it is\n\nother\n');
    const { stdout } = await verify('--arguments', 'third 7', '--arguments-file', 'lines.txt', '--json');
    const { samples, neighbours } = JSON.parse(stdout);
    expect(neighbours).toEqual({ kind: 'arguments' });
    expect(samples.map(({ name }: { name: string }) => name)).toEqual(['third 7', 'plain', 'other']);
    expect(samples[0].inputs).toEqual([{ name: 'argument 2', least: 7, mean: 7, most: 7 }]);
    expect(samples[1]).not.toHaveProperty('inputs');
  });

  it('counts inputs on which the original program fails separately', async () => {
    const { stdout } = await verify('--input', 'root', '--samples', '12', '--json');
    const { samples, confidence } = JSON.parse(stdout);
    const apart = samples.filter(({ outcome }: { outcome: string }) => outcome === 'baseline-failed');
    expect(apart.length).toBeGreaterThan(0);
    expect(apart.length).toBeLessThan(12);
    expectNamed(apart[0].evidence, 'value 1', /-?\bnan\b/i);
    const within = samples.filter(({ outcome }: { outcome: string }) => outcome === 'within').length;
    expect(confidence).toBeCloseTo(within / (12 - apart.length), 12);
  });

  it.each([
    [
      'an input that is longer in some runs',
      ['--input', 'grow'],
      4,
      /MX4030: .*\n {2}'first' has 1 numbers? .* and 2 in/,
    ],
    ['an annotation behind the use of its values', ['--input', 'late', '--samples', '3'], 4, /MX4031/],
    ['an input without annotations', ['--input', 'silent'], 2, /MX2040/],
    ['a variance that is none', ['--variance', 'x'], 2, /--variance takes a number from 0/],
    ['an input the study does not have', ['--input', 'grown'], 2, /has no input 'grown'; it has plain, grow/],
    ['no variance at all', ['--variance', '0'], 2, /--variance takes a number above 0/],
    ['a file without lines', ['--arguments-file', '/dev/null'], 2, /MX2041/],
    ['a share above one', ['--min-confidence', '90'], 2, /from 0 to 1, not '90'/],
    ['no samples', ['--samples', '0'], 2, /--samples takes a whole number from 1/],
  ])('refuses %s', async (_, options, code, message) => {
    const { exitCode, stderr } = await verify(...options);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(code);
  });
});
