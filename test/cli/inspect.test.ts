import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { kernel, mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const samples = path.join(import.meta.dirname, '../samples/inspect');
const nbody = path.join(samples, 'joins-each-n-body-array-with-its-device-and-host-copies');

const ENTRY_KEYS = {
  functions: ['name', 'kind', 'file', 'line', 'operations', 'loops', 'launches'],
  sites: [
    ...['id', 'kind', 'name', 'function', 'file', 'line', 'column', 'type', 'format', 'space', 'group'],
    ...['tunable', 'frozen', 'accumulates'],
  ],
  groups: ['id', 'sites', 'why'],
  operations: ['id', 'kind', 'function', 'file', 'line', 'column', 'format', 'loopDepth'],
  transfers: ['file', 'line', 'direction', 'sites', 'record', 'converts', 'why'],
};

describe('mantissa inspect --json', () => {
  test('prints one document with the promised keys in every entry', async () => {
    const { exitCode, stdout, stderr } = await mantissa(['inspect', nbody, '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const document = JSON.parse(stdout);
    for (const [list, keys] of Object.entries(ENTRY_KEYS)) {
      expect(document[list].length, list).toBeGreaterThan(0);
      for (const entry of document[list]) expect(Object.keys(entry).sort(), list).toEqual([...keys].sort());
    }
    const { loops, launches } = document.functions.find((one: { name: string }) => one.name === 'bodyForce');
    expect(Object.keys(loops[0]).sort()).toEqual(['depth', 'line', 'tripCount']);
    expect(Object.keys(launches[0]).sort()).toEqual(['block', 'file', 'grid', 'line']);
    expect(Object.keys(document.summary).sort()).toEqual(['frozen', 'groups', 'operations', 'sites', 'tunable']);
    expect(document).toMatchObject({ schemaVersion: 1, files: [expect.stringMatching(/\.cu$/)] });
    expect(document.summary.sites).toBe(document.sites.length);
    expect(document.summary.tunable + document.summary.frozen).toBe(document.summary.sites);
  });

  test('has the sizes of thread blocks, free or frozen with place and reason', async () => {
    using scratch = new Scratch({
      'both.cu': `#include <cuda_runtime.h>
#define WIDTH 64
#define TILE 32
__global__ void scale(double *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2.0; }
__global__ void turn(double *x) { __shared__ double part[TILE]; part[threadIdx.x] = x[threadIdx.x]; x[threadIdx.x] = part[TILE - 1 - threadIdx.x]; }
int main() { double *x; int n = 99; cudaMalloc(&x, n * sizeof(double)); scale<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(x, n); turn<<<1, TILE>>>(x); return 0; }
`,
    });
    const { stdout } = await mantissa(['inspect', 'both.cu', '--json'], { cwd: scratch.folder });
    const launch = (kernel: string) => ({ kernel, file: 'both.cu', line: 6 });
    const shared = 'in turn, part is shared by the threads of a block';
    expect(JSON.parse(stdout).blocks).toEqual({
      sizes: [
        {
          kind: 'block',
          id: 'WIDTH',
          value: 64,
          file: 'both.cu',
          line: 2,
          launches: [launch('scale')],
          free: true,
          frozen: null,
          isDefault: false,
        },
        {
          ...{
            kind: 'block',
            id: 'TILE',
            value: 32,
            file: 'both.cu',
            line: 3,
            launches: [launch('turn')],
            free: false,
          },
          frozen: { reason: shared, file: 'both.cu', line: 5 },
          isDefault: false,
        },
      ],
      others: [],
    });
    const table = await mantissa(['inspect', 'both.cu'], { cwd: scratch.folder });
    expect(table.stdout).toMatch(/^thread blocks\n {2}WIDTH {2}64 {2}both\.cu:2 {2}scale {2}can change$/m);
    expect(table.stdout).toContain(`TILE  32  both.cu:3  turn  frozen: ${shared} (both.cu:5)`);
    scratch.write('mantissa.json', JSON.stringify({ sources: ['both.cu'], freeBlocks: ['TILLE'] }));
    const refused = await mantissa(['inspect'], { cwd: scratch.folder });
    expectDiagnostic(refused.stderr, 'MX2054', { names: ['TILLE', 'TILE'] });
  });

  test('says why a site is frozen, with a code', async () => {
    const { stdout } = await mantissa(['inspect', path.join(samples, 'freezes-long-double'), '--json', '--scope=all']);
    const frozen = JSON.parse(stdout).sites.filter((site: { tunable: boolean }) => !site.tunable);
    expect(frozen.length).toBeGreaterThan(0);
    for (const site of frozen) expect(Object.keys(site.frozen).sort()).toEqual(['code', 'reason']);
  });
});

describe('mantissa inspect', () => {
  test('prints a table: the program first, then its functions, then the cross-check by an independent count of declarations', async () => {
    const { exitCode, stdout, stderr } = await mantissa(['inspect', nbody]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^\S+\.cu {2}\d+ sites \(\d+ tunable\) in \d+ groups, \d+ operations {2}scope: kernels$/);
    expect(stdout).toMatch(/^bodyForce {2}kernel {2}/m);
    expect(lines.at(-1)).toMatch(/^cross-check: .*\b\d+ .*\b\d+\b/);
  });

  test('prints a reason once for many sites, and names each site on request', async () => {
    using scratch = new Scratch();
    const file = scratch.write(
      'all.c',
      'union all { double a, b, c, d; };\nint main(void) { union all u; u.a = 1; return u.b > 2; }\n',
    );
    const [short, full] = [await mantissa(['inspect', file]), await mantissa(['inspect', file, '--verbose'])];
    expect(short.stdout).toMatch(/^ {2}all\.a, all\.b, all\.c and 1 more {2}union: /m);
    expect(full.stdout.match(/^ {2}all\.[abcd] {2}all\.c:1 {2}union: /gm)).toHaveLength(4);
  });

  test('prints the same bytes twice, the second time without a compiler', async () => {
    const [first, second] = [await mantissa(['inspect', nbody]), await mantissa(['inspect', nbody, '--times'])];
    expect(second.stdout).toBe(first.stdout);
    const times = JSON.parse(second.stderr);
    expect(Object.keys(times).sort()).toEqual([
      'astBytes',
      'compilerMs',
      'modelMs',
      'peakMemoryMb',
      'processorS',
      'totalMs',
    ]);
  });

  test('prints every line of the source with remarks under it', async () => {
    using scratch = new Scratch({ 'k.cu': kernel('a * x[i]') });
    const { exitCode, stdout } = await mantissa(['inspect', 'k.cu', '--source'], { cwd: scratch.folder });
    expect(exitCode).toBe(0);
    for (const line of kernel('a * x[i]').trimEnd().split('\n')) expect(stdout).toContain(line);
  });

  test('covers kernels only, or all code', async () => {
    using scratch = new Scratch({ 'k.cu': `${kernel('a * 2.0')}double host(double h) { return h * 3.0; }\n` });
    const sites = async (scope: string) => {
      const { stdout } = await mantissa(['inspect', 'k.cu', '--json', '--scope', scope], { cwd: scratch.folder });
      return JSON.parse(stdout).sites.map((site: { id: string }) => site.id);
    };
    expect(await sites('kernels')).toEqual(['k.x', 'k.a']);
    expect(await sites('all')).toEqual(expect.arrayContaining(['k.x', 'k.a', 'host.h']));
  });

  test('takes include folders, macros and a standard from the command line', async () => {
    using scratch = new Scratch({
      'inc/factor.h': '#define FACTOR 2.0\n',
      'f.cpp': [
        '#include <factor.h>',
        '#ifdef _GNU_SOURCE // mantissa defines it as compilers do',
        '#error unwanted',
        '#endif',
        'static_assert(__cplusplus == 202002L);',
        'double f(double a) { return a * FACTOR * SCALE; }',
      ].join('\n'),
    });
    const args = ['inspect', 'f.cpp', '-I', 'inc', '-D', 'SCALE=3.0', '-U', '_GNU_SOURCE', '--std', 'c++20'];
    const { exitCode, stderr, stdout } = await mantissa([...args, '--json'], { cwd: scratch.folder });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout).summary.operations).toBe(2);
  });

  test('reads several files as one program, and a folder or a project file as what they name', async () => {
    using scratch = new Scratch({
      'a.cu': kernel('a * 2.0'),
      'b.cpp': 'double twice(double b) { return b * 2.0; }\n',
      'mantissa.json': '{ "sources": ["b.cpp", "a.cu"], "scope": "all" }',
    });
    const files = async (...inputs: string[]) =>
      JSON.parse((await mantissa(['inspect', '--json', ...inputs], { cwd: scratch.folder })).stdout).files.sort();
    expect(await files('a.cu', 'b.cpp')).toEqual(['a.cu', 'b.cpp']);
    expect(await files('mantissa.json')).toEqual(['a.cu', 'b.cpp']);
    expect(await files('.')).toEqual(['a.cu', 'b.cpp']);
    expect(await files()).toEqual(['a.cu', 'b.cpp']);
  });

  test('notices a header that changed, and one that appeared in front of it', async () => {
    // the program is a folder of its own, so that both include folders lie outside it: their headers are precompiled
    using scratch = new Scratch({
      'near/.keep': '',
      'far/factor.h': '#define FACTOR a\n',
      'program/f.c': '#include <factor.h>\ndouble f(double a) { return FACTOR; }\n',
    });
    const operations = async () => {
      const { stdout, stderr } = await mantissa(['inspect', 'program/f.c', '--json', '-I', 'near', '-I', 'far'], {
        cwd: scratch.folder,
      });
      expect(stderr).toBe('');
      return JSON.parse(stdout).summary.operations;
    };
    expect(await operations()).toBe(0);
    scratch.write('far/factor.h', '#define FACTOR -a\n');
    expect(await operations()).toBe(1);
    scratch.write('far/factor.h', '#define FACTOR +a\n'); // as long as before
    expect(await operations()).toBe(0);
    scratch.write('near/factor.h', '#define FACTOR (a*a*a)\n');
    expect(await operations()).toBe(2);
  });

  test('weights tunable sites by loop depth, or by the counts of a study of the same text', async () => {
    using scratch = new Scratch({
      'sums.c': `#include <stdio.h>
static volatile double kept = 1.0;
int main(int argc, char **argv) {
  double a = 0.1, b = 0.2;
  for (int i = 0; i < argc; i++) a = a * 0.5;
  for (int i = 0; i < 1000; i++) b = kept * kept;
  printf("%.17g\\n", a + b * 0.0);
  return 0;
}
`,
    });
    const work = async (...more: string[]) => {
      const given = ['inspect', 'sums.c', '--json', ...more];
      const { stdout, stderr, exitCode } = await mantissa(given, { cwd: scratch.folder });
      return exitCode === 0 ? JSON.parse(stdout).work : stderr;
    };
    expect(await work()).toMatchObject({ weighedBy: 'loops', tunableArithmetic: 12 / 22 });
    const tuned = ['tune', 'sums.c', '--max-error', '1e-3', '--trials', '1', '--engine', 'wasm', '-o', 'study'];
    await mantissa(tuned, { cwd: scratch.folder });
    expect(await work('-o', 'study')).toMatchObject({ weighedBy: 'counts', tunableArithmetic: 3 / 1003 });
    scratch.write('sums.c', 'int main(void) { double x = 0.1; return x > 1.0; }\n');
    expectDiagnostic(await work('-o', 'study'), 'MX2022', { names: ['study'], remedy: ['--study'] });
  });
});
