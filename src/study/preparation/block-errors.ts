/**
 * The distribution of a function's shadow error over thread blocks, as the journal has it: quartiles over all blocks of its largest grid, the blocks
 * with the largest errors, and the mean error along the grid.
 */
import type { ProfileRecord } from '../../journal/records.js';
import { quantile } from '../../numerics/quantile.js';
import type { Program } from '../../program/program.js';
import type { BlockProfile } from '../../workbench/profile-report.js';

type BlockErrors = NonNullable<ProfileRecord['blocks']>[number];

const QUARTILES = [0, 0.25, 0.5, 0.75, 1];
const MAX_WORST = 5;
/** Largest number of points of the curve along the grid, each the mean of neighbouring blocks. */
const MAX_POINTS = 64;

export function blockErrors(
  { functions }: Pick<Program, 'functions'>,
  { function: index, grid, limit, differences }: BlockProfile,
): BlockErrors {
  const all = grid.reduce((product, extent) => product * extent, 1);
  // the last place has the sum of all blocks from there on
  const count = all > limit ? limit - 1 : all;
  const errors = Array.from({ length: count }, (_, block) => differences[block] ?? 0);
  const sorted = errors.toSorted((a, b) => a - b);
  const step = Math.ceil(count / MAX_POINTS);
  const along = Array.from({ length: Math.ceil(count / step) }, (_, at) => {
    const own = errors.slice(at * step, (at + 1) * step);
    return own.reduce((sum, one) => sum + one, 0) / own.length;
  });
  return {
    function: functions[index]!.name,
    grid: [...grid],
    counted: count,
    quartiles: QUARTILES.map((share) => quantile(sorted, share)),
    worst: errors
      .map((error, block) => ({ block, error }))
      .filter(({ error }) => error > 0)
      .toSorted((a, b) => b.error - a.error)
      .slice(0, MAX_WORST),
    along,
  };
}
