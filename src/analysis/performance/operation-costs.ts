/**
 * The cost of one operation on a device, by the pipes it occupies. A multiprocessor has a pipe per format (fp16 and bf16 share one), and one for
 * special functions and conversions; they work at the same time, but every instruction takes an issue slot.
 *
 * An addition, a multiplication and a fused multiply-add take 1 ÷ throughput clocks of their format's pipe. A function in fp64 is a sequence of
 * fp64 instructions: it takes 1 ÷ throughput of that pipe. In fp32 and below most functions are one special instruction with a few around it:
 * the share of the special units is priced there, the rest on the format's pipe.
 */
import {
  type ArithmeticFormat,
  computedIn,
  type Format,
  type FormatProperties,
  formats,
  isStorageOnly,
  isSummed,
  isWider,
  type SummedFormat,
} from '../../numerics/format.js';
import type { DeviceProfile, ProfiledOperation } from '../devices/device-profile.js';
import type { CostClass, OperationCost } from './cost-class.js';
import { costOfSummed, isComputedInDouble, type SummedCost, savedWithPart } from './summed-costs.js';

export type ArithmeticPipe = 'fp64' | 'fp32' | 'fp16';

export function pipeOf(format: Format): ArithmeticPipe {
  const { part } = formats[format];
  if (isStorageOnly(part)) return 'fp32';
  return part === 'bf16' ? 'fp16' : part;
}

/** Clocks of one multiprocessor for one thread's operation. */
export interface PipeClocks {
  readonly own: number;
  readonly special: number;
  readonly conversion: number;
  readonly issue: number;
  /** Clocks that a thread waits for the result, less the work it does meanwhile. */
  readonly latency: number;
}

/**
 * Basic instructions of a thread that are in flight at the same time. A library function is a sequence with branches and overlaps with none.
 * Chosen: as many as n-body has coordinates, each with its own chain; tried 2 and 6 (results/without-a-gpu/model/other-constants.txt): only
 * sedov depends on it by more than 1 %.
 */
const INSTRUCTIONS_IN_FLIGHT = 3;
/**
 * Clocks until the result of a conversion, a special-function instruction or a rounding can be used, if a profile has no figure.
 * Source: results/nvidia-h200/characterize/profile.json: conversions between fp32 and fp64, fp16 or integers take 17.1 to 17.5 clocks. Tried 8
 * and 34 (results/without-a-gpu/model/other-constants.txt), with no difference on an H200.
 */
const DEFAULT_LATENCY_CLOCKS = 17;
/**
 * Instructions issued for one special-function instruction: itself, and one that brings its operand into range.
 * Chosen: __expf and __logf consist of a special-function instruction and a multiplication; nothing else was tried.
 */
const INSTRUCTIONS_PER_SPECIAL = 2;
/**
 * Instructions of a minimum or maximum in fp64, which has no instruction for it: a comparison and two selections, one for each half of the
 * number.
 * Chosen: the number of steps; nothing else was tried.
 */
const FP64_MINMAX_INSTRUCTIONS = 3;
/**
 * Dependent steps of a minimum or maximum, in additions.
 * Chosen: the comparison, then the selections, as on Pascal in Gu's dissertation, Tables 2.3 and 2.4; the three older generations there take one
 * addition. Nothing else was tried.
 */
const MINMAX_DEPTH = 2;
/**
 * Time of a function over that of its special instructions, up to which these bound it.
 * Chosen: of the ratios on an H200 (h200.ts) the largest below is 1.13 (exp in fp32) and the smallest above 1.25 (exp in bf16); nothing else was tried.
 */
const MAX_RATIO_OF_SPECIAL_BOUND = 1.15;
/**
 * Additions per part in other conversions to or from a format of several parts.
 * Chosen: a two-part sum takes three (Dekker's fast two-sum); nothing else was tried.
 */
const ADDITIONS_PER_PART = 3;

/**
 * Instructions of the special units in each function below fp64: sin and cos are polynomials.
 * Chosen: by how these functions are computed (a power is an exponential of a logarithm); nothing else was tried, and none was measured alone.
 */
const SPECIAL_INSTRUCTIONS: Readonly<Partial<Record<CostClass, number>>> = {
  div: 2, // the reciprocal, and a check of the operands
  sqrt: 1,
  rsqrt: 1,
  exp: 1,
  log: 1,
  pow: 2,
};
/**
 * Instructions of the format's pipe around the special ones, if the function is no slower than the special units.
 * Chosen: estimated; nothing else was tried, and none was measured.
 */
const AROUND_SPECIAL: Readonly<Partial<Record<CostClass, number>>> = {
  div: 7,
  sqrt: 7,
  rsqrt: 4,
  exp: 5,
  log: 10,
  pow: 20,
};

/** NaN if the profile has no figure: `missingEntries` reports missing figures before anything is priced. */
export function priceOperation(
  device: DeviceProfile,
  { class: asked, times }: OperationCost,
  stored: Format,
): PipeClocks {
  const format = computedIn(stored);
  if (isSummed(format)) return priceSummed(device, asked, times, format);
  const kind = asked === 'compare' ? 'add' : asked;
  const table = device.throughput[format as ArithmeticFormat] ?? {};
  const basic = table.fma ?? Number.NaN;
  const latency = (times * latencyOf(device, kind, format)) / (BASIC.has(kind) ? INSTRUCTIONS_IN_FLIGHT : 1);
  const scaled = (own: number, special: number, conversion: number, instructions: number): PipeClocks => ({
    own: times * own,
    special: times * special,
    conversion: times * conversion,
    issue: (times * instructions) / device.issuePerClock,
    latency,
  });
  switch (kind) {
    case 'free':
      return scaled(0, 0, 0, 0);
    case 'special':
      return scaled(0, 1 / device.specialPerClock, 0, INSTRUCTIONS_PER_SPECIAL);
    case 'minmax': // fp64 has no such instruction: a comparison and two selections
      return format === 'fp64'
        ? scaled(1 / (table.add ?? Number.NaN), 0, 0, FP64_MINMAX_INSTRUCTIONS)
        : scaled(1 / (table.add ?? Number.NaN), 0, 0, 1);
    case 'round': {
      const rate = device.conversions[format === 'fp64' ? 'fp64-fp32' : 'fp32-integer'] ?? device.specialPerClock;
      return scaled(0, 0, 1 / rate, 1);
    }
    case 'add':
    case 'mul':
    case 'fma':
      return scaled(1 / (table[kind] ?? Number.NaN), 0, 0, 1);
    default:
      return scaledFunction(device, kind, format, 1 / (table[kind] ?? Number.NaN), basic, scaled);
  }
}

const NOTHING: PipeClocks = { own: 0, special: 0, conversion: 0, issue: 0, latency: 0 };

/** The price that a compiler saves by fusing a product with the sum it is added to. Formats of several parts have no fused operation. */
export function savedByFusing(device: DeviceProfile, format: Format): PipeClocks {
  return isSummed(format) ? NOTHING : priceOperation(device, { class: 'mul', times: 1 }, format);
}

/**
 * A function of fp32x2 that runtime/formats computes in double: both parts are converted there and back, and added with their error, which is 0 if
 * the pair is a double.
 * Source: runtime/formats/elementary-narrow.h: an addition, and a sum with its error and a comparison.
 */
const DOUBLE_ADDITIONS_AROUND_FUNCTION = 8;
const CONVERSIONS_AROUND_FUNCTION = 4;

function priceInDouble(device: DeviceProfile, kind: CostClass, times: number): PipeClocks {
  const parts = [
    priceOperation(device, { class: kind, times: 1 }, 'fp64'),
    priceOperation(device, { class: 'add', times: DOUBLE_ADDITIONS_AROUND_FUNCTION }, 'fp64'),
    ...Array.from({ length: CONVERSIONS_AROUND_FUNCTION }, () => priceConversion(device, 'fp32', 'fp64')),
  ];
  return timesPrice(times, parts.reduce(addPrices));
}

/** Priced as the operations of its parts. */
function priceSummed(device: DeviceProfile, kind: CostClass, times: number, format: SummedFormat): PipeClocks {
  if (isComputedInDouble(kind, format)) return priceInDouble(device, kind, times);
  return pricePart(device, costOfSummed(kind, format), times, format);
}

/** The price that an operation saves if this operand is a number of its format's parts. */
export function savedByMixing(
  device: DeviceProfile,
  { class: kind, times }: OperationCost,
  operand: Format,
  format: Format,
): PipeClocks {
  if (!isSummed(format) || formats[format].part !== operand) return NOTHING;
  return pricePart(device, savedWithPart(kind, format), times, format);
}

function pricePart(
  device: DeviceProfile,
  { basic, depth, divisions }: SummedCost,
  times: number,
  format: SummedFormat,
): PipeClocks {
  const { part } = formats[format];
  const one = priceOperation(device, { class: 'fma', times: 1 }, part);
  const division = priceOperation(device, { class: 'div', times: 1 }, part);
  const of = (which: keyof PipeClocks) => times * (basic * one[which] + divisions * division[which]);
  return {
    own: of('own'),
    special: of('special'),
    conversion: of('conversion'),
    issue: of('issue'),
    // dependent operations cannot hide each other's latency
    latency: times * (depth * latencyOf(device, 'fma', part) + divisions * division.latency),
  };
}

const BASIC: ReadonlySet<CostClass> = new Set(['add', 'mul', 'fma', 'minmax', 'round', 'special']);

/** Clocks until the result can be used; 0 if the profile has no latencies: the model then leaves out waiting. */
function latencyOf({ latency }: DeviceProfile, kind: Exclude<CostClass, 'compare'>, format: Format): number {
  const table = latency?.[format as ArithmeticFormat];
  if (!table || kind === 'free') return 0;
  switch (kind) {
    case 'minmax':
      return MINMAX_DEPTH * (table.add ?? 0);
    case 'round':
    case 'special':
      return DEFAULT_LATENCY_CLOCKS;
    default:
      return table[kind] ?? 0;
  }
}

function scaledFunction(
  device: DeviceProfile,
  kind: ProfiledOperation,
  format: Format,
  clocks: number,
  basic: number,
  scaled: (own: number, special: number, conversion: number, instructions: number) => PipeClocks,
): PipeClocks {
  if (format === 'fp64') {
    const start = /^(?:div|sqrt|rsqrt)$/.test(kind) ? 1 : 0; // a first approximation, refined by the other instructions
    return scaled(clocks, start / device.specialPerClock, 0, clocks * basic);
  }
  const special = (SPECIAL_INSTRUCTIONS[kind] ?? 0) / device.specialPerClock;
  const isSpecialBound = clocks <= MAX_RATIO_OF_SPECIAL_BOUND * special;
  const own = isSpecialBound ? Math.min(clocks, (AROUND_SPECIAL[kind] ?? 0) / basic) : clocks;
  return scaled(own, special, 0, own * basic);
}

/** Conversions to and from formats of several parts: a few operations of the parts, and conversions between the machine formats if they differ. */
function priceSummedConversion(device: DeviceProfile, from: Format, to: Format): PipeClocks {
  const [a, b] = [formats[from], formats[to]];
  const { additions, conversions } = stepsBetween(a, b);
  const work = priceOperation(device, { class: 'add', times: additions }, isWider(a.part, b.part) ? a.part : b.part);
  if (a.part === b.part) return work;
  return addPrices(work, timesPrice(conversions, priceConversion(device, a.part, b.part)));
}

/**
 * Conversions between a pair of floats and a double, which are one addition apart: the pair's parts are converted and added; a double is rounded to
 * the first part, which is converted back and subtracted to give the second, which is rounded.
 * Source: runtime/mantissa/mantissa_fp32x2.h.
 */
const CONVERSIONS_OF_PAIR_TO_DOUBLE = 2;
const CONVERSIONS_OF_DOUBLE_TO_PAIR = 3;

function stepsBetween(from: FormatProperties, to: FormatProperties): { additions: number; conversions: number } {
  if (from.part === to.part && from.parts < to.parts) return { additions: 0, conversions: 0 };
  if (from === formats.fp32x2 && to === formats.fp64)
    return { additions: 1, conversions: CONVERSIONS_OF_PAIR_TO_DOUBLE };
  if (from === formats.fp64 && to === formats.fp32x2)
    return { additions: 1, conversions: CONVERSIONS_OF_DOUBLE_TO_PAIR };
  const parts = Math.max(from.parts, to.parts);
  return { additions: ADDITIONS_PER_PART * parts, conversions: parts };
}

function timesPrice(times: number, { own, special, conversion, issue, latency }: PipeClocks): PipeClocks {
  return {
    own: times * own,
    special: times * special,
    conversion: times * conversion,
    issue: times * issue,
    latency: times * latency,
  };
}

function addPrices(a: PipeClocks, b: PipeClocks): PipeClocks {
  return {
    own: a.own + b.own,
    special: a.special + b.special,
    conversion: a.conversion + b.conversion,
    issue: a.issue + b.issue,
    latency: a.latency + b.latency,
  };
}

/**
 * NaN if the profile has no figure. A storage-only format is converted through the format it is computed in, unless the profile has a figure for
 * the pair.
 */
export function priceConversion(device: DeviceProfile, from: Format, to: Format): PipeClocks {
  if (isSummed(from) || isSummed(to)) return priceSummedConversion(device, from, to);
  const known = device.conversions[`${from}-${to}`];
  const through = isStorageOnly(from) ? computedIn(from) : isStorageOnly(to) ? computedIn(to) : null;
  if (known === undefined && through !== null && through !== from && through !== to)
    return addPrices(priceConversion(device, from, through), priceConversion(device, through, to));
  const rate = known ?? Number.NaN;
  const clocks = device.latency ? (device.conversionLatency?.[`${from}-${to}`] ?? DEFAULT_LATENCY_CLOCKS) : 0;
  return {
    own: 0,
    special: 0,
    conversion: 1 / rate,
    issue: 1 / device.issuePerClock,
    latency: clocks / INSTRUCTIONS_IN_FLIGHT,
  };
}
