/**
 * A GPU as the performance model sees it: results per clock and multiprocessor for each operation and format, and the speed of memory and bus. A
 * profile is data, not code: users can write one (docs/adding/a-device.md), and `mantissa characterize` measures one.
 */
import { z } from 'zod';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import {
  type ArithmeticFormat,
  arithmeticFormats,
  binaryFormats,
  computedIn,
  type Format,
  isBinaryFormat,
  isStorageOnly,
  isSummed,
  formats as properties,
} from '../../numerics/format.js';

/** Operations with figures in profiles; every other operation is priced as one of these (operation-costs.ts). */
export const PROFILED_OPERATIONS = [
  'add',
  'mul',
  'fma',
  'div',
  'sqrt',
  'rsqrt',
  'exp',
  'log',
  'sin',
  'cos',
  'pow',
] as const;
export type ProfiledOperation = (typeof PROFILED_OPERATIONS)[number];

const positive = z.number().positive().finite();
const byOperation = z.partialRecord(z.enum(PROFILED_OPERATIONS), positive);
const byFormat = z.object({
  fp16: byOperation.optional(),
  bf16: byOperation.optional(),
  fp32: byOperation.optional(),
  fp64: byOperation.optional(),
} satisfies Record<ArithmeticFormat, unknown>);

const CONVERTED = `(?:${[...binaryFormats, 'integer'].join('|')})`;
const CONVERSION = new RegExp(`^${CONVERTED}-${CONVERTED}$`);

/** Unknown keys are allowed: a measured profile has more figures than the model reads. */
export const deviceProfileSchema = z.object({
  /** As printed by `nvidia-smi`. */
  name: z.string().min(1),
  architecture: z.string().optional(),
  /** Origin of the figures, for people. */
  source: z.string().min(1),
  multiprocessors: z.int().positive(),
  clockMHz: positive,
  /** Thread instructions issued per clock and multiprocessor: 32 for every warp scheduler. */
  issuePerClock: positive,
  /** Results of the special function units (reciprocals, exponentials) per clock and multiprocessor. */
  specialPerClock: positive,
  registersPerMultiprocessor: z.int().positive(),
  sharedBytesPerMultiprocessor: z.int().positive(),
  /** Results per clock and multiprocessor. */
  throughput: byFormat,
  /** Clocks until a result can be used. Without latencies the model leaves out waiting for results. */
  latency: byFormat.optional(),
  conversionLatency: z.record(z.string(), positive).optional(),
  /** Results per clock and multiprocessor, by `fp64-fp32` and so on. */
  conversions: z.record(z.string().regex(CONVERSION), positive),
  memory: z.object({
    dramGBs: positive,
    /** DRAM bandwidth if each thread moves one number of 2, 4 or 8 bytes at a time: fewer bytes are in flight then. */
    dramGBsByElementBytes: z.record(z.string().regex(/^\d+$/), positive).optional(),
    /** Bandwidth of loads and stores served by the caches or shared memory, over all multiprocessors. */
    l1GBs: positive,
    hostToDeviceGBs: positive,
    deviceToHostGBs: positive,
  }),
});

export type DeviceProfile = z.infer<typeof deviceProfileSchema>;

/**
 * Faults of a profile that a message lists.
 * Chosen: few enough for one screen; nothing else was tried.
 */
const MAX_FAULTS_SHOWN = 8;

/** Checks a profile written by a user; `from` names it in the message. */
export function parseDeviceProfile(value: unknown, from: string): DeviceProfile {
  const parsed = deviceProfileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  const more = faults.length > MAX_FAULTS_SHOWN ? [`and ${faults.length - MAX_FAULTS_SHOWN} more`] : [];
  throw new MantissaError(
    'MX2036',
    [...faults.slice(0, MAX_FAULTS_SHOWN), ...more].map((text) => ({ text: `${from}: ${text}` })),
  );
}

/** Entries missing from a profile to price these operations in these formats, such as `throughput.fp16.exp`. */
export function missingEntries(
  profile: DeviceProfile,
  operations: Iterable<ProfiledOperation>,
  formats: readonly Format[],
): string[] {
  const missing: string[] = [];
  const wanted = new Set<ProfiledOperation>(['add', 'mul', 'fma', ...operations]);
  // a format made of several machine numbers is priced by its parts, which also needs divisions
  const machine = new Set(formats.map((format) => (isSummed(format) ? properties[format].part : computedIn(format))));
  if (formats.some(isSummed)) wanted.add('div');
  const priced = arithmeticFormats.filter((format) => machine.has(format));
  for (const format of machine) if (!isBinaryFormat(format)) missing.push(`throughput.${format}`);
  for (const format of priced) {
    const table = profile.throughput[format];
    if (!table) missing.push(`throughput.${format}`);
    else
      for (const operation of wanted)
        if (table[operation] === undefined) missing.push(`throughput.${format}.${operation}`);
  }
  // latencies are needed for all formats or none: with those of one format only, the other formats would look faster than they are
  for (const format of profile.latency ? priced.filter((one) => profile.throughput[one]) : [])
    for (const operation of wanted)
      if (profile.latency?.[format]?.[operation] === undefined) missing.push(`latency.${format}.${operation}`);
  const conversions = [
    ...priced.flatMap((from) => priced.flatMap((to) => (from === to ? [] : `${from}-${to}`))),
    // formats that are only stored are converted through the format that they are computed in
    ...formats.filter(isStorageOnly).flatMap((format) => {
      const other = computedIn(format);
      return [`${format}-${other}`, `${other}-${format}`];
    }),
  ];
  return [
    ...missing,
    ...conversions.filter((one) => profile.conversions[one] === undefined).map((one) => `conversions.${one}`),
  ];
}
