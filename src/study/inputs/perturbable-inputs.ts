/** Finds the numbers of an input that can be perturbed, before anything is built. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { StudyInput } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { Workbench } from '../../workbench/workbench.js';
import { argumentNumbers } from './argument-numbers.js';
import { inputText } from './input-text.js';
import type { PerturbedValues, SampleSource } from './verification.js';

type Marking = Pick<Bench, 'engineName' | 'derived'>;

interface Perturbable<B> {
  readonly source: SampleSource;
  readonly runs: B | Workbench;
  /** Values that reach the device but are not perturbed. */
  readonly notPerturbed: readonly string[];
}

/** Selects the numbers to perturb, and the bench whose programs run on them. Relative file names are looked up in `folders`. */
export async function perturbable<B extends Marking>(
  bench: B,
  source: SampleSource,
  folders: readonly string[],
): Promise<Perturbable<B>> {
  if (source.kind === 'arguments' || bench.derived.marksInputs) return { source, runs: bench, notPerturbed: [] };
  const sourceOf = (from: PerturbedValues): SampleSource => ({ ...source, from });
  const marked = bench.derived.copiedInputs.perturbed.length > 0 ? await bench.derived.withMarkedInputs() : null;
  if (marked !== null && typeof marked !== 'string')
    return { source: sourceOf({ kind: 'copied' }), runs: marked.bench, notPerturbed: marked.inputs.notPerturbed };
  const numbers = argumentNumbers(source.input.arguments, folders);
  if (numbers) return { source: sourceOf({ kind: 'given', numbers }), runs: bench, notPerturbed: [] };
  const { perturbed, notPerturbed } = bench.derived.copiedInputs;
  const refused = marked === null ? notPerturbed : [`${perturbed.join(', ')}: ${marked}`, ...notPerturbed];
  throw new MantissaError(
    'MX2040',
    nothingToPerturb(`${inputText(source.input.name)}, engine ${bench.engineName}`, refused),
  );
}

/** Whether every tuning input has numbers to perturb, judging by the source and the arguments. */
export function isPerturbable(
  bench: Pick<Bench, 'engineName' | 'derived'>,
  inputs: readonly StudyInput[],
  folders: readonly string[],
): boolean {
  if (bench.derived.marksInputs || bench.derived.copiedInputs.perturbed.length > 0) return true;
  return inputs.filter(({ heldOut }) => !heldOut).every((input) => argumentNumbers(input.arguments, folders) !== null);
}

export function requirePerturbable(...given: Parameters<typeof isPerturbable>): void {
  const [bench] = given;
  if (!isPerturbable(...given))
    throw new MantissaError(
      'MX2040',
      nothingToPerturb(`engine ${bench.engineName}`, bench.derived.copiedInputs.notPerturbed),
    );
}

function nothingToPerturb(where: string, notPerturbed: readonly string[]): string {
  const copied =
    notPerturbed.length === 0
      ? 'no array is copied to a device'
      : `nothing that is copied to a device can be perturbed (${notPerturbed.join('; ')})`;
  return `${where}: ${copied}, and neither the arguments nor a text file that they name contain a number with a decimal point`;
}

export function notPerturbedText(notPerturbed: readonly string[]): string {
  return `not perturbed, although copied to the device: ${notPerturbed.join('; ')}; mark these values with MANTISSA_INPUT in the source\n`;
}
