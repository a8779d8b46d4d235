/**
 * Computes a kernel's time from clocks and bytes. The pipes of a multiprocessor and its memory work at the same time, so a kernel takes as long
 * as the busiest of them, plus a share of the time of the others: no kernel overlaps everything.
 */
import { MAX_REGISTERS_PER_THREAD } from '../../program/gpu-limits.js';
import type { DeviceProfile } from '../devices/device-profile.js';

export type Bound =
  | 'fp64'
  | 'fp32'
  | 'fp16'
  | 'special'
  | 'conversion'
  | 'issue'
  | 'latency'
  | 'cache'
  | 'memory'
  | 'transfer';

/** The resources that a kernel's time is made of, in the order of `Clocks`. */
export const PIPES = [
  'fp64',
  'fp32',
  'fp16',
  'special',
  'conversion',
  'issue',
  'latency',
] as const satisfies readonly Bound[];
export const SPECIAL = PIPES.indexOf('special');
export const CONVERSION = PIPES.indexOf('conversion');
export const ISSUE = PIPES.indexOf('issue');
export const LATENCY = PIPES.indexOf('latency');
/** All of a kernel's resources: the pipes, then the caches and DRAM. */
export const RESOURCES = [...PIPES, 'cache', 'memory'] as const satisfies readonly Bound[];
export const CACHE = RESOURCES.indexOf('cache');
export const MEMORY = RESOURCES.indexOf('memory');

/** By resource: measured over priced time in a kernel, fitted to timed runs (refit.ts). */
export type Factors = Readonly<Float64Array>;
export const AS_PRICED: Factors = new Float64Array(RESOURCES.length).fill(1);

/**
 * Clocks per pipe, summed over all threads as if one multiprocessor did all the work. `latency` is the time that threads wait for results; all
 * resident threads of a multiprocessor wait at the same time.
 */
export type Clocks = Float64Array;

/**
 * The share of the other resources' time that the busiest one does not hide.
 * Chosen: no kernel overlaps everything, and none waits for everything; tried 0.15 and 0.5 (results/without-a-gpu/model/other-constants.txt): 0.15 is
 * nearer to four of six programs, and further from two.
 */
export const UNHIDDEN_SHARE = 0.3;
/**
 * Instructions that compute the address of a load or store, besides the access itself.
 * Chosen: one for every two accesses, since compilers share addresses; nothing else was tried.
 */
const ADDRESS_INSTRUCTIONS_PER_ACCESS = 0.5;
/**
 * Clocks that a thread waits for a number from memory while other requests are in flight. A number that the whole warp reads is soon in a cache.
 * Chosen: a fraction of the latency of a single load, since several are in flight; tried 20 and 80, and 5 and 40 for broadcasts
 * (results/without-a-gpu/model/other-constants.txt): only sedov's and lud's times depend on it by more than 1 %.
 */
const LOAD_LATENCY_CLOCKS = 40;
const BROADCAST_LATENCY_CLOCKS = 10;
/**
 * Threads that a multiprocessor can hold.
 * Source: CUDA C++ Programming Guide, table of technical specifications per compute capability: 2,048 for 3.0 to 7.0, 8.0 and 9.0. GPUs of 2.x, 7.5, 8.6
 * and 8.9 hold fewer, which the model leaves out.
 */
const MAX_RESIDENT_THREADS = 2048;
/**
 * Registers of a thread besides its variables: addresses, counters, indices.
 * Chosen: typical of small kernels; tried 16 and 32 (results/without-a-gpu/model/other-constants.txt), with no difference.
 */
export const BASE_REGISTERS_PER_THREAD = 24;
/**
 * Bytes that a broadcast counts for each thread, whatever the size of the number.
 * Chosen: the access occupies the caches as long as 128 bytes for the 32 threads of a warp; nothing else was tried.
 */
export const BROADCAST_BYTES_PER_THREAD = 4;
/**
 * Bytes of a register.
 * Source: CUDA C++ Programming Guide, table of technical specifications per compute capability: registers have 32 bits.
 */
const REGISTER_BYTES = 4;

/** Registers of a number of this size. */
export function registersOf(sizeBytes: number): number {
  return Math.ceil(sizeBytes / REGISTER_BYTES);
}

export interface Moved {
  /** Bytes through the first-level caches and shared memory. */
  readonly cachedBytes: number;
  /** Time of transfers from and to DRAM. */
  readonly dramMs: number;
}

/**
 * A kernel's time from the times of its resources (in the order of `RESOURCES`): that of the busiest, plus the share of the others that it does
 * not hide.
 */
export function timeOfResources(resources: ArrayLike<number>): number {
  let most = 0;
  let all = 0;
  for (let at = 0; at < RESOURCES.length; at++) {
    if (at === CONVERSION) continue;
    // the special function units also execute conversions
    const ms = at === SPECIAL ? resources[SPECIAL]! + resources[CONVERSION]! : resources[at]!;
    all += ms;
    if (ms > most) most = ms;
  }
  return most + UNHIDDEN_SHARE * (all - most);
}

export class KernelTime {
  readonly msPerClock: number;
  readonly msPerCachedByte: number;
  private readonly scratch = new Float64Array(RESOURCES.length);

  constructor(private readonly device: DeviceProfile) {
    this.msPerClock = 1 / (device.multiprocessors * device.clockMHz * 1000);
    this.msPerCachedByte = 1 / (device.memory.l1GBs * 1e6);
  }

  /** Time of one number of this size among many. */
  dramMs(sizeBytes: number): number {
    const { dramGBs, dramGBsByElementBytes } = this.device.memory;
    return sizeBytes / ((dramGBsByElementBytes?.[String(sizeBytes)] ?? dramGBs) * 1e6);
  }

  /** Issue slots of loads and stores, to be added to a kernel's clocks. */
  issueClocks(accesses: number): number {
    return (accesses * (1 + ADDRESS_INSTRUCTIONS_PER_ACCESS)) / this.device.issuePerClock;
  }

  /** Clocks that threads wait for loads and stores, to be added to a kernel's clocks. */
  waitingClocks({ accesses, broadcasts }: { readonly accesses: number; readonly broadcasts: number }): number {
    return (accesses - broadcasts) * LOAD_LATENCY_CLOCKS + broadcasts * BROADCAST_LATENCY_CLOCKS;
  }

  /**
   * Resident threads of a multiprocessor, which hide each other's waiting. `registers`: per thread, for variables; `launched`: threads of a
   * launch, null for as many as fit.
   */
  residentThreads(registers: number, launched: number | null): number {
    const each = Math.min(MAX_REGISTERS_PER_THREAD, BASE_REGISTERS_PER_THREAD + registers);
    const fit = Math.min(MAX_RESIDENT_THREADS, this.device.registersPerMultiprocessor / each);
    return launched === null ? fit : Math.min(fit, Math.max(1, launched / this.device.multiprocessors));
  }

  ms(clocks: Clocks, moved: Moved, residentThreads: number, factors: Factors = AS_PRICED): number {
    return timeOfResources(this.fill(clocks, moved, residentThreads, factors));
  }

  /** Writes into one array, which is reused. */
  private fill(
    clocks: Clocks,
    { cachedBytes, dramMs }: Moved,
    residentThreads: number,
    factors: Factors,
  ): Float64Array {
    const { scratch } = this;
    for (let pipe = 0; pipe < PIPES.length; pipe++) scratch[pipe] = factors[pipe]! * clocks[pipe]! * this.msPerClock;
    scratch[LATENCY]! /= residentThreads;
    scratch[CACHE] = factors[CACHE]! * cachedBytes * this.msPerCachedByte;
    scratch[MEMORY] = factors[MEMORY]! * dramMs;
    return scratch;
  }

  /** Milliseconds of each resource alone; special functions and conversions separately, although they share their units. */
  resources(
    clocks: Clocks,
    moved: Moved,
    residentThreads: number,
    factors: Factors = AS_PRICED,
  ): { readonly bound: Bound; readonly ms: number }[] {
    const ms = this.fill(clocks, moved, residentThreads, factors);
    return RESOURCES.map((bound, at) => ({ bound, ms: ms[at]! }));
  }
}
