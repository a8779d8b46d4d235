/**
 * Somebody's program, as they would come with it, from `init` to the built, patched program: a C program with a Makefile, CUDA in
 * five files under CMake, and C++ class templates that only a README says how to compile.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const hasMake = spawnSync('make', ['--version']).status === 0;
const hasGxx = spawnSync('g++', ['--version']).status === 0;
if (!hasMake || !hasGxx) console.warn('skipped: without make and g++ patched programs are not built by hand here');
const hasCmake = spawnSync('cmake', ['--version']).status === 0 && spawnSync('nvcc', ['--version']).status === 0;
const hasGpu = spawnSync('nvidia-smi', ['-L']).status === 0;
if (!hasCmake || !hasMake || !hasGxx)
  console.warn('skipped: without cmake, make, g++ and nvcc the patched CUDA program is built by mantissa alone');
else if (!hasGpu) console.warn('skipped: without a GPU the CUDA program that cmake built is not run');

class Newcomer extends Scratch {
  constructor(private readonly name: string) {
    super();
    fs.cpSync(path.join(import.meta.dirname, name), this.folder, { recursive: true });
  }

  async run(...args: string[]) {
    const ended = await mantissa(args, { cwd: this.folder });
    expect(ended.stderr, args.join(' ')).not.toMatch(/error MX/);
    expect(ended.exitCode, args.join(' ')).toBe(0);
    return ended;
  }

  /** From `init` to the patch in the sources; what was found and what came of it. */
  async tuned(engine: string, ...how: string[]): Promise<Record<string, unknown>> {
    const made = await this.run('init', '--yes', '--engine', engine);
    expect(made.stdout).toMatch(/can be tuned\nnext: mantissa tune\n?$/);
    const settings = JSON.parse(fs.readFileSync(this.path('mantissa.json'), 'utf8'));
    await this.run('tune', '--engine', engine, '--trials', '1', '--no-sanitize', '-q', ...how);
    const { stdout } = await this.run('apply', '1', '--write');
    expect(stdout).toMatch(/files? written\n?$/);
    return settings;
  }

  /** Whether the patch is in one of these. */
  changed(...files: string[]): boolean {
    const before = (file: string) => fs.readFileSync(path.join(import.meta.dirname, this.name, file), 'utf8');
    return files.some((file) => fs.readFileSync(this.path(file), 'utf8') !== before(file));
  }

  shell(command: string): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: this.folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return stdout;
  }
}

const flags = ['-Isrc', '-DSOFTENING=1e-3', '--std', 'c++17'];
const withoutTimes = (text: string) => text.replace(/^elapsed.*$/gm, '');
const numbersOf = (text: string) => (text.match(/-?\d+\.\d+(?:e[-+]?\d+)?/g) ?? []).map(Number);

/** As many numbers, each so near; and not the same, or nothing was patched. */
function expectNear(found: readonly number[], expected: readonly number[], bound: number): void {
  expect(found.length).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(0);
  const errors = expected.map((value, at) => Math.abs(found[at]! - value) / Math.abs(value || 1));
  expect(Math.max(...errors)).toBeLessThan(bound);
  expect(Math.max(...errors)).toBeGreaterThan(0);
}

describe('a newcomer comes with', { timeout: 900_000 }, () => {
  it.skipIf(!hasMake)('a C program and its Makefile', async () => {
    using plate = new Newcomer('c-with-a-makefile');
    const run = 'make -s run >/dev/null && cat profile.txt && make -s clean && rm profile.txt';
    const expected = hasGxx ? numbersOf(plate.shell(run)) : null;
    // modelled speeds of a CPU program buy nothing by the model: everything narrow is trial 1, recommended or not
    const settings = await plate.tuned('wasm', '--strategy', 'delta-debugging', '--max-error', '1e-5');
    expect(settings).toMatchObject({
      name: 'plate',
      includes: ['include'],
      inputs: { run1: { arguments: ['--size', '40', '--steps', '60', 'profile.txt'] } },
      output: { file: 'profile.txt', kind: 'text' },
    });
    expect(plate.changed('src/plate.c', 'src/stepping.c', 'src/main.c', 'include/plate.h')).toBe(true);
    if (expected) expectNear(numbersOf(plate.shell(run)), expected, 1e-5);
  });

  it('CUDA in five files under CMake', async () => {
    using swarm = new Newcomer('cuda-with-cmake');
    const printed = async () => {
      const { stdout } = await swarm.run('run', 'src', '--engine', 'wasm', ...flags, '--', '64', '4');
      return numbersOf(withoutTimes(stdout));
    };
    const expected = await printed();
    const settings = await swarm.tuned('wasm', '--strategy', 'delta-debugging');
    expect(settings).toMatchObject({
      name: 'swarm',
      sources: ['src/main.cu', 'src/forces.cu', 'src/report.cpp'],
      includes: ['src'],
      defines: ['SOFTENING=1e-3'],
      standard: { 'c++': 'c++17' },
      inputs: { run1: { arguments: ['64', '4'] } },
      output: { stdout: true, lines: '^(?!\\s*(elapsed))' },
    });
    expect(swarm.changed('src/forces.cu')).toBe(true);
    expectNear(await printed(), expected, 1e-6);
    if (!hasCmake || !hasMake || !hasGxx) return;
    swarm.shell('cmake -S . -B build && cmake --build build');
    expect(fs.existsSync(swarm.path('build/swarm'))).toBe(true);
    if (hasGpu) expectNear(numbersOf(withoutTimes(swarm.shell('build/swarm 64 4'))), expected, 1e-6);
  });

  it('C++ class templates that a README says how to compile', async () => {
    using relax = new Newcomer('cpp-class-templates');
    const run =
      'g++ -std=c++17 -O2 main.cpp -o relax && ./relax 24 60 >/dev/null && cat potential.dat && rm relax potential.dat';
    const expected = hasGxx ? numbersOf(relax.shell(run)) : null;
    const settings = await relax.tuned('wasm', '--strategy', 'delta-debugging', '--max-error', '1e-4');
    expect(settings).toMatchObject({
      name: 'relax',
      sources: ['main.cpp'],
      inputs: { run1: { arguments: ['24', '60'] } },
      output: { file: 'potential.dat', kind: 'text' },
    });
    expect(relax.changed('main.cpp', 'grid.hpp', 'relaxation.hpp')).toBe(true);
    if (expected) expectNear(numbersOf(relax.shell(run)), expected, 1e-4);
  });
});
