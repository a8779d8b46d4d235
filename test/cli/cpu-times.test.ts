import { expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';

const native = engines.native({ cache: cacheFolder() });
const availability = await native.available();
await native.close();
if (!availability.ok) console.warn(`SKIPPED: times on a processor are not tested: ${availability.reason}`);

const SUM = `#include <cstdio>
__global__ void scale(double *x, double by) { x[threadIdx.x] = x[threadIdx.x] * by / 3.0; }
int main()
{
  double *x;
  cudaMallocManaged(&x, 32 * sizeof(double));
  for (int i = 0; i < 32; i++) x[i] = i;
  scale<<<1, 32>>>(x, 0.7);
  cudaDeviceSynchronize();
  printf("%.17g %.17g\\n", x[7], x[30]);
  return 0;
}
`;

it.skipIf(!availability.ok)(
  'a CUDA program is timed on a processor where that is asked for, and modelled where not',
  async () => {
    using scratch = new Scratch({ 'scale.cu': SUM });
    const asked = ['tune', 'scale.cu', '--engine', 'native', '--plan', '--from', 'fp64x2', '--to-end', '--json'];
    const told = async (...more: string[]) => {
      const { exitCode, stdout, stderr } = await mantissa([...asked, ...more], { cwd: scratch.folder });
      expect(exitCode, stderr).toBe(0);
      return (JSON.parse(stdout) as { iterations: { seconds: number | null; timing: string | null }[] }).iterations;
    };
    for (const { seconds, timing } of await told('--cpu-times', '-o', 'timed')) {
      expect(timing).toBe('measured');
      expect(seconds).toBeGreaterThan(0);
    }
    for (const { timing } of await told('-o', 'modelled')) expect(timing).toBe('modelled');
  },
);
