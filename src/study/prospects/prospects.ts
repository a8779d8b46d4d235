/**
 * The prospects of tuning a program, before any search: from two runs of the original program, one profiling run and the performance model.
 * They say whether it can be tuned, what limits its kernels, the largest possible speedup, which formats overflow, which sums need precision,
 * and which variables are frozen, with their share of the work.
 */
import { variableDependencies } from '../../analysis/accumulated-dependency.js';
import { findAccumulations } from '../../analysis/accumulations.js';
import type { DeviceProfile } from '../../analysis/devices/device-profile.js';
import { findBlockExecutions } from '../../analysis/performance/block-executions.js';
import { isFasterInPairs, shareOfFp64 } from '../../analysis/performance/double-precision.js';
import { Refit, spreadOf } from '../../analysis/performance/refit.js';
import { type Bound, type ExecutionCounts, PerformanceModel } from '../../analysis/performance-model.js';
import { hasKernels } from '../../analysis/scope.js';
import { findTunableWork, type TunableWork } from '../../analysis/tunable-work.js';
import { count } from '../../inspection/table.js';
import type { Goal, OutputPlace, RangesRecord } from '../../journal/records.js';
import { arithmeticFormats, type Format, formats, isHalf, isSummed } from '../../numerics/format.js';
import { isLost } from '../../numerics/value-range.js';
import type { SiteIndex } from '../../program/program.js';
import { baselineConfiguration, resolve } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import { measuredTimes } from '../../workbench/kernel-times.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { recordRanges, untriedFormats } from '../formats/observed-ranges.js';
import { isText, outputOfRun, type ProgramOutput } from '../judging/program-output.js';
import { describeEnd } from '../judging/run-end.js';
import { MUCH_LONGER } from '../preparation/input-roles.js';
import { TuningSpace } from '../search-space.js';
import { type BlockProspect, blockProspects } from './block-prospects.js';
import { printedDigits } from './printed-digits.js';
import { findLostDigits, type LostDigits } from './raised-sums.js';

export interface Prospects {
  /** Why the program cannot be tuned; null if it can. */
  readonly untunable: string | null;
  readonly output: {
    readonly values: number;
    readonly digits: { readonly fewest: number; readonly most: number } | null;
    /** Whether two runs printed the same bytes. */
    readonly repeats: boolean;
  } | null;
  /** Number of groups in scope that may change. */
  readonly groups: number;
  /** Largest modelled speedup, regardless of the error; null without operation counts or model. */
  readonly ceiling: Ceiling | null;
  readonly kernels: readonly KernelProspect[];
  /** On a GPU that is faster in pairs of floats than in fp64; null on other GPUs and without a model. */
  readonly pairs: PairsProspect | null;
  readonly formats: readonly FormatProspect[];
  readonly sums: readonly SumProspect[];
  /** Null if the original program is within the tolerance, or if none was given. */
  readonly lost: LostDigits | null;
  readonly blocks: readonly BlockProspect[];
  readonly frozen: readonly {
    readonly reason: string;
    readonly code: string;
    readonly traffic: number;
    readonly arithmetic: number;
  }[];
  readonly work: Pick<TunableWork, 'traffic' | 'arithmetic'>;
}

/** A modelled speedup with its uncertainty (refit.ts). */
export interface Ceiling {
  readonly speedup: number;
  readonly least: number;
  readonly most: number;
}

export interface PairsProspect {
  /** Share of the kernels' time in which the fp64 units are busy. */
  readonly share: number;
  /** Modelled speedup of the fastest configuration without fp32. */
  readonly speedup: number;
}

export interface KernelProspect {
  readonly name: string;
  readonly boundBy: Bound;
  /** Share of the time of all kernels. */
  readonly share: number;
  readonly ceiling: number;
}

export interface FormatProspect {
  readonly format: Format;
  readonly fits: boolean;
  readonly reason: string;
}

export interface SumProspect {
  readonly site: string;
  readonly file: string;
  readonly line: number;
  /** Number of terms added one after the other. */
  readonly terms: number;
  /** Error in fp32, relative to the sum of absolute values: typical, and worst case. */
  readonly usual: number;
  readonly worst: number;
  /** Whether `tune --accumulators` can change the summation method. */
  readonly canFold: boolean;
}

export interface ProspectsRequest {
  readonly bench: Bench;
  readonly place: OutputPlace;
  readonly limits: RunLimits;
  /** Limits of further inputs: if kernels are timed, the longest input determines their shares. */
  readonly others: readonly RunLimits[];
  readonly input: string;
  readonly scope: ReadonlySet<SiteIndex>;
  /** The tolerance; null if none was given. */
  readonly goal: Goal | null;
  readonly device: DeviceProfile;
  /** Whether the profile is of another GPU than the program runs on. */
  readonly isElsewhere: boolean;
  onStep(what: string): void;
}

/** fp32's unit roundoff. */
const UNIT = 2 ** -24;
/** Shorter sums have no larger errors than other arithmetic. */
const LEAST_TERMS = 16;
const MOST_SUMS = 5;

export async function findProspects(request: ProspectsRequest): Promise<Prospects> {
  const { bench, scope, onStep } = request;
  const { program, groups } = bench;
  const space = new TuningSpace(bench, ['fp64', 'fp32'], scope);
  onStep('building the original program and running it twice');
  const ran = await runTwice(request);
  const known = {
    groups: space.space.dimensions.length,
    output: ran.output,
    blocks: blockProspects(program, bench.derived.blockSizes),
  };
  const untuned = (untunable: string): Prospects => ({
    ...{ ...known, untunable, ceiling: null, kernels: [], pairs: null, formats: [], sums: [], lost: null },
    ...workOf(findTunableWork(program, groups, null)),
  });
  if (ran.failure !== null) return untuned(ran.failure);
  onStep('counting the executions of each operation');
  const profile = await bench.runs.profile('count-ranges', request.limits).catch((error: Error) => error.message);
  if (typeof profile === 'string') return untuned(`it cannot be instrumented: ${profile}`);
  const { counts, ranges } = profile;
  const narrower: Format[] = [...(isFasterInPairs(request.device) ? ['fp32x2' as const] : []), ...arithmeticFormats];
  const halves = new TuningSpace(bench, narrower, scope);
  const seen = ranges && recordRanges(program, halves.rangedGroups, ranges, request.input);
  const lost = await lostDigits(request, ran.first, counts);
  const prices = priced(request, counts, space, await longestRun(request, ran.gpu));
  return {
    ...known,
    untunable: known.groups === 0 ? 'no variable can change its format' : whyNotComparable(ran.output),
    ceiling: prices?.ceiling ?? null,
    kernels: prices?.kernels ?? [],
    pairs: prices?.pairs ?? null,
    formats: seen ? formatProspects(seen, narrower) : [],
    sums: longSums(request, counts),
    lost,
    ...workOf(findTunableWork(program, groups, counts)),
  };
}

function whyNotComparable(output: Prospects['output']): string | null {
  return output && output.values === 0 ? 'it prints no numbers that can be compared' : null;
}

function workOf({ obstacles, traffic, arithmetic }: TunableWork): Pick<Prospects, 'frozen' | 'work'> {
  return {
    frozen: obstacles.map(({ reason, code, traffic: moved, arithmetic: computed }) => ({
      ...{ reason, code, traffic: moved, arithmetic: computed },
    })),
    work: { traffic, arithmetic },
  };
}

type KernelTimes = Parameters<typeof measuredTimes>[1];

type Ran =
  | { readonly failure: string; readonly output: null; readonly first: null; readonly gpu: null }
  | {
      readonly failure: null;
      readonly output: Prospects['output'];
      /** The output of the first run. */
      readonly first: ProgramOutput;
      readonly gpu: KernelTimes | null;
    };

async function runTwice({ bench, place, limits }: ProspectsRequest): Promise<Ran> {
  const outputs: ProgramOutput[] = [];
  let gpu: KernelTimes | null = null;
  await bench.builds.original();
  for (let run = 0; run < 2; run++) {
    const outcome = await bench.runs.original(limits);
    const output = outputOfRun(place, outcome);
    if (output === null)
      return {
        failure:
          outcome.kind === 'exited' && outcome.exitCode === 0
            ? 'it writes no output'
            : `it ${describeEnd(outcome, limits)}`,
        output: null,
        first: null,
        gpu: null,
      };
    outputs.push(output);
    if ('gpu' in outcome && outcome.gpu) gpu = outcome.gpu;
  }
  const [first, second] = outputs as [ProgramOutput, ProgramOutput];
  const digits = isText(place) ? printedDigits(first.bytes.toString('latin1')) : null;
  const repeats = first.bytes.equals(second.bytes);
  return { failure: null, output: { values: first.values.length, digits, repeats }, first, gpu };
}

async function lostDigits(
  { bench, place, limits, goal, onStep }: ProspectsRequest,
  original: ProgramOutput,
  counts: ExecutionCounts,
): Promise<LostDigits | null> {
  if (goal === null) return null;
  onStep('comparing the original program with a run in fp64x2');
  return findLostDigits({ bench, place, limits, goal, original }, counts);
}

function priced(
  { bench, device, isElsewhere, scope }: ProspectsRequest,
  counts: ExecutionCounts,
  space: TuningSpace,
  longest: { readonly gpu: KernelTimes; readonly isOther: boolean } | null,
): Pick<Prospects, 'ceiling' | 'kernels' | 'pairs'> | null {
  const { program } = bench;
  if (!hasKernels(program)) return null; // the cost model describes GPUs only
  const measured =
    longest && !isElsewhere ? { ...measuredTimes(program, longest.gpu, true), isOfLonger: longest.isOther } : null;
  const isFull = bench.capabilities.inputs === 'stand-in' || measured?.isOfLonger === true;
  const model = new PerformanceModel(program, device, counts, { isFull, measured });
  if (!(model.baseline.timeMs > 0)) return null;
  const fastest = model.predict(space.resolve(space.formatsOf(fastestPoint(model, space))));
  const refit = new Refit(model, resolve(program, baselineConfiguration), []);
  const spread = spreadOf(fastest, refit.uncertainty(space.resolve(space.narrowest)));
  const speedup = model.baseline.timeMs / fastest.timeMs;
  const { kernels } = model.baseline;
  const allMs = kernels.reduce((sum, { timeMs }) => sum + timeMs, 0);
  return {
    ceiling: { speedup, least: Math.max(1, speedup * Math.exp(-spread)), most: speedup * Math.exp(spread) },
    kernels: kernels
      .map(({ function: index, timeMs, bound }, at) => ({
        name: program.functions[index]!.name,
        boundBy: bound,
        share: timeMs / allMs,
        ceiling: timeMs / fastest.kernels[at]!.timeMs || 1,
      }))
      .toSorted((a, b) => b.share - a.share),
    pairs: isFasterInPairs(device) ? pairsProspect(model, new TuningSpace(bench, ['fp64', 'fp32x2'], scope)) : null,
  };
}

function pairsProspect(model: PerformanceModel, space: TuningSpace): PairsProspect {
  const fastest = space.resolve(space.formatsOf(fastestPoint(model, space)));
  return { share: shareOfFp64(model.baseline.kernels), speedup: model.speedup(fastest) ?? 1 };
}

async function longestRun(
  { bench, others, onStep }: ProspectsRequest,
  gpu: KernelTimes | null,
): Promise<{ readonly gpu: KernelTimes; readonly isOther: boolean } | null> {
  if (!gpu || !bench.capabilities.timesKernels) return null;
  let longest = { gpu, isOther: false };
  const msOf = ({ kernels, copyMs }: KernelTimes) => kernels.reduce((sum, { ms }) => sum + ms, copyMs);
  for (const limits of others) {
    onStep('timing the kernels on another input');
    const outcome = await bench.runs.original(limits);
    if (outcome.kind === 'exited' && outcome.gpu && msOf(outcome.gpu) > MUCH_LONGER * msOf(longest.gpu))
      longest = { gpu: outcome.gpu, isOther: true };
  }
  return longest;
}

/** The fastest point regardless of its error: coordinate descent by modelled time from the lowest-precision point. */
export function fastestPoint(model: PerformanceModel, space: TuningSpace): readonly Format[] {
  const { dimensions } = space.space;
  const score = model.scorer(space.modelDimensions);
  let point: Format[] = dimensions.map(({ formats: [declared, ...narrower] }) => narrower.at(-1) ?? declared!);
  const written = dimensions.map(({ formats: [declared] }) => declared!);
  if (score(written) < score(point)) point = written;
  for (let best = score(point), hasMoved = true; hasMoved; ) {
    hasMoved = false;
    for (const [at, { formats: offered }] of dimensions.entries())
      for (const format of offered) {
        const moved = point.with(at, format);
        const time = score(moved);
        if (time >= best * (1 - 1e-9)) continue;
        [point, best, hasMoved] = [moved, time, true];
      }
  }
  return point;
}

/** For each format below fp64: whether the stored values are within its range. */
function formatProspects(ranges: RangesRecord, narrower: readonly Format[]): FormatProspect[] {
  const seen = ranges.groups.filter((one) => one.seen !== null);
  return narrower.flatMap((format): FormatProspect[] => {
    const fits = seen.flatMap((group) => group.fits.filter((one) => one.format === format));
    if (fits.length === 0) return [];
    const groups = `${count(fits.length, 'group')} with values in the profiling run`;
    const lost = fits.filter(({ fit }) => isLost(format, fit)).length;
    const [why] = untriedFormats(ranges, [format]);
    if (why)
      return [
        {
          format,
          fits: lost < fits.length,
          reason: `the values of ${lost} of the ${groups} are outside the range of ${format}: ${why.reason}${isSummed(format) ? `; ${why.remedy}` : ''}`,
        },
      ];
    const fine = fits.filter(({ fit }) => fit !== 'holds').length;
    const but =
      fine === 0
        ? ''
        : isHalf(format)
          ? `; in ${fine} of them, small values lose digits or become 0`
          : `; in ${fine} of them, small values become 0`;
    return [
      {
        format,
        fits: true,
        reason: `all values of the ${groups} are within the range of ${format}${but} (this says nothing about the error)`,
      },
    ];
  });
}

/** Scalar sums and products with so many terms that fp32 loses digits. Array elements are left out: their terms are not counted per element. */
function longSums({ bench, scope }: ProspectsRequest, counts: ExecutionCounts): SumProspect[] {
  const { program, derived } = bench;
  const { variables } = variableDependencies(program, findBlockExecutions(program, counts));
  return [...findAccumulations(program)]
    .filter((site) => scope.has(site) && program.sites[site]!.shape === 'scalar')
    .filter((site) => formats[program.sites[site]!.format].bits > formats.fp32.bits)
    .map((site) => ({ site, terms: Math.round(variables[site]!.dependency) }))
    .filter(({ terms }) => terms >= LEAST_TERMS)
    .toSorted((a, b) => b.terms - a.terms)
    .slice(0, MOST_SUMS)
    .map(({ site, terms }) => {
      const { id, place } = program.sites[site]!;
      const { path: file, source } = program.files[place.range.file]!;
      const { line } = source.position(place.range.begin);
      const [usual, worst] = [Math.sqrt(terms), terms].map((times) => Math.min(1, times * UNIT));
      return { site: id, file, line, terms, usual: usual!, worst: worst!, canFold: derived.sums.found.has(site) };
    });
}
