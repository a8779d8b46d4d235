import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const samples = fileURLToPath(new URL('../samples/vectorize', import.meta.url));
const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc) console.warn('SKIPPED: no nvcc on the PATH, so vectorised sources are not compiled for a GPU');
const hasDisassembler = spawnSync('cuobjdump', ['--version']).status === 0;
if (hasNvcc && !hasDisassembler)
  console.warn('SKIPPED: no cuobjdump on the PATH, so the machine code is not looked at');

const vectorize = (file: string, name: string, ...more: string[]) =>
  mantissa(['vectorize', file, '--function', name, ...more], { cwd: samples });

describe('mantissa vectorize', () => {
  test('writes the source and its library, and says why it chose the width', async () => {
    using scratch = new Scratch();
    const { exitCode, stderr } = await vectorize('image.c', 'lab_to_rgb', '--output', scratch.path('lab.cu'));
    expect(stderr).toMatch(/width 8: one 128-bit load an array; \d+ registers.* KiB under way/);
    expect(exitCode).toBe(0);
    const source = fs.readFileSync(scratch.path('lab.cu'), 'utf8');
    expect(source).toContain('//   mantissa vectorize image.c --function lab_to_rgb --format fp16 --width 8\n');
    expect(source).toContain('inline cudaError_t lab_to_rgb_half8(int n, const half *L,');
    expect(fs.readdirSync(scratch.folder).sort()).toEqual(['lab.cu', 'mantissa_vector.h']);
  });

  test('answers as JSON, with what the width was chosen by', async () => {
    const { stdout } = await vectorize('image.c', 'saxpy', '--format', 'fp32', '--json');
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ schemaVersion: 1, function: 'saxpy', format: 'fp32', width: 4, loopLine: 46 });
    expect(answer.evidence.map(({ width }: { width: number }) => width)).toEqual([4, 2]);
    expect(answer.source).toContain('const float4 y_i = at.load(y);');
  });

  test.each([
    ['curve', ['scale * select(v > 0.5f, v * v, sqrt(v))', '// brighter', 'count_vectors<8>(0, n)']],
    ['early', ['at.store(y, 1.0f / (at.load(x) + 1.0f));', 'count_vectors<8>(0, n)']],
    ['strided', ['at.store(y, fma(a, at.load(x), y_i));', 'count_vectors<8>(0, n)']],
    ['late', ['at.store(y, fma(a, at.load(x), 1.0f));', 'count_vectors<8>(0, n)']],
    ['goes_on', ['at.store(y, a * at.load(x));', 'count_vectors<8>(0, n)']],
  ])('takes the thread index of the kernel %s for the loop', async (name, parts) => {
    const { stdout, stderr } = await vectorize('curve.cu', name, '--width', '8');
    expect(stderr).toBe('');
    for (const part of parts) expect(stdout).toContain(part);
  });

  test.each([
    ['refused.c', 'may_overlap', 'MX4070', 'refused.c:5:5: the arrays x, y may overlap', '__restrict__'],
    ['refused.c', 'carried', 'MX4070', 'refused.c:10:38: LLVM: unsafe dependent memory', 'another array'],
    ['refused.c', 'ahead', 'MX4070', 'refused.c:15:47: x is written and', 'another array'],
    ['refused.c', 'total', 'MX4070', 'refused.c:21:5: a number goes from one iteration', 'cub::DeviceReduce'],
    ['refused.c', 'calls', 'MX4070', 'refused.c:27:40: LLVM: call instruction', 'vector form'],
    ['refused.c', 'recursive', 'MX4070', 'refused.c:37:40: LLVM: call instruction', 'without recursion'],
    ['refused.c', 'nested', 'MX4071', 'refused.c:43:9: the loop stands in another one', 'function of its own'],
    [
      'refused.c',
      'indirect',
      'MX4071',
      'refused.c:46:1: the parameter at is no array of float',
      'parameter of its own',
    ],
    ['refused.c', 'ends_early', 'MX4070', 'refused.c:53:5: LLVM: ', 'without break'],
    ['refused.c', 'straight', 'MX4070', 'refused.c:59:1: straight has no loop', 'one loop'],
    [
      'refused.c',
      'twice',
      'MX4071',
      'refused.c:66:38: the function does something besides its loop',
      'function of its own',
    ],
    ['refused.c', 'so_many', 'MX4071', 'refused.c:72:5: how often the loop runs is a constant', 'as a parameter'],
    ['refused.c', 'switched', 'MX4071', 'depends on more than how often it runs', 'around its call'],
    ['refused.c', 'large_only', 'MX4071', 'depends on more than how often it runs', 'around its call'],
    ['refused.c', 'again', 'MX4071', 'the loop stands in another one', 'function of its own'],
    ['refused.c', 'carriedd', 'MX2070', 'carriedd is defined in none of 1 files', 'did you mean carried?'],
    ['curve.cu', 'waits', 'MX4070', 'curve.cu:54:5: a barrier', 'split the kernel'],
    ['rows-refused.cu', 'many', 'MX4071', 'rows-refused.cu:4:43: many is a template over more', 'written out'],
    ['rows-refused.cu', 'clamped', 'MX4071', 'the parameter box is a record by value', 'parameters of their own'],
    ['rows-refused.cu', 'otherwise', 'MX4071', 'rows-refused.cu:23:30: otherwise uses blockIdx.y', 'y < height'],
    ['rows-refused.cu', 'triangle', 'MX4071', 'has neither the thread index as its counter', 'if (i < n)'],
    ['rows-refused.cu', 'stepped', 'MX4071', 'neither one after the other nor a constant', 'leave this part out'],
    ['rows-refused.cu', 'otherwise_too', 'MX4071', 'has neither the thread index as its counter', 'if (i < n)'],
    ['rows-refused.cu', 'moved', 'MX4071', 'rows-refused.cu:56:5: x is changed: every thread', 'another variable'],
    ['rows-refused.cu', 'counted', 'MX4071', 'first is changed: every thread has its own', 'another variable'],
    ['rows-refused.cu', 'hidden', 'MX4071', 'the parameter half has the name of something', 'another name'],
  ])('refuses %s, %s, with place and remedy, and writes nothing', async (file, name, code, text, remedy) => {
    using scratch = new Scratch();
    const { exitCode, stderr } = await vectorize(file, name, '--output', scratch.path('out.cu'));
    expect(stderr).toContain(`error ${code}`);
    expect(stderr).toContain(text);
    expect(/remedy: (.*)/.exec(stderr)?.[1]).toContain(remedy);
    expect(exitCode).toBe(Number(code[2]));
    expect(fs.readdirSync(scratch.folder)).toEqual([]);
  });

  test('takes arrays for apart where it is told so', async () => {
    const { exitCode, stdout } = await vectorize('refused.c', 'may_overlap', '--restrict', '--width', '8');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('half *__restrict__ y');
  });
});

describe('mantissa vectorize --check', () => {
  const check = (name: string, ...more: string[]) => vectorize('program.c', name, '--width', '8', '--check', ...more);

  test('computes in float what leaves the range of halves on the input, and measures what it writes', async () => {
    const { stdout, stderr } = await check('distance', '--max-error', '0.001', '--', '101');
    expect(stdout).toContain('const float8 square = fma(float8(y_i), float8(y_i), float8(x_i) * float8(x_i));');
    expect(stdout).toContain('at.store(d, half8(square * 0.001f));');
    expect(stderr).toMatch(/^max-relative 0\.000\d+ against the scalar function, over 101 numbers that it stored\n/);
    expect(stderr).toContain('in float: square (line 8), up to 130000\n');
  });

  test('leaves in halves what fits on another input', async () => {
    const { stdout, stderr } = await check('distance', '--metric', 'max-absolute', '--', '20');
    expect(stdout).toContain('const half8 square = fma(y_i, y_i, x_i * x_i);');
    expect(stderr).toMatch(/^max-absolute \S+ against the scalar function, over 20 numbers/);
  });

  test('says so in JSON, and runs on the embedded engine too', async () => {
    const { stdout } = await check('distance', '--engine', 'wasm', '--json', '--', '101');
    const { numbers } = JSON.parse(stdout);
    expect(numbers.compared).toBe(101);
    expect(numbers.error).toBeLessThan(1e-3);
    expect(numbers.values).toContainEqual(
      expect.objectContaining({ name: 'square', line: 8, fit: 'overflows', inFloat: true }),
    );
  }, 120_000);

  test.each([
    ['distance', ['--max-error', '1e-5'], 'MX3001', 'is more than 0.00001', '--max-error'],
    ['scale', [], 'MX4072', 'program.c:15:38: d holds 3.000e+5, beyond 65504, the largest fp16', '--format bf16'],
    ['scale', ['--max-error', 'much'], 'MX2004', "--max-error takes a number from 0, not 'much'", 'vectorize --help'],
  ])('refuses %s %j, and writes nothing', async (name, more, code, text, remedy) => {
    using scratch = new Scratch();
    const { exitCode, stderr } = await check(name, ...more, '--output', scratch.path('out.cu'));
    expect(stderr).toContain(`error ${code}`);
    expect(stderr).toContain(text);
    expect(/remedy: (.*)/.exec(stderr)?.[1]).toContain(remedy);
    expect(exitCode).toBe(Number(code[2]));
    expect(fs.readdirSync(scratch.folder)).toEqual([]);
  });

  test('says where there is nothing to run', async () => {
    const kernel = await vectorize('curve.cu', 'curve', '--width', '8', '--check');
    expect(kernel.stderr).toContain('error MX2071');
    const alone = await vectorize('image.c', 'saxpy', '--width', '8', '--check');
    expect(alone.stderr).toContain('error MX2071');
    const goal = await vectorize('image.c', 'saxpy', '--max-error', '1');
    expect(goal.stderr).toContain('add --check');
  });
});

describe.runIf(hasNvcc)('what nvcc makes of a vectorised source', () => {
  test.each([
    ['lab_to_rgb', 'fp16', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.f16x2/],
    ['desaturate', 'bf16', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.bf16x2/],
    ['tone_curve', 'fp32', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.f32/],
  ])(
    '%s in %s: 128-bit loads and fused multiply-adds on pairs',
    async (name, format, load, fma) => {
      using scratch = new Scratch();
      const { stdout } = await vectorize('image.c', name, '--format', format, '--width', format === 'fp32' ? '4' : '8');
      const file = scratch.write('vectors.cu', stdout);
      const library = fileURLToPath(new URL('../../runtime/vectorize', import.meta.url));
      const flags = ['-std=c++17', '-arch=sm_90', '-Werror=all-warnings', '-I', library, file];
      const compiled = spawnSync('nvcc', ['-ptx', '-o', scratch.path('vectors.ptx'), ...flags], { encoding: 'utf8' });
      expect(compiled.stderr).toBe('');
      const ptx = fs.readFileSync(scratch.path('vectors.ptx'), 'utf8');
      expect(ptx).toMatch(load);
      expect(ptx).toMatch(/st\.global\.v4\.[uf]32/);
      expect(ptx).toMatch(fma);
      if (!hasDisassembler || format !== 'fp16') return;
      spawnSync('nvcc', ['-cubin', '-o', scratch.path('vectors.cubin'), ...flags]);
      const code = spawnSync('cuobjdump', ['-sass', scratch.path('vectors.cubin')], { encoding: 'utf8' }).stdout;
      expect(code).toMatch(/LDG\.E\.128/);
      expect(code).toMatch(/HFMA2/);
    },
    120_000,
  );
});
