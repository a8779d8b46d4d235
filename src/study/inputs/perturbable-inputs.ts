/** What of a program can be moved to make neighbours of an input, known before anything is built. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { StudyInput } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { Workbench } from '../../workbench/workbench.js';
import { givenNumbers } from './argument-numbers.js';
import type { Neighbours, NeighboursFrom } from './verification.js';

type Marking = Pick<Bench, 'engineName' | 'derived'>;

interface Movable<B> {
  readonly neighbours: Neighbours;
  readonly runs: B | Workbench;
  /** What reaches the device and stays as it is. */
  readonly passedOver: readonly string[];
}

/** The neighbours with what they are made by, and the bench whose programs run on them. `folders` are where relative arguments are looked for. */
export async function movable<B extends Marking>(
  bench: B,
  neighbours: Neighbours,
  folders: readonly string[],
): Promise<Movable<B>> {
  if (neighbours.kind === 'arguments' || bench.derived.marksInputs) return { neighbours, runs: bench, passedOver: [] };
  const movedBy = (from: NeighboursFrom): Neighbours => ({ ...neighbours, from });
  const marked = bench.derived.copiedInputs.moved.length > 0 ? await bench.derived.withMarkedInputs() : null;
  if (marked !== null && typeof marked !== 'string')
    return { neighbours: movedBy({ kind: 'copied' }), runs: marked.bench, passedOver: marked.inputs.passedOver };
  const numbers = givenNumbers(neighbours.input.arguments, folders);
  if (numbers) return { neighbours: movedBy({ kind: 'given', numbers }), runs: bench, passedOver: [] };
  const { moved, passedOver } = bench.derived.copiedInputs;
  const refused = marked === null ? passedOver : [`${moved.join(', ')}: ${marked}`, ...passedOver];
  throw new MantissaError(
    'MX2040',
    nothingToMove(`on input ${neighbours.input.name}, with ${bench.engineName}`, refused),
  );
}

/** Whether there is anything to make neighbours of, as far as the text tells. */
export function isMovable(
  bench: Pick<Bench, 'engineName' | 'derived'>,
  inputs: readonly StudyInput[],
  folders: readonly string[],
): boolean {
  if (bench.derived.marksInputs || bench.derived.copiedInputs.moved.length > 0) return true;
  return inputs.filter(({ heldOut }) => !heldOut).every((input) => givenNumbers(input.arguments, folders) !== null);
}

export function requireMovable(...given: Parameters<typeof isMovable>): void {
  const [bench] = given;
  if (!isMovable(...given))
    throw new MantissaError('MX2040', nothingToMove(`with ${bench.engineName}`, bench.derived.copiedInputs.passedOver));
}

function nothingToMove(where: string, passedOver: readonly string[]): string {
  const copied =
    passedOver.length === 0
      ? 'nothing is copied to a device'
      : `what reaches a device cannot be moved there: ${passedOver.join('; ')}`;
  return `${where}: ${copied}; and no number with a point is among its arguments or in a text file they name`;
}

export function notMovedText(passedOver: readonly string[]): string {
  return `not moved, though it reaches the device: ${passedOver.join('; ')}; MANTISSA_INPUT names it where it is filled\n`;
}
