import { kernelRegisters, MOST_REGISTERS, registersOf } from '../../core.js';
import { type LaneNode, type LaneProgram, nodesOf, operandsOf } from './lane-program.js';
import { libraryFolder } from './library.js';
import { isMask } from './masks.js';
import type { WidthTimes } from './measure-widths.js';
import { ownName } from './own-names.js';
import { FORMAT_BYTES, VECTOR_FORMATS, type VectorFormat, type Width } from './vector-format.js';

/** Of one multiprocessor, alike on all GPUs from compute capability 7.0 on but for the threads, of which some have 1024 or 1536. */
const REGISTERS = 65_536;
const THREADS = 2048;
/** As the launch has it. */
const BLOCK = 256;
/** Registers are handed out by eights. */
const GRAIN = 8;
/** What a thread needs for its index, the bound and addresses (ptxas 13.0 for sm_90, over experiments/vectorize/generated). */
const BASIS_REGISTERS = 12;

export interface WidthEvidence {
  readonly width: Width;
  readonly registers: number;
  /** `ptxas`: counted by the compiler; `model`: estimated, where there is no nvcc. */
  readonly source: 'ptxas' | 'model';
  /** Threads that a multiprocessor holds at once. */
  readonly threads: number;
  /** Bytes that all of them have asked memory for after their first loads. */
  readonly bytesUnderWay: number;
  /** On the GPU that is here, over arrays that no cache holds; null where nothing was timed. */
  readonly gigabytesPerSecond: number | null;
}

export interface WidthChoice {
  readonly width: Width;
  readonly reason: string;
  readonly evidence: readonly WidthEvidence[];
}

/** What times widths on a GPU. */
export type TimeWidths = (widths: readonly Width[]) => Promise<WidthTimes>;

/** Differences of the same kernel from one series to the next. */
const NOISE = 0.02;

/**
 * Where there is a GPU, the width that moves memory fastest on it. Where there is none: a memory-bound kernel is as fast as it has bytes
 * under way, so the widest vector that one 128-bit load brings, unless it takes so many registers that the threads which remain ask for
 * less than those of half its width would.
 */
export async function chooseWidth(
  program: LaneProgram,
  format: VectorFormat,
  sourceFor: (width: Width) => string,
  time: TimeWidths,
): Promise<WidthChoice> {
  const widest = VECTOR_FORMATS[format].numbersPerLoad;
  const { widths: measured, failure } = await time([8, 4, 2]);
  const widths = (measured ? [8, 4, 2] : [widest, widest / 2]) as Width[];
  const evidence: WidthEvidence[] = [];
  for (const width of widths) {
    const speed = measured?.find((one) => one.width === width)?.gigabytesPerSecond ?? null;
    evidence.push({ ...(await evidenceOf(program, format, width, sourceFor(width))), gigabytesPerSecond: speed });
  }
  const wide = evidence.find(({ width }) => width === widest)!;
  const half = evidence.find(({ width }) => width === widest / 2)!;
  const modelled = wide.registers >= MOST_REGISTERS || wide.bytesUnderWay < half.bytesUnderWay ? half : wide;
  const best = measured ? fastest(evidence, modelled) : modelled;
  const others = measured ? evidence.filter((one) => one !== best) : [best === wide ? half : wide];
  const [bytes, load] = [best.width * FORMAT_BYTES[format], 16];
  const loads =
    bytes > load ? `${bytes / load} 128-bit loads` : bytes < load ? 'less than a 128-bit load' : 'one 128-bit load';
  return {
    width: best.width,
    reason: `width ${best.width}: ${loads} an array; ${said(best)} (${others.map((one) => `width ${one.width}: ${said(one)}`).join('; ')})${failure === null ? '' : `; not timed on the GPU that is here: ${failure}`}`,
    evidence,
  };
}

/** By time; what the model would take where that is as fast. */
function fastest(evidence: readonly WidthEvidence[], modelled: WidthEvidence): WidthEvidence {
  const speed = (one: WidthEvidence) => one.gigabytesPerSecond ?? 0;
  const top = Math.max(...evidence.map(speed));
  return speed(modelled) >= top * (1 - NOISE) ? modelled : evidence.find((one) => speed(one) === top)!;
}

function said({ gigabytesPerSecond, registers, source, threads, bytesUnderWay }: WidthEvidence): string {
  const model = source === 'model' ? ' by the model' : '';
  const occupancy = `${registers} registers${model}, so ${threads} threads and ${Math.round(bytesUnderWay / 1024)} KiB under way on a multiprocessor`;
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

/** The most vectors that are needed at one time, and what every kernel needs. */
function modelledRegisters(program: LaneProgram, format: VectorFormat, width: Width): number {
  const perVector = Math.max(1, (width * FORMAT_BYTES[format]) / 4);
  return Math.min(MOST_REGISTERS, BASIS_REGISTERS + perVector * mostAlive(program));
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
