/** Loops that are split for phases, and the reasons why others are not: what cannot be written right is not written. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stateOf } from '../../src/analysis/phases/loop-state.js';
import { loopStatements } from '../../src/frontend/loop-statements.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import { splitLoop } from '../../src/rewrite/phases/split-loop.js';
import { clang, open } from '../oracles/oracle-bench.js';
import { diagnostic } from '../support/diagnostics.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-split-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
let files = 0;

const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct grid { double cell[8]; };
static struct grid grid;
static double *shared;
static double smooth(double x) { return 0.5 * x; }
static void step(int n, const double *a, double *b) {
  for (int k = 0; k < n; k++) b[k] = smooth(a[k]);
}
int main(int argc, char **argv) {
  int n = 8, steps = argc + 9;
  double *u = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double)), *f = malloc(n * sizeof(double));
  double t = 0;
  for (int i = 0; i < n; i++) u[i] = v[i] = f[i] = i;
  for (int it = 0; it < steps; it++) {
    step(n, u, v);
    t += f[it % n];
    double *swapped = u;
    u = v;
    v = swapped;
  }
  printf("%g %g\\n", u[3], t);
  return 0;
}
`;

/** Splits the last outermost loop of main, with everything that it reads or writes in lower precision. */
async function split(text: string): Promise<string> {
  const file = path.join(folder, `p${files++}.c`);
  fs.writeFileSync(file, text);
  const syntax = await readSyntax(clang, open([file], folder));
  const { program } = syntax;
  const main = program.functions.findIndex(({ name }) => name === 'main');
  const { loop } = [...loopStatements(syntax)].findLast(
    (one) => one.function === main && program.loops[one.loop]!.depth === 1,
  )!;
  // every function is called in the loop
  const reached = new Map(program.functions.flatMap((_, index) => (index === main ? [] : [[index, 1] as const])));
  const parts = splitLoop(syntax, {
    ...{ loop, reached: new Set(reached.keys()), switch: { fraction: 0.5 }, suffix: 'fp32', type: 'float' },
    lowered: new Set(program.sites.keys()),
    state: stateOf(program, { loop, reached }),
    formatOf: () => 'fp32',
  });
  return [...parts.values()].flatMap((one) => one.map((part) => part.text)).join('');
}

const without = (before: string, after: string) => {
  expect(PROGRAM).toContain(before);
  return PROGRAM.replace(before, after);
};

describe('a loop that is split', () => {
  it('leaves the rest of the text unchanged and copies back what the loop writes, and nothing else', async () => {
    const text = await split(PROGRAM);
    const own = PROGRAM.split('\n').filter((line) => !line.includes('for (int it = 0'));
    for (const line of own) expect(text).toContain(line);
    for (const name of ['u', 'v']) expect(text).toContain(`${name}[i] = ${name}_fp32[i];`);
    expect(text).toContain('t = t_fp32;');
    expect(text).toContain('f_fp32[i] = f[i];');
    expect(text).not.toContain('f[i] = f_fp32[i]');
    expect(text).toContain('double smooth_fp32(double x)');
    expect(text).toContain('b[k] = smooth_fp32(a[k])');
  });

  it('names the copies in the arguments of macros', async () => {
    const text = await split(
      without('t += f[it % n];', 't += SQUARE(f[it % n]);').replace(
        'struct grid {',
        '#define SQUARE(x) ((x) * (x))\nstruct grid {',
      ),
    );
    expect(text).toContain('t_fp32 += SQUARE(f_fp32[it % n]);');
  });

  it('uses names that the program does not have', async () => {
    const text = await split(without('double t = 0;', 'double t = 0, u_fp32 = 1; int first_fp32 = 2;'));
    expect(text).toContain('u_fp32_2[i] = u[i];');
    expect(text).toContain('const int first_fp32_2 = (int)(50LL * steps / 100);');
  });
});

describe('a loop is not split', () => {
  it.each([
    ['that is left by break', without('t += f[it % n];', 'if (it > 3) break;'), ['break']],
    ['that is not counted', without('it < steps; it++', 'it < steps; it += 2'), ['for (int i = 0; i < n; i++)']],
    ['whose bound it changes', without('t += f[it % n];', 'steps -= it;'), []],
    ['whose pointers point elsewhere', without('*f = malloc(n * sizeof(double));', '*f = u;'), ['main.f']],
    ['whose buffers get another size', without('double t = 0;', 'double t = 0; n = 4;'), ['main.u']],
    ['that changes pointers in another way', without('t += f[it % n];', 'f = u;'), ['main.f']],
    [
      'that a macro names a variable of',
      without('t += f[it % n];', 't += FIRST;').replace('struct grid {', '#define FIRST f[0]\nstruct grid {'),
      ['main.f'],
    ],
    ['that uses fields', without('t += f[it % n];', 't += grid.cell[it % 8];'), ['grid.cell']],
    ['that uses global pointers', without('t += f[it % n];', 't += shared[0];'), ['shared']],
    [
      'whose functions have static variables',
      without('return 0.5 * x;', 'static double y; return y += 0.5 * x;'),
      ['smooth'],
    ],
    ['that hands memory to a library', without('t += f[it % n];', 'fread(f, 8, 1, stdin);'), ['main.f', 'fread']],
    [
      'that exchanges buffers of several sizes',
      without('*v = malloc(n * sizeof', '*v = malloc(9 * sizeof'),
      ['u', 'v'],
    ],
  ])('%s', async (_, text, names) => {
    await expect(split(text)).rejects.toEqual(diagnostic('MX4006', { names }));
  });
});
