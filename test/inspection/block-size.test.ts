import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readProgram } from '../../src/frontend/read-program.js';
import { cacheFolder } from '../../src/support/cache-folder.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-block-size-'));
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
  return clang.close();
});

it('knows the number of threads per block if it is constant', async () => {
  const launches = ['128', 'BLOCK', 'WARPS * 32', 'dim3(16, 16)', 'dim3(BLOCK / 4, 2, 2)', 'threads', 'dim3(n)'];
  fs.writeFileSync(
    path.join(folder, 'launches.cu'),
    `#define BLOCK 256
const int WARPS = 6;
__global__ void scale(double *x) { x[threadIdx.x] *= 2.0; }
int main(int argc, char **)
{
  double *x;
  int n = 32 * argc;
  dim3 threads(16, argc);
  cudaMalloc((void **) &x, 1024 * sizeof(double));
${launches.map((block) => `  scale<<<2, ${block}>>>(x);`).join('\n')}
  return 0;
}
`,
  );
  const project = openProject({
    ...{ inputs: ['launches.cu'], includeFolders: [], defines: [], undefines: [] },
    workingFolder: folder,
  });
  const { launches: found } = await readProgram(clang, project);
  expect(found.map(({ block, blockThreads }) => [block, blockThreads])).toEqual([
    ['128', 128],
    ['BLOCK', 256],
    ['WARPS * 32', 192],
    ['dim3(16, 16)', 256],
    ['dim3(BLOCK / 4, 2, 2)', 256],
    ['threads', null],
    ['dim3(n)', null],
  ]);
});
