import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { hasCommand } from '../../numerics/formats-driver.js';
import { mantissa, Scratch, start } from '../../support/command-line.js';

const scratch = new Scratch({
  'damaged/record.json': '{"schemaVersion": 1, "engine"',
  'other/record.json': '{"schemaVersion": 7}',
});
afterAll(() => scratch[Symbol.dispose]());
const characterize = (...options: string[]) =>
  mantissa(['characterize', '--quick', ...options], { cwd: scratch.folder });
const recordIn = (folder: string) => JSON.parse(fs.readFileSync(scratch.path(`${folder}/record.json`), 'utf8'));

describe('mantissa characterize on the embedded engine', () => {
  it('measures errors, reports that times need a compiler, and resumes', async () => {
    const options = ['--engine', 'wasm', '--only', 'products,operations', '--output', 'embedded'];
    const { exitCode, stdout, stderr } = await characterize(...options);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('install g++ or clang++');
    expect(stdout).toContain('operations   not measured here: times need a compiler: g++, clang++ or nvcc');
    expect(stdout).toContain(
      '✓ holds: double2 products are no more accurate than those of the plain format, and slower (error ',
    );
    const { parts } = recordIn('embedded');
    expect(parts.products.rows.length).toBeGreaterThan(50);
    for (const { quantity, unit } of parts.products.rows)
      expect(['error relative', 'error, normalised relative']).toContain(`${quantity} ${unit}`);
    expect(fs.readFileSync(scratch.path('embedded/report.html'), 'utf8')).toContain('<svg');

    const again = await characterize(...options);
    expect(again.exitCode).toBe(0);
    expect(recordIn('embedded').parts.products).toEqual(parts.products); // with its duration: it was not measured again
  });
});

it('the error of (x·y)/y is a curve over the iterations, which ends in the error', async () => {
  const { exitCode } = await characterize('--engine', 'wasm', '--only', 'quotients', '--output', 'quotients');
  expect(exitCode).toBe(0);
  const { rows } = recordIn('quotients').parts.quotients as {
    rows: { labels: Record<string, string>; quantity: string; value: number | string }[];
  };
  const ends = rows.filter(({ quantity }) => quantity === 'error');
  expect(ends.length).toBeGreaterThan(40);
  for (const { labels, value } of ends) {
    const own = rows.filter(
      (row) =>
        row.quantity === 'error along' && Object.entries(labels).every(([name, text]) => row.labels[name] === text),
    );
    const counts = own.map((row) => Number(row.labels.iterations));
    expect(counts.at(-1)).toBe(Number(labels.count));
    expect(counts.slice(0, 2)).toEqual([10, 100]);
    expect(own.at(-1)!.value).toBe(value);
  }
  const page = fs.readFileSync(scratch.path('quotients/report.html'), 'utf8');
  expect(page).toContain('along the iterations, x small, y large');
});

const present = hasCommand('g++');
if (!present) console.warn('SKIPPED: no g++ on the PATH, so no times of formats are measured');

describe.runIf(present)('mantissa characterize on a processor', () => {
  it('measures errors and times, each with its unit, and sets another machine beside them', async () => {
    const { exitCode, stdout } = await characterize(
      '--engine',
      'native',
      '--only',
      'products,exponential',
      '--output',
      'own',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /✓ holds: the Taylor series in float2 gives NaN for large arguments \(\d+ % of the arguments up to 100\)/,
    );
    const { parts, machine } = recordIn('own');
    expect(machine.compiler).toMatch(/\d/);
    const units = new Set(
      parts.products.rows.map((row: { quantity: string; unit: string }) => `${row.quantity} ${row.unit}`),
    );
    expect([...units].sort()).toEqual(['error relative', 'error, normalised relative', 'time ns/operation']);
    const beside = await characterize(
      '--engine',
      'native',
      '--only',
      'products',
      '--output',
      'own',
      '--compare',
      'own/record.json',
    );
    expect(beside.stdout).toMatch(/the report compares \d+ figures with /);
    expect(fs.readFileSync(scratch.path('own/report.html'), 'utf8')).toContain('Side by side');
  });

  it('stores the measurements when it is interrupted, and continues with the rest', async () => {
    const options = [
      'characterize',
      '--quick',
      '--engine',
      'native',
      '--only',
      'products,intensity',
      '--output',
      'stopped',
    ];
    const running = start(options, { cwd: scratch.folder });
    const file = scratch.path('stopped/record.json');
    await expect.poll(() => fs.existsSync(file), { timeout: 600_000, interval: 50 }).toBe(true); // products are measured
    running.kill('SIGINT');
    const { exitCode, stderr } = await running;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: 'interrupted; run the same command again to resume',
    });
    const { products, intensity } = recordIn('stopped').parts;
    expect([products.state, intensity]).toEqual(['measured', undefined]);
    const again = await mantissa([...options.slice(0, -3), 'products', '--output', 'stopped'], { cwd: scratch.folder });
    expect(again.exitCode).toBe(0);
    expect(recordIn('stopped').parts.products).toEqual(products);
  });

  it('reports a part that does not build, and continues with the rest', async () => {
    const compiler = scratch.write(
      'c++',
      '#!/bin/sh\nfor one in "$@"; do case "$one" in *quotients.cpp) echo "quotients.cpp:1: error: no" >&2; exit 1;; esac; done\nexec g++ "$@"\n',
    );
    fs.chmodSync(compiler, 0o755);
    const { exitCode, stdout } = await mantissa(
      ['characterize', '--quick', '--engine', 'native', '--only', 'products,quotients', '--output', 'broken'],
      { cwd: scratch.folder, env: { MANTISSA_CXX: compiler } },
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('quotients    not measured here: it does not build: quotients.cpp:1: error: no');
    expect(recordIn('broken').parts.products.state).toBe('measured');
  });
});

const hasNvcc = hasCommand('nvcc');
if (!hasNvcc) console.warn('SKIPPED: no nvcc on the PATH, so no registers of kernels are counted');

describe.runIf(hasNvcc)('mantissa characterize on a machine without a GPU', () => {
  it('counts registers, names kernels that spill, and lists the measurements that need a GPU', async () => {
    const driver = scratch.write('driver/nvidia-smi', '#!/bin/sh\nexit 9\n');
    fs.chmodSync(driver, 0o755);
    const env = { PATH: `${scratch.path('driver')}:${process.env.PATH}` };
    const options = ['--engine', 'cuda', '--only', 'registers,summation', '--output', 'kernels'];
    const { exitCode, stdout, stderr } = await mantissa(['characterize', ...options], { cwd: scratch.folder, env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('nvidia-smi shows no GPU');
    expect(stdout).toContain('summation    not measured here: this machine has no GPU');
    expect(stdout).toMatch(/intensity, add in fp64x4 spills \d+ bytes per thread/);
    expect(stdout).toMatch(/256 bits \(fp32 \d+, fp64 \d+, cmp32x2 \d+, cmp64x2 \d+, limbs256 \d+\)/);
  });
});

describe('mantissa characterize with invalid requests', () => {
  it.each([
    [['--only', 'sumation'], 2, /--only takes a list of operations, .*not 'sumation': did you mean summation\?/],
    [['--compare', 'nowhere.json'], 2, /error MX2001[\s\S]*nowhere\.json/],
    [['--output', 'damaged'], 2, /error MX2060: [\s\S]*it is not JSON/],
    [['--compare', 'other/record.json'], 2, /error MX2060[\s\S]*schemaVersion/],
  ])('%j ends with %i', async (options, code, words) => {
    const { exitCode, stderr } = await characterize('--engine', 'wasm', ...options);
    expect(stderr).toMatch(words);
    expect(exitCode).toBe(code);
  });

  it('names the missing measurements without a compiler, and selects those that need none', async () => {
    const env = { MANTISSA_CXX: scratch.path('no-such-compiler') };
    const asked = await mantissa(['characterize', '--engine', 'native'], { cwd: scratch.folder, env });
    expect(asked.exitCode).toBe(2);
    expect(asked.stderr).toMatch(/error MX2015[\s\S]*remedy: install g\+\+ or clang\+\+/);
    const auto = await mantissa(['characterize', '--only', 'operations', '--output', 'auto'], {
      cwd: scratch.folder,
      env,
    });
    expect(auto.exitCode).toBe(0);
    const found = recordIn('auto') as { engine: string };
    if (found.engine === 'cuda') return console.warn('SKIPPED: this machine has a GPU, which is measured instead');
    expect(found).toMatchObject({ engine: 'wasm', parts: { operations: { state: 'not measured' } } });
  });
});
