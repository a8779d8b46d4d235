/**
 * The profiled or static time of many points of one space, over flat arrays: formats by `space/compiled-resolve`, prices by format in
 * tables, and of the functions only those recomputed whose formats changed since the last point. The same figure as
 * `PerformanceModel.predict` gives for what `resolve` says.
 */
import { type Format, formats } from '../../numerics/format.js';
import type { FunctionIndex, OperationIndex, Program, SiteIndex } from '../../program/program.js';
import {
  type CompiledFunction,
  compileFunction,
  FormatCodes,
  formatsOf,
  NO_FORMAT,
} from '../../space/compiled-resolve.js';
import type { Configuration } from '../../space/resolve.js';
import type { DeviceProfile } from '../devices/device-profile.js';
import { BROADCAST_BYTES, CONVERSION, ISSUE, type KernelTime, PIPES, SPECIAL } from './kernel-time.js';
import { pipeOf, priceConversion, priceOperation } from './operation-costs.js';
import { type FunctionWork, sitesOf, type Work } from './work.js';

/** What a dimension of a search space changes together, and the formats it may take. */
export interface ModelDimension {
  readonly sites: readonly SiteIndex[];
  readonly operations: readonly OperationIndex[];
  readonly formats: readonly Format[];
}

/** Predicted time of a point over the baseline's. */
export type Scorer = (point: readonly Format[]) => number;

export interface Priced {
  /** The same by the long way, for what the compiled form cannot say. */
  readonly predictedMs: (configuration: Configuration) => number;
  readonly program: Program;
  readonly device: DeviceProfile;
  readonly work: Work;
  readonly time: KernelTime;
  readonly isStatic: boolean;
  readonly baselineMs: number;
}

export function compileScorer(priced: Priced, dimensions: readonly ModelDimension[]): Scorer {
  const { program, work, baselineMs } = priced;
  const codes = new FormatCodes([...formatsOf(program), ...dimensions.flatMap((one) => [...one.formats])]);
  const siteFormats = Uint8Array.from(program.sites, ({ format }) => codes.of(format));
  const own = new Uint8Array(program.operations.length).fill(NO_FORMAT);
  const functions = work.functions.map((one) => new ScoredFunction(priced, one, codes));
  const position = new Map(work.functions.map((one, at) => [one.function, at]));
  // a constant expression that is given a format of its own decides for others from then on: which values decide is no longer fixed
  if (functions.some((one) => one.adaptsAny(dimensions)))
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

class ScoredFunction {
  readonly clocks = new Float64Array(PIPES.length);
  readonly sites: ReadonlySet<SiteIndex>;
  private readonly compiled: CompiledFunction;
  private readonly width: number;
  private readonly pipes: Uint8Array;
  private readonly operationValues: Int32Array;
  private readonly ownClocks: Float64Array;
  private readonly specialClocks: Float64Array;
  private readonly conversionClocks: Float64Array;
  private readonly issueClocks: Float64Array;
  /** Contractions: value of the product, value of the sum, site between or -1; what each saves by format. */
  private readonly fused: Int32Array;
  private readonly savedClocks: Float64Array;
  private readonly savedIssue: Float64Array;
  /** Converted values with the span of their uses; a use is a value (its format) or, from -1 down, a site. */
  private readonly usedValues: Int32Array;
  private readonly usedRuns: Float64Array;
  private readonly useStarts: Int32Array;
  private readonly useTargets: Int32Array;
  private readonly useRuns: Float64Array;
  private readonly wanted: Float64Array;
  private readonly conversionPrices: Float64Array;
  private readonly conversionIssue: number;

  constructor(
    { program, device, isStatic }: Priced,
    private readonly work: FunctionWork,
    codes: FormatCodes,
  ) {
    this.compiled = compileFunction(program, work.function, codes);
    this.sites = new Set([...this.compiled.sites, ...sitesOf(work)]);
    const width = codes.formats.length;
    this.width = width;
    this.pipes = Uint8Array.from(codes.formats, (format) => PIPES.indexOf(pipeOf(format)));
    const { operations } = work;
    this.operationValues = Int32Array.from(operations, ({ value }) => value);
    const prices = operations.flatMap(({ cost, executions }) =>
      codes.formats.map((format) => ({ price: priceOperation(device, cost, format), executions })),
    );
    this.ownClocks = Float64Array.from(prices, ({ price, executions }) => executions * price.own);
    this.specialClocks = Float64Array.from(prices, ({ price, executions }) => executions * price.special);
    this.conversionClocks = Float64Array.from(prices, ({ price, executions }) => executions * price.conversion);
    this.issueClocks = Float64Array.from(prices, ({ price, executions }) => executions * price.issue);
    const contractions = isStatic ? [] : work.contractions;
    const resultOf = (operation: OperationIndex) => program.operations[operation]!.value;
    this.fused = Int32Array.from(
      contractions.flatMap(({ product, sum, through }) => [resultOf(product), resultOf(sum), through ?? -1]),
    );
    const savings = contractions.flatMap(({ executions }) =>
      codes.formats.map((format) => ({
        price: priceOperation(device, { class: 'mul', times: 1 }, format),
        executions,
      })),
    );
    this.savedClocks = Float64Array.from(savings, ({ price, executions }) => executions * price.own);
    this.savedIssue = Float64Array.from(savings, ({ price, executions }) => executions * price.issue);
    const used = work.used.filter(({ value }) => this.compiled.adapts[value] === 0);
    this.usedValues = Int32Array.from(used, ({ value }) => value);
    this.usedRuns = Float64Array.from(used, ({ executions }) => executions);
    const uses = used.map((one) => one.uses);
    let start = 0;
    this.useStarts = Int32Array.from([0, ...uses.map((list) => (start += list.length))]);
    this.useTargets = Int32Array.from(
      uses.flat().map(({ target }) => (target.kind === 'site' ? -1 - target.index : resultOf(target.index))),
    );
    this.useRuns = Float64Array.from(uses.flat(), ({ executions }) => executions);
    this.wanted = new Float64Array(width);
    this.conversionPrices = Float64Array.from(
      codes.formats.flatMap((from) => codes.formats.map((to) => priceConversion(device, from, to).conversion)),
    );
    this.conversionIssue = 1 / device.issuePerClock;
  }

  adaptsAny(dimensions: readonly ModelDimension[]): boolean {
    const configured = new Set(dimensions.flatMap(({ operations }) => [...operations]));
    return this.work.operations.some(
      ({ operation, value }) => configured.has(operation) && this.compiled.adapts[value] === 1,
    );
  }

  score(siteFormats: Uint8Array, own: Uint8Array): void {
    this.compiled.evaluate(siteFormats, own);
    const { formats: valueFormats } = this.compiled;
    const { clocks, width, pipes, operationValues } = this;
    clocks.fill(0);
    let [special, conversion, issue] = [0, 0, 0];
    for (let at = 0; at < operationValues.length; at++) {
      const format = valueFormats[operationValues[at]!]!;
      const price = at * width + format;
      clocks[pipes[format]!]! += this.ownClocks[price]!;
      special += this.specialClocks[price]!;
      conversion += this.conversionClocks[price]!;
      issue += this.issueClocks[price]!;
    }
    const { fused } = this;
    for (let at = 0, one = 0; at < fused.length; at += 3, one++) {
      const format = valueFormats[fused[at]!]!;
      const through = fused[at + 2]!;
      if (format !== valueFormats[fused[at + 1]!] || (through >= 0 && siteFormats[through] !== format)) continue;
      clocks[pipes[format]!]! -= this.savedClocks[one * width + format]!;
      issue -= this.savedIssue[one * width + format]!;
    }
    const { usedValues, useStarts, useTargets, useRuns, wanted } = this;
    for (let at = 0; at < usedValues.length; at++) {
      const from = valueFormats[usedValues[at]!]!;
      let differs = false;
      for (let use = useStarts[at]!; use < useStarts[at + 1]!; use++) {
        const target = useTargets[use]!;
        const to = target < 0 ? siteFormats[-1 - target]! : valueFormats[target]!;
        if (to === from) continue;
        wanted[to]! += useRuns[use]!;
        differs = true;
      }
      if (!differs) continue;
      for (let to = 0; to < width; to++) {
        if (wanted[to] === 0) continue;
        const runs = Math.min(this.usedRuns[at]!, wanted[to]!);
        conversion += runs * this.conversionPrices[from * width + to]!;
        issue += runs * this.conversionIssue;
        wanted[to] = 0;
      }
    }
    clocks[SPECIAL]! += special;
    clocks[CONVERSION]! += conversion;
    clocks[ISSUE]! += issue;
  }
}

class ScoredKernels {
  private readonly clocks = new Float64Array(PIPES.length);
  private readonly kernels: readonly {
    readonly parts: readonly { readonly at: number; readonly share: number }[];
    readonly issue: number;
    readonly broadcast: number;
    readonly touched: Numbers;
    readonly moved: Numbers;
  }[];
  private readonly sizes: Uint8Array;
  private readonly time: KernelTime;
  private readonly isStatic: boolean;

  constructor({ work, time, isStatic }: Priced, codes: FormatCodes, position: ReadonlyMap<FunctionIndex, number>) {
    this.time = time;
    this.isStatic = isStatic;
    this.sizes = Uint8Array.from(codes.formats, (format) => formats[format].sizeBytes);
    this.kernels = work.kernels.map(({ parts, traffic }) => ({
      parts: parts.map(({ function: index, share }) => ({ at: position.get(index)!, share })),
      issue: isStatic ? 0 : time.issueClocks(traffic.accesses),
      broadcast: traffic.broadcasts * BROADCAST_BYTES,
      touched: new Numbers(isStatic ? new Map() : traffic.touched),
      moved: new Numbers(isStatic ? new Map() : traffic.moved),
    }));
  }

  ms(functions: readonly ScoredFunction[], siteFormats: Uint8Array): number {
    const { clocks, sizes, time } = this;
    let total = 0;
    for (const { parts, issue, broadcast, touched, moved } of this.kernels) {
      clocks.fill(0);
      for (const { at, share } of parts)
        for (let pipe = 0; pipe < PIPES.length; pipe++) clocks[pipe]! += share * functions[at]!.clocks[pipe]!;
      if (this.isStatic) {
        clocks[ISSUE] = 0;
        for (const { ms } of time.resources(clocks, { cached: 0, dram: 0 })) total += ms;
        continue;
      }
      clocks[ISSUE]! += issue;
      total += time.ms(clocks, {
        cached: broadcast + touched.bytes(siteFormats, sizes),
        dram: moved.bytes(siteFormats, sizes),
      });
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

  bytes(siteFormats: Uint8Array, sizes: Uint8Array): number {
    let bytes = 0;
    for (let at = 0; at < this.sites.length; at++) bytes += this.counts[at]! * sizes[siteFormats[this.sites[at]!]!]!;
    return bytes;
  }
}
