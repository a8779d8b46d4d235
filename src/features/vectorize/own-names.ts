/** Names in the generated source besides the user's. */
import type { LaneProgram } from './lane-program.js';
import { VECTOR_FUNCTIONS } from './math-functions.js';
import { refusal } from './refusal.js';

/** Names that a parameter must not hide. */
const LIBRARY = new Set(
  'half bfloat fma select records_of run_vector count_vectors count_blocks all_aligned thread_number row_number row_step row_threads blocks_of_rows get put folded product totals accumulators fold finish Totals Accumulators mantissa std THREADS Lanes'.split(
    ' ',
  ),
);

/** Library functions that an expression may call. */
export const CALLED: ReadonlySet<string> = new Set([
  'fma',
  'select',
  'select_by_fma',
  'records_of',
  ...VECTOR_FUNCTIONS,
]);

/** The wanted name, or a variation that no parameter has. */
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
      `the parameter ${hides.name} has a name that the vector library uses`,
      { file, line, column: 1 },
      'rename the parameter',
    );
}
