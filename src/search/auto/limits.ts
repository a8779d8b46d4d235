/** The options of `auto`, and how much of each kind of run it asks for. */
import { z } from 'zod';

const count = z.coerce.number().int().min(1);
const none = z.coerce.number().int().min(0);

export const options = z.strictObject({
  // Chosen: this only ends a search that keeps predicting something faster; others end when nothing is left; nothing else was tried.
  rounds: count.default(40).describe('rounds of prediction and trial'),
  // Chosen: about as many points as the largest space that is looked at whole (MAX_ENUMERATED_POINTS); nothing else was tried.
  evaluations: count.default(4000).describe('points whose predictions are looked at in a round'),
  // Chosen: twenty for each of the two; alone, the genetic search asks for 10 to 12 runs on average (results/without-a-gpu/auto/compare-native.txt);
  // nothing else was tried.
  others: none
    .default(40)
    .describe(
      'runs that the genetic search and delta debugging may ask for at the end; with 0 they have no turns before that, and nothing is widened from everything narrow either',
    ),
  // Chosen: a space of seven groups in two formats each; running the rest of it takes about as many runs as other searches ask for; nothing else was
  // tried.
  exhaustive: none
    .default(128)
    .describe('spaces of so many points or fewer: what could be faster is run to the last of them'),
  // Source: results/without-a-gpu/auto/solver.txt: 2 to 8 programs until nothing faster was predicted.
  solver: none.default(8).describe('times that the solver may be asked, in spaces too large to look at every point'),
  // Chosen: the fastest within the margin, the fastest within twice the margin, and the next; nothing else was tried.
  'side-by-side': count.default(3).describe('points that are run in a round'),
  // Chosen: they have 12 to 36 runs; tried 4 and 36: four programs take the same runs with them (results/without-a-gpu/auto/other-constants.txt).
  misses: count
    .default(12)
    .describe('rounds in a row that miss the bound against their predictions, before predictions are given up'),
  // Chosen: what has more groups takes long to learn one by one (sp, with 126: results/nvidia-h200/auto/compare-30s.txt); tried 0 and 1000 on boxmd, with
  // 26 groups: the same answers after 94 and 96 runs (results/without-a-gpu/auto/other-constants.txt).
  alone: none
    .default(24)
    .describe('single groups, in each of their lower formats, that are run one by one; more are learnt in parts'),
});

export type Options = z.infer<typeof options>;

/**
 * Dimensions of the largest space in which each is left wide alone, with everything else lowered.
 * Chosen: each costs a run, and a round has three; nothing else was tried.
 */
export const MAX_WIDENED = 64;

/**
 * Turns of the other searches while many dimensions are learnt: how many, and the runs of each.
 * Source for having them at all, and for two runs of the genetic search to one of delta debugging: results/without-a-gpu/auto/first-runs.txt, most of
 * the gain after 10 to 30 runs, where it took 100 to 250. The genetic search ends after some 25 runs, and is worth little before.
 * Chosen: the count and the other sizes, so that the turns have a quarter of the runs that single dimensions would take; nothing else was tried.
 */
export const EARLY_TURNS = {
  count: 4,
  deltaRunsPerDimension: 1 / 16,
  minDeltaRuns: 4,
  geneticRunsPerDeltaRun: 2,
  /** Of delta debugging, once all dimensions are learnt. */
  lastDeltaRunsPerDimension: 1 / 4,
};

/**
 * Runs of the genetic search before each dimension is lowered alone.
 * Chosen: with a small --trials this is what there is time for; with them the answer comes at run 5 in the median
 * (results/without-a-gpu/auto/runs-to-answer.txt); nothing else was tried.
 */
export const FIRST_GENETIC_RUNS = 4;

/**
 * Runs of delta debugging at the end, for each trial of this search, where dimensions were learnt alone or in parts.
 * Chosen: with as many again delta debugging comes to its end as a rule, and where less is known it needs more; nothing else was tried.
 */
export const FINAL_TURN_RUNS_PER_TRIAL = 1;
export const FINAL_TURN_RUNS_PER_TRIAL_IN_PARTS = 2;

/**
 * Factor of the margin with which a second point is chosen in each round, in case the predictions are further off than the margin says.
 * Chosen: one step further than the margin; nothing else was tried.
 */
export const WIDE_MARGIN_FACTOR = 2;

/**
 * Predicted error, in multiples of the bound, up to which moves from the best are tried at the end.
 * Chosen: predictions of combinations are within a factor of 3 where errors add up (results/without-a-gpu/auto/error-model.txt), and further off
 * where they do not; nothing else was tried.
 */
export const MAX_DARED_EXCESS = 8;

/**
 * Such moves in a batch, and batches while each finds something faster.
 * Chosen: 32 runs at most, fewer than a search takes before; nothing else was tried.
 */
export const MAX_MOVES = 8;
export const MAX_BATCHES = 4;

/**
 * The time that runs of a kind may take where a run on all inputs takes long, and the fewest of them.
 * Chosen: a part of the 30 to 100 s of a study on a GPU; with three long runs for the other searches the answer on n-body was 1.66x
 * (results/nvidia-h200/auto/nbody-versions.txt, since d0f783e), where more of them had found nothing in time; the other numbers were not tried.
 */
export const LONG_RUN_LIMITS = {
  moves: { ms: 2000, minRuns: 3 },
  misses: { ms: 6000, minRuns: 4 },
  others: { ms: 5000, minRuns: 3 },
};

/**
 * Points that the solver is asked for ahead.
 * Chosen: each costs it a program; nothing else was tried.
 */
export const MAX_SOLVED_AHEAD = 3;

/**
 * Rounds of the search that begins anew with a refitted performance model.
 * Chosen: what ran is known, so that only what the refitted model likes and the first did not is left; nothing else was tried.
 */
export const FOLLOW_UP_ROUNDS = 3;
