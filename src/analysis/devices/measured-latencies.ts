/**
 * Four GPU generations from the tables of Gu's dissertation on mixed-precision auto-tuning: units per multiprocessor (Table 2.2), latencies in
 * clocks of fp32 operations without fast-math (Table 2.3) and of fp64 operations (Table 2.4). An operation of n times the latency of an addition
 * counts as n additions. The tables have no fp16: a request for fp16 reports the missing entries. The Pascal row is as in the table (64 fp32 and
 * 32 fp64 units). Clocks and bandwidths are from the data sheets.
 */
import type { DeviceProfile } from './device-profile.js';
import { SIGNIFICANT_DIGITS } from './library-functions.js';

interface Latencies {
  readonly add: number;
  readonly mul: number;
  readonly fma: number;
  readonly div: number;
  readonly sqrt: number;
  readonly sincos: number;
  readonly exp2: number;
  readonly log2: number;
  readonly pow: number;
}

interface Figures {
  readonly name: string;
  readonly architecture: string;
  readonly multiprocessors: number;
  readonly fp32Units: number;
  readonly fp64Units: number;
  readonly specialUnits: number;
  readonly registers: number;
  readonly clockMHz: number;
  readonly issuePerClock: number;
  readonly conversions64: number;
  readonly otherConversions: number;
  readonly dramGBs: number;
  readonly busGBs: number;
  readonly fp32: Latencies;
  readonly fp64: Latencies;
}

/**
 * Shared memory of a multiprocessor.
 * Chosen: the 48 KiB that one block can have on all four; multiprocessors of Maxwell and Pascal have 96. Nothing else was tried.
 */
const SHARED_BYTES = 49152;
/**
 * Bytes of the first-level cache per clock and multiprocessor.
 * Chosen: as on an H200 (vendor-table.ts); it was not measured on these GPUs, and nothing else was tried.
 */
const L1_BYTES_PER_CLOCK = 128;

function latencyTable({ sincos, exp2, log2, ...others }: Latencies) {
  return { ...others, rsqrt: others.sqrt, exp: exp2, log: log2, sin: sincos, cos: sincos };
}

function throughputTable(units: number, latencies: Latencies) {
  const table = latencyTable(latencies);
  const entries = Object.entries(table).map(([name, clocks]) => [
    name,
    Number(Math.min(units, (units * table.add) / clocks).toPrecision(SIGNIFICANT_DIGITS)),
  ]);
  return { ...Object.fromEntries(entries), add: units, mul: units, fma: units };
}

function fromLatencies(figures: Figures): DeviceProfile {
  const names = ['fp64', 'fp32', 'integer'];
  const rate = (a: string, b: string) =>
    a === 'fp64' || b === 'fp64' ? figures.conversions64 : figures.otherConversions;
  return {
    name: figures.name,
    architecture: figures.architecture,
    source: "units and latencies of Gu's dissertation (Tables 2.2 to 2.4), clocks and bandwidths of the data sheet",
    multiprocessors: figures.multiprocessors,
    clockMHz: figures.clockMHz,
    issuePerClock: figures.issuePerClock,
    specialPerClock: figures.specialUnits,
    registersPerMultiprocessor: figures.registers,
    sharedBytesPerMultiprocessor: SHARED_BYTES,
    throughput: {
      fp64: throughputTable(figures.fp64Units, figures.fp64),
      fp32: throughputTable(figures.fp32Units, figures.fp32),
    },
    latency: { fp64: latencyTable(figures.fp64), fp32: latencyTable(figures.fp32) },
    conversions: Object.fromEntries(
      names.flatMap((from) => names.filter((to) => to !== from).map((to) => [`${from}-${to}`, rate(from, to)])),
    ),
    memory: {
      dramGBs: figures.dramGBs,
      l1GBs: (L1_BYTES_PER_CLOCK * figures.multiprocessors * figures.clockMHz) / 1000,
      hostToDeviceGBs: figures.busGBs,
      deviceToHostGBs: figures.busGBs,
    },
  };
}

/** Source: Gu's dissertation, Tables 2.2 to 2.4, and the data sheet. */
export const fermi = fromLatencies({
  name: 'Tesla C2070',
  architecture: 'sm_20',
  multiprocessors: 14,
  fp32Units: 32,
  fp64Units: 16,
  specialUnits: 4,
  registers: 32768,
  clockMHz: 1150,
  issuePerClock: 32,
  conversions64: 16,
  otherConversions: 16,
  dramGBs: 144,
  busGBs: 6,
  fp32: { add: 18, mul: 18, fma: 20, div: 996, sqrt: 184, sincos: 40, exp2: 88, log2: 70, pow: 110 },
  fp64: { add: 22, mul: 22, fma: 22, div: 1152, sqrt: 241, sincos: 573, exp2: 784, log2: 1151, pow: 2488 },
});

/** Source: Gu's dissertation, Tables 2.2 to 2.4, and the data sheet. */
export const kepler = fromLatencies({
  name: 'Tesla K40c',
  architecture: 'sm_35',
  multiprocessors: 15,
  fp32Units: 192,
  fp64Units: 64,
  specialUnits: 32,
  registers: 65536,
  clockMHz: 745,
  issuePerClock: 192,
  conversions64: 32,
  otherConversions: 32,
  dramGBs: 288,
  busGBs: 10,
  fp32: { add: 9, mul: 9, fma: 9, div: 520, sqrt: 101, sincos: 18, exp2: 49, log2: 40, pow: 64 },
  fp64: { add: 10, mul: 10, fma: 10, div: 688, sqrt: 193, sincos: 356, exp2: 426, log2: 700, pow: 1714 },
});

/** Source: Gu's dissertation, Tables 2.2 to 2.4, and the data sheet. */
export const maxwell = fromLatencies({
  name: 'GeForce GTX TITAN X',
  architecture: 'sm_52',
  multiprocessors: 24,
  fp32Units: 128,
  fp64Units: 4,
  specialUnits: 32,
  registers: 65536,
  clockMHz: 1000,
  issuePerClock: 128,
  conversions64: 4,
  otherConversions: 32,
  dramGBs: 336,
  busGBs: 12,
  fp32: { add: 6, mul: 6, fma: 6, div: 371, sqrt: 84, sincos: 15, exp2: 40, log2: 34, pow: 58 },
  fp64: { add: 48, mul: 48, fma: 52, div: 968, sqrt: 400, sincos: 850, exp2: 881, log2: 1327, pow: 3675 },
});

/** Source: Gu's dissertation, Tables 2.2 to 2.4, and the data sheet. */
export const pascal = fromLatencies({
  name: 'TITAN Xp',
  architecture: 'sm_61',
  multiprocessors: 30,
  fp32Units: 64,
  fp64Units: 32,
  specialUnits: 16,
  registers: 65536,
  clockMHz: 1582,
  issuePerClock: 64,
  conversions64: 16,
  otherConversions: 16,
  dramGBs: 548,
  busGBs: 12,
  fp32: { add: 6, mul: 6, fma: 6, div: 338, sqrt: 80, sincos: 15, exp2: 40, log2: 40, pow: 50 },
  fp64: { add: 48, mul: 48, fma: 53, div: 1114, sqrt: 397, sincos: 835, exp2: 997, log2: 1325, pow: 3892 },
});
