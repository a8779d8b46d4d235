/** What a run is judged by: the bytes the project file points at, and the numbers in them. */
import { createHash } from 'node:crypto';
import type { RunOutcome } from '../execution/engine.js';
import type { OutputPlace } from '../journal/records.js';
import { decodeBits } from '../numerics/bits.js';
import { type BinaryFormat, formats } from '../numerics/format.js';
import { numbersIn } from './output-numbers.js';

export interface ProgramOutput {
  readonly bytes: Buffer;
  readonly values: readonly number[];
}

/** What MANTISSA_OUTPUT writes, see runtime/mantissa/mantissa.h. */
const RECORDED: OutputPlace = { file: 'mantissa-output.txt', kind: 'text' };

/** Where the project file says the results are; on stdout where it says nothing. */
export function outputPlace(declared: OutputPlace | { readonly recorded: true } | undefined): OutputPlace {
  if (declared === undefined) return { stdout: true };
  return 'recorded' in declared ? RECORDED : declared;
}

/** Null where the program wrote no such file. */
export function readOutput(place: OutputPlace, outcome: Extract<RunOutcome, { kind: 'exited' }>): ProgramOutput | null {
  const bytes = 'stdout' in place ? outcome.stdout : outcome.collected.get(place.file);
  return bytes ? parseOutput(place, bytes) : null;
}

export function parseOutput(place: OutputPlace, bytes: Buffer): ProgramOutput {
  if ('file' in place && place.kind === 'binary') return { bytes, values: decode(bytes, place.format ?? 'fp64') };
  return { bytes, values: numbersIn(chosenLines(bytes.toString('latin1'), place.lines)) };
}

function chosenLines(text: string, pattern: string | undefined): string {
  if (pattern === undefined) return text;
  const wanted = new RegExp(pattern);
  return text
    .split('\n')
    .filter((line) => wanted.test(line))
    .join('\n');
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
