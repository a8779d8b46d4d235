// CUDA on a CPU: programs as the transformer writes them, run by every engine that takes standard C++. What they must print was
// printed by the same sources under nvcc 13.0 on an H200 (test/rewrite/port/programs/dialect.h says how one source is both); where a GPU's
// answer is its own affair, expected/README.md says so.
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Artifact, BuildRequest, EngineName, RunOutcome } from '../../../src/execution/engine.js';
import { engines } from '../../../src/execution/engines.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const programs = path.join(here, 'programs');
const port = path.join(here, '../../..', 'runtime', 'port');
const areas = fs.readdirSync(path.join(here, 'expected')).flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? []);

function request(file: string): BuildRequest {
  return {
    sources: [
      { name: file, text: fs.readFileSync(path.join(programs, file), 'latin1'), language: 'c++', standard: 'gnu++20' },
    ],
    includeFolders: [programs],
    systemFolders: [port],
    defines: ['MANTISSA_PORT_CUDA_UNIT'],
    forcedIncludes: [path.join(port, 'cuda_runtime.h')],
    optimisation: 0,
  };
}

for (const name of Object.keys(engines) as EngineName[]) {
  const engine = engines[name]({ cache: cacheFolder() });
  if (engine.input !== 'standard') continue; // nvcc takes CUDA as it is: there the port would meet the types it stands for
  const availability = await engine.available();
  if (!availability.ok)
    console.warn(
      `SKIPPED: CUDA on a CPU is not tested with the ${name} engine: ${availability.reason}. ${availability.remedy}`,
    );

  describe.skipIf(!availability.ok)(`a CUDA program ported to the ${name} engine`, () => {
    let program: Artifact;
    const run = async (argument: string): Promise<RunOutcome> =>
      engine.run(program, {
        arguments: [argument],
        environment: {},
        timeoutMs: 600_000,
        maxOutputBytes: 1 << 20,
        maxMemoryBytes: 2 ** 30,
      });

    beforeAll(async () => {
      const outcome = await engine.build(request('all.cpp'));
      if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
      program = outcome.artifact;
    });
    afterAll(() => engine.close());

    test.each(areas)('prints what a GPU prints: %s', async (area) => {
      const outcome = await run(area.replace('-', '_'));
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
      if (outcome.kind !== 'exited') return;
      expect(outcome.stdout.toString()).toBe(fs.readFileSync(path.join(here, 'expected', `${area}.txt`), 'utf8'));
    });

    test.each([
      ['half-wait', '20 threads wait at __syncthreads, 12 at __shfl_sync, which can never be met at block (0,0,0)'],
      ['lonely', '7 threads wait at __syncthreads, 1 at __syncwarp, which can never be met at block (0,0,0)'],
      ['outsider', '__ballot_sync is called by a lane that its mask does not name at block (0,0,0)'],
      ['grid-wait', 'grid synchronisation needs cudaLaunchCooperativeKernel at block (0,0,0)'],
      ['uneven', '4 threads wait at grid synchronisation, which other blocks never reach at block (1,0,0)'],
      ['parent', 'a kernel launched by a kernel (dynamic parallelism) is not available on a CPU at block (0,0,0)'],
      ['trapped', '__trap() at block (1,0,0)'],
      ['capture', 'cudaStreamBeginCapture is not available on a CPU'],
      ['unbound', 'a read of a texture reference that is not bound at block (0,0,0)'],
    ])('ends with a reason and status 86 where it cannot go on: %s', async (argument, reason) => {
      const outcome = await run(argument);
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 86 });
      if (outcome.kind === 'exited') expect(outcome.stderr.toString()).toBe(`mantissa port: ${reason}\n`);
    });
  });
}

describe('the list of calls that suspend', () => {
  const calls = fs
    .readFileSync(path.join(port, 'suspending-calls.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const headers = (folder: string): string =>
    fs
      .readdirSync(folder, { withFileTypes: true })
      .map((entry) =>
        entry.isDirectory()
          ? headers(path.join(folder, entry.name))
          : fs.readFileSync(path.join(folder, entry.name), 'utf8'),
      )
      .join('\n');

  test('names each once, and only what runtime/cuda declares', () => {
    expect(new Set(calls).size).toBe(calls.length);
    const declared = headers(path.join(port, '..', 'cuda'));
    // runtime/cuda builds __reduce_add_sync and the like by hand, so every name stands there in full
    expect(calls.filter((call) => !new RegExp(`\\b${call.split('::').at(-1)}\\(`).test(declared))).toEqual([]);
  });
});
