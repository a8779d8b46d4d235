/** Names that the written source has besides the user's. */
import type { LaneProgram } from './lane-program.js';
import { refusal } from './refusal.js';

/** What a parameter of this name would hide. */
const LIBRARY = new Set(
  'half bfloat fma select records_of run_vector count_vectors count_blocks all_aligned thread_number row_number row_step row_threads blocks_of_rows mantissa std THREADS Lanes'.split(
    ' ',
  ),
);

/** The name that is wanted, or one like it that no parameter has. */
export function ownName(wanted: string, { parameters }: Pick<LaneProgram, 'parameters'>): string {
  let name = wanted;
  while (parameters.some((one) => one.name === name)) name += '_';
  return name;
}

export function refuseHidden({ parameters, file, line }: LaneProgram): void {
  const hides = parameters.find(({ name }) => LIBRARY.has(name));
  if (hides)
    throw refusal(
      'MX4071',
      `the parameter ${hides.name} has the name of something in the library of vectors`,
      { file, line, column: 1 },
      'give it another name',
    );
}
