/** The options of `auto`, and how much of each kind of run it asks for. Every number says where it comes from. */
import { z } from 'zod';

const count = z.coerce.number().int().min(1);
const none = z.coerce.number().int().min(0);

export const options = z.strictObject({
  // chosen: this only ends a search that keeps predicting something faster; others end when nothing is left
  rounds: count.default(40).describe('rounds of prediction and trial'),
  // chosen: as many points as the largest space that is looked at whole (ENUMERABLE)
  evaluations: count.default(4000).describe('points whose predictions are looked at in a round'),
  // chosen: twenty for each of the two; alone, the genetic search asks for 10 to 12 runs on average (results/without-a-gpu/auto/compare-native.txt)
  others: none
    .default(40)
    .describe(
      'runs that the genetic search and delta debugging may ask for at the end; with 0 they have no turns before that, and nothing is widened from everything narrow either',
    ),
  // chosen: a space of seven groups in two formats each; running the rest of it takes about as many runs as other searches ask for
  exhaustive: none
    .default(128)
    .describe('spaces of so many points or fewer: what could be faster is run to the last of them'),
  // results/without-a-gpu/auto/solver.txt: 2 to 8 programs until nothing faster was predicted
  solver: none.default(8).describe('times that the solver may be asked, in spaces too large to look at every point'),
  // chosen: the fastest within the margin, the fastest within twice the margin, and the next
  'side-by-side': count.default(3).describe('points that are run in a round'),
});

export type Options = z.infer<typeof options>;

/** Rounds in a row whose runs all missed the bound, against the prediction, before predictions are no longer trusted. Chosen: they have 12 to 36 runs. */
export const MAX_MISSES = 12;

/** Dimensions of the largest space in which each is left wide alone, with everything else narrow. Chosen: each costs a run, and a round has three. */
export const MAX_WIDENED = 64;

/**
 * Points with one dimension lowered, beyond which dimensions are learnt in parts. Chosen: both ways were only compared on sp, with 126 groups
 * (results/nvidia-h200/auto/compare-30s.txt).
 */
export const MAX_ALONE = 24;

/**
 * Turns that the other searches have while many dimensions are learnt, each of one run for so many dimensions, or the least. The turns have figures
 * (results/without-a-gpu/auto/first-runs.txt: most of the gain after 10 to 30 runs, where it took 100 to 250); their number and size are chosen.
 */
export const TURNS = { most: 4, dimensions: 16, leastRuns: 4 };

/**
 * Runs of the genetic search before each dimension is lowered alone. Chosen: with a small --trials this is what there is time for. With them the
 * answer comes at run 5 in the median (results/without-a-gpu/auto/runs-to-answer.txt).
 */
export const FIRST_GENETIC_RUNS = 4;

/**
 * Predicted error, in multiples of the bound, up to which moves from the best are tried at the end. Chosen: predictions of combinations are within a
 * factor of 3 where errors add up (results/without-a-gpu/auto/error-model.txt), and further off where they do not.
 */
export const MAX_DARED_EXCESS = 8;

/** Such moves in a batch, and batches while each finds something faster. Chosen. */
export const MAX_MOVES = 8;
export const MAX_BATCHES = 4;

/**
 * The time that runs of a kind may take where a run on all inputs takes long, and the fewest of them. Chosen: a part of the 30 to 100 s of a study on a
 * GPU; with three long runs for the other searches the answer on n-body was 1.66x (results/nvidia-h200/auto/nbody-versions.txt, since d0f783e).
 */
export const LONG_RUNS = {
  moves: { ms: 2000, least: 3 },
  misses: { ms: 6000, least: 4 },
  others: { ms: 5000, least: 3 },
};

/** Points that the solver is asked for ahead. Chosen: each costs it a program. */
export const MAX_SOLVED_AHEAD = 3;
