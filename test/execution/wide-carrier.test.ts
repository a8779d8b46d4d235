/** What carries formats of several parts in a kernel (runtime/instrument/wide.h), compiled for a GPU: nothing here runs on one. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runtimeFolder } from '../../src/clang/resources.js';
import { hasCommand } from '../numerics/formats-driver.js';
import { registersNeverWritten } from '../numerics/ptx.js';

const hasNvcc = hasCommand('nvcc');
if (!hasNvcc)
  console.warn('SKIPPED: no nvcc on the PATH, so that the carrier of wide formats is not compiled for a GPU');

const KERNEL = `
__constant__ mx_real weights[2] = {mx_real(0.1, -5.551115123125783e-18, 0, 0), -mx_real(0.5)};
__global__ void step(mx_real *x, mx_real *total, float *kept, int n) {
  __shared__ mx_real tile[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = mx_store(0, i < n ? mx_carry(0, x[i]) : mx_carry(0, 0.0));
  __syncthreads();
  mx_real y = mx_store_of(1, 2, mx_add(2, mx_mul(0, tile[31 - threadIdx.x], weights[0]), mx_as(1, 0.25)));
  mx_assign_div(3, 1, y, mx_math_sqrt(4, mx_sub(5, y, weights[1])));
  y = __shfl_down_sync(0xffffffffu, y, 1);
  if (mx_lt(6, y, tile[0])) mx_printf("%g %d\\n", y, i);
  mx_atomicAdd(7, 0, total, y);
  mx_atomicAdd(7, -1, kept, y);
  x[i] = mx_atomicExch(7, 0, total + 1, y);
  kept[1] = (float) (int) y;
}
int main() { step<<<1, 32>>>(nullptr, nullptr, nullptr, 0); return mx_printf("%g", mx_real(1.0)); }
`;

function compiled(parts: number): string {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-carrier-'));
  try {
    const [source, ptx] = [path.join(scratch, 'kernel.cu'), path.join(scratch, 'kernel.ptx')];
    fs.writeFileSync(source, KERNEL);
    const tables = ['MX_MODE=4', `MX_PARTS=${parts}`, 'MX_OPERATIONS=8', 'MX_SITES=2', 'MX_CHOICES=1'];
    const header = path.join(runtimeFolder(), 'instrument', 'mantissa_instrument.h');
    const flags = ['-std=c++17', '-arch=compute_90', '-Werror=all-warnings', '--ptx', '-include', header];
    const all = [...flags, ...tables.map((one) => `-D${one}`), source, '-o', ptx];
    const { stdout, stderr } = spawnSync('nvcc', all, { encoding: 'utf8' });
    expect(stderr + stdout).toBe('');
    return fs.readFileSync(ptx, 'utf8');
  } finally {
    fs.rmSync(scratch, { recursive: true });
  }
}

const bodyOf = (ptx: string, name: RegExp) =>
  ptx.split(/^(?=.*\.(?:entry|func)\b)/m).find((one) => name.test(one)) ?? '';

describe.runIf(hasNvcc).each([2, 4])('a carrier of %i doubles', (parts) => {
  it('compiles without a warning, an undefined register or an operation that is fused with another', () => {
    const ptx = compiled(parts);
    expect(registersNeverWritten(ptx)).toEqual([]);
    // operations are calls, each rounded by itself
    const kernel = bodyOf(ptx, /\.entry _Z4step/);
    expect(kernel).toMatch(/call[\s\S]*_Z6mx_mul/);
    expect(kernel).not.toMatch(/fma\.rn\.f(?:64|32)/);
    expect(bodyOf(ptx, /\.func[\s\S]*?_Z6mx_mul/)).toMatch(
      /mul\.rn\.f64[\s\S]*mul\.rn\.f32|mul\.rn\.f32[\s\S]*mul\.rn\.f64/,
    );
    const add = bodyOf(ptx, /\.func[\s\S]*?_Z6mx_add/);
    expect(add).toContain('add.rn.f64');
    expect(add).not.toMatch(/fma\.rn\.f64/);
    expect(kernel).toContain(`.shared .align 8 .b8`);
    expect(kernel).toContain(`[${32 * 8 * (parts + 1)}]`);
  });
});
