import { kernelRegisters, MAX_REGISTERS_PER_THREAD, registersOf } from '../../core.js';
import { type LaneNode, type LaneProgram, nodesOf, operandsOf } from './lane-program.js';
import { libraryFolder } from './library.js';
import { isMask } from './masks.js';
import type { WidthTimes } from './measure-widths.js';
import { ownName } from './own-names.js';
import { largestRecord, widestVector } from './record-groups.js';
import { FORMAT_BYTES, type VectorFormat, type Width } from './vector-format.js';

/** Limits of a multiprocessor, equal on all GPUs since compute capability 7.0 except the threads, of which some have 1024 or 1536. */
const REGISTERS = 65_536;
const THREADS = 2048;
/** Block size of generated launches. */
const BLOCK = 256;
/** Registers are allocated in units of eight. */
const GRAIN = 8;
/** Registers of a thread for its index, the bound and addresses (ptxas 13.0 for sm_90, over experiments/vectorize/generated). */
const BASIS_REGISTERS = 12;

export interface WidthEvidence {
  readonly width: Width;
  readonly registers: number;
  /** `ptxas`: counted by the compiler; `model`: estimated without nvcc. */
  readonly source: 'ptxas' | 'model';
  /** Resident threads per multiprocessor. */
  readonly threads: number;
  /** Bytes in flight after the first loads of all threads. */
  readonly bytesUnderWay: number;
  /** Measured on this machine's GPU with arrays larger than its caches; null if not timed. */
  readonly gigabytesPerSecond: number | null;
}

export interface WidthChoice {
  readonly width: Width;
  readonly reason: string;
  readonly evidence: readonly WidthEvidence[];
}

/** Times widths on a GPU. */
export type TimeWidths = (widths: readonly Width[]) => Promise<WidthTimes>;

/** Noise between series of the same kernel. */
const NOISE = 0.02;

/**
 * With a GPU, the width with the highest measured bandwidth. Without one: the speed of a memory-bound kernel grows with its bytes in flight,
 * so the widest vector of one 128-bit load, unless it needs so many registers that the remaining threads have fewer bytes in flight than
 * with half the width.
 */
export async function chooseWidth(
  program: LaneProgram,
  format: VectorFormat,
  sourceFor: (width: Width) => string,
  time: TimeWidths,
): Promise<WidthChoice> {
  const widest = widestVector(program, format);
  const { widths: measured, failure } = await time([8, 4, 2]);
  const widths = (measured ? [8, 4, 2] : [...new Set([widest, Math.max(2, widest / 2)])]) as Width[];
  const evidence: WidthEvidence[] = [];
  for (const width of widths) {
    const speed = measured?.find((one) => one.width === width)?.gigabytesPerSecond ?? null;
    evidence.push({ ...(await evidenceOf(program, format, width, sourceFor(width))), gigabytesPerSecond: speed });
  }
  const wide = evidence.find(({ width }) => width === widest)!;
  const half = evidence.find(({ width }) => width === Math.max(2, widest / 2))!;
  const modelled = wide.registers >= MAX_REGISTERS_PER_THREAD || wide.bytesUnderWay < half.bytesUnderWay ? half : wide;
  const best = measured ? fastest(evidence, modelled) : modelled;
  const others = evidence.filter((one) => one !== best);
  const [bytes, load] = [best.width * FORMAT_BYTES[format] * largestRecord(program), 16];
  const loads =
    bytes > load
      ? `${Math.ceil(bytes / load)} 128-bit loads`
      : bytes < load
        ? 'less than a 128-bit load'
        : 'one 128-bit load';
  return {
    width: best.width,
    reason: `width ${best.width}: ${loads} per array; ${said(best)}${others.length > 0 ? ` (${others.map((one) => `width ${one.width}: ${said(one)}`).join('; ')})` : ''}${failure === null ? '' : `; not timed on this GPU: ${failure}`}`,
    evidence,
  };
}

/** The fastest width; of equally fast ones, the choice of the model. */
function fastest(evidence: readonly WidthEvidence[], modelled: WidthEvidence): WidthEvidence {
  const speed = (one: WidthEvidence) => one.gigabytesPerSecond ?? 0;
  const top = Math.max(...evidence.map(speed));
  return speed(modelled) >= top * (1 - NOISE) ? modelled : evidence.find((one) => speed(one) === top)!;
}

function said({ gigabytesPerSecond, registers, source, threads, bytesUnderWay }: WidthEvidence): string {
  const model = source === 'model' ? ' (modelled)' : '';
  const occupancy = `${registers} registers${model}, so ${threads} threads and ${Math.round(bytesUnderWay / 1024)} KiB in flight per multiprocessor`;
  return gigabytesPerSecond === null
    ? occupancy
    : `${Math.round(gigabytesPerSecond)} GB/s on this GPU, ${registers} registers${model}`;
}

async function evidenceOf(
  program: LaneProgram,
  format: VectorFormat,
  width: Width,
  source: string,
): Promise<Omit<WidthEvidence, 'gigabytesPerSecond'>> {
  const counted = await countedRegisters(program, source);
  const registers = counted ?? modelledRegisters(program, format, width);
  const blocks = Math.floor(REGISTERS / (Math.ceil(registers / GRAIN) * GRAIN * BLOCK));
  const threads = Math.min(THREADS, blocks * BLOCK);
  const loads = nodesOf(program).filter(({ kind }) => kind === 'load').length;
  return {
    width,
    registers,
    source: counted === null ? 'model' : 'ptxas',
    threads,
    bytesUnderWay: threads * width * FORMAT_BYTES[format] * Math.max(1, loads),
  };
}

async function countedRegisters(program: LaneProgram, text: string): Promise<number | null> {
  const { name } = program;
  const registers = await kernelRegisters({
    sources: [{ name: `${name}.cu`, text, language: 'cuda', standard: 'c++17' }],
    includeFolders: [libraryFolder()],
    systemFolders: [],
    defines: [],
    forcedIncludes: [],
  });
  return registers && registersOf(registers, `${name}_vectors::${ownName('vectors', program)}`);
}

/** Register estimate: the largest number of live vectors, plus the base cost of a kernel. */
function modelledRegisters(program: LaneProgram, format: VectorFormat, width: Width): number {
  const perVector = Math.max(1, (width * FORMAT_BYTES[format]) / 4);
  return Math.min(MAX_REGISTERS_PER_THREAD, BASIS_REGISTERS + perVector * mostAlive(program));
}

function mostAlive(program: LaneProgram): number {
  const nodes = nodesOf(program).filter((node) => node.kind !== 'constant' && node.kind !== 'uniform' && !isMask(node));
  const lastUse = new Map<LaneNode, number>();
  for (const node of nodes) for (const operand of operandsOf(node)) lastUse.set(operand, node.order);
  for (const { value, order } of program.stores) lastUse.set(value, Math.max(order, lastUse.get(value) ?? 0));
  const alive = nodes.map(
    ({ order }) => nodes.filter((one) => one.order <= order && (lastUse.get(one) ?? one.order) > order).length,
  );
  return Math.max(1, ...alive);
}
