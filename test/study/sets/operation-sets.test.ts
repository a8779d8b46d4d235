import { afterAll, describe, expect, it } from 'vitest';
import { targetFormats } from '../../../src/study/sets/operation-sets.js';
import { diagnostic } from '../../support/diagnostics.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const cuda = (kernel: string) => `#include <cuda_runtime.h>
#include <stdio.h>
${kernel}
int main() { double sum = 0.0; sum = sum + 1.0; printf("%g\\n", sum); return 0; }
`;
const target = async (text: string, extension: string, wanted: Parameters<typeof targetFormats>[1]) =>
  targetFormats({ program: await programs.readText(text, extension) }, wanted);

describe('the formats between which sets are looked for', () => {
  it('are those of the kernels, whatever the host computes in', async () => {
    const kernel =
      '__device__ float half(float x) { return x * 0.5f; }\n__global__ void k(float *a) { *a = half(*a); }';
    expect(await target(cuda(kernel), 'cu', ['fp32', 'fp16'])).toEqual({ from: 'fp32', to: 'fp16' });
  });

  it('are those of the whole program where there are no kernels to be had', async () => {
    const text =
      'float half(float x) { return x * 0.5f; }\nint main() { double y = 2.0; y = y * half(1.0f); return y > 3.0; }\n';
    expect(await target(text, 'cpp', ['fp64', 'fp32'])).toEqual({ from: 'fp64', to: 'fp32' });
    await expect(target(text, 'cpp', ['fp64', 'fp32', 'fp16'])).rejects.toThrow(
      diagnostic('MX4012', { names: ['fp64', 'fp32', 'fp16'], remedy: 'own' }),
    );
  });

  it('do not exist where nothing is computed, or nothing narrower is asked for', async () => {
    const integers = cuda('__global__ void k(int *a) { *a = 2 * *a; }');
    await expect(target(integers, 'cu', ['fp64', 'fp32'])).rejects.toThrow(
      diagnostic('MX4012', { names: ['kernels'] }),
    );
    await expect(target(cuda(''), 'cu', ['fp64', 'fp32'])).rejects.toThrow(
      diagnostic('MX4012', { names: ['kernels'], remedy: 'own' }),
    );
    const narrow = cuda('__global__ void k(float *a) { *a = 2.0f * *a; }');
    await expect(target(narrow, 'cu', ['fp64', 'fp32'])).rejects.toThrow(diagnostic('MX4012', { names: ['fp32'] }));
  });
});
