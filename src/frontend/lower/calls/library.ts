/** What the C, C++ and CUDA library functions that real programs call do with memory and formats. */
import type { OperationKind, TransferDirection } from '../../../program/program.js';
import { cudaMemoryCalls } from './cuda-memory.js';
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

/** Hand on what they are given, or make two things one type. */
const passing: Readonly<Record<string, MemoryCall>> = {
  move: { returns: 0 },
  forward: { returns: 0 },
  addressof: { returns: 0 },
  ref: { returns: 0 },
  cref: { returns: 0 },
  swap: { destination: 0, source: 1 },
  raw_pointer_cast: { returns: 0 },
};

/** What is given to them is no longer read, under whatever type. */
export const frees = /^(?:c?free|_mm_free|cudaFree(?:Host|Async)?|cudaHostUnregister)$/;

const harmless = 'free cfree _mm_free printf fprintf sprintf snprintf vprintf puts fputs assert __assert_fail'.split(
  ' ',
);

/** OpenMP's answers that depend on how many threads there are, or on which one asks. */
export const asksForThreads =
  /^omp_get_(?:thread_num|num_threads|max_threads|team_num|num_teams|team_size|ancestor_thread_num)$/;

export const memoryCalls: ReadonlyMap<string, MemoryCall> = new Map([
  ...Object.entries(copies),
  ...Object.entries(allocations),
  ...Object.entries(passing),
  ...Object.entries(cudaMemoryCalls),
  ...harmless.map((name): [string, MemoryCall] => [name, {}]),
]);

/** Compute in the type of the elements that they are given. */
export const computesInElements =
  /^(?:partial_sum|adjacent_difference|inner_product|transform_reduce|(?:transform_)?(?:in|ex)clusive_scan)$/;
/** Hold what they are given, of the types that it has unless the call says others. */
export const makesFromValues = /^make_(?:pair|tuple|optional)$/;
/** Make what the first type in angle brackets says. */
export const makesType =
  /^(?:make_(?:unique|shared)(?:_for_overwrite)?|allocate_shared(?:_for_overwrite)?|make_(?:pair|tuple|optional)|to_array)$/;
/** Makes one thing of another's bytes, whatever either is. */
export const readsBytes = /^(?:bit_cast|as_bytes|as_writable_bytes|start_lifetime_as(?:_array)?)$/;
/** Read through the pointer given, as `*p` would. */
export const loadIntrinsic = /^__ld(?:g|c[agsv]|lu)$/;
/** Written through the pointer given, as `*p = v` would. */
export const storeIntrinsic = /^__st(?:wb|cg|cs|wt)$/;
/** Moves a value between threads without changing it. */
export const shuffleIntrinsic = /^__shfl/;
export const atomicFunction = /^atomic(?:Add|Sub|Exch|Min|Max|CAS)(?:_block|_system)?$/;
/** nvcc's own atomic functions, which take an order and a scope: a compiler's, whose formats no text can choose. */
export const compilerAtomic = /^__nv_atomic_/;
export const conversionIntrinsic =
  /^_{0,2}(?:double|float|half|bfloat16|u?int|u?ll|u?short|u?char|[hb]igh|low|make_half|halves)\w*2(?:double|float|half|bfloat16|u?int|u?ll|u?short|u?char|uint|hiint|loint)/;
/** Arithmetic spelt as a call, with the rounding or the format in its name; anything else of numbers to a number is math. */
export const arithmeticIntrinsics: readonly { readonly name: RegExp; readonly kind: OperationKind }[] = [
  { name: /^__(?:[fd]add_r[nzud]|hadd2?(?:_rn|_sat)?)$/, kind: 'add' },
  { name: /^__(?:[fd]sub_r[nzud]|hsub2?(?:_rn|_sat)?)$/, kind: 'sub' },
  { name: /^__(?:[fd]mul_r[nzud]|hmul2?(?:_rn|_sat)?)$/, kind: 'mul' },
  { name: /^(?:__[fd]div_r[nzud]|__hdiv|__h2div|h2div|__fdividef|fdividef)$/, kind: 'div' },
  { name: /^__hneg2?$/, kind: 'neg' },
  { name: /^__hb?(?:eq|ne|l[te]|g[te])u?2?$/, kind: 'compare' },
];
/** Gives a kernel what stands in an array of untyped addresses, or hands its arguments on. */
export const launchesKernel = /^cudaLaunch(?:Cooperative)?Kernel/;
/** Takes a kernel or function by name without calling through it. */
export const namesFunctionOnly = /^(?:cudaFunc|cudaOccupancy)/;
/** What clang's <tgmath.h> calls: which function of C it is goes by the types of its arguments. */
export const isTypeGeneric = (name: string): boolean => /^__tg_/.test(name);
/** A vector maker: builds storage from scalars. */
export const vectorMaker = /^make_(?:float|double)[1-4]$/;
export const transferKinds: ReadonlyMap<string, TransferDirection> = new Map([
  ['cudaMemcpyHostToDevice', 'host-to-device'],
  ['cudaMemcpyDeviceToHost', 'device-to-host'],
  ['cudaMemcpyDeviceToDevice', 'device-to-device'],
  ['cudaMemcpyHostToHost', 'host-to-host'],
]);
