/**
 * From clocks and bytes to time. The pipes of a multiprocessor and its memory work at the same time, so a kernel takes as long as the
 * busiest of them, and a part of what the others need besides: no kernel overlaps everything.
 */
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

/** What a kernel's time is made of, in the order of `Clocks`. */
export const PIPES = [
  'fp64',
  'fp32',
  'fp16',
  'special',
  'conversion',
  'issue',
  'latency',
] as const satisfies readonly Bound[];
export const [SPECIAL, CONVERSION, ISSUE, LATENCY] = [3, 4, 5, 6] as const;
/** All of a kernel's resources: the pipes, then the caches and DRAM. */
export const RESOURCES = [...PIPES, 'cache', 'memory'] as const satisfies readonly Bound[];
export const [CACHE, MEMORY] = [7, 8] as const;

/** By resource: so many times as long as its price says it takes in a kernel, as timed runs have shown (refit.ts). */
export type Factors = Readonly<Float64Array>;
export const AS_PRICED: Factors = new Float64Array(RESOURCES.length).fill(1);

/**
 * Clocks per pipe, summed over all threads as if one multiprocessor did everything. Those of `latency` are what threads wait for results:
 * as many threads wait at the same time as the multiprocessor holds.
 */
export type Clocks = Float64Array;

/** The share of the other resources' time that the busiest one does not hide. */
export const UNHIDDEN = 0.3;
/** Instructions that compute the address of a load or store, beside itself. */
const ADDRESS_INSTRUCTIONS = 0.5;
/** Clocks a thread waits for a number from memory, with others on their way meanwhile; one that the whole warp reads is soon in a cache. */
const LOAD_LATENCY = 40;
const BROADCAST_LATENCY = 10;
const MOST_THREADS = 2048;
/** Registers of a thread besides its variables, and the most it can have. */
export const BASE_REGISTERS = 24;
export const MOST_REGISTERS = 255;
/** A broadcast takes the caches as long as 128 bytes for the 32 threads of a warp. */
export const BROADCAST_BYTES = 4;

/** Registers that a number of so many bytes takes. */
export function registersOf(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 4);
}

export interface Moved {
  /** Bytes through the first-level caches and shared memory. */
  readonly cachedBytes: number;
  /** From and to DRAM. */
  readonly dramMs: number;
}

/** A kernel's time from its resources' (in the order of `RESOURCES`): what the busiest takes, and what it does not hide of the others. */
export function timeOfResources(resources: ArrayLike<number>): number {
  let most = 0;
  let all = 0;
  for (let at = 0; at < RESOURCES.length; at++) {
    if (at === CONVERSION) continue;
    // conversions are made by the special function units
    const ms = at === SPECIAL ? resources[SPECIAL]! + resources[CONVERSION]! : resources[at]!;
    all += ms;
    if (ms > most) most = ms;
  }
  return most + UNHIDDEN * (all - most);
}

export class KernelTime {
  readonly msPerClock: number;
  readonly msPerCachedByte: number;
  private readonly scratch = new Float64Array(RESOURCES.length);

  constructor(private readonly device: DeviceProfile) {
    this.msPerClock = 1 / (device.multiprocessors * device.clockMHz * 1000);
    this.msPerCachedByte = 1 / (device.memory.l1GBs * 1e6);
  }

  /** For one number of so many bytes, of many that are moved. */
  dramMs(sizeBytes: number): number {
    const { dramGBs, dramGBsByElementBytes } = this.device.memory;
    return sizeBytes / ((dramGBsByElementBytes?.[String(sizeBytes)] ?? dramGBs) * 1e6);
  }

  /** Issue slots of loads and stores, to be added to a kernel's clocks. */
  issueClocks(accesses: number): number {
    return (accesses * (1 + ADDRESS_INSTRUCTIONS)) / this.device.issuePerClock;
  }

  /** What threads wait for loads and stores, likewise. */
  waitingClocks({ accesses, broadcasts }: { readonly accesses: number; readonly broadcasts: number }): number {
    return (accesses - broadcasts) * LOAD_LATENCY + broadcasts * BROADCAST_LATENCY;
  }

  /**
   * Threads a multiprocessor holds at the same time, if each has so many registers of variables and a launch so many threads (null for as
   * many as fit): what it has to do while one of them waits.
   */
  residentThreads(registers: number, launched: number | null): number {
    const each = Math.min(MOST_REGISTERS, BASE_REGISTERS + registers);
    const fit = Math.min(MOST_THREADS, this.device.registersPerMultiprocessor / each);
    return launched === null ? fit : Math.min(fit, Math.max(1, launched / this.device.multiprocessors));
  }

  ms(clocks: Clocks, moved: Moved, residentThreads: number, factors: Factors = AS_PRICED): number {
    return timeOfResources(this.fill(clocks, moved, residentThreads, factors));
  }

  /** In an array that is used again. */
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

  /** Milliseconds of each resource alone; special functions and conversions, which share their units, apart. */
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
