/** The output by which a run is judged: the bytes that the project file selects, and the numbers in them. */
import { createHash } from 'node:crypto';
import type { RunOutcome } from '../../execution/engine.js';
import type { OutputPlace } from '../../journal/records.js';
import { decodeBits } from '../../numerics/bits.js';
import { type BinaryFormat, formats } from '../../numerics/format.js';
import type { QuadWord } from '../../numerics/quad-word.js';
import type { Emulation } from '../../workbench/attempts.js';
import { numbersIn, partsIn } from './output-numbers.js';

export interface ProgramOutput {
  readonly bytes: Buffer;
  readonly values: readonly number[];
  /** The values in full precision, as sums of four doubles, if some have more digits than a double. */
  readonly parts?: readonly QuadWord[];
}

/** The file that MANTISSA_OUTPUT writes, see runtime/mantissa/mantissa.h. */
const RECORDED: OutputPlace = { file: 'mantissa-output.txt', kind: 'text' };

/** The place of the results according to the project file; stdout by default. */
export function outputPlace(declared: OutputPlace | { readonly recorded: true } | undefined): OutputPlace {
  if (declared === undefined) return { stdout: true };
  return 'recorded' in declared ? RECORDED : declared;
}

/** The output of a successful run; null if the run failed or did not write the file. */
export function outputOfRun(place: OutputPlace, outcome: Emulation): ProgramOutput | null {
  return outcome.kind === 'exited' && outcome.exitCode === 0 ? readOutput(place, outcome) : null;
}

/** Null if the program did not write the file. */
export function readOutput(place: OutputPlace, outcome: Extract<RunOutcome, { kind: 'exited' }>): ProgramOutput | null {
  const bytes = 'stdout' in place ? outcome.stdout : outcome.collected.get(place.file);
  return bytes ? parseOutput(place, bytes) : null;
}

export function parseOutput(place: OutputPlace, bytes: Buffer): ProgramOutput {
  if ('file' in place && place.kind === 'binary') return { bytes, values: decode(bytes, place.format ?? 'fp64') };
  const chosen = place.lines === undefined ? bytes : chosenLines(bytes, new RegExp(place.lines));
  const text = chosen.toString('latin1');
  const parts = partsIn(text);
  return { bytes: chosen, values: numbersIn(text), ...(parts && { parts }) };
}

/** Other lines, such as times, may differ between runs. They are neither compared nor shown. */
function chosenLines(bytes: Buffer, wanted: RegExp): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  return Buffer.from(lines.filter((line) => wanted.test(line)).join('\n'), 'latin1');
}

export function isText(place: OutputPlace): boolean {
  return 'stdout' in place || place.kind === 'text';
}

export function describePlace(place: OutputPlace): string {
  return 'stdout' in place ? 'stdout' : place.file;
}

/** The files to collect after a run. */
export function filesToCollect(place: OutputPlace): readonly string[] {
  return 'stdout' in place ? [] : [place.file];
}

export function digestValues(values: readonly number[]): string {
  return createHash('sha256')
    .update(new Uint8Array(new Float64Array(values).buffer))
    .digest('hex');
}

/** Decodes little-endian values, the byte order of every supported machine. An incomplete value at the end is ignored. */
function decode(bytes: Buffer, format: BinaryFormat): number[] {
  const size = formats[format].bits / 8;
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) =>
    size === 8 ? bytes.readDoubleLE(8 * index) : decodeBits(format, BigInt(bytes.readUIntLE(size * index, size))),
  );
}
