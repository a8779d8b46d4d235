/** What of a program can be moved to make neighbours of an input, known before anything is built. */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { StudyInput } from '../journal/records.js';
import type { Workbench } from '../workbench/workbench.js';
import { givenNumbers } from './given-numbers.js';
import type { Neighbours, NeighboursFrom } from './verification.js';

type Marking = Pick<Workbench, 'engineName' | 'marksInputs' | 'copiedInputs' | 'withMarkedInputs'>;

/** The neighbours with what they are made by, and the bench whose programs run on them. `folders` are where relative arguments are looked for. */
export async function movable<B extends Marking>(
  bench: B,
  neighbours: Neighbours,
  folders: readonly string[],
): Promise<{ readonly neighbours: Neighbours; readonly runs: B | Workbench }> {
  if (neighbours.kind === 'arguments' || bench.marksInputs) return { neighbours, runs: bench };
  const movedBy = (from: NeighboursFrom): Neighbours => ({ ...neighbours, from });
  const marked = await bench.withMarkedInputs();
  if (marked) return { neighbours: movedBy({ kind: 'copied' }), runs: marked.bench };
  const numbers = givenNumbers(neighbours.input.arguments, folders);
  if (numbers) return { neighbours: movedBy({ kind: 'given', numbers }), runs: bench };
  throw new MantissaError(
    'MX2040',
    nothingToMove(`on input ${neighbours.input.name}, with ${bench.engineName}`, bench),
  );
}

/** Whether there is anything to make neighbours of, as far as the text tells. */
export function isMovable(
  bench: Pick<Workbench, 'engineName' | 'marksInputs' | 'copiedInputs'>,
  inputs: readonly StudyInput[],
  folders: readonly string[],
): boolean {
  if (bench.marksInputs || bench.copiedInputs.moved.length > 0) return true;
  return inputs.filter(({ heldOut }) => !heldOut).every((input) => givenNumbers(input.arguments, folders) !== null);
}

export function requireMovable(...given: Parameters<typeof isMovable>): void {
  const [bench] = given;
  if (!isMovable(...given)) throw new MantissaError('MX2040', nothingToMove(`with ${bench.engineName}`, bench));
}

function nothingToMove(where: string, { copiedInputs: { passedOver } }: Pick<Marking, 'copiedInputs'>): string {
  const copied =
    passedOver.length === 0
      ? 'nothing is copied to a device'
      : `what reaches a device cannot be moved there: ${passedOver.join(', ')}`;
  return `${where}: ${copied}, and no number with a point is among its arguments or in a text file they name`;
}
