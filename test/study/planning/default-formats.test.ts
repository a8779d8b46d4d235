import { afterAll, expect, it } from 'vitest';
import { findDevice } from '../../../src/analysis/devices/devices.js';
import { findGroups } from '../../../src/analysis/groups.js';
import { sitesInScope } from '../../../src/analysis/scope.js';
import { defaultFormats } from '../../../src/study/planning/default-formats.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const device = findDevice('h200')!;
const { bf16: _, ...throughput } = device.throughput;
const withoutBf16 = { ...device, throughput };
const kernel = (type: string, other = type) =>
  `#include <cuda_runtime.h>
__global__ void scale(${type} *x, ${other} *y) { x[threadIdx.x] *= 3; y[threadIdx.x] += 1; }
int main() { ${type} *x; ${other} *y; cudaMalloc(&x, 64 * sizeof(${type})); cudaMalloc(&y, 64 * sizeof(${other})); scale<<<1, 32>>>(x, y); return 0; }
`;

async function offeredTo(text: string, language: 'cu' | 'cpp', profile = device) {
  const program = await programs.readText(text, language);
  const groups = findGroups(program);
  return defaultFormats({ program, groups }, sitesInScope(program, groups, 'all'), profile);
}

it('offers fp64 and fp32 where a variable is fp64', async () => {
  expect(await offeredTo(kernel('double'), 'cu')).toEqual(['fp64', 'fp32']);
  expect(await offeredTo(kernel('float', 'double'), 'cu')).toEqual(['fp64', 'fp32']);
});

it('offers the half formats of the device where every variable of device code is fp32', async () => {
  expect(await offeredTo(kernel('float'), 'cu')).toEqual(['fp32', 'fp16', 'bf16']);
  expect(await offeredTo(kernel('float'), 'cu', withoutBf16)).toEqual(['fp32', 'fp16']);
});

it('offers no half format to a C++ program, which has no type for it', async () => {
  const text = 'int main(int argc, char **) { float x = argc; x /= 3; return x > 1; }';
  expect(await offeredTo(text, 'cpp')).toEqual(['fp64', 'fp32']);
});

const RATIONED = [
  't4',
  'a10',
  'a40',
  'l4',
  'l40s',
  'rtx-3090',
  'rtx-4090',
  'rtx-5090',
  'rtx-pro-6000',
  'b300',
  'jetson-orin',
];
it.each(RATIONED)(
  'offers pairs of floats for kernels on %s, which computes faster in them than in fp64',
  async (name) => {
    expect(await offeredTo(kernel('double'), 'cu', findDevice(name))).toEqual(['fp64', 'fp32x2', 'fp32']);
  },
);

it.each(['a100', 'h100', 'gh200', 'b200', 'v100', 'p100'])('offers none on %s, where fp64 is faster', async (name) => {
  expect(await offeredTo(kernel('double'), 'cu', findDevice(name))).toEqual(['fp64', 'fp32']);
});

it('offers no pairs of floats to code without kernels or without fp64', async () => {
  const text = 'int main(int argc, char **) { double x = argc; x /= 3; return x > 1; }';
  expect(await offeredTo(text, 'cpp', findDevice('rtx-5090'))).toEqual(['fp64', 'fp32']);
  expect(await offeredTo(kernel('float'), 'cu', findDevice('rtx-5090'))).toEqual(['fp32', 'fp16', 'bf16']);
});
