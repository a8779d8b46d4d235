/** `mantissa phases`: the loop, the switch that it finds, the file and the patch that it writes, and what it says where phases do not help. */
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';

const samples = path.join(import.meta.dirname, '../samples/phases');
const sample = (folder: string, file: string) => fs.readFileSync(path.join(samples, folder, file), 'utf8');

interface Trial {
  readonly first: number;
  readonly error: number;
  readonly isWithin: boolean;
  readonly speedup: number | null;
}
interface Answer {
  readonly engine: string;
  readonly measured: object | null;
  readonly loop: string;
  readonly iterations: number;
  readonly end: string;
  readonly trials: readonly Trial[];
  readonly chosen: Trial | null;
  readonly phases: { readonly switch: { readonly fraction: number } } | null;
  readonly noPatch: string | null;
  readonly lowSpeedup: number | null;
}

async function phases(args: readonly string[], cwd: string): Promise<Answer> {
  const { exitCode, stdout, stderr } = await mantissa(['phases', '--json', ...args], { cwd });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe('phases of a C program', () => {
  it('finds the switch, and writes phases that it accepts again and a patch that applies', async () => {
    using scratch = new Scratch({ 'heat.c': sample('heat-in-c', 'heat.c') });
    const files = ['--output', 'phases.json', '--patch', 'heat.patch'];
    const found = await phases(['heat.c', '--max-error', '3e-8', ...files], scratch.folder);
    expect(found).toMatchObject({ loop: 'main@29', iterations: 1200, end: 'found', noPatch: null });
    expect(found.chosen!.isWithin).toBe(true);
    expect(found.chosen!.error).toBeLessThanOrEqual(3e-8);
    expect(found.trials.filter((one) => !one.isWithin).every((one) => one.first > found.chosen!.first)).toBe(true);
    const { fraction } = found.phases!.switch;
    const percent = Math.round(100 * fraction);
    expect(found.chosen!.first).toBe(12 * percent);
    const patch = fs.readFileSync(scratch.path('heat.patch'), 'utf8');
    const added = patch.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++'));
    for (const text of ['step_fp32(int n, float c, float h, const float *u', `(int)(${percent}LL * steps / 100)`])
      expect(added.join('\n')).toContain(text);
    const removed = patch.split('\n').filter((line) => line.startsWith('-') && !line.startsWith('---'));
    expect(removed).toEqual(['-  for (int it = 0; it < steps; it++) {']);
    const again = await phases(
      ['heat.c', '--max-error', '2e-7', '--configuration', 'phases.json', '--', '24', '900'],
      scratch.folder,
    );
    expect(again).toMatchObject({ iterations: 900, end: 'checked', noPatch: null });
    expect(again.trials).toHaveLength(1);
    expect(again.chosen!.first).toBe(9 * percent);
  });

  it('says so if the first precision is accurate enough throughout, or never', async () => {
    using scratch = new Scratch({ 'heat.c': sample('heat-in-c', 'heat.c') });
    expect(await phases(['heat.c', '--max-error', '1e-6'], scratch.folder)).toMatchObject({
      end: 'not-needed',
      phases: null,
    });
    const never = await phases(['heat.c', '--max-error', '1e-12'], scratch.folder);
    expect(never).toMatchObject({ end: 'initial-values', chosen: null, phases: null, noPatch: null });
  });
});

describe('the inputs of a project', () => {
  it('are searched on one and timed on another, where the patch is judged, too', async () => {
    const inputs = { short: { arguments: ['24', '1200'] }, long: { arguments: ['24', '1500'] } };
    const project = { sources: ['heat.c'], inputs, timing: ['long'], output: { stdout: true } };
    using scratch = new Scratch({
      'heat.c': sample('heat-in-c', 'heat.c'),
      'mantissa.json': JSON.stringify(project),
    });
    const found = await phases(['mantissa.json', '--max-error', '3e-8'], scratch.folder);
    expect(found).toMatchObject({ input: 'short', iterations: 1200, end: 'found', checked: [{ input: 'long' }] });
    // without a compiler on this machine nothing is timed
    if (found.engine === 'native') expect(found.measured).toMatchObject({ inputs: ['long'] });
  });
});

describe('phases of a CUDA program', () => {
  it('have a lower format that can be emulated, also for a GPU on which pairs of floats are the default', async () => {
    using scratch = new Scratch({ 'heat.cu': sample('heat-in-cuda', 'heat.cu') });
    const found = await phases(['heat.cu', '--max-error', '7e-8', '--gpu', 'rtx-5090'], scratch.folder);
    expect(found).toMatchObject({ low: 'fp32', end: 'found', noPatch: null });
  });

  it('models the speedup of every switch, between that of the original and that of fp32 throughout', async () => {
    using scratch = new Scratch({ 'heat.cu': sample('heat-in-cuda', 'heat.cu') });
    const found = await phases(['heat.cu', '--max-error', '7e-8', '--patch', 'heat.patch'], scratch.folder);
    expect(found).toMatchObject({ end: 'found', noPatch: null });
    const speedups = found.trials.toSorted((a, b) => a.first - b.first).map(({ speedup }) => speedup!);
    expect(speedups[0]).toBe(1);
    expect(speedups).toEqual(speedups.toSorted((a, b) => a - b));
    expect(speedups.at(-1)).toBeCloseTo(found.lowSpeedup!, 2);
    const patch = fs.readFileSync(scratch.path('heat.patch'), 'utf8');
    for (const text of [
      '+static __global__ void step_fp32(',
      'step_fp32<<<grid, block>>>(n, c, h, u_fp32, s_fp32, v_fp32)',
    ])
      expect(patch).toContain(text);
  });
});

describe('tune --phases', () => {
  it('finds phases where formats leave much of the speedup unused, and apply --phases prints their patch', async () => {
    using scratch = new Scratch({ 'heat.cu': sample('heat-in-cuda', 'heat.cu') });
    const cwd = scratch.folder;
    const tuned = ['tune', 'heat.cu', '--engine', 'wasm', '--max-error', '7e-8', '--phases', '--trials', '1', '--json'];
    const { exitCode, stdout, stderr } = await mantissa(tuned, { cwd });
    expect(exitCode, stderr).toBe(0);
    const { best, phases: found } = JSON.parse(stdout);
    expect(best).toBeNull(); // fp32 throughout the run misses the goal; phases are an answer
    expect(found).toMatchObject({
      low: 'fp32',
      loop: { file: 'heat.cu' },
      reason: null,
      speedup: { clock: 'modelled' },
    });
    expect(found.speedup.ratio).toBeGreaterThan(1);
    expect(found.throughout.ratio).toBeGreaterThan(found.speedup.ratio);
    const applied = await mantissa(['apply', '--phases'], { cwd });
    expect(applied.stdout).toContain('+static __global__ void step_fp32(');
    expectDiagnostic((await mantissa(['apply', '--phases', '--write'], { cwd })).stderr, 'MX2004');
  });

  it('finds them without being asked where auto searches formats, but not with --no-phases', async () => {
    using scratch = new Scratch({ 'heat.cu': sample('heat-in-cuda', 'heat.cu') });
    const tuned = ['tune', 'heat.cu', '--engine', 'wasm', '--max-error', '7e-8', '--trials', '1', '--json', '-o'];
    const answer = async (...further: string[]) =>
      JSON.parse((await mantissa([...tuned, ...further], { cwd: scratch.folder })).stdout);
    expect((await answer('without', '--no-phases')).phases).toBeUndefined();
    expect((await answer('searched', '--strategy', 'delta-debugging')).phases).toBeUndefined();
    expect((await answer('tried')).phases).toMatchObject({ asked: false, reason: null, loop: { file: 'heat.cu' } });
  });

  it('gives the reason where no loop can have phases', async () => {
    using scratch = new Scratch({ 'loops.c': sample('loops-that-cannot', 'loops.c') });
    const cwd = scratch.folder;
    const args = ['tune', 'loops.c', '--engine', 'wasm', '--max-error', '1e-12', '--phases', '--trials', '3', '--json'];
    const { stdout } = await mantissa(args, { cwd });
    expect(JSON.parse(stdout).phases).toMatchObject({ loop: null, patch: null, reason: naming('main@22') });
    expectDiagnostic((await mantissa(['apply', '--phases'], { cwd })).stderr, 'MX2019', { names: ['main@22'] });
  });
});

describe('programs that phases do not help', () => {
  it.each(['2e-4', '1.5e-3'])('ends early for bodies under gravity, with a bound of %s', async (bound) => {
    using scratch = new Scratch({ 'bodies.cpp': sample('bodies-in-cplusplus', 'bodies.cpp') });
    const found = await phases(['bodies.cpp', '--max-error', bound], scratch.folder);
    expect(found).toMatchObject({ end: 'no-decay', chosen: null, phases: null });
    expect(found.trials.length).toBeLessThan(10);
  });

  it('gives the reason for each loop if none can have phases', async () => {
    using scratch = new Scratch({ 'loops.c': sample('loops-that-cannot', 'loops.c') });
    const { exitCode, stdout, stderr } = await mantissa(['phases', 'loops.c', '--max-error', '1e-9'], {
      cwd: scratch.folder,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expectDiagnostic(stderr, 'MX2057', { names: ['main@22', 'main@23', 'sweep@12'] });
  });

  it('shows the phases without a patch where it cannot write one, with the reason', async () => {
    const text = sample('heat-in-c', 'heat.c').replace(
      'for (int it = 0; it < steps; it++) {',
      'int it = 0; while (it++ < steps) {',
    );
    using scratch = new Scratch({ 'heat.c': text });
    const found = await phases(['heat.c', '--max-error', '3e-8', '--patch', 'heat.patch'], scratch.folder);
    expect(found).toMatchObject({ end: 'found', noPatch: expect.stringContaining('for (int i = 0; i < n; i++)') });
    expect(fs.existsSync(scratch.path('heat.patch'))).toBe(false);
  });

  it('refuses a metric that counts digits', async () => {
    using scratch = new Scratch({ 'heat.c': sample('heat-in-c', 'heat.c') });
    const args = ['phases', 'heat.c', '--metric', 'digits', '--max-error', '3'];
    const { exitCode, stderr } = await mantissa(args, { cwd: scratch.folder });
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2004');
  });
});
