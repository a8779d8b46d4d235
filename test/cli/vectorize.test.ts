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
    expect(stderr).toMatch(
      /width 8: one 128-bit load per array; (?:\d+ registers.* KiB in flight|\d+ GB\/s on this GPU)/,
    );
    expect(exitCode).toBe(0);
    const source = fs.readFileSync(scratch.path('lab.cu'), 'utf8');
    expect(source).toContain('//   mantissa vectorize image.c --function lab_to_rgb --format fp16 --width 8\n');
    expect(source).toContain('inline cudaError_t lab_to_rgb_half8(int n, const half *L,');
    expect(fs.readdirSync(scratch.folder).sort()).toEqual(['lab.cu', 'mantissa_vector.h']);
  });

  test('answers as JSON, with the criterion for the width', async () => {
    const { stdout } = await vectorize('image.c', 'saxpy', '--format', 'fp32', '--json');
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ schemaVersion: 1, function: 'saxpy', format: 'fp32', width: 4, loopLine: 46 });
    expect(answer.evidence.map(({ width }: { width: number }) => width)).toEqual(expect.arrayContaining([4, 2]));
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
    ['refused.c', 'doubled', 'MX4070', 'refused.c:95:5: the arrays y, x may overlap', '*__restrict__ y'],
    ['refused.c', 'gray', 'MX4070', 'refused.c:102:5: the arrays y, x may overlap', '*__restrict__ y'],
    [
      'refused.c',
      'carried',
      'MX4070',
      'refused.c:10:38: an iteration reads an element that another one writes (line 10)',
      'different array',
    ],
    ['refused.c', 'ahead', 'MX4070', 'refused.c:15:47: an element of x is written', 'different array'],
    ['refused.c', 'total', 'MX4070', 'refused.c:21:37: the loop computes a sum', 'allow it with --reassociate'],
    [
      'refused.c',
      'calls',
      'MX4070',
      'refused.c:27:40: the loop calls a function that has no vector form',
      'vector form',
    ],
    [
      'refused.c',
      'recursive',
      'MX4070',
      'refused.c:37:40: the loop calls a function that has no vector form',
      'without recursion',
    ],
    ['refused.c', 'nested', 'MX4071', 'refused.c:43:9: the loop is nested', 'own function'],
    [
      'refused.c',
      'indirect',
      'MX4071',
      'refused.c:46:1: the parameter at is not an array of float',
      'separate parameter',
    ],
    ['refused.c', 'ends_early', 'MX4070', 'refused.c:53:5: the number of iterations is not known', 'without break'],
    ['refused.c', 'straight', 'MX4070', 'refused.c:59:1: straight has no loop', 'one loop'],
    ['refused.c', 'twice', 'MX4071', 'refused.c:66:5: the function has 2 loops', 'own function'],
    [
      'refused.c',
      'so_many',
      'MX4071',
      'refused.c:72:5: the iteration count of the loop is a constant',
      'as a parameter',
    ],
    ['refused.c', 'switched', 'MX4071', 'the loop runs under a condition', 'around its call'],
    ['refused.c', 'large_only', 'MX4071', 'the loop runs under a condition', 'around its call'],
    ['refused.c', 'again', 'MX4071', 'the loop is nested', 'own function'],
    ['refused.c', 'in_any_order', 'MX4071', 'refused.c:113:45: the compiler may reorder this', 'fp reassociate'],
    ['refused.c', 'carriedd', 'MX2070', 'carriedd is not defined in any of 1 files', 'did you mean carried?'],
    ['reduced.cu', 'dot', 'MX4070', 'reduced.cu:7:5: the kernel has an atomic operation', 'allow reordered sums'],
    ['reduced.cu', 'parts', 'MX4071', 'reduced.cu:14:57: sum is assigned', 'allow reordered sums'],
    ['curve.cu', 'waits', 'MX4070', 'curve.cu:54:5: the kernel has a barrier', 'split the kernel'],
    ['rows-refused.cu', 'many', 'MX4071', 'rows-refused.cu:4:43: many is a template with', 'non-type'],
    ['rows-refused.cu', 'clamped', 'MX4071', 'the parameter box is a record passed by value', 'separate parameters'],
    ['rows-refused.cu', 'otherwise', 'MX4071', 'rows-refused.cu:23:30: otherwise uses blockIdx.y', 'y < height'],
    ['rows-refused.cu', 'triangle', 'MX4071', 'has neither the thread index as its counter', 'if (i < n)'],
    [
      'rows-refused.cu',
      'stepped',
      'MX4071',
      'elements are neither consecutive nor at a constant distance',
      'constant stride',
    ],
    ['rows-refused.cu', 'otherwise_too', 'MX4071', 'has neither the thread index as its counter', 'if (i < n)'],
    ['rows-refused.cu', 'moved', 'MX4071', 'rows-refused.cu:56:5: x is assigned', 'new variable'],
    ['rows-refused.cu', 'counted', 'MX4071', 'first is assigned', 'new variable'],
    ['rows-refused.cu', 'by_lane', 'MX4071', 'rows-refused.cu:77:30: by_lane uses threadIdx.x for something', 'with y'],
    ['rows-refused.cu', 'by_stride', 'MX4071', 'rows-refused.cu:83:55: by_stride uses t for something', 'with y'],
    ['rows-refused.cu', 'misread', 'MX4071', 'has neither the thread index as its counter', 'if (i < n)'],
    ['rows-refused.cu', 'left_inside', 'MX4071', 'has neither the thread index as its counter', 'if (i < n)'],
    ['rows-refused.cu', 'handed_on', 'MX4071', 'rows-refused.cu:110:22: kept is assigned', 'new variable'],
    ['rows-refused.cu', 'hidden', 'MX4071', 'the parameter half has a name', 'rename'],
  ])('refuses %s, %s, with place and remedy, and writes nothing', async (file, name, code, text, remedy) => {
    using scratch = new Scratch();
    const { exitCode, stderr } = await vectorize(file, name, '--output', scratch.path('out.cu'));
    expect(stderr).toContain(`error ${code}`);
    expect(stderr).toContain(text);
    expect(/remedy: (.*)/.exec(stderr)?.[1]).toContain(remedy);
    expect(exitCode).toBe(Number(code[2]));
    expect(fs.readdirSync(scratch.folder)).toEqual([]);
  });

  test.each([
    [
      'reduced.c',
      'only_some',
      'MX4070',
      'a value is carried from one iteration to the next',
      'sum += condition ? x : 0.0f',
    ],
    ['reduced.c', 'switched_on', 'MX4071', 'the loop runs under a condition', 'around its call'],
    ['reduced.c', 'seven', 'MX4071', 'the function has a different result for zero iterations', 'to the caller'],
    ['reduced.c', 'smoothed', 'MX4070', 'a value is carried from one iteration to the next', 'cub::DeviceReduce'],
    ['reduced.c', 'gated', 'MX4071', 'reduced.c:83:28: the code after the loop is', 'to the caller'],
    ['reduced.c', 'twice_over', 'MX4071', 'another loop besides the reduction', 'own function'],
    ['reduced.cu', 'roots', 'MX4071', 'reduced.cu:22:1: the result of a thread is only', 'atomicAdd(out, sum)'],
    ['reduced.cu', 'from_one', 'MX4071', 'the result of a thread is only', 'start each thread with 0'],
    [
      'reduced.cu',
      'each',
      'MX4070',
      'reduced.cu:35:16: the kernel has an atomic operation',
      'in a grid-stride loop first',
    ],
    ['reduced.cu', 'counts', 'MX4071', 'reduced.cu:45:9: many is assigned', 'new variable'],
  ])('refuses %s, %s, even where another order is allowed', async (file, name, code, text, remedy) => {
    const { exitCode, stderr, stdout } = await vectorize(file, name, '--reassociate');
    expect(stderr).toContain(`error ${code}`);
    expect(stderr).toContain(text);
    expect(/remedy: (.*)/.exec(stderr)?.[1]).toContain(remedy);
    expect([exitCode, stdout]).toEqual([4, '']);
  });

  test('lists all functions and kernels of a file without --function: what they gain, and what stands in the way', async () => {
    const { exitCode, stdout } = await mantissa(['vectorize', 'refused.c', '--json'], { cwd: samples });
    expect(exitCode).toBe(0);
    const { functions } = JSON.parse(stdout) as { functions: Record<string, unknown>[] };
    const row = (name: string) => functions.find((one) => one.function === name);
    expect(row('shared_input')).toMatchObject({ width: 8, refusal: null });
    expect(row('shared_input')!.modelledSpeedup).toBeGreaterThan(1.5);
    expect(row('carried')).toMatchObject({ width: null, refusal: { code: 'MX4070', line: 10 } });
    expect(row('straight')).toBeUndefined();
    const { exitCode: refused, stderr } = await mantissa(['vectorize', 'refused.c', '--check'], { cwd: samples });
    expect({ refused, stderr }).toEqual({ refused: 2, stderr: expect.stringContaining('--check needs --function') });
  });

  test('sums in float in another order than the source if allowed, and reports it', async () => {
    const { stdout, stderr } = await vectorize('reduced.c', 'distance', '--width', '8', '--reassociate');
    expect(stderr).toBe('square (line 14) is a sum in float, reordered: its rounding differs from the source');
    expect(stdout).toContain('const half8 difference = at.load(x) - at.load(y);');
    expect(stdout).toContain('at.put(square, fma(float8(difference), float8(difference), at.get(square)));');
    expect(stdout).toContain('*result = sqrtf(square);');
    const { stdout: json } = await vectorize('reduced.c', 'largest', '--reassociate', '--json');
    expect(JSON.parse(json).reductions).toEqual([{ name: 'most', fold: 'largest', line: 21 }]);
  });

  test('uses fma on request, and reports the effect', async () => {
    const { stdout, stderr } = await vectorize('image.c', 'tone_curve', '--width', '8', '--select', 'fma');
    expect(stderr).toMatch(/^\d selects? uses? fma: the selected value is rounded, and an infinity or a NaN/);
    expect(stdout).toContain('--select fma');
    expect(stdout).toContain('select_by_fma(');
  });

  test('takes arrays that overlap nothing that is written', async () => {
    const { exitCode, stdout } = await vectorize('refused.c', 'shared_input', '--width', '8');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('half *__restrict__ y');
  });

  test('assumes that arrays do not overlap if told so', async () => {
    const { exitCode, stdout } = await vectorize('refused.c', 'may_overlap', '--restrict', '--width', '8');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('half *__restrict__ y');
  });
});

describe('mantissa vectorize --check', () => {
  const check = (name: string, ...more: string[]) => vectorize('program.c', name, '--width', '8', '--check', ...more);

  test('computes values beyond the range of halves in float, and measures the output', async () => {
    const { stdout, stderr } = await check('distance', '--max-error', '0.001', '--', '101');
    expect(stdout).toContain('const float8 square = fma(float8(y_i), float8(y_i), float8(x_i) * float8(x_i));');
    expect(stdout).toContain('at.store(d, half8(square * 0.001f));');
    expect(stderr).toMatch(/^max-relative 0\.000\d+ relative to the scalar function, over 101 stored values\n/);
    expect(stderr).toContain('in float: square (line 8), up to 130000\n');
  });

  test('keeps halves if the values fit on another input', async () => {
    const { stdout, stderr } = await check('distance', '--metric', 'max-absolute', '--', '20');
    expect(stdout).toContain('const half8 square = fma(y_i, y_i, x_i * x_i);');
    expect(stderr).toMatch(/^max-absolute \S+ relative to the scalar function, over 20 stored values/);
  });

  test('reports this in JSON, and runs on the embedded engine too', async () => {
    const { stdout } = await check('distance', '--engine', 'wasm', '--json', '--', '101');
    const { numbers } = JSON.parse(stdout);
    expect(numbers.compared).toBe(101);
    expect(numbers.error).toBeLessThan(1e-3);
    expect(numbers.values).toContainEqual(
      expect.objectContaining({ name: 'square', line: 8, fit: 'overflows', inFloat: true }),
    );
  });

  test.each([
    ['distance', ['--max-error', '1e-5'], 'MX3001', 'above the bound 0.00001', '--max-error'],
    ['scale', [], 'MX4072', 'program.c:15:38: d stores 3.000e+5, above 65504, the largest fp16', '--format bf16'],
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

  const checkKernel = (name: string, ...more: string[]) =>
    vectorize('program.cu', name, '--width', '8', '--reassociate', '--check', ...more, '--', '101');

  test('also runs ported kernels: every launch, one and two dimensions, and sums', async () => {
    const distance = await checkKernel('distance', '--max-error', '0.001');
    expect(distance.stdout).toContain('at.store(d, half8(square * 0.001f));');
    expect(distance.stderr).toMatch(/^max-relative 0\.000\d+ relative to the scalar kernel, over 202 stored values/);
    expect(distance.stderr).toContain('in float: square (line 10), up to 130000\n');
    const blur = await checkKernel('blur', '--metric', 'max-absolute');
    expect(blur.stderr).toMatch(/^max-absolute \S+ relative to the scalar kernel, over 63 stored values/);
    const dot = await checkKernel('dot', '--max-error', '1e-5');
    expect(dot.stderr).toMatch(/\nmax-relative \S+ relative to the scalar kernel, over 1 stored values/);
    expect(dot.stderr).toContain('in float: sum (line 27), up to 2050000');
    const sum = await vectorize('program.c', 'sum', '--width', '4', '--reassociate', '--check', '--', '101');
    expect(sum.stderr).toMatch(/\nmax-relative \S+ relative to the scalar function, over 1 stored values/);
  });

  test('reports a program without anything to run', async () => {
    const kernel = await vectorize('curve.cu', 'late', '--width', '8', '--check');
    expect(kernel.stderr).toContain('late is not launched in any of 1 files');
    const never = await checkKernel('never');
    expect(never.stderr).toContain('without launching never');
    const parts = await vectorize('reduced.cu', 'parts', '--width', '8', '--reassociate', '--check');
    expect(parts.stderr).toContain('stores a partial sum for each thread');
    const alone = await vectorize('image.c', 'saxpy', '--width', '8', '--check');
    expect(alone.stderr).toContain('error MX2071');
    const goal = await vectorize('image.c', 'saxpy', '--max-error', '1');
    expect(goal.stderr).toContain('add --check');
  });
});

describe.runIf(hasNvcc)("nvcc's code for a vectorised source", () => {
  test.each([
    ['lab_to_rgb', 'fp16', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.f16x2/],
    ['desaturate', 'bf16', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.bf16x2/],
    ['tone_curve', 'fp32', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.f32/],
    ['distance', 'fp16', /ld\.global\.nc\.v4\.u32/, /fma\.rn\.f32/],
    ['scaled', 'bf16', /ld\.global\.nc\.v4\.u32/, /bar\.sync/],
  ])('%s in %s: 128-bit loads and fused multiply-adds on pairs', async (name, format, load, fma) => {
    const isReduced = name === 'distance' || name === 'scaled';
    using scratch = new Scratch();
    const options = ['--format', format, '--width', format === 'fp32' ? '4' : '8', '--reassociate'];
    const { stdout } = await vectorize(isReduced ? 'reduced.c' : 'image.c', name, ...options);
    const file = scratch.write('vectors.cu', stdout);
    const library = fileURLToPath(new URL('../../runtime/vectorize', import.meta.url));
    const flags = ['-std=c++17', '-arch=sm_90', '-Werror=all-warnings', '-I', library, file];
    const compiled = spawnSync('nvcc', ['-ptx', '-o', scratch.path('vectors.ptx'), ...flags], { encoding: 'utf8' });
    expect(compiled.stderr).toBe('');
    const ptx = fs.readFileSync(scratch.path('vectors.ptx'), 'utf8');
    expect(ptx).toMatch(load);
    if (name !== 'distance') expect(ptx).toMatch(/st\.global\.v4\.[uf]32/);
    expect(ptx).toMatch(fma);
    if (!hasDisassembler || format !== 'fp16' || isReduced) return;
    spawnSync('nvcc', ['-cubin', '-o', scratch.path('vectors.cubin'), ...flags]);
    const code = spawnSync('cuobjdump', ['-sass', scratch.path('vectors.cubin')], { encoding: 'utf8' }).stdout;
    expect(code).toMatch(/LDG\.E\.128/);
    expect(code).toMatch(/HFMA2/);
  });
});
