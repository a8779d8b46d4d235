/**
 * Profiles of GPUs from the vendor's table "Throughput of Native Arithmetic Instructions" (results per clock and multiprocessor by compute
 * capability; CUDA C++ Programming Guide up to 12.9, CUDA C++ Best Practices Guide from 13.0) and their data sheets for clocks and bandwidths
 * (vendor-gpus.ts). Figures missing from both are those measured on the H200. The table counts two results for each half2 instruction; tuned
 * programs compute one half at a time, so fp16 and bf16 have half of the table's figure here.
 */
import type { DeviceProfile } from './device-profile.js';
import { h200 } from './h200.js';
import { throughputFrom } from './library-functions.js';

/** What all GPUs of a compute capability have in common. */
interface Architecture {
  readonly issuePerClock: number;
  /** Shared memory of a multiprocessor. */
  readonly sharedKiB: number;
  readonly fp64: number;
  readonly fp32: number;
  readonly fp16: number;
  /** Missing before compute capability 8.0. */
  readonly bf16?: number;
  /** Conversions from and to 64-bit types. */
  readonly conversions64: number;
  readonly otherConversions: number;
}

/** A row of the data sheet of one GPU. */
export interface DataSheet {
  /** As printed by `nvidia-smi`. */
  readonly name: string;
  readonly architecture: keyof typeof architectures;
  readonly multiprocessors: number;
  /** The highest (boost) clock. */
  readonly clockMHz: number;
  readonly dramGBs: number;
  /** Each direction of the connection to the host. */
  readonly busGBs: number;
}

/**
 * Thread instructions of the four warp schedulers, and conversions between types of at most 32 bits.
 * Source: as of the table below; 7.0 to 12.0 have the same.
 */
const FOUR_SCHEDULERS = { issuePerClock: 128, otherConversions: 64 };
/**
 * fp64 at 1/64 of fp32. A conversion from or to 64 bits takes as long as an fp64 operation.
 * Source: as of the table below, where 8.6, 8.9, 10.3 and 12.0 agree.
 */
const RATIONED_FP64 = { fp64: 2, fp32: 128, fp16: 64, bf16: 64, conversions64: 2 };
/**
 * Results per clock and multiprocessor.
 * Source: CUDA C++ Programming Guide 12.9 and CUDA C++ Best Practices Guide 13.4, "Throughput of Native Arithmetic Instructions", and their table
 * of technical specifications per compute capability (shared memory); 8.7 is missing there and is a GPU of 8.6 with more shared memory (Jetson AGX
 * Orin technical brief); fp16 and bf16 from 8.6 on: the architecture's white paper, where their TFLOPS without tensor cores are those of fp32.
 */
export const architectures = {
  sm_60: { issuePerClock: 64, sharedKiB: 64, fp64: 32, fp32: 64, fp16: 64, conversions64: 16, otherConversions: 16 },
  sm_70: { ...FOUR_SCHEDULERS, sharedKiB: 96, fp64: 32, fp32: 64, fp16: 64, conversions64: 16 },
  sm_75: { ...FOUR_SCHEDULERS, sharedKiB: 64, fp64: 2, fp32: 64, fp16: 64, conversions64: 2 },
  sm_80: { ...FOUR_SCHEDULERS, sharedKiB: 164, fp64: 32, fp32: 64, fp16: 128, bf16: 64, conversions64: 16 },
  sm_86: { ...FOUR_SCHEDULERS, ...RATIONED_FP64, sharedKiB: 100 },
  sm_87: { ...FOUR_SCHEDULERS, ...RATIONED_FP64, sharedKiB: 164 },
  sm_89: { ...FOUR_SCHEDULERS, ...RATIONED_FP64, sharedKiB: 100 },
  sm_90: { ...FOUR_SCHEDULERS, sharedKiB: 228, fp64: 64, fp32: 128, fp16: 128, bf16: 128, conversions64: 16 },
  sm_100: { ...FOUR_SCHEDULERS, sharedKiB: 228, fp64: 64, fp32: 128, fp16: 64, bf16: 64, conversions64: 16 },
  sm_103: { ...FOUR_SCHEDULERS, ...RATIONED_FP64, sharedKiB: 228 },
  sm_120: { ...FOUR_SCHEDULERS, ...RATIONED_FP64, sharedKiB: 100 },
} as const satisfies Record<string, Architecture>;

/**
 * Bytes of the first-level cache per clock and multiprocessor.
 * Source: results/nvidia-h200/characterize/profile.json: 33,005 GB/s are 126 bytes a clock, of 128 that a warp of 4-byte numbers asks for.
 */
const L1_BYTES_PER_CLOCK = 128;
/**
 * Results of the special function units per clock and multiprocessor.
 * Source: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions": 16 from 6.0 to 9.0.
 */
const SPECIAL_PER_CLOCK = 16;
/**
 * Registers of a multiprocessor.
 * Source: CUDA C++ Programming Guide, table of technical specifications per compute capability: 64 Ki from 5.0 to 9.0.
 */
const REGISTERS_PER_MULTIPROCESSOR = 65536;

export function fromVendorTable(sheet: DataSheet): DeviceProfile {
  const figures: Architecture & DataSheet = { ...architectures[sheet.architecture], ...sheet };
  const formats = ['fp64', 'fp32', 'fp16', ...(figures.bf16 === undefined ? [] : ['bf16'])];
  const rate = (a: string, b: string) =>
    a === 'fp64' || b === 'fp64' ? figures.conversions64 : figures.otherConversions;
  const names = [...formats, 'integer'];
  return {
    name: figures.name,
    architecture: figures.architecture,
    source: `the vendor's table of instruction throughput for ${figures.architecture} and its data sheet; costs of functions, latencies and the bandwidth of 16-bit numbers as measured on an H200`,
    multiprocessors: figures.multiprocessors,
    clockMHz: figures.clockMHz,
    issuePerClock: figures.issuePerClock,
    specialPerClock: SPECIAL_PER_CLOCK,
    registersPerMultiprocessor: REGISTERS_PER_MULTIPROCESSOR,
    sharedBytesPerMultiprocessor: figures.sharedKiB * 1024,
    throughput: {
      fp64: throughputFrom(figures.fp64, 'fp64', SPECIAL_PER_CLOCK),
      fp32: throughputFrom(figures.fp32, 'fp32', SPECIAL_PER_CLOCK),
      fp16: throughputFrom(figures.fp16, 'fp16', SPECIAL_PER_CLOCK),
      ...(figures.bf16 === undefined ? {} : { bf16: throughputFrom(figures.bf16, 'fp16', SPECIAL_PER_CLOCK) }),
    },
    latency: {
      fp64: h200.latency!.fp64,
      fp32: h200.latency!.fp32,
      fp16: h200.latency!.fp16,
      ...(figures.bf16 === undefined ? {} : { bf16: h200.latency!.bf16 }),
    },
    conversions: {
      ...Object.fromEntries(
        names.flatMap((from) => names.filter((to) => to !== from).map((to) => [`${from}-${to}`, rate(from, to)])),
      ),
      ...(Number(figures.architecture.replace('sm_', '')) < FIRST_WITH_FP8 ? FP8_IN_SOFTWARE : fp8OfH200()),
    },
    memory: {
      dramGBs: figures.dramGBs,
      dramGBsByElementBytes: shareOfBandwidth(figures.dramGBs),
      l1GBs: (L1_BYTES_PER_CLOCK * figures.multiprocessors * figures.clockMHz) / 1000,
      hostToDeviceGBs: figures.busGBs,
      deviceToHostGBs: figures.busGBs,
    },
  };
}

/**
 * The first architecture with instructions that convert to and from formats of 8 bits.
 * Source: PTX ISA, cvt: .e4m3x2 and .e5m2x2 require sm_89 or higher.
 */
const FIRST_WITH_FP8 = 89;
/**
 * Results per clock and multiprocessor of conversions that cuda_fp8.h computes on GPUs without such instructions.
 * Source: measured on an H200 with code for compute capability 8.0; the output of that run no longer exists (results/nvidia-h200/formats/fp8.txt).
 */
const FP8_IN_SOFTWARE = {
  'fp32-fp8e4m3': 8.285,
  'fp32-fp8e5m2': 8.337,
  'fp64-fp8e4m3': 9.451,
  'fp64-fp8e5m2': 9.435,
  'fp8e4m3-fp32': 3.593,
  'fp8e5m2-fp32': 20.9,
};

function fp8OfH200(): Record<string, number> {
  return Object.fromEntries(Object.keys(FP8_IN_SOFTWARE).map((key) => [key, h200.conversions[key]!]));
}

/** The share of the whole bandwidth that each element size reaches on the H200. */
function shareOfBandwidth(dramGBs: number): Record<string, number> {
  const { dramGBs: whole, dramGBsByElementBytes: parts } = h200.memory;
  return Object.fromEntries(Object.entries(parts!).map(([bytes, part]) => [bytes, (dramGBs * part) / whole]));
}
