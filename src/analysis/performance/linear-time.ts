/**
 * The time of every point of a space at once, as a mixed-integer program over the tables of the compiled scorer: given the columns for the rung
 * of each dimension, the minimum of the objective is the scorer's time of that point over the baseline's.
 *
 *   time   = Σ kernels τ_k + copies            τ_k = scaled time of a kernel with modelled time t_k (measured-times.ts)
 *   t_k    = (1 − u) b_k + u Σ r_kj            b_k ≥ r_kj for each resource j, u the share that is not hidden (kernel-time.ts)
 *   r_kj   = Σ prices of operations, conversions and accesses by format (linear-clocks.ts)
 *
 * All but one resource are sums of columns. The waiting time is divided by the number of resident threads, which falls with the registers of
 * each: a product w = L · p of two sums. It is bounded from below by the planes through the corners of the ranges of L and p, and exact at the
 * register counts in `levels`: a caller that finds a point where it is too small adds that point's register count.
 */

import { formats } from '../../numerics/format.js';
import { Affine, MixedIntegerProgram } from '../../numerics/mixed-integer.js';
import { MAX_REGISTERS_PER_THREAD } from '../../program/gpu-limits.js';
import type { SiteIndex } from '../../program/program.js';
import { FormatCodes, formatsOf } from '../../space/compiled-resolve.js';
import {
  BASE_REGISTERS_PER_THREAD,
  BROADCAST_BYTES_PER_THREAD,
  CACHE,
  CONVERSION,
  type Factors,
  ISSUE,
  LATENCY,
  MEMORY,
  PIPES,
  registersOf,
  SPECIAL,
  UNHIDDEN_SHARE,
} from './kernel-time.js';
import { linearClocks } from './linear-clocks.js';
import { LinearFormats } from './linear-formats.js';
import type { KernelScale } from './measured-times.js';
import { ScoredFunction } from './scored-function.js';
import type { ModelDimension, Priced } from './scorer.js';
import type { KernelWork } from './work.js';

/** A mixed-integer program whose objective is the time; `rungs` has, by dimension and rung, the expression that is 1 on that rung. */
export interface TimeProgram {
  readonly program: MixedIntegerProgram;
  readonly rungs: readonly (readonly Affine[])[];
  /** By kernel: the registers of a thread's variables. */
  readonly registers: readonly Affine[];
}

/** By kernel: register counts at which the time is exact. */
export type RegisterLevels = readonly (readonly number[])[];

export class LinearTime {
  private readonly codes: FormatCodes;
  private readonly functions: readonly ScoredFunction[];

  constructor(
    private readonly priced: Priced,
    private readonly dimensions: readonly ModelDimension[],
  ) {
    const { program, work } = priced;
    this.codes = new FormatCodes([...formatsOf(program), ...dimensions.flatMap((one) => [...one.formats])]);
    this.functions = work.functions.map((one) => new ScoredFunction(priced, one, this.codes, new Set()));
  }

  get kernels(): number {
    return this.priced.work.kernels.length;
  }

  build(levels: RegisterLevels): TimeProgram {
    const { work, scales, factors, program: source, baselineMs } = this.priced;
    const program = new MixedIntegerProgram();
    const siteFormats = Uint8Array.from(source.sites, ({ format }) => this.codes.of(format));
    const columns = new LinearFormats(program, this.codes, this.dimensions, siteFormats);
    const clocks = new Map(work.functions.map((one, at) => [one.function, linearClocks(this.functions[at]!, columns)]));
    const registers = work.kernels.map((kernel) => weighted(columns, kernel.registers, registersOf));
    const kernels = work.kernels.map((kernel, at) => {
      const of = PIPES.map((_, pipe) =>
        Affine.sum(kernel.parts.map((part) => [part.share, clocks.get(part.function)![pipe]!] as const)),
      );
      const [scale, priced] = [scales.ofKernel[at]!, factors[at]!];
      return this.kernel(columns, kernel, of, { scale, factors: priced }, registers[at]!, levels[at] ?? []);
    });
    const time = Affine.sum([...kernels.map((one) => [1, one] as const), [1, this.copies(columns)]]);
    program.objective = time.times(1 / baselineMs);
    return { program, rungs: columns.rungs, registers };
  }

  private copies(columns: LinearFormats): Affine {
    const { copies, countsCopies, unpricedMs } = this.priced.scales;
    const fixed = new Affine(unpricedMs + (countsCopies ? copies.fixedMs : 0));
    if (!countsCopies) return fixed;
    const converting = copies.conversions.map(({ to, from, ms }) => {
      const [a, b] = [columns.ofSite(to), columns.ofSite(from)];
      if (a.key === b.key) return new Affine();
      const differs = columns.program.indicator();
      a.is.forEach((is, code) => {
        columns.program.atLeast(differs.plus(is, -1).plus(b.is[code]!), 0);
      });
      return differs.times(ms);
    });
    const carried = weighted(columns, copies.msPerByte, (bytes) => bytes);
    return Affine.sum([fixed, carried, ...converting].map((one) => [1, one] as const));
  }

  private kernel(
    columns: LinearFormats,
    { traffic, threads }: KernelWork,
    clocks: readonly Affine[],
    { scale, factors }: { readonly scale: KernelScale; readonly factors: Factors },
    registers: Affine,
    levels: readonly number[],
  ): Affine {
    const { time, device, isStatic, isFull } = this.priced;
    const { program } = columns;
    const { msPerClock, msPerCachedByte } = time;
    if (isStatic)
      return Affine.sum(
        PIPES.flatMap((_, pipe) => (pipe === ISSUE || pipe === LATENCY ? [] : [[msPerClock, clocks[pipe]!] as const])),
      );
    const waiting = clocks[LATENCY]!.plus(new Affine(time.waitingClocks(traffic))).times(msPerClock);
    const share = (count: number) => 1 / time.residentThreads(count, isFull ? null : threads);
    const touched = weighted(columns, traffic.touched, (bytes) => bytes);
    const resources = [
      ...[0, 1, 2].map((pipe) => clocks[pipe]!.times(factors[pipe]! * msPerClock)),
      clocks[SPECIAL]!.times(factors[SPECIAL]!).plus(clocks[CONVERSION]!, factors[CONVERSION]!).times(msPerClock),
      clocks[ISSUE]!.plus(new Affine(time.issueClocks(traffic.accesses))).times(factors[ISSUE]! * msPerClock),
      waitedMs(program, waiting, registers, share, device.registersPerMultiprocessor, levels).times(factors[LATENCY]!),
      touched
        .plus(new Affine(traffic.broadcasts * BROADCAST_BYTES_PER_THREAD))
        .times(factors[CACHE]! * msPerCachedByte),
      weighted(columns, traffic.moved, (bytes) => time.dramMs(bytes)).times(factors[MEMORY]!),
    ].filter((one) => one.terms.size > 0 || one.constant !== 0);
    if (resources.length === 0) return new Affine();
    // in units of the kernel's own time, so that all columns have a similar scale
    const unit = Math.max(...resources.map((one) => program.range(one).most), Number.MIN_VALUE);
    const busiest = program.indicator();
    for (const one of resources) program.atLeast(busiest.plus(one, -1 / unit), 0);
    const ms = Affine.sum([
      [(1 - UNHIDDEN_SHARE) * unit, busiest],
      ...resources.map((one) => [UNHIDDEN_SHARE, one] as const),
    ]);
    const most = program.range(Affine.sum(resources.map((one) => [1, one] as const))).most;
    return scaledToMeasured(program, scale, ms, most);
  }
}

/**
 * Scales a modelled time `ms` (at most `most`) to the measured baseline: the lesser of two lines below the baseline's time, the greater of two
 * beyond.
 */
function scaledToMeasured(
  program: MixedIntegerProgram,
  { modelledMs, measuredMs: measured }: KernelScale,
  ms: Affine,
  most: number,
): Affine {
  const slope = measured / modelledMs;
  if (measured <= modelledMs) return ms.times(slope);
  const isLonger = program.indicator(true);
  const scaled = program.column(0, Number.POSITIVE_INFINITY);
  const unit = slope * most;
  const atLeast = (line: Affine, freed: Affine) => program.atLeast(scaled.plus(line, -1 / unit).plus(freed), 0);
  const notLonger = new Affine(1).plus(isLonger, -1);
  const most1 = Math.max(1, (measured + most) / unit);
  atLeast(ms.times(slope), isLonger);
  atLeast(ms.times(UNHIDDEN_SHARE).plus(new Affine(measured - UNHIDDEN_SHARE * modelledMs)), notLonger.times(most1));
  atLeast(ms.plus(new Affine(UNHIDDEN_SHARE * (measured - modelledMs))), notLonger.times(most1));
  return scaled.times(unit);
}

/** `waiting` divided by the resident threads; `share` is that factor as a function of the registers. */
function waitedMs(
  program: MixedIntegerProgram,
  waiting: Affine,
  registers: Affine,
  share: (registers: number) => number,
  perMultiprocessor: number,
  levels: readonly number[],
): Affine {
  const { least, most } = program.range(registers);
  const [lowest, highest] = [share(least), share(most)];
  if (lowest === highest) return waiting.times(lowest);
  const { least: shortest, most: longest } = program.range(waiting);
  // in units of the longest possible time
  const unit = longest * highest;
  if (!(unit > 0)) return new Affine();
  const waited = program.indicator();
  const part = waiting.times(1 / longest);
  const each = program.column(lowest / highest, 1);
  // beyond the register limit of a thread the share no longer grows, so no line is below it
  if (BASE_REGISTERS_PER_THREAD + most <= MAX_REGISTERS_PER_THREAD)
    program.atLeast(
      each.plus(registers.plus(new Affine(BASE_REGISTERS_PER_THREAD)), -1 / (perMultiprocessor * highest)),
      0,
    );
  const [low, short] = [lowest / highest, shortest / longest];
  program.atLeast(waited.plus(part, -low).plus(each, -short), -low * short);
  program.atLeast(waited.plus(part, -1).plus(each, -1), -1);
  const room = most - least;
  const steps = [least, ...levels.toSorted((a, b) => a - b)].filter(
    (level, at, all) => at === 0 || (level > all[at - 1]! + 2 * REGISTER_TOLERANCE * room && level <= most),
  );
  if (steps.length === 1) return waited.times(unit);
  const within = steps.map(() => program.indicator(true));
  program.atLeast(Affine.sum(within.map((one) => [1, one] as const)), 1);
  within.forEach((isWithin, at) => {
    const out = new Affine(1).plus(isWithin, -1);
    const next = steps[at + 1];
    const end = next === undefined ? most : next - REGISTER_TOLERANCE * room;
    if (at > 0) program.atLeast(registers.plus(out, room).times(1 / room), steps[at]! / room);
    program.atMost(registers.plus(out, -room).times(1 / room), end / room);
    program.atLeast(waited.plus(part, -share(steps[at]!) / highest).plus(out), 0);
  });
  return waited.times(unit);
}

/**
 * Difference between two numbers of registers that count as one, over all registers there may be.
 * Chosen: above the solver's tolerances (1e-9, highs-solver.ts), below any register; nothing else was tried.
 */
const REGISTER_TOLERANCE = 1e-6;

/** Sum of the numbers of sites, each weighted by the size of its format. */
function weighted(
  columns: LinearFormats,
  numbers: ReadonlyMap<SiteIndex, number>,
  weight: (sizeBytes: number) => number,
): Affine {
  const weights = columns.codes.formats.map((format) => weight(formats[format].sizeBytes));
  return Affine.sum(
    [...numbers].flatMap(([site, count]) =>
      columns.ofSite(site).is.map((is, code) => [count * weights[code]!, is] as const),
    ),
  );
}
