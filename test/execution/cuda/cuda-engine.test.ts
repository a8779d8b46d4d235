import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { CudaEngine } from '../../../src/execution/cuda/cuda-engine.js';
import { withGpuTimes } from '../../../src/execution/cuda/gpu-times.js';
import type { BuildOutcome, BuildRequest, RunOutcome } from '../../../src/execution/engine.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { parseConfiguration, randomConfiguration } from '../../../src/space/configuration.js';
import { baselineConfiguration } from '../../../src/space/resolve.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { seededRandom } from '../../../src/support/random.js';
import { readFlattened } from '../../../src/workbench/flat-program.js';
import { projectRequest } from '../../../src/workbench/instrumented-cuda.js';
import { instrumentedRunnable } from '../../../src/workbench/runnable.js';
import { Workbench } from '../../../src/workbench/workbench.js';
import { naming } from '../../support/naming.js';

// one architecture everywhere, so that what is built does not depend on the GPU at hand
const engine = new CudaEngine({ cache: cacheFolder(), architecture: 'sm_90' });
const clang = new EmbeddedClang(cacheFolder(), 1);
const probe = await engine.build(request('int main() { return 0; }'));
const hasNvcc = probe.kind === 'built';
if (!hasNvcc) console.warn(`SKIPPED: nothing is built with nvcc here: ${JSON.stringify(probe)}`);
const { ok: hasGpu } = await engine.available();
if (!hasGpu)
  console.warn(
    'SKIPPED: what a GPU computes is not tested here, only that nvcc builds it; see experiments/gpu-check.sh',
  );

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-cuda-test-'));
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await engine.close();
  await clang.close();
});

function request(text: string): BuildRequest {
  const source = { name: 'program.cu', text, language: 'cuda', standard: 'c++17' } as const;
  return { sources: [source], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] };
}

function open(where: string) {
  return openProject({ inputs: [where], includeFolders: [], defines: [], undefines: [], workingFolder: where });
}

function artifactOf(outcome: BuildOutcome) {
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  return outcome.artifact;
}

const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 34, environment: {} };
const corpus = path.join(import.meta.dirname, '../../../corpus/nbody');

describe.skipIf(!hasNvcc)('the cuda engine', () => {
  test('says how much memory a block would share, and how much it may', async () => {
    const outcome = await engine.build(
      request(`__global__ void turn(double *x) {
  __shared__ double all[7000];
  all[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = all[6999 - threadIdx.x];
}
int main() { turn<<<1, 32>>>(nullptr); return 0; }`),
    );
    expect(outcome).toMatchObject({
      kind: 'build-failed',
      remedy: naming('56,000', '49,152'),
    });
  });

  test('calls a program that exits 0 after a failed launch a failure, and names the kernel', async () => {
    const program = await engine.build(
      request(`#include <cstdio>
template <class T> __global__ void scale(T *x) { *x *= 2; }
int main() { double *d = nullptr; scale<double><<<1, 4096>>>(d); cudaGetLastError(); puts("fine"); return 0; }`),
    );
    const outcome = await engine.run(artifactOf(program), limits);
    expect(outcome).toMatchObject({ kind: 'crashed', crash: 'gpu-error', gpu: { kernelMs: 0 } });
    expect(outcome.kind === 'crashed' && outcome.reason).toEqual(naming('scale<double>'));
  });

  test('builds programs that differ in a header alone at the same time, and each stays what it is', async () => {
    const requests = [3, 4, 5].map((value) => {
      const root = path.join(folder, `value-${value}`);
      fs.mkdirSync(root);
      fs.writeFileSync(path.join(root, 'value.h'), `#define VALUE ${value} // ${process.pid}\n`);
      fs.writeFileSync(path.join(root, 'main.cu'), '#include "value.h"\nint main() { return VALUE; }\n');
      return projectRequest(open(path.join(root, 'main.cu')), root);
    });
    const built = await Promise.all(requests.map((one) => engine.build(one)));
    const ends = await Promise.all(built.map((one) => engine.run(artifactOf(one), limits)));
    expect(ends).toMatchObject([{ exitCode: 3 }, { exitCode: 4 }, { exitCode: 5 }]);
  });

  test('finds a build again though the copy it was built from stands elsewhere', async () => {
    const requests = ['one', 'other'].map((name) => {
      const root = path.join(folder, name);
      fs.mkdirSync(root);
      fs.writeFileSync(path.join(root, 'value.h'), `#define VALUE 7 // ${process.pid}\n`);
      fs.writeFileSync(
        path.join(root, 'main.cu'),
        '#include "value.h"\n#include <cstdio>\nint main() { puts(__FILE__); return VALUE; }\n',
      );
      return projectRequest(open(path.join(root, 'main.cu')), root);
    });
    const [first, second] = [await engine.build(requests[0]!), await engine.build(requests[1]!)];
    expect([first, second]).toMatchObject([{ cached: false }, { cached: true }]);
    expect(await engine.run(artifactOf(second), limits)).toMatchObject({
      exitCode: 7,
      stdout: Buffer.from('main.cu\n'),
    });
    fs.writeFileSync(path.join(folder, 'other', 'value.h'), `#define VALUE 8 // ${process.pid}\n`);
    expect(await engine.build(requests[1]!)).toMatchObject({ kind: 'built', cached: false });
  });

  test.each(['emulate', 'reference', 'emulate-widest'] as const)(
    'builds copies that convert, instrumented to %s',
    async (mode) => {
      const project = open(path.join(import.meta.dirname, '../../samples/oracles/every-kind-of-copy-converts'));
      const bench = await Workbench.open(clang, engine, project);
      const copies = path.join(folder, `copies-${mode}`);
      const flat = await readFlattened(clang, project, copies, 'lp64', [], bench.program);
      bench.close();
      expect(flat.program.transfers.every(({ sides }) => sides.kind === 'apart')).toBe(true);
      expect(await engine.build(instrumentedRunnable(flat, mode, 'cuda').request)).toMatchObject({ kind: 'built' });
    },
  );

  // what the runtime has for vectors and intrinsics is text that g++ reads otherwise than nvcc
  test.each(['vectors-go-to-libraries-as-they-are-declared', 'loads-by-intrinsics-have-the-format-of-their-memory'])(
    'builds the sample %s, instrumented to emulate',
    async (sample) => {
      const project = open(path.join(import.meta.dirname, '../../samples/oracles', sample));
      const flat = await readFlattened(clang, project, path.join(folder, sample));
      expect(await engine.build(instrumentedRunnable(flat, 'emulate', 'cuda').request)).toMatchObject({
        kind: 'built',
      });
    },
  );

  test.each([
    'wide/a-cuda-program-uses-constant-and-shared-memory-shuffles-and-atomics',
    'wide-mixes/a-cuda-program-uses-halves-vectors-and-hinted-loads',
  ])('builds %s, of formats of two parts', async (sample) => {
    const project = open(path.join(import.meta.dirname, '../../samples', sample));
    const flat = await readFlattened(clang, project, path.join(folder, 'two parts', path.basename(sample)));
    const { request } = instrumentedRunnable(flat, 'emulate-wide', 'cuda');
    expect(await engine.build(request)).toMatchObject({ kind: 'built' });
  });

  describe('builds the n-body example', () => {
    let bench: Workbench;
    beforeAll(async () => {
      bench = await Workbench.open(clang, engine, open(corpus));
    });
    afterAll(() => bench?.close());

    test('as written', async () => {
      expect(await bench.builds.original()).toMatchObject({ engine: 'cuda' });
    });

    test.each(['emulate', 'count', 'count-ranges', 'shadow', 'reference'] as const)(
      'instrumented to %s',
      async (mode) => {
        const flat = await readFlattened(clang, bench.project, path.join(folder, mode));
        const outcome = await engine.build(instrumentedRunnable(flat, mode, 'cuda').request);
        expect(outcome).toMatchObject({ kind: 'built' });
      },
    );

    test('as a program that one process runs again and again', async () => {
      const flat = await readFlattened(clang, bench.project, path.join(folder, 'repeated'));
      const runnable = instrumentedRunnable(flat, 'emulate', 'cuda', bench.project, true);
      expect(runnable.isRepeatable).toBe(true);
      expect(await engine.build(runnable.request)).toMatchObject({ kind: 'built' });
    });

    test.runIf(hasGpu)('to print in one process what it prints in processes of its own', async () => {
      const apart = await Workbench.open(clang, Object.create(engine, { open: { value: undefined } }), bench.project);
      const random = seededRandom(3);
      const drawn = () => randomConfiguration(bench.program, bench.groups, ['fp64', 'fp32'], random);
      const given = { ...limits, arguments: ['64', '3'] };
      for (const configuration of [baselineConfiguration, ...Array.from({ length: 6 }, drawn)]) {
        const expected = await apart.runs.emulated(configuration, given);
        const found = await bench.runs.emulated(configuration, given);
        expect(expected).toMatchObject({ kind: 'exited', exitCode: 0 });
        expect(found).toMatchObject({ kind: 'exited', exitCode: 0, gpu: { lastError: null } });
        if (found.kind !== 'exited' || expected.kind !== 'exited') continue;
        expect(found.stdout.equals(expected.stdout)).toBe(true);
        expect(found.gpu?.kernels.map(({ name, launches }) => [name, launches])).toEqual(
          expected.gpu?.kernels.map(({ name, launches }) => [name, launches]),
        );
      }
      apart.close();
    });

    test('with a configuration written into it', async () => {
      const tunable = bench.program.sites.find((_, site) => bench.groups.frozen[site] === null)!;
      const text = JSON.stringify({ schemaVersion: 1, formats: { [tunable.id]: 'fp32' } });
      const configuration = parseConfiguration(text, 'test', bench.program, bench.groups);
      expect(await bench.variants.build(configuration)).toMatchObject({ engine: 'cuda' });
    });
  });
});

describe('GPU times', () => {
  const exited: RunOutcome = {
    kind: 'exited',
    exitCode: 0,
    collected: new Map(),
    ...{ stdout: Buffer.from('1'), stderr: Buffer.alloc(0), durationMs: 1, cpuMs: 1, peakMemoryBytes: 1, gpu: null },
  };

  test('are added up over kernels', () => {
    const written = 'kernel\t4\t1.5\tforce\nkernel\t2\t0.25\tmove<float>\ncopies\t3\t0.125\nend\n';
    expect(withGpuTimes(exited, written)).toMatchObject({
      kind: 'exited',
      gpu: {
        kernels: [
          { name: 'force', launches: 4, ms: 1.5 },
          { name: 'move<float>', launches: 2, ms: 0.25 },
        ],
        kernelMs: 1.75,
        copyMs: 0.125,
        lastError: null,
      },
    });
  });

  test('of a program that wrote none, or was cut off writing, are missing', () => {
    expect(withGpuTimes(exited, null)).toMatchObject({ kind: 'exited', gpu: null });
    expect(withGpuTimes(exited, 'kernel\t4\t1.5\tforce\n')).toMatchObject({ kind: 'exited', gpu: null });
  });

  test('come with the error nobody asked for', () => {
    expect(withGpuTimes(exited, 'copies\t0\t0\nlast\tinvalid argument\nend\n')).toMatchObject({
      kind: 'exited',
      gpu: { lastError: 'invalid argument' },
    });
  });
});
