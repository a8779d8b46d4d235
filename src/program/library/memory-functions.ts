/** Effects of C and C++ library functions on memory. CUDA's are in cuda-memory.ts. */
import { cudaMemoryCalls } from './cuda-memory.js';
import { type LibraryFunction, named } from './library-function.js';
import type { MemoryCall } from './memory-call.js';

const copies: Readonly<Record<string, MemoryCall>> = {
  memcpy: { destination: 0, source: 1, counts: [2], direction: 'host-to-host', returns: 0, rescales: true },
  memmove: { destination: 0, source: 1, counts: [2], direction: 'host-to-host', returns: 0, rescales: true },
};

const allocations: Readonly<Record<string, MemoryCall>> = {
  malloc: { counts: [0], allocates: true, rescales: true },
  calloc: { product: [0, 1], allocates: true },
  reallocarray: { product: [1, 2], returns: 0 },
  memalign: { counts: [1], allocates: true },
  valloc: { counts: [0], allocates: true },
  realloc: { counts: [1], returns: 0 },
  aligned_alloc: { counts: [1], allocates: true, rescales: true },
  alloca: { counts: [0], allocates: true },
  __builtin_alloca: { counts: [0], allocates: true },
  _mm_malloc: { counts: [0], allocates: true },
  posix_memalign: { destination: 0, pointed: true, counts: [2] },
  memset: { destination: 0, fill: 1, counts: [2], returns: 0, rescales: true },
};

/** Functions that return their argument, or give two arguments one type. */
const passing: Readonly<Record<string, MemoryCall>> = {
  move: { returns: 0 },
  forward: { returns: 0 },
  addressof: { returns: 0 },
  ref: { returns: 0 },
  cref: { returns: 0 },
  swap: { destination: 0, source: 1 },
  raw_pointer_cast: { returns: 0 },
};

/** Functions that take memory without changing it or storing its address. */
const HARMLESS = 'free cfree _mm_free printf fprintf sprintf snprintf vprintf puts fputs assert __assert_fail';

const calls = { ...copies, ...allocations, ...passing, ...cudaMemoryCalls };

export const memoryFunctions: readonly [string, LibraryFunction][] = [
  ...Object.entries(calls).map(([name, call]): [string, LibraryFunction] => [
    name,
    { effect: { kind: 'memory', ...call } },
  ]),
  ...named(HARMLESS, { effect: { kind: 'memory' } }),
  ...named('free cfree _mm_free cudaFree cudaFreeHost cudaFreeAsync cudaHostUnregister', { frees: true }),
  ...named(
    `cudaMallocPitch cudaMalloc3D cudaMemcpy2D cudaMemcpy2DAsync cudaMemcpy2DArrayToArray cudaMemcpy2DFromArray
    cudaMemcpy2DFromArrayAsync cudaMemcpy2DToArray cudaMemcpy2DToArrayAsync cudaMemcpy3D cudaMemcpy3DAsync
    cudaMemcpy3DPeer cudaMemcpy3DPeerAsync cudaMemset2D cudaMemset2DAsync cudaMemset3D cudaMemset3DAsync`,
    { isPitched: true },
  ),
];
