/** What a loop costs by its instructions and its memory accesses, as scalar code and on vectors. */
import type { DeviceProfile } from '../../core.js';
import { accessesOf, type LaneProgram, nodesOf, resultArrays } from './lane-program.js';
import { FORMAT_BYTES, type VectorFormat, type Width } from './vector-format.js';

/** Instructions per thread for index, bound and branch (ptxas 13.0, kernels of experiments/vectorize). */
const PER_THREAD = 12;

/** Number of loads, stores and arithmetic instructions. In vector code a load or store moves a whole vector, and 16-bit arithmetic works on pairs. */
export function instructionsOf(
  program: LaneProgram,
  width: Width,
  chosen: VectorFormat = 'fp32',
): { scalar: number; vectors: number } {
  const nodes = nodesOf(program).filter(({ kind }) => kind !== 'constant' && kind !== 'uniform');
  const moves = nodes.filter(({ kind }) => kind === 'load').length + program.stores.length;
  const rest = nodes.filter(({ kind }) => kind !== 'load');
  const inPairs = rest.filter(({ format }) => (format ?? chosen) !== 'fp32').length;
  const scalar = PER_THREAD + moves + rest.length;
  const vectors = (PER_THREAD + moves) / width + (rest.length - inPairs) + inPairs / 2;
  return { scalar, vectors };
}

/**
 * Modelled speed of the vector code relative to a scalar kernel of floats: the time for its bytes at the bandwidth of its loads, or for its
 * instructions if that is longer.
 */
export function modelledGain(program: LaneProgram, format: VectorFormat, width: Width, device: DeviceProfile): number {
  const { dramGBs, dramGBsByElementBytes } = device.memory;
  const instructionsPerNs = (device.multiprocessors * device.issuePerClock * device.clockMHz) / 1000;
  const instructions = instructionsOf(program, width, format);
  const numbers = movedNumbers(program);
  const time = (bytes: number, loadBytes: number, issued: number) =>
    Math.max((numbers * bytes) / (dramGBsByElementBytes?.[loadBytes] ?? dramGBs), issued / instructionsPerNs);
  const scalar = time(FORMAT_BYTES.fp32, FORMAT_BYTES.fp32, instructions.scalar);
  return scalar / time(FORMAT_BYTES[format], Math.min(16, width * FORMAT_BYTES[format]), instructions.vectors);
}

/** Numbers that an iteration moves from and to memory: of each array those of one element, which its neighbours share. */
function movedNumbers(program: LaneProgram): number {
  const single = resultArrays(program);
  const strides = (accesses: readonly { array: string; stride: number }[]) => {
    const largest = new Map<string, number>();
    for (const { array, stride } of accesses)
      if (!single.has(array)) largest.set(array, Math.max(largest.get(array) ?? 0, Math.abs(stride)));
    return [...largest.values()].reduce((total, one) => total + one, 0);
  };
  const stored = program.stores.map(({ access }) => access);
  return strides(accessesOf({ ...program, stores: [] })) + strides(stored);
}
