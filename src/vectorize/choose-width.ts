import { runtimeFolder } from '../clang/resources.js';
import { kernelRegisters, MOST_REGISTERS, registersOf } from '../execution/cuda/kernel-registers.js';
import { type LaneNode, type LaneProgram, nodesOf, operandsOf } from './lane-program.js';
import { isMask } from './masks.js';
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
}

export interface WidthChoice {
  readonly width: Width;
  readonly reason: string;
  readonly evidence: readonly WidthEvidence[];
}

/**
 * A memory-bound kernel is as fast as it has bytes under way: the widest vector that one 128-bit load brings, unless it takes so many
 * registers that the threads which remain ask for less than those of half its width would.
 */
export async function chooseWidth(
  program: LaneProgram,
  format: VectorFormat,
  sourceFor: (width: Width) => string,
): Promise<WidthChoice> {
  const widest = VECTOR_FORMATS[format].numbersPerLoad;
  const evidence: WidthEvidence[] = [];
  for (const width of [widest, widest / 2] as Width[])
    evidence.push(await evidenceOf(program, format, width, sourceFor(width)));
  const [wide, half] = evidence as [WidthEvidence, WidthEvidence];
  const best = wide.registers >= MOST_REGISTERS || wide.bytesUnderWay < half.bytesUnderWay ? half : wide;
  const other = best === wide ? half : wide;
  const said = (one: WidthEvidence) =>
    `${one.registers} registers${one.source === 'model' ? ' by the model' : ''}, so ${one.threads} threads and ${Math.round(one.bytesUnderWay / 1024)} KiB under way on a multiprocessor`;
  const loads = best === wide ? 'one 128-bit load an array' : 'less than a 128-bit load an array';
  return {
    width: best.width,
    reason: `width ${best.width}: ${loads}; ${said(best)} (width ${other.width}: ${said(other)})`,
    evidence,
  };
}

async function evidenceOf(
  program: LaneProgram,
  format: VectorFormat,
  width: Width,
  source: string,
): Promise<WidthEvidence> {
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
    includeFolders: [`${runtimeFolder()}/vectorize`],
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
