/** What a run is judged by: the bytes the project file points at, and the numbers in them. */
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
  /** The values in full, where some were written with more digits than a double tells apart: four doubles each, which add up to it. */
  readonly parts?: readonly QuadWord[];
}

/** What MANTISSA_OUTPUT writes, see runtime/mantissa/mantissa.h. */
const RECORDED: OutputPlace = { file: 'mantissa-output.txt', kind: 'text' };

/** Where the project file says the results are; on stdout where it says nothing. */
export function outputPlace(declared: OutputPlace | { readonly recorded: true } | undefined): OutputPlace {
  if (declared === undefined) return { stdout: true };
  return 'recorded' in declared ? RECORDED : declared;
}

/** Of a run that came to its end; null where it did not, or wrote no such file. */
export function outputOfRun(place: OutputPlace, outcome: Emulation): ProgramOutput | null {
  return outcome.kind === 'exited' && outcome.exitCode === 0 ? readOutput(place, outcome) : null;
}

/** Null where the program wrote no such file. */
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

/** What else is printed, a time say, may differ from run to run: it is neither compared nor shown to anyone. */
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

/** The files a run has to bring back. */
export function filesToCollect(place: OutputPlace): readonly string[] {
  return 'stdout' in place ? [] : [place.file];
}

export function digestValues(values: readonly number[]): string {
  return createHash('sha256')
    .update(new Uint8Array(new Float64Array(values).buffer))
    .digest('hex');
}

/** Little-endian, as every machine this runs on writes them; bytes left over at the end are no value. */
function decode(bytes: Buffer, format: BinaryFormat): number[] {
  const size = formats[format].bits / 8;
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) =>
    size === 8 ? bytes.readDoubleLE(8 * index) : decodeBits(format, BigInt(bytes.readUIntLE(size * index, size))),
  );
}
