/** Names that the written source has besides the user's. */
import type { LaneProgram } from './lane-program.js';
import { VECTOR_FUNCTIONS } from './math-functions.js';
import { refusal } from './refusal.js';

/** What a parameter of this name would hide. */
const LIBRARY = new Set(
  'half bfloat fma select records_of run_vector count_vectors count_blocks all_aligned thread_number row_number row_step row_threads blocks_of_rows get put folded product totals accumulators fold finish Totals Accumulators mantissa std THREADS Lanes'.split(
    ' ',
  ),
);

/** Functions of the library that an expression may call. */
export const CALLED: ReadonlySet<string> = new Set([
  'fma',
  'select',
  'select_by_fma',
  'records_of',
  ...VECTOR_FUNCTIONS,
]);

/** The name that is wanted, or one like it that no parameter has. */
export function ownName(
  wanted: string,
  { name: own, parameters, reductions }: Pick<LaneProgram, 'name' | 'parameters' | 'reductions'>,
): string {
  let name = wanted;
  while (name === own || [...parameters, ...reductions].some((one) => one.name === name)) name += '_';
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
