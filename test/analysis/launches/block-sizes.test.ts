import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { blockSizeObstacles } from '../../../src/analysis/launches/block-size-obstacles.js';
import { findBlockSizes } from '../../../src/analysis/launches/find-block-sizes.js';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { type ProgramSyntax, readSyntax } from '../../../src/frontend/read-program.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-block-sizes-'));
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
  return clang.close();
});

function read(where: string): Promise<ProgramSyntax> {
  const request = { inputs: [where], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  return readSyntax(clang, openProject(request));
}

/** Each size with its value where it is free, else with why it is not and the line that says so. */
function described(syntax: ProgramSyntax, declared: readonly string[] = []): Record<string, number | string> {
  const { sizes } = findBlockSizes(syntax, new Set(declared));
  const line = (range: { file: number; begin: number }) =>
    syntax.program.files[range.file]!.source.position(range.begin).line;
  return Object.fromEntries(
    sizes.map(({ id, value, frozen }) => [id, frozen ? `${line(frozen.place.range)}: ${frozen.reason}` : value]),
  );
}

const samples = path.join(import.meta.dirname, '../../samples/blocks');

describe('sizes of thread blocks in programs', () => {
  it.each([
    ['literals-of-the-grid-follow-the-block', { 'scale.block': 256, 'shift.block': 128 }],
    [
      'each-side-of-a-plane-follows-its-own-size',
      { 'smooth.block.x': 16, 'smooth.block.y': 8, 'smooth.tile.x': 16, 'smooth.tile.y': 16 },
    ],
    ['a-loop-in-steps-of-the-grid-takes-any-grid', { 'axpy.block': 256, 'axpy.grid': 80 }],
    [
      'a-macro-that-also-sizes-shared-memory-stays',
      { BLOCK_SIZE: `8: ${blockSizeObstacles.inKernel('blur', blockSizeObstacles.sharedByThreads('tile'))}` },
    ],
    ['a-size-assigned-before-every-launch-is-followed', { WIDTH: 128, SIDE: 32 }],
    ['a-size-read-behind-a-digit-separator-stays', { BLOCK: `18: ${blockSizeObstacles.usedElsewhere('BLOCK')}` }],
    [
      'kernels-get-sizes-of-their-own-where-one-kernel-needs-the-macro',
      {
        BLOCK_SIZE: `9: ${blockSizeObstacles.inKernel('blur', blockSizeObstacles.sharedByThreads('tile'))}`,
        'scale.block': 128,
      },
    ],
    [
      'a-parameter-of-a-template-stays',
      {
        THREADS: `8: ${blockSizeObstacles.inKernel('square', blockSizeObstacles.usedOutsideIndex('blockIdx.x'))}`,
        'main.threads': 96,
      },
    ],
  ])('%s', async (sample, expected) => {
    expect(described(await read(path.join(samples, sample)))).toEqual(expected);
  });

  it('of a loop in steps of the grid the number of blocks is a number too', async () => {
    const syntax = await read(path.join(samples, 'a-loop-in-steps-of-the-grid-takes-any-grid'));
    const { sizes, shapes } = findBlockSizes(syntax);
    expect(shapes).toMatchObject([{ isGridStride: true, grid: 1 }]);
    expect(sizes[1]).toMatchObject({ kind: 'grid', id: 'axpy.grid', value: 80, frozen: null });
  });
});

/** One kernel and one launch, with this and that in them. */
const program = ({
  head = '#define BLOCK 256',
  attributes = '',
  kernel = 'int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] *= 2.0;',
  host = 'scale<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, n);',
} = {}) => `#include <cuda_runtime.h>
${head}
__global__ void ${attributes} scale(double *x, int n)
{
  ${kernel}
}
int main(int argc, char **)
{
  int n = 1000 * argc, m = 900;
  double *x;
  cudaMalloc(&x, n * sizeof(double));
  ${host}
  return n - m;
}
`;

const INDEX = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';

describe('one kernel, whose block size is free', () => {
  it.each([
    ['as it is', {}],
    ['with a return for those beyond', { kernel: `${INDEX} if (i >= n) { return; }\n  x[i] = i;` }],
    [
      'with its parts in variables',
      { kernel: 'int t = threadIdx.x, b = blockIdx.x;\n  int i = b * blockDim.x + t; if (i < n) x[i] = 1;' },
    ],
    [
      'from an element on',
      {
        kernel: 'int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] = 1;',
        host: 'scale<<<(n - 1 + BLOCK - 1) / BLOCK, BLOCK>>>(x, n);',
      },
    ],
    ['with more threads than elements', { host: 'scale<<<(n + BLOCK) / BLOCK, BLOCK>>>(x, n);' }],
    [
      'with a function that divides',
      {
        head: '#define BLOCK 256\nstatic int up(int a, int b) { return (a + b - 1) / b; }',
        host: 'scale<<<up(n, BLOCK), BLOCK>>>(x, n);',
      },
    ],
    [
      'by a macro of a macro',
      {
        head: '#define BLOCK 256\n#define GRID(n) (((n) + BLOCK - 1) / BLOCK)',
        host: 'scale<<<GRID(n), BLOCK>>>(x, n);',
      },
    ],
    [
      'with a ceiling',
      { head: '#include <cmath>\n#define BLOCK 256', host: 'scale<<<(int) ceil(n / (double) BLOCK), BLOCK>>>(x, n);' },
    ],
    [
      'with a loop in steps of the grid and a grid of its own',
      {
        kernel: `${INDEX}\n  while (i < n) { x[i] *= 2.0; i += gridDim.x * blockDim.x; }`,
        host: 'int blocks = (n + BLOCK - 1) / BLOCK > 640 ? 640 : (n + BLOCK - 1) / BLOCK; scale<<<blocks, BLOCK>>>(x, n);',
      },
    ],
    [
      'with planes that are counted',
      {
        head: '#define BLOCK 256\nenum { PLANES = 3 };',
        kernel: `${INDEX}\n  int plane = i / (n * n); if (plane >= PLANES) return;\n  x[i] = plane;`,
        host: 'scale<<<(PLANES * n * n + BLOCK - 1) / BLOCK, BLOCK>>>(x, n);',
      },
    ],
    ['with a comment that names it', { head: '#define BLOCK 256 // BLOCK threads' }],
  ])('%s', async (name, parts) => {
    const file = path.join(folder, `${name.replaceAll(' ', '-')}.cu`);
    fs.writeFileSync(file, program(parts));
    expect(described(await read(file))).toEqual({ BLOCK: 256 });
  });
});

/** The line, where it is known beforehand, and what is there. */
const at = (line: number | null, reason: string) =>
  line === null ? expect.stringMatching(new RegExp(`^\\d+: ${literal(reason)}$`)) : `${line}: ${reason}`;
const inScale = (line: number | null, reason: string) => at(line, blockSizeObstacles.inKernel('scale', reason));
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

describe('one kernel, whose block size is frozen', () => {
  it.each([
    [
      'whose grid is for others',
      { host: 'scale<<<(m + BLOCK - 1) / BLOCK, BLOCK>>>(x, n);' },
      at(13, blockSizeObstacles.otherBound('scale')),
    ],
    [
      'whose count changes behind its grid',
      { host: 'int blocks = (n + BLOCK - 1) / BLOCK; n += 5; scale<<<blocks, BLOCK>>>(x, n);' },
      at(13, blockSizeObstacles.changesBeforeLaunch('n')),
    ],
    [
      'whose count changes in the loop around',
      {
        host: 'int blocks = (n + BLOCK - 1) / BLOCK; for (int k = 0; k < 3; k++) { scale<<<blocks, BLOCK>>>(x, n); n++; }',
      },
      at(13, blockSizeObstacles.changesBeforeLaunch('n')),
    ],
    [
      'whose number of blocks is used elsewhere',
      { host: 'int blocks = (n + BLOCK - 1) / BLOCK; scale<<<blocks, BLOCK>>>(x, n); m = blocks;' },
      at(13, blockSizeObstacles.usedElsewhere('blocks')),
    ],
    [
      'that a directive asks for',
      { head: '#define BLOCK 256\n#if BLOCK > 128\n#endif' },
      at(3, blockSizeObstacles.usedElsewhere('BLOCK')),
    ],
    [
      'that text not compiled names',
      { head: '#define BLOCK 256\n#ifdef LATER\nint later = BLOCK;\n#endif' },
      at(4, blockSizeObstacles.usedElsewhere('BLOCK')),
    ],
    [
      'that an array has as its bound',
      { head: '#define BLOCK 256\nint table[BLOCK];' },
      at(3, blockSizeObstacles.usedElsewhere('BLOCK')),
    ],
    [
      'that is defined twice',
      { head: '#ifndef FAST\n#define BLOCK 256\n#else\n#define BLOCK 64\n#endif' },
      at(null, blockSizeObstacles.definedTwice('BLOCK')),
    ],
    [
      'with work beyond the elements',
      { kernel: `${INDEX}\n  x[0] = 0;\n  if (i < n) x[i] = 1;` },
      inScale(6, blockSizeObstacles.unguarded('x')),
    ],
    [
      'with something else for those beyond',
      { kernel: `${INDEX}\n  if (i < n) x[i] = 1; else x[0] = 2;` },
      inScale(6, blockSizeObstacles.unguarded('x')),
    ],
    [
      'that counts blocks',
      { kernel: `${INDEX}\n  if (i < n) x[i] = gridDim.x;` },
      inScale(6, blockSizeObstacles.usedOutsideIndex('gridDim.x')),
    ],
    [
      'that counts threads of a block',
      { kernel: `${INDEX}\n  if (i < n) x[i] = threadIdx.x;` },
      inScale(6, blockSizeObstacles.usedOutsideIndex('threadIdx.x')),
    ],
    [
      'that waits for its block',
      { kernel: `${INDEX}\n  if (i < n) x[i] = 1;\n  __syncthreads();` },
      inScale(7, blockSizeObstacles.threadsExchange('__syncthreads')),
    ],
    [
      'that works with its warp',
      { kernel: `${INDEX}\n  if (i >= n) return;\n  x[i] = __shfl_xor_sync(~0u, x[i], 1);` },
      inScale(7, blockSizeObstacles.threadsExchange('__shfl_xor_sync')),
    ],
    [
      'that sets its own bound',
      { kernel: `${INDEX} n -= 1;\n  if (i < n) x[i] = 1;` },
      inScale(5, blockSizeObstacles.unguarded('x')),
    ],
    [
      'that leaves its loop early',
      { kernel: `${INDEX}\n  while (i < n) { if (x[i] < 0) continue; i += gridDim.x * blockDim.x; }` },
      inScale(6, blockSizeObstacles.unguarded('x')),
    ],
    [
      'that has its block as a group',
      {
        head: '#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n#define BLOCK 256',
        kernel: `${INDEX}\n  cg::thread_block block = cg::this_thread_block();\n  if (i < n) x[i] = block.thread_rank();`,
      },
      inScale(null, blockSizeObstacles.cooperativeGroups()),
    ],
    [
      'that takes something along from element to element',
      {
        kernel: `double last = 0; ${INDEX}\n  for (int k = i; k < n; k += blockDim.x * gridDim.x) { x[k] += last; last = x[k]; }`,
      },
      inScale(6, blockSizeObstacles.carriedBetweenElements('last')),
    ],
    [
      'that gives up in the middle',
      { kernel: `${INDEX}\n  for (int k = i; k < n; k += blockDim.x * gridDim.x) { if (x[k] < 0) break; x[k] = 1; }` },
      inScale(6, blockSizeObstacles.leavesLoop()),
    ],
    [
      'with more planes than its grid has',
      {
        kernel: `${INDEX}\n  int plane = i / (n * n); if (plane > 3) return;\n  x[i] = plane;`,
        host: 'scale<<<(3 * n * n + BLOCK - 1) / BLOCK, BLOCK>>>(x, n);',
      },
      at(14, blockSizeObstacles.otherBound('scale')),
    ],
    [
      'with bounds for launches',
      { attributes: '__launch_bounds__(256)' },
      inScale(null, blockSizeObstacles.launchBounds()),
    ],
    [
      'whose grid is rounded down',
      { host: 'scale<<<n / BLOCK, BLOCK>>>(x, n);' },
      at(13, blockSizeObstacles.gridIsRoundedDown()),
    ],
    ['whose grid is a number', { host: 'scale<<<4, BLOCK>>>(x, n);' }, at(13, blockSizeObstacles.gridIsIndependent())],
    [
      'that stores a result of each thread behind its loop',
      {
        kernel: `double sum = 0; ${INDEX}\n  for (int k = i; k < n; k += blockDim.x * gridDim.x) sum += x[k];\n  x[i] = sum;`,
      },
      inScale(6, blockSizeObstacles.carriedBetweenElements('sum')),
    ],
    [
      'that stores a result of each thread before its loop',
      {
        kernel: `${INDEX}\n  x[i] = 0;\n  for (int k = i; k < n; k += blockDim.x * gridDim.x) x[k] = 1;`,
      },
      inScale(6, blockSizeObstacles.unguarded('x')),
    ],
  ])('%s', async (name, parts, expected) => {
    const file = path.join(folder, `${name.replaceAll(' ', '-')}.cu`);
    fs.writeFileSync(file, program(parts));
    expect(described(await read(file)).BLOCK).toEqual(expected);
  });

  it('is free where its author says so', async () => {
    const file = path.join(folder, 'declared.cu');
    fs.writeFileSync(file, program({ host: 'scale<<<(m + BLOCK - 1) / BLOCK, BLOCK>>>(x, n);' }));
    expect(described(await read(file), ['BLOCK'])).toEqual({ BLOCK: 256 });
  });

  it('two launches of one grid must have one size', async () => {
    const file = path.join(folder, 'two.cu');
    const host = 'int blocks = (n + 255) / 256; scale<<<blocks, 256>>>(x, n); scale<<<blocks, 128>>>(x, n);';
    fs.writeFileSync(file, program({ head: '', host }));
    expect(described(await read(file))).toEqual({
      'scale.block': at(13, blockSizeObstacles.usedElsewhere('blocks')),
      'scale.block~2': at(13, blockSizeObstacles.gridIsIndependent()),
    });
  });
});

/** One block more for what is left over, as in Rodinia's programs. */
describe('a grid of the quotient and one block for the remainder', () => {
  const launched = async (name: string, host: string) => {
    const file = path.join(folder, `remainder-${name.replaceAll(/\W+/g, '-')}.cu`);
    fs.writeFileSync(file, program({ host }));
    return described(await read(file));
  };

  it.each(['!(n % size) ? 0 : 1', 'n % size == 0 ? 0 : 1', '(n % size != 0)', 'n % size > 0 ? 1 : 0'])(
    'is free through variables, with %s',
    async (rest) => {
      const host = `int size, blocks; size = BLOCK; blocks = n / size + (${rest});
  dim3 threads(size), grid(blocks); scale<<<grid, threads>>>(x, n);`;
      expect(await launched(rest, host)).toEqual({ BLOCK: 256 });
    },
  );

  it.each(['!(m % BLOCK) ? 0 : 1', '!(n % BLOCK) ? 1 : 0', '!(n % 128) ? 0 : 1', 'n % BLOCK'])(
    'is frozen with the remainder of something else, %s',
    async (rest) => {
      const host = `int blocks = n / BLOCK + (${rest}); scale<<<blocks, BLOCK>>>(x, n);`;
      expect(await launched(`not ${rest}`, host)).toEqual({ BLOCK: at(null, blockSizeObstacles.gridIsIndependent()) });
    },
  );
});
