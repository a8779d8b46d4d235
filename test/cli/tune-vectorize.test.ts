import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const SAMPLE = fileURLToPath(new URL('../samples/vectorize/tuned.cu', import.meta.url));
const isNative = spawnSync('g++', ['--version']).status === 0;
if (!isNative) console.warn('SKIPPED: no g++ on the PATH, so tune --vectorize is only run by the embedded engine');
const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc) console.warn('SKIPPED: no nvcc on the PATH, so the vectorised patch is not compiled for a GPU');

/** A patch in JSON has a character for each byte; of what a command prints the last end of line is gone. */
const textOf = (patch: string) => Buffer.from(patch, 'latin1').toString('utf8').replace(/\n$/, '');

test('tune --vectorize puts kernels with halves onto vectors, judges that by the goal, and apply writes it', async () => {
  using scratch = new Scratch();
  scratch.write('tuned.cu', fs.readFileSync(SAMPLE, 'utf8'));
  const tune = (...more: string[]) =>
    mantissa(
      [
        ...['tune', 'tuned.cu', '--engine', isNative ? 'native' : 'wasm', '--formats', 'fp32,fp16', '--no-sanitize'],
        ...['--max-error', '0.01', '--metric', 'max-absolute', '--trials', '4', '-o', 'study', ...more],
      ],
      { cwd: scratch.folder },
    );
  const without = await tune('--json');
  expect(without.exitCode, without.stderr).toBe(0);
  expect(JSON.parse(without.stdout)).not.toHaveProperty('vectorization');
  const first = await tune('--vectorize', '--json');
  expect(first.exitCode, first.stderr).toBe(0);
  expect(first.stderr).toMatch(/trial \d+ vectorized: blend \(8 [^)]*\); [^;]*\(modelled\)/);
  const { best, vectorization } = JSON.parse(first.stdout);
  expect(vectorization).toMatchObject({
    ...{ trial: best.trial, outcome: 'accurate', speedup: null, isRecommended: true },
    files: ['tuned.cu', 'blend_half8.h', 'mantissa_vector.h'],
    kernels: [
      {
        name: 'blend',
        width: 8,
        reason: expect.stringMatching(/^width 8: one 128-bit load per array; \d+ (?:registers|GB\/s)/),
        refusal: null,
        instructions: { scalar: expect.any(Number), vectors: expect.any(Number) },
      },
      {
        name: 'every_other',
        width: null,
        reason: null,
        refusal: expect.stringContaining('a barrier'),
        instructions: null,
      },
    ],
  });
  expect(vectorization.error).toBeGreaterThan(0);
  expect(vectorization.error).toBeLessThan(0.01);
  const records = () =>
    fs.readFileSync(scratch.path('study/journal.jsonl'), 'utf8').match(/"kind":"vectorization"/g)?.length;
  expect(records()).toBe(1);
  const again = await tune('--vectorize', '--json');
  expect(JSON.parse(again.stdout).vectorization).toEqual(vectorization);
  expect(records()).toBe(1);
  const patch = (...words: string[]) => mantissa([...words, '-o', 'study'], { cwd: scratch.folder });
  const recommended = (await patch('apply')).stdout;
  expect(recommended).toMatch(/^\+ +blend_half8\(n, alpha, over, under, out, 0\);$/m);
  expect(recommended).toContain('+++ b/mantissa_vector.h');
  const shown = await patch('show', '--json');
  expect(textOf(JSON.parse(shown.stdout).patch)).toBe(recommended);
  expect(JSON.parse(shown.stdout).vectorization).toEqual(vectorization);
  expect((await patch('show')).stdout).toMatch(/vectors +trial \d+ vectorized: blend \(8 /);
  await mantissa(['report', 'study', '-o', 'report.md', '--format', 'markdown'], { cwd: scratch.folder });
  expect(fs.readFileSync(scratch.path('report.md'), 'utf8')).toContain('blend_half8.h');
  const scalar = (await patch('apply', '--scalar')).stdout;
  expect(scalar).not.toContain('blend_half8');
  expect(scalar).toContain('+++ b/tuned.cu');
  expect(textOf(JSON.parse((await patch('show', '--scalar', '--json')).stdout).patch)).toBe(scalar);
  const applied = await mantissa(['apply', '-o', 'study', '--write', '--force'], { cwd: scratch.folder });
  expect(applied.exitCode, applied.stderr).toBe(0);
  const text = fs.readFileSync(scratch.path('tuned.cu'), 'utf8');
  expect(text).toContain('blend_half8(n, alpha, over, under, out, 0);');
  expect(text).toContain('every_other<<<');
  if (!hasNvcc) return;
  const flags = ['-std=c++17', '-arch=sm_90', '-Werror=all-warnings', '-c', '-o', scratch.path('tuned.o')];
  const compiled = spawnSync('nvcc', [...flags, scratch.path('tuned.cu')], { encoding: 'utf8' });
  expect(compiled.stderr).toBe('');
});
