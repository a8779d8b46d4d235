/** `tune --plan` lowers a function call by call, and its patches have copies for the calls that differ. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';

/** Of the two sums one is cancelled to nothing but its last digits. */
const SOURCE = `#include <math.h>
#include <stdio.h>

static double total(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] / 3.0;
    return sum;
}

int main(void)
{
    double near[40], far[40];
    for (int i = 0; i < 40; i++) {
        near[i] = i % 2 ? -1e9 - i : 1e9 + i;
        far[i] = 1.0 + i;
    }
    double cancelled = total(near, 40);
    double plain = total(far, 40);
    printf("%.17g\\n%.17g\\n", cancelled + 20.0 / 3.0 + 1e-12, sqrt(plain));
    return 0;
}
`;
const KEPT = `#include <stdio.h>
static double last(double x) { static double before = 0.5; before = before / 3 + x; return before; }
int main(void) { double a = last(0.1), b = last(a); printf("%.17g\\n", a + b); return 0; }
`;
const scratch = new Scratch({ 'two.c': SOURCE, 'kept.c': KEPT });
afterAll(() => scratch[Symbol.dispose]());
const plan = (file: string, study: string, ...options: string[]) =>
  mantissa(['tune', file, '--plan', '--from', 'fp64x2', '--to-end', '--json', '-o', study, ...options], {
    cwd: scratch.folder,
  });
const command = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const hasCompiler = spawnSync('g++', ['--version']).status === 0;
if (!hasCompiler) console.warn('SKIPPED: patches with copies of functions are not compiled: there is no g++');

interface Document {
  plan: { iteration: number; unit: string; sites: string[] }[];
  copies: { name: string; of: string; call: string }[];
  together: { name: string; place: string; reason: string }[];
  iterations: { iteration: number; trial: number; error: number | string }[];
}

it('each call of a function has its place in the plan, and a patch copies functions whose calls differ', async () => {
  const walked = await plan('two.c', 'apart', '--engine', 'wasm');
  expect(walked.exitCode, walked.stderr).toBe(0);
  const { plan: steps, copies, together, iterations } = JSON.parse(walked.stdout) as Document;
  expect(copies).toEqual([
    { name: 'total', of: 'total', call: 'two.c:19' },
    { name: 'total_2', of: 'total', call: 'two.c:20' },
  ]);
  expect(together).toEqual([]);
  const units = steps.map(({ unit }) => unit);
  for (const name of ['total', 'total_2']) expect(units).toContainEqual(naming(name, 'loop', '7'));
  const trialOf = (one: number) => String(iterations.find(({ iteration }) => iteration === one)!.trial);
  const patched = async (iteration: number) => {
    const { stdout } = await command('apply', trialOf(iteration), '--study', 'apart');
    return new Map(
      parsePatch(stdout).map((one) => {
        const file = one.newFileName!.replace(/^b\//, '');
        return [file, String(applyPatch(file === 'two.c' ? SOURCE : '', one))];
      }),
    );
  };

  // everything wide: one function for both calls
  expect((await patched(0)).get('two.c')).toMatch(/fp64x2 plain = total\(far, 40\)/);
  const sums = units.flatMap((unit, at) => (/^total\w*\b.*\b7\b.*\badd/.test(unit) ? [at + 1] : []));
  const text = (await patched(sums[0]!)).get('two.c')!;
  const [own, other] = units[sums[0]! - 1]!.startsWith('total,') ? ['total', 'total_2'] : ['total_2', 'total'];
  const bodyOf = (name: string) => new RegExp(`\\b${name}\\(const [^{]*\\{[^}]*\\}`).exec(text)?.[0] ?? '';
  expect(bodyOf(own!)).toContain('double sum');
  expect(bodyOf(other!)).toContain('fp64x2 sum');
  expect(text).toMatch(/plain = .*total_2\(far, 40\)/);

  if (!hasCompiler) return;
  for (const iteration of [0, sums[0]!]) {
    const folder = path.join(scratch.folder, `patched-${iteration}`);
    fs.mkdirSync(folder);
    for (const [file, contents] of await patched(iteration)) fs.writeFileSync(path.join(folder, file), contents);
    const built = spawnSync('g++', ['-std=c++17', '-x', 'c++', 'two.c', '-o', 'two', '-lm'], { cwd: folder });
    expect(built.status, built.stderr.toString()).toBe(0);
    expect(spawnSync('./two', { cwd: folder }).stdout.toString()).toMatch(/^\S+\n\S+\n$/);
  }
  // built by the compiler of this machine they are as far off as they were emulated
  const native = JSON.parse((await plan('two.c', 'built', '--engine', 'native')).stdout) as Document;
  expect(native.iterations.map(({ error }) => error)).toEqual(iterations.map(({ error }) => error));
});

it('with --calls-together it stays one function, and uncopyable functions have a reason', async () => {
  const one = JSON.parse((await plan('two.c', 'together', '--engine', 'wasm', '--calls-together')).stdout) as Document;
  expect(one.copies).toEqual([]);
  expect(one.plan.map(({ unit }) => unit).filter((unit) => /total_2/.test(unit))).toEqual([]);
  const kept = JSON.parse((await plan('kept.c', 'kept', '--engine', 'wasm')).stdout) as Document;
  expect(kept.copies).toEqual([]);
  expect(kept.together).toEqual([{ name: 'last', place: 'kept.c:2', reason: naming('before') }]);
  const stray = await command('tune', 'two.c', '--max-error', '1', '--calls-together');
  expectDiagnostic(stray.stderr, 'MX2004', { names: ['--calls-together', '--plan'] });
});
