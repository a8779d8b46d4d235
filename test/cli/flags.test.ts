import * as fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';

const native = engines.native({ cache: cacheFolder() });
const availability = await native.available();
await native.close();
if (!availability.ok) console.warn(`SKIPPED: what --flag does to a program is not tested: ${availability.reason}`);

/** Two files that define what neither initialises. */
const shared = {
  'one.c': `#include <stdio.h>
double level;
float grid[2];
void raise_level(void);
int main(void) { raise_level(); printf("%.17g %.9g\\n", level / 7, grid[1]); return 0; }
`,
  'two.c': 'double level;\nfloat grid[2];\nvoid raise_level(void) { level += 0.3; grid[1] = level / 3; }\n',
};

describe.skipIf(!availability.ok)('a flag of the compiler', () => {
  test('is what a multiple definition asks for, and makes the program run in every way', async () => {
    using scratch = new Scratch({
      ...shared,
      'mantissa.json': '{"sources": ["one.c", "two.c"], "flags": ["-fcommon"]}',
    });
    const run = (...more: string[]) => mantissa(['run', ...more, '--engine', 'native'], { cwd: scratch.folder });
    const refused = await run('one.c', 'two.c');
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain('--flag -fcommon');
    for (const how of ['original', 'emulated', 'built'])
      expect((await run('one.c', 'two.c', '--flag', '-fcommon', '--how', how)).stdout).toBe(
        '0.042857142857142858 0.100000001',
      );
    expect((await run('mantissa.json', '--how', 'reference')).stdout).toMatch(/^0\.042857142857142858 0\.1/);
  });
});

describe.skipIf(!availability.ok)('work that is shared out by the number of a thread', () => {
  test('is warned of with its place where it runs in one', async () => {
    const text = `#include <omp.h>
#include <stdio.h>
int main(void) {
  double part[8] = {0};
#pragma omp parallel num_threads(2)
  part[omp_get_thread_num()] += 0.5;
  printf("%g\\n", part[0]);
  return 0;
}
`;
    using scratch = new Scratch({ 'parts.c': text });
    const flags = ['--engine', 'native', '--flag', '-fopenmp', '--how'];
    const run = (how: string) => mantissa(['run', 'parts.c', ...flags, how], { cwd: scratch.folder });
    expect(await run('original')).toMatchObject({ stdout: '0.5', stderr: '' });
    expect((await run('emulated')).stderr).toMatch(/^warning thread-number: parts\.c:6: .*\bomp_get_thread_num\(\)/);
  });

  test('that add up in a varying order can be tuned, with rebuilt trials', async () => {
    const text = `#include <stdio.h>
static double x[1000];
int main(void) {
  double sum = 0;
  for (int i = 0; i < 1000; i++) x[i] = 1.0 / (i + 1);
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 1000; i++) sum += x[i];
  printf("%.17g\\n", sum);
  return 0;
}
`;
    using scratch = new Scratch({ 'sum.c': text });
    const given = ['sum.c', '--engine', 'native', '--flag', '-fopenmp'];
    const checked = await mantissa(['check', ...given, '--no-sanitize'], { cwd: scratch.folder });
    expect(checked.exitCode, checked.stderr).toBe(0);
    const { inputs } = JSON.parse(
      (await mantissa(['check', ...given, '--no-sanitize', '--json'], { cwd: scratch.folder })).stdout,
    );
    expect(inputs[0]).toMatchObject({ instrumented: { identical: false }, isOfThreads: true });
    const tuned = await mantissa(['tune', ...given, '--max-error', '1e-3', '--no-sanitize'], { cwd: scratch.folder });
    expect(tuned.stderr).toMatch(/^every trial is built, .*-fopenmp/m);
    const journal = fs.readFileSync(scratch.path('.mantissa/sum/journal.jsonl'), 'utf8');
    expect(new Set(journal.match(/"how":"\w+"/g))).not.toContain('"how":"emulated"');
  });
});

describe('a flag', () => {
  test('that changes arithmetic, names a file or runs something is refused', async () => {
    using scratch = new Scratch(shared);
    const flags = ['-ffast-math', '-fplugin=mine', '-Wl,--wrap=main', '-B/tmp', '@list'];
    const { exitCode, stderr } = await mantissa(['inspect', 'one.c', ...flags.flatMap((flag) => ['--flag', flag])], {
      cwd: scratch.folder,
    });
    expect(exitCode).toBe(2);
    for (const flag of flags) expect(stderr).toContain(`--flag ${flag}`);
  });

  test('of nvcc is used, or named if it is ignored', async () => {
    using scratch = new Scratch(shared);
    const flags = ['--use_fast_math', '-O3', '--extended-lambda', '-lineinfo', '-Wall', '-arch=sm_90'];
    const { exitCode, stdout, stderr } = await mantissa(
      ['inspect', 'one.c', '--json', ...flags.flatMap((flag) => ['--flag', flag])],
      { cwd: scratch.folder },
    );
    expect(exitCode, stderr).toBe(0);
    const { warnings } = JSON.parse(stdout);
    expect(warnings).toMatchObject([
      { code: 'fast-math', text: naming('--use_fast_math') },
      { code: 'ignored-flag', text: naming('-lineinfo', '-Wall', '-arch=sm_90') },
    ]);
  });

  test('of the language holds where a program is read and on the embedded engine', async () => {
    using scratch = new Scratch({
      'sign.c': '#include <stdio.h>\nint main(void) { char c = (char)200; printf("%g\\n", c / 2.0); return 0; }\n',
    });
    const run = (flag: string) =>
      mantissa(['run', 'sign.c', '--engine', 'wasm', '--flag', flag], { cwd: scratch.folder });
    expect((await run('-funsigned-char')).stdout).toBe('100');
    expect((await run('-fsigned-char')).stdout).toBe('-28');
    const unknown = await run('-fcommon');
    expect(unknown.exitCode).toBe(4);
    expectDiagnostic(unknown.stderr, 'MX4007', { names: ['-fcommon'] });
  });
});
