/**
 * Effects of CUDA API functions on memory. A function that takes memory and is not listed is external code: its arguments keep their format.
 * docs/adding/a-cuda-function.md lists the other places where a function must be declared; test/house checks that they agree.
 */
import type { MemoryCall } from './memory-call.js';

const plain: MemoryCall = { destination: 0, source: 1, counts: [2], direction: 3, moved: 2, converts: true };
const rows: MemoryCall = {
  ...{ destination: 0, source: 2, counts: [1, 3, 4], destinationCounts: [1], sourceCounts: [3] },
  ...{ rows: 5, direction: 6, converts: true },
};
const toSymbol: MemoryCall = {
  ...{ destination: 0, source: 1, counts: [2, 3], destinationCounts: [3], symbol: 0 },
  ...{ direction: 'host-to-device', optionalKind: 4, converts: true },
};
const fromSymbol: MemoryCall = {
  ...{ destination: 0, source: 1, counts: [2, 3], sourceCounts: [3], symbol: 1 },
  ...{ direction: 'device-to-host', optionalKind: 4, converts: true },
};

const copies: Readonly<Record<string, MemoryCall>> = {
  cudaMemcpy: plain,
  cudaMemcpyAsync: { ...plain, stream: 4 },
  cudaMemcpyPeer: { destination: 0, source: 2, counts: [4], direction: 'device-to-device' },
  cudaMemcpyToSymbol: toSymbol,
  cudaMemcpyToSymbolAsync: { ...toSymbol, stream: 5 },
  cudaMemcpyFromSymbol: fromSymbol,
  cudaMemcpyFromSymbolAsync: { ...fromSymbol, stream: 5 },
  cudaMemcpy2D: rows,
  cudaMemcpy2DAsync: { ...rows, stream: 7 },
  cuMemcpyHtoD: { destination: 0, source: 1, counts: [2], direction: 'host-to-device' },
  cuMemcpyDtoH: { destination: 0, source: 1, counts: [2], direction: 'device-to-host' },
};

const allocations: Readonly<Record<string, MemoryCall>> = {
  cudaMalloc: { destination: 0, pointed: true, counts: [1], onDevice: true, rescales: true },
  cudaMallocManaged: { destination: 0, pointed: true, counts: [1], onDevice: true, rescales: true },
  cudaMallocHost: { destination: 0, pointed: true, counts: [1], rescales: true },
  cudaHostAlloc: { destination: 0, pointed: true, counts: [1], rescales: true },
  cudaMallocAsync: { destination: 0, pointed: true, counts: [1], onDevice: true, rescales: true },
  cudaMallocPitch: { destination: 0, pointed: true, counts: [2], pitch: 1, onDevice: true, rescales: true },
};

/** Functions that address, fill or describe existing memory. Binding a texture gives both sides one type. */
const uses: Readonly<Record<string, MemoryCall>> = {
  cudaMemset: { destination: 0, fill: 1, counts: [2], rescales: true },
  cudaMemsetAsync: { destination: 0, fill: 1, counts: [2], rescales: true },
  cudaMemset2D: { destination: 0, fill: 2, counts: [1, 3], rescales: true },
  cudaGetSymbolAddress: { destination: 0, source: 1, onDevice: true },
  cudaHostGetDevicePointer: { destination: 0, source: 1, onDevice: true },
  cudaMemPrefetchAsync: { destination: 0, counts: [1] },
  cudaMemAdvise: { destination: 0, counts: [1] },
  cudaHostRegister: { destination: 0, counts: [1] },
  cudaBindTexture: { destination: 1, source: 2 },
  cudaBindTexture2D: { destination: 1, source: 2 },
};

/** Functions that take memory without reading or writing its contents. */
const harmless = ['cudaFree', 'cudaFreeHost', 'cudaFreeAsync', 'cudaHostUnregister', 'cudaPointerGetAttributes'];

export const cudaMemoryCalls: Readonly<Record<string, MemoryCall>> = {
  ...copies,
  ...allocations,
  ...uses,
  ...Object.fromEntries(harmless.map((name) => [name, {}])),
};
