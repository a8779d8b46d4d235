/**
 * The profiled or static time of many points of one space, over flat arrays: formats from `space/compiled-resolve`, prices by format from
 * tables; only functions whose formats changed since the previous point are recomputed. The result equals `PerformanceModel.predict` for the
 * formats of `resolve`.
 */
import { type Format, formats } from '../../numerics/format.js';
import type { FunctionIndex, OperationIndex, Program, SiteIndex } from '../../program/program.js';
import { FormatCodes, formatsOf, NO_FORMAT } from '../../space/compiled-resolve.js';
import type { Configuration } from '../../space/resolve.js';
import type { DeviceProfile } from '../devices/device-profile.js';
import {
  BROADCAST_BYTES_PER_THREAD,
  type Factors,
  ISSUE,
  type KernelTime,
  LATENCY,
  PIPES,
  registersOf,
} from './kernel-time.js';
import { type CopyCosts, convertingMs, type KernelScale, scaledMs, type TimeScales } from './measured-times.js';
import { ScoredFunction } from './scored-function.js';
import type { Work } from './work.js';

/** A dimension of a search space: the sites and operations that change together, and their possible formats. */
export interface ModelDimension {
  readonly sites: readonly SiteIndex[];
  readonly operations: readonly OperationIndex[];
  readonly formats: readonly Format[];
}

/** Predicted time of a point over the baseline's. */
export type Scorer = (point: readonly Format[]) => number;

export interface Priced {
  /** The same result computed directly, for configurations outside the compiled form. */
  readonly predictedMs: (configuration: Configuration) => number;
  readonly program: Program;
  readonly device: DeviceProfile;
  readonly work: Work;
  readonly time: KernelTime;
  readonly isStatic: boolean;
  readonly isFull: boolean;
  readonly scales: TimeScales;
  /** By the kernel's index in the program's work. */
  readonly factors: readonly Factors[];
  readonly baselineMs: number;
}

export function compileScorer(priced: Priced, dimensions: readonly ModelDimension[]): Scorer {
  const { program, work, baselineMs } = priced;
  const codes = new FormatCodes([...formatsOf(program), ...dimensions.flatMap((one) => [...one.formats])]);
  const siteFormats = Uint8Array.from(program.sites, ({ format }) => codes.of(format));
  const own = new Uint8Array(program.operations.length).fill(NO_FORMAT);
  const configurable = new Set(dimensions.flatMap(({ operations }) => [...operations]));
  const functions = work.functions.map((one) => new ScoredFunction(priced, one, codes, configurable));
  const position = new Map(work.functions.map((one, at) => [one.function, at]));
  // a constant expression with a format of its own decides the formats of others: the deciding values are then no longer fixed
  if (functions.some((one) => one.anyTakesOperandFormat(configurable)))
    return (point) => priced.predictedMs(configurationOf(program, dimensions, point)) / baselineMs;
  const affected = dimensions.map((dimension) => affectedFunctions(program, functions, position, dimension));
  const kernels = new ScoredKernels(priced, codes, position);
  const current: (Format | null)[] = dimensions.map(() => null);
  const stale = new Uint8Array(functions.length).fill(1);
  return (point) => {
    for (let at = 0; at < dimensions.length; at++) {
      const format = point[at]!;
      if (current[at] === format) continue;
      current[at] = format;
      const code = codes.of(format);
      const { sites, operations } = dimensions[at]!;
      for (const site of sites) siteFormats[site] = code;
      for (const operation of operations)
        own[operation] = program.operations[operation]!.format === format ? NO_FORMAT : code;
      for (const one of affected[at]!) stale[one] = 1;
    }
    for (let at = 0; at < functions.length; at++) {
      if (stale[at] === 0) continue;
      functions[at]!.score(siteFormats, own);
      stale[at] = 0;
    }
    return kernels.ms(functions, siteFormats) / baselineMs;
  };
}

function configurationOf(
  program: Program,
  dimensions: readonly ModelDimension[],
  point: readonly Format[],
): Configuration {
  const sites = new Map<SiteIndex, Format>();
  const operations = new Map<OperationIndex, Format>();
  dimensions.forEach((dimension, at) => {
    const format = point[at]!;
    for (const site of dimension.sites) if (program.sites[site]!.format !== format) sites.set(site, format);
    for (const one of dimension.operations) if (program.operations[one]!.format !== format) operations.set(one, format);
  });
  return { sites, operations };
}

function affectedFunctions(
  program: Program,
  functions: readonly ScoredFunction[],
  position: ReadonlyMap<FunctionIndex, number>,
  { sites, operations }: ModelDimension,
): number[] {
  const found = new Set<number>();
  functions.forEach((one, at) => {
    if (sites.some((site) => one.sites.has(site))) found.add(at);
  });
  for (const operation of operations) {
    const at = position.get(program.operations[operation]!.function);
    if (at !== undefined) found.add(at);
  }
  return [...found];
}

class ScoredKernels {
  private readonly clocks = new Float64Array(PIPES.length);
  private readonly kernels: readonly {
    readonly parts: readonly { readonly at: number; readonly share: number }[];
    readonly issue: number;
    readonly waiting: number;
    readonly broadcast: number;
    readonly threads: number | null;
    readonly registers: Numbers;
    readonly touched: Numbers;
    readonly moved: Numbers;
    readonly scale: KernelScale;
    readonly factors: Factors;
  }[];
  private readonly copies: Numbers;
  private readonly fixedMs: number;
  /** Null if copies are not part of the time. */
  private readonly converting: CopyCosts | null;
  private readonly sizes: Uint8Array;
  private readonly registerSizes: Uint8Array;
  private readonly dramMs: Float64Array;
  private readonly time: KernelTime;
  private readonly isStatic: boolean;

  constructor(
    { work, time, isStatic, isFull, scales, factors }: Priced,
    codes: FormatCodes,
    position: ReadonlyMap<FunctionIndex, number>,
  ) {
    this.time = time;
    this.isStatic = isStatic;
    this.sizes = Uint8Array.from(codes.formats, (format) => formats[format].sizeBytes);
    this.registerSizes = this.sizes.map(registersOf);
    this.dramMs = Float64Array.from(this.sizes, (size) => time.dramMs(size));
    this.copies = new Numbers(scales.countsCopies ? scales.copies.msPerByte : new Map());
    this.converting = scales.countsCopies ? scales.copies : null;
    this.fixedMs = scales.unpricedMs + (scales.countsCopies ? scales.copies.fixedMs : 0);
    this.kernels = work.kernels.map(({ parts, traffic, threads, registers }, at) => ({
      scale: scales.ofKernel[at]!,
      factors: factors[at]!,
      parts: parts.map(({ function: index, share }) => ({ at: position.get(index)!, share })),
      issue: isStatic ? 0 : time.issueClocks(traffic.accesses),
      waiting: time.waitingClocks(traffic),
      threads: isFull ? null : threads,
      registers: new Numbers(registers),
      broadcast: traffic.broadcasts * BROADCAST_BYTES_PER_THREAD,
      touched: new Numbers(isStatic ? new Map() : traffic.touched),
      moved: new Numbers(isStatic ? new Map() : traffic.moved),
    }));
  }

  ms(functions: readonly ScoredFunction[], siteFormats: Uint8Array): number {
    const { clocks, sizes, time } = this;
    let total = this.fixedMs + this.copies.weighted(siteFormats, sizes);
    if (this.converting) total += convertingMs(this.converting, siteFormats);
    for (const { parts, issue, waiting, broadcast, threads, registers, touched, moved, scale, factors } of this
      .kernels) {
      clocks.fill(0);
      for (const { at, share } of parts)
        for (let pipe = 0; pipe < PIPES.length; pipe++) clocks[pipe]! += share * functions[at]!.clocks[pipe]!;
      if (this.isStatic) {
        clocks[ISSUE] = 0;
        clocks[LATENCY] = 0;
        for (const { ms } of time.resources(clocks, { cachedBytes: 0, dramMs: 0 }, 1)) total += ms;
        continue;
      }
      clocks[ISSUE]! += issue;
      clocks[LATENCY]! += waiting;
      const resident = time.residentThreads(registers.weighted(siteFormats, this.registerSizes), threads);
      const traffic = {
        cachedBytes: broadcast + touched.weighted(siteFormats, sizes),
        dramMs: moved.weighted(siteFormats, this.dramMs),
      };
      total += scaledMs(scale, time.ms(clocks, traffic, resident, factors));
    }
    return total;
  }
}

class Numbers {
  private readonly sites: Int32Array;
  private readonly counts: Float64Array;

  constructor(numbers: ReadonlyMap<SiteIndex, number>) {
    this.sites = Int32Array.from(numbers.keys());
    this.counts = Float64Array.from(numbers.values());
  }

  /** The sum of the numbers, each weighted by its format. */
  weighted(siteFormats: Uint8Array, weights: Uint8Array | Float64Array): number {
    let sum = 0;
    for (let at = 0; at < this.sites.length; at++) sum += this.counts[at]! * weights[siteFormats[this.sites[at]!]!]!;
    return sum;
  }
}
