/**
 * Predicts the time of a program under a configuration (AMPT-GA, section 4.3, extended by effects that the paper lists as missing). Two modes:
 *
 * - `profiled`, with the counts of a run: every operation, conversion and access as often as it ran, over all threads. A kernel takes as
 *   long as the busiest of its resources: a pipe per format, special functions, conversions, issue slots, waiting, caches, DRAM
 *   (operation-costs.ts, kernel-time.ts).
 * - `static`, without counts: every operation and conversion of the text once, their clocks added up, as in the paper. Only ratios are
 * meaningful.
 *
 * If the baseline was timed on the device itself, each of its kernels has the measured time, and the model predicts how that changes: the weight
 * of each kernel and the time of copies are then measured, not modelled.
 *
 * A product that is added to one sum is fused with it. Access patterns, bank conflicts and integer arithmetic are left out.
 */
import { type Format, formats } from '../numerics/format.js';
import type { FunctionIndex, Program, SiteIndex } from '../program/program.js';
import { baselineConfiguration, type Configuration, type Resolution, resolve } from '../space/resolve.js';
import {
  type DeviceProfile,
  missingEntries,
  PROFILED_OPERATIONS,
  type ProfiledOperation,
} from './devices/device-profile.js';
import type { ExecutionCounts } from './performance/block-executions.js';
import {
  AS_PRICED,
  type Bound,
  BROADCAST_BYTES_PER_THREAD,
  type Clocks,
  CONVERSION,
  type Factors,
  ISSUE,
  KernelTime,
  LATENCY,
  PIPES,
  registersOf,
  SPECIAL,
} from './performance/kernel-time.js';
import { LinearTime } from './performance/linear-time.js';
import {
  convertingMs,
  copyCosts,
  type KernelScale,
  type MeasuredTimes,
  scaledMs,
  scaledTo,
  type TimeScales,
  unscaled,
} from './performance/measured-times.js';
import {
  pipeOf,
  priceConversion,
  priceOperation,
  savedByFusing,
  savedByMixing,
} from './performance/operation-costs.js';
import { compileScorer, type ModelDimension, type Priced, type Scorer } from './performance/scorer.js';
import { type FunctionWork, findWork, type KernelWork, type Work } from './performance/work.js';

export type { ExecutionCounts } from './performance/block-executions.js';
export type { Bound } from './performance/kernel-time.js';
export type { LinearTime, TimeProgram } from './performance/linear-time.js';
export type { MeasuredTimes } from './performance/measured-times.js';
export type { ModelDimension, Scorer } from './performance/scorer.js';

export interface KernelPrediction {
  readonly function: FunctionIndex;
  readonly timeMs: number;
  /** The resource that takes longest. */
  readonly bound: Bound;
  readonly resources: readonly { readonly bound: Bound; readonly ms: number }[];
}

export interface Prediction {
  /**
   * All kernels, over all launches of the profiling run. Copies between host and device are kept apart, because tuning inputs are often small,
   * unless they were timed.
   */
  readonly timeMs: number;
  readonly transferMs: number;
  readonly kernels: readonly KernelPrediction[];
}

/** Conditions of the profiling run. */
export interface Circumstances {
  /** Assume that launches fill the GPU, because the profiled input is a small one; otherwise launches have the counted threads. */
  readonly isFull?: boolean;
  /** Measured times of the baseline on the device itself. */
  readonly measured?: MeasuredTimes | null;
  /** Sums that are stored once every fixed number of steps: neighbouring threads do so together. */
  readonly folded?: ReadonlySet<SiteIndex>;
  /** Correction factors of the prices in each kernel, if trials were timed. */
  readonly factors?: ReadonlyMap<FunctionIndex, Factors>;
}

export class PerformanceModel {
  readonly reading: 'profiled' | 'static';
  private readonly work: Work;
  private readonly time: KernelTime;
  private readonly isFull: boolean;
  private readonly scales: TimeScales;
  /** By the kernel's index in the program's work. */
  private readonly factors: readonly Factors[];
  private known: Prediction | null = null;

  constructor(
    private readonly program: Program,
    readonly device: DeviceProfile,
    counts: ExecutionCounts | null,
    { isFull = true, measured = null, folded = new Set(), factors = new Map() }: Circumstances = {},
  ) {
    this.reading = counts === null ? 'static' : 'profiled';
    this.work = findWork(program, counts, folded);
    this.time = new KernelTime(device);
    this.isFull = isFull;
    this.factors = this.work.kernels.map((kernel) => factors.get(kernel.function) ?? AS_PRICED);
    const copies = copyCosts(program, device, counts);
    this.scales = unscaled(this.work.kernels.length, copies);
    if (measured && counts)
      this.scales = scaledTo(measured, this.predict(resolve(program, baselineConfiguration)), copies, program);
  }

  /** Entries missing from the device profile to price this program with these additional formats. */
  missingEntries(more: readonly Format[]): string[] {
    const used = new Set<ProfiledOperation>();
    const inUse = new Set<Format>(more);
    for (const { operations } of this.work.functions)
      for (const { operation, cost } of operations) {
        inUse.add(this.program.operations[operation]!.format);
        const profiled = PROFILED_OPERATIONS.find((one) => one === cost.class);
        if (profiled) used.add(profiled);
      }
    return missingEntries(this.device, used, [...inUse]);
  }

  get baseline(): Prediction {
    this.known ??= this.predict(resolve(this.program, baselineConfiguration));
    return this.known;
  }

  predict(resolution: Resolution): Prediction {
    const clocks = this.clocksByFunction(resolution);
    const { ofKernel, unpricedMs, copies, countsCopies } = this.scales;
    const kernels = this.work.kernels.map((kernel, at) =>
      scaledBy(ofKernel[at]!, this.predictKernel(kernel, clocks, resolution, this.factors[at]!)),
    );
    const { siteFormats } = resolution;
    const transferMs = copies.fixedMs + bytesOf(copies.msPerByte, siteFormats) + convertingMs(copies, siteFormats);
    const kernelMs = kernels.reduce((sum, { timeMs }) => sum + timeMs, unpricedMs);
    return { timeMs: countsCopies ? kernelMs + transferMs : kernelMs, transferMs, kernels };
  }

  /** For each kernel with counts: the times of its resources by their prices alone, without measured times. */
  asPriced(resolution: Resolution): ReadonlyMap<FunctionIndex, Float64Array> {
    const clocks = this.clocksByFunction(resolution);
    return new Map(
      this.work.kernels.map((kernel) => {
        const { resources } = this.predictKernel(kernel, clocks, resolution, AS_PRICED);
        return [kernel.function, Float64Array.from(resources, ({ ms }) => ms)];
      }),
    );
  }

  /** Measured time of a kernel in the original program over its priced time. */
  measuredOverPriced(kernel: FunctionIndex): number {
    const at = this.work.kernels.findIndex((one) => one.function === kernel);
    const { modelledMs, measuredMs } = this.scales.ofKernel[at]!;
    return measuredMs / modelledMs;
  }

  /** Baseline time over the time of this configuration; null for a program without anything to price. */
  speedup(resolution: Resolution): number | null {
    const speedup = this.baseline.timeMs / this.predict(resolution).timeMs;
    return Number.isFinite(speedup) ? speedup : null;
  }

  /** Predicted time over the baseline's, for tens of thousands of points of a space per second. */
  scorer(dimensions: readonly ModelDimension[]): Scorer {
    return compileScorer(this.priced, dimensions);
  }

  /** The same for all points at once, as a mixed-integer program; for dimensions made of sites only. */
  linearTime(dimensions: readonly ModelDimension[]): LinearTime | null {
    return dimensions.some(({ operations }) => operations.length > 0) ? null : new LinearTime(this.priced, dimensions);
  }

  private get priced(): Priced {
    const { program, device, work, time, isFull, scales, factors } = this;
    const isStatic = this.reading === 'static';
    const baselineMs = this.baseline.timeMs;
    const predictedMs = (configuration: Configuration) => this.predict(resolve(program, configuration)).timeMs;
    return { program, device, work, time, isStatic, isFull, scales, factors, baselineMs, predictedMs };
  }

  private clocksByFunction(resolution: Resolution): ReadonlyMap<FunctionIndex, Clocks> {
    const converted = conversionsOf(this.work, resolution);
    return new Map(this.work.functions.map((work) => [work.function, this.clocksOf(work, resolution, converted)]));
  }

  private clocksOf(
    work: FunctionWork,
    { siteFormats, operationFormats, valueFormats }: Resolution,
    converted: Converted,
  ): Clocks {
    const clocks = new Float64Array(PIPES.length);
    for (const { operation, cost, executions } of work.operations) {
      const format = operationFormats[operation]!;
      const price = priceOperation(this.device, cost, format);
      clocks[PIPES.indexOf(pipeOf(format))]! += executions * price.own;
      clocks[SPECIAL]! += executions * price.special;
      clocks[CONVERSION]! += executions * price.conversion;
      clocks[ISSUE]! += executions * price.issue;
      clocks[LATENCY]! += executions * price.latency;
    }
    for (const { product, sum, through, executions } of this.reading === 'static' ? [] : work.contractions) {
      const format = operationFormats[product]!;
      if (format !== operationFormats[sum] || (through !== null && siteFormats[through] !== format)) continue;
      const saved = savedByFusing(this.device, format);
      clocks[PIPES.indexOf(pipeOf(format))]! -= executions * saved.own;
      clocks[ISSUE]! -= executions * saved.issue;
      clocks[LATENCY]! -= executions * saved.latency;
    }
    for (const { value, operation, cost, executions } of work.operands) {
      const format = operationFormats[operation]!;
      const { format: given, takesOperandFormat } = valueFormats[work.function]![value]!;
      if (given === null || takesOperandFormat) continue;
      const saved = savedByMixing(this.device, cost, given, format);
      clocks[PIPES.indexOf(pipeOf(format))]! -= executions * saved.own;
      clocks[ISSUE]! -= executions * saved.issue;
      clocks[LATENCY]! -= executions * saved.latency;
    }
    for (const { from, to, executions } of converted.get(work.function) ?? []) {
      const price = priceConversion(this.device, from, to);
      clocks[CONVERSION]! += executions * price.conversion;
      clocks[ISSUE]! += executions * price.issue;
      clocks[LATENCY]! += executions * price.latency;
    }
    return clocks;
  }

  private predictKernel(
    { function: index, parts, traffic, threads, registers }: KernelWork,
    functions: ReadonlyMap<FunctionIndex, Clocks>,
    { siteFormats }: Resolution,
    factors: Factors,
  ): KernelPrediction {
    const clocks = new Float64Array(PIPES.length);
    for (const { function: part, share } of parts)
      functions.get(part)!.forEach((one, pipe) => {
        clocks[pipe]! += share * one;
      });
    if (this.reading === 'static') {
      const resources = this.time.resources(onlyPipes(clocks), { cachedBytes: 0, dramMs: 0 }, 1);
      return { function: index, timeMs: resources.reduce((sum, { ms }) => sum + ms, 0), ...bounded(resources) };
    }
    clocks[ISSUE]! += this.time.issueClocks(traffic.accesses);
    clocks[LATENCY]! += this.time.waitingClocks(traffic);
    const resident = this.time.residentThreads(registersFor(registers, siteFormats), this.isFull ? null : threads);
    const broadcast = traffic.broadcasts * BROADCAST_BYTES_PER_THREAD;
    const dramMs = [...traffic.moved].reduce(
      (sum, [site, count]) => sum + count * this.time.dramMs(formats[siteFormats[site]!].sizeBytes),
      0,
    );
    const moved = { cachedBytes: broadcast + bytesOf(traffic.touched, siteFormats), dramMs };
    return {
      function: index,
      timeMs: this.time.ms(clocks, moved, resident, factors),
      ...bounded(this.time.resources(clocks, moved, resident, factors)),
    };
  }
}

function scaledBy(scale: KernelScale, { timeMs, resources, ...rest }: KernelPrediction): KernelPrediction {
  const scaled = scaledMs(scale, timeMs);
  const times = scaled / timeMs || 1;
  return { ...rest, timeMs: scaled, resources: resources.map(({ bound, ms }) => ({ bound, ms: times * ms })) };
}

/** The paper adds up the clocks of instructions, without issue slots and waiting. */
function onlyPipes(clocks: Clocks): Clocks {
  const rest = Float64Array.from(clocks);
  rest[ISSUE] = 0;
  rest[LATENCY] = 0;
  return rest;
}

function bounded(resources: KernelPrediction['resources']): Pick<KernelPrediction, 'bound' | 'resources'> {
  const shared = resources.filter(({ bound }) => bound === 'special' || bound === 'conversion');
  const units = { bound: longestOf(shared).bound, ms: shared.reduce((sum, { ms }) => sum + ms, 0) };
  const { bound } = longestOf([units, ...resources.filter((one) => !shared.includes(one))]);
  return { bound, resources };
}

function longestOf(resources: KernelPrediction['resources']): KernelPrediction['resources'][number] {
  return resources.reduce((most, one) => (one.ms > most.ms ? one : most));
}

function registersFor(numbers: ReadonlyMap<SiteIndex, number>, siteFormats: readonly Format[]): number {
  let registers = 0;
  for (const [site, count] of numbers) registers += count * registersOf(formats[siteFormats[site]!].sizeBytes);
  return registers;
}

function bytesOf(numbers: ReadonlyMap<SiteIndex, number>, siteFormats: readonly Format[]): number {
  let bytes = 0;
  for (const [site, count] of numbers) bytes += count * formats[siteFormats[site]!].sizeBytes;
  return bytes;
}

type Converted = ReadonlyMap<FunctionIndex, readonly { from: Format; to: Format; executions: number }[]>;

/** `resolve` lists every use that needs another format; a value is converted once for all users that need the same format. */
function conversionsOf(work: Work, { conversions }: Resolution): Converted {
  const executions = new Map(
    work.functions.map(({ function: index, used }) => [index, new Map(used.map((one) => [one.value, one]))]),
  );
  const users = new Map<string, { index: FunctionIndex; value: number; from: Format; to: Format; runs: number }>();
  for (const { function: index, value, user, from, to } of conversions) {
    const used = executions.get(index)?.get(value);
    if (!used) continue;
    const key = `${index} ${value} ${to}`;
    const before = users.get(key) ?? { index, value, from, to, runs: 0 };
    // a user may need the value twice (x * x): each is one of its uses
    before.runs += used.uses.find((one) => one.user === user)!.executions;
    users.set(key, before);
  }
  const found = new Map<FunctionIndex, { from: Format; to: Format; executions: number }[]>();
  for (const { index, value, from, to, runs } of users.values()) {
    const list = found.get(index) ?? [];
    list.push({ from, to, executions: Math.min(executions.get(index)!.get(value)!.executions, runs) });
    found.set(index, list);
  }
  return found;
}
