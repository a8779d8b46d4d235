/**
 * Measured times of the baseline on the device itself. With them the model predicts how each kernel's time changes, not how long it is: effects
 * that it leaves out (access patterns, integers) are the same before and after. A kernel that took longer than modelled waits for something
 * outside the model; added conversions overlap with that waiting, except for the share that no kernel hides.
 */
import { formats } from '../../numerics/format.js';
import type { FunctionIndex, Program, SiteIndex } from '../../program/program.js';
import { SharedFormats } from '../../program/shared-formats.js';
import type { DeviceProfile } from '../devices/device-profile.js';
import type { ExecutionCounts } from './block-executions.js';
import { UNHIDDEN_SHARE } from './kernel-time.js';

export interface MeasuredTimes {
  readonly kernelMs: ReadonlyMap<FunctionIndex, number>;
  /** Time of all kernels that ran, including those of libraries. */
  readonly totalMs: number;
  /** Null if the time to optimise excludes copies. */
  readonly copyMs: number | null;
  /** Measured on a longer input than the profiled one: these times give each kernel's share of the time, not the model's deviation. */
  readonly isOfLonger?: boolean;
}

/** A kernel of the baseline: its modelled and its measured time. */
export interface KernelScale {
  readonly modelledMs: number;
  readonly measuredMs: number;
}

export interface TimeScales {
  /** By the kernel's index in the program's work. */
  readonly ofKernel: readonly KernelScale[];
  /** Kernels that cannot be priced (integers, libraries, graphs): no format changes them. */
  readonly unpricedMs: number;
  readonly copies: CopyCosts;
  readonly countsCopies: boolean;
}

/** Copies between host and device: time per byte of a site's numbers, over all calls, and the time that is independent of formats. */
export interface CopyCosts {
  readonly msPerByte: ReadonlyMap<SiteIndex, number>;
  readonly fixedMs: number;
  readonly conversions: readonly Conversion[];
}

/** Additional time of a copy whose sides have different formats. */
export interface Conversion {
  readonly to: SiteIndex;
  readonly from: SiteIndex;
  readonly ms: number;
}

/**
 * Time in which one core of the host converts one number into a new buffer: 0.9 ns within its caches, some 7 beyond (g++ -O2 on an Arm server, 10⁵ and
 * 10⁷ numbers, 2026-11-16; the program that measured it no longer exists).
 * Chosen: between the two; nothing else was tried.
 */
const HOST_CONVERSION_MS = 3e-6;

/**
 * Size of the units in which copies of other data than floating-point numbers are counted.
 * Source: the size of fp64 (numerics/format.ts), in which such copies are counted.
 */
const UNTYPED_NUMBER_BYTES = formats.fp64.sizeBytes;

export function copyCosts(program: Program, { memory }: DeviceProfile, counts: ExecutionCounts | null): CopyCosts {
  const { hostToDeviceGBs, deviceToHostGBs, dramGBs } = memory;
  const rates = {
    'host-to-device': hostToDeviceGBs,
    'device-to-host': deviceToHostGBs,
    'device-to-device': dramGBs / 2, // each byte is read and written
  };
  const msPerByte = new Map<SiteIndex, number>();
  const conversions: Conversion[] = [];
  const shared = new SharedFormats(program);
  let fixedMs = 0;
  for (const [index, { elements }] of counts?.transfers ?? []) {
    const { direction, destination, source, sides } = program.transfers[index]!;
    // conversions run on the host: the bus transfers the device's format
    const [first, second] = direction === 'device-to-host' ? [source, destination] : [destination, source];
    const [site, other] = [first, second].map((cell) =>
      cell === null ? null : (program.cells[cell]!.site ?? (sides.kind === 'apart' ? shared.siteOf(cell) : null)),
    );
    if (sides.kind === 'apart' && site != null && other != null)
      conversions.push({ to: site, from: other, ms: elements * HOST_CONVERSION_MS });
    const rate = direction in rates ? rates[direction as keyof typeof rates] : hostToDeviceGBs;
    const ms = elements / (rate * 1e6);
    const counted = site ?? other ?? null;
    if (counted !== null) msPerByte.set(counted, (msPerByte.get(counted) ?? 0) + ms);
    else fixedMs += ms * UNTYPED_NUMBER_BYTES;
  }
  return { msPerByte, fixedMs, conversions };
}

/** Time of the copies whose sides have different formats. */
export function convertingMs({ conversions }: CopyCosts, siteFormats: { readonly [site: SiteIndex]: unknown }): number {
  let sum = 0;
  for (const { to, from, ms } of conversions) if (siteFormats[to] !== siteFormats[from]) sum += ms;
  return sum;
}

const AS_MODELLED: KernelScale = { modelledMs: 1, measuredMs: 1 };

export function unscaled(kernels: number, copies: CopyCosts): TimeScales {
  return { ofKernel: Array.from({ length: kernels }, () => AS_MODELLED), unpricedMs: 0, copies, countsCopies: false };
}

/** The predicted time of a kernel with modelled time `ms` under a configuration. */
export function scaledMs({ modelledMs, measuredMs }: KernelScale, ms: number): number {
  const growth = ms - modelledMs;
  if (growth <= 0) return (ms * measuredMs) / modelledMs;
  const meanwhile = Math.min(growth, Math.max(0, measuredMs - modelledMs));
  return measuredMs + Math.min(1, measuredMs / modelledMs) * (growth - (1 - UNHIDDEN_SHARE) * meanwhile);
}

/** Scales so that the baseline takes the measured time; a kernel without a measurement has the mean scale of the others. */
export function scaledTo(
  times: MeasuredTimes,
  modelled: { readonly kernels: readonly { readonly function: FunctionIndex; readonly timeMs: number }[] },
  copies: CopyCosts,
  program: Program,
): TimeScales {
  const known = modelled.kernels.filter((one) => one.timeMs > 0 && (times.kernelMs.get(one.function) ?? 0) > 0);
  const shares = known.map((one) => one.timeMs / times.kernelMs.get(one.function)!);
  const measured = times.isOfLonger && known.length > 0 ? shortened(times, Math.min(...shares)) : times;
  const sum = (ms: (one: (typeof known)[number]) => number) => known.reduce((total, one) => total + ms(one), 0);
  const measuredMs = (one: (typeof known)[number]) => measured.kernelMs.get(one.function)!;
  const together = known.length === 0 ? 1 : sum(measuredMs) / sum(({ timeMs }) => timeMs);
  return {
    ofKernel: modelled.kernels.map((one) => {
      const modelledMs = one.timeMs || 1;
      return { modelledMs, measuredMs: known.includes(one) ? measuredMs(one) : together * modelledMs };
    }),
    unpricedMs: known.length === 0 ? 0 : Math.max(0, measured.totalMs - sum(measuredMs)),
    copies: measured.copyMs === null ? copies : copiesTaking(measured.copyMs, copies, program),
    countsCopies: measured.copyMs !== null && known.length > 0,
  };
}

/** Scales all times by one factor so that no kernel takes longer than modelled, since none of them is known to wait. */
function shortened({ kernelMs, totalMs, copyMs }: MeasuredTimes, factor: number): MeasuredTimes {
  return {
    kernelMs: new Map([...kernelMs].map(([kernel, ms]) => [kernel, factor * ms])),
    totalMs: factor * totalMs,
    copyMs: copyMs === null ? null : factor * copyMs,
  };
}

function copiesTaking(ms: number, { msPerByte, fixedMs, conversions }: CopyCosts, program: Program): CopyCosts {
  let modelled = fixedMs;
  for (const [site, cost] of msPerByte) modelled += cost * formats[program.sites[site]!.format].sizeBytes;
  if (modelled === 0) return { msPerByte: new Map(), fixedMs: ms, conversions };
  const scale = ms / modelled;
  return {
    msPerByte: new Map([...msPerByte].map(([site, cost]) => [site, cost * scale])),
    fixedMs: fixedMs * scale,
    conversions,
  };
}
