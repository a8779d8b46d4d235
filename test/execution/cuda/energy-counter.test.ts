import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CudaEngine } from '../../../src/execution/cuda/cuda-engine.js';
import { withGpuTimes } from '../../../src/execution/cuda/gpu-times.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { Scratch } from '../../support/command-line.js';
import { naming } from '../../support/naming.js';
import { printed } from '../../support/scripted-bench.js';

const timing = path.join(import.meta.dirname, '../../../runtime/timing');
const hasGxx = spawnSync('g++', ['--version']).status === 0;
if (!hasGxx) console.warn('SKIPPED: without g++ there is no pretended NVML to count energy with');

/** An NVML whose counter goes on by 2500 mJ whenever it is read; on bus 0000:65:00.0 is a GPU that counts nothing. */
const NVML = `#include <cstring>
static int gpu, other;
static unsigned long long total = 1000;
extern "C" {
int nvmlInit_v2() { return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device) { *device = &gpu; return index == 0 ? 0 : 2; }
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device) { *device = strcmp(bus, "0000:65:00.0") ? &gpu : &other; return 0; }
#ifndef OLD
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules) {
  if (device == &other) return 3;
  *millijoules = total += 2500;
  return 0;
}
#endif
}
`;
const MAIN = `#include <cstdio>
#include "energy-counter.h"
int main(int argc, char **argv) {
  energy_counter counter;
  if (argc > 1) counter.begin(argc > 2 ? argv[2] : "");
  unsigned long long millijoules = 0;
  double ms = -1;
  bool counted = counter.end(millijoules, ms);
  printf("%d %llu %d %s\\n", counted, millijoules, ms >= 0, counter.missing.c_str());
}
`;
const scratch = new Scratch({ 'nvml.cpp': NVML, 'main.cpp': MAIN, 'none/empty': '' });
const engine = new CudaEngine({ cache: cacheFolder(), architecture: 'sm_90' });
afterAll(async () => {
  await engine.close();
  scratch[Symbol.dispose]();
});

function compile(...args: string[]): void {
  const { status, stderr } = spawnSync('g++', ['-std=c++17', ...args], { cwd: scratch.folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

describe.skipIf(!hasGxx)('the counter of energy', () => {
  const count = (folder: string, ...args: string[]) =>
    spawnSync(scratch.path('main'), args, {
      encoding: 'utf8',
      env: { LD_LIBRARY_PATH: scratch.path(folder) },
    }).stdout.trim();

  it('counts by NVML what is used between begin and end, or says why not', () => {
    for (const folder of ['with', 'old']) scratch.write(`${folder}/empty`, '');
    compile('-shared', '-fPIC', 'nvml.cpp', '-o', 'with/libnvidia-ml.so.1');
    compile('-shared', '-fPIC', '-DOLD', 'nvml.cpp', '-o', 'old/libnvidia-ml.so.1');
    compile(`-I${timing}`, 'main.cpp', '-o', 'main', '-ldl');
    expect(count('with', 'begin')).toBe('1 2500 1');
    expect(count('with', 'begin', '0000:41:00.0')).toBe('1 2500 1');
    expect(count('with', 'begin', '0000:65:00.0')).toEqual(naming(/^0 0 0 .*\bGPU\b.*\benergy\b/));
    expect(count('old', 'begin')).toEqual(naming(/^0 0 0 libnvidia-ml\.so\.1\b.*\benergy\b/));
    expect(count('with')).toEqual(naming(/^0 0 0 .*\bprogram\b.*\bGPU\b/));
    const { ok: hasGpu } = { ok: spawnSync('nvidia-smi', ['-L']).status === 0 };
    if (hasGpu) console.warn('SKIPPED: where a driver is, NVML cannot be missing');
    else expect(count('none', 'begin')).toEqual(naming(/^0 0 0 libnvidia-ml\.so\.1\b(?!.*energy)/));
  });

  it('is in programs that nvcc builds, and counts where a run is asked to', async ({ skip }) => {
    const text =
      '#include <cstdio>\nint main() { double x; cudaMemcpy(&x, &x, 8, cudaMemcpyHostToHost); puts("done"); return 0; }';
    const source = { name: 'program.cu', text, language: 'cuda', standard: 'c++17' } as const;
    const request = { sources: [source], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] };
    const built = await engine.build(request);
    if (built.kind === 'unavailable') {
      console.warn(`SKIPPED: nothing is built with nvcc here: ${built.reason}`);
      skip();
      return;
    }
    if (built.kind !== 'built') throw new Error(JSON.stringify(built));
    const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 34 };
    const library = { LD_LIBRARY_PATH: scratch.path('with') };
    const counted = await engine.run(built.artifact, { ...limits, environment: { ...library, MANTISSA_ENERGY: '1' } });
    expect(counted).toMatchObject({ gpu: { energy: { joules: 2.5, ms: expect.any(Number) } } });
    const unasked = await engine.run(built.artifact, { ...limits, environment: library });
    expect(unasked.kind !== 'not-started' && unasked.gpu).not.toHaveProperty('energy');
  });
});

describe('what a program writes of its energy', () => {
  it('is read in joules, or as the reason that there is none', () => {
    const read = (line: string) => withGpuTimes(printed(1), `${line}\ncopies\t0\t0\nend\n`);
    expect(read('energy\t12345\t1500.5')).toMatchObject({ gpu: { energy: { joules: 12.345, ms: 1500.5 } } });
    const reason = 'why';
    expect(read(`uncounted\t${reason}`)).toMatchObject({ gpu: { uncounted: reason } });
  });
});
