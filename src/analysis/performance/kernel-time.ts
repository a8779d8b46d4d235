/**
 * From clocks and bytes to time. The pipes of a multiprocessor and its memory work at the same time, so a kernel takes as long as the
 * busiest of them, and a part of what the others need besides: no kernel overlaps everything.
 */
import type { DeviceProfile } from '../devices/device-profile.js';

export type Bound = 'fp64' | 'fp32' | 'fp16' | 'special' | 'conversion' | 'issue' | 'cache' | 'memory' | 'transfer';

/** What a kernel's time is made of, in the order of `Clocks`. */
export const PIPES = ['fp64', 'fp32', 'fp16', 'special', 'conversion', 'issue'] as const satisfies readonly Bound[];
export const [FP64, FP32, FP16, SPECIAL, CONVERSION, ISSUE] = [0, 1, 2, 3, 4, 5] as const;

/** Clocks per pipe, summed over all threads as if one multiprocessor did everything. */
export type Clocks = Float64Array;

/** The share of the other resources' time that the busiest one does not hide. */
export const UNHIDDEN = 0.15;
/** Instructions that compute the address of a load or store, beside itself. */
const ADDRESS_INSTRUCTIONS = 0.5;
/** A broadcast takes the caches as long as 128 bytes for the 32 threads of a warp. */
export const BROADCAST_BYTES = 4;

export interface Bytes {
  /** Through the first-level caches and shared memory. */
  readonly cached: number;
  readonly dram: number;
}

export class KernelTime {
  private readonly msPerClock: number;
  private readonly msPerCachedByte: number;
  private readonly msPerDramByte: number;

  constructor(private readonly device: DeviceProfile) {
    this.msPerClock = 1 / (device.multiprocessors * device.clockMHz * 1000);
    this.msPerCachedByte = 1 / (device.memory.l1GBs * 1e6);
    this.msPerDramByte = 1 / (device.memory.dramGBs * 1e6);
  }

  /** Issue slots of loads and stores, to be added to a kernel's clocks. */
  issueClocks(accesses: number): number {
    return (accesses * (1 + ADDRESS_INSTRUCTIONS)) / this.device.issuePerClock;
  }

  ms(clocks: Clocks, { cached, dram }: Bytes): number {
    let most = Math.max(cached * this.msPerCachedByte, dram * this.msPerDramByte);
    let all = cached * this.msPerCachedByte + dram * this.msPerDramByte;
    for (let pipe = 0; pipe < PIPES.length; pipe++) {
      if (pipe === CONVERSION) continue;
      // conversions are made by the special function units
      const ms = (pipe === SPECIAL ? clocks[SPECIAL]! + clocks[CONVERSION]! : clocks[pipe]!) * this.msPerClock;
      all += ms;
      if (ms > most) most = ms;
    }
    return most + UNHIDDEN * (all - most);
  }

  /** Milliseconds of each resource alone; special functions and conversions, which share their units, apart. */
  resources(clocks: Clocks, { cached, dram }: Bytes): { readonly bound: Bound; readonly ms: number }[] {
    return [
      ...PIPES.map((bound, pipe) => ({ bound, ms: clocks[pipe]! * this.msPerClock })),
      { bound: 'cache', ms: cached * this.msPerCachedByte },
      { bound: 'memory', ms: dram * this.msPerDramByte },
    ];
  }
}
