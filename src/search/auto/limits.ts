/** The options of `auto`, and the limits of each kind of run. */
import { z } from 'zod';

const count = z.coerce.number().int().min(1);
const none = z.coerce.number().int().min(0);

export const options = z.strictObject({
  // Chosen: this only ends a search that keeps predicting something faster; other searches end when no candidate is left; nothing else was tried.
  rounds: count.default(40).describe('rounds of predictions and runs'),
  // Chosen: about the size of the largest space that is enumerated (MAX_ENUMERATED_POINTS); nothing else was tried.
  evaluations: count.default(4000).describe('configurations predicted per round'),
  // Chosen: twenty for each of the two; alone, the genetic search asks for 10 to 12 runs on average (results/without-a-gpu/auto/compare-native.txt);
  // nothing else was tried.
  others: none
    .default(40)
    .describe(
      'runs of the genetic search and delta debugging at the end; 0 also disables their earlier runs and the search that raises groups from the lowest precision',
    ),
  // Chosen: a space of seven groups in two formats each; running the rest of it takes about as many runs as other searches ask for; nothing else was
  // tried.
  exhaustive: none
    .default(128)
    .describe('in spaces of up to this many configurations, run every one that could be faster'),
  // Source: results/without-a-gpu/auto/solver.txt: 2 to 8 programs until nothing faster was predicted.
  solver: none.default(8).describe('queries to the solver, in spaces too large to enumerate'),
  // Chosen: the fastest within the margin, the fastest within twice the margin, and the next; nothing else was tried.
  'side-by-side': count.default(3).describe('configurations run per round'),
  // Chosen: such rounds have 12 to 36 runs; tried 4 and 36: four programs need the same runs with these values (results/without-a-gpu/auto/other-constants.txt).
  misses: count
    .default(12)
    .describe(
      'consecutive rounds that miss the bound against their predictions before the search stops trusting predictions',
    ),
  // Chosen: more groups take long to learn one by one (sp, with 126: results/nvidia-h200/auto/compare-30s.txt); tried 0 and 1000 on boxmd, with
  // 26 groups: the same answers after 94 and 96 runs (results/without-a-gpu/auto/other-constants.txt).
  alone: none
    .default(24)
    .describe(
      'up to this many pairs of a group and a lower format are run one by one; if there are more, groups are run in parts',
    ),
});

export type Options = z.infer<typeof options>;

/**
 * Runs of a search, as long as its predictions are right, once every dimension in pairs of floats is within the bound: what is left is which dimensions
 * can be lower still, and predictions tell that after a run of each.
 * Chosen: one run for each of up to 24 dimensions (the option 'alone') and a few for combinations; n-body took 151 runs without this limit, the best of
 * which was the tenth; nothing else was tried.
 */
export const MAX_RUNS_BELOW_PAIRS = 30;

/**
 * Dimensions up to which the lowest point is run with each dimension at its declared format in turn.
 * Chosen: each costs a run, and a round has three; nothing else was tried.
 */
export const MAX_WIDENED = 64;

/**
 * Early runs of the other searches while many dimensions are learnt: the number of turns, and the runs of each. Source for having them at all,
 * and for two runs of the genetic search to one of delta debugging: results/without-a-gpu/auto/first-runs.txt, most of the gain after 10 to 30
 * runs, where it took 100 to 250. The genetic search ends after some 25 runs, and is worth little before.
 * Chosen: the count and the other sizes, so that the turns have a quarter of the runs that single dimensions would take; nothing else was tried.
 */
export const EARLY_TURNS = {
  count: 4,
  deltaRunsPerDimension: 1 / 16,
  minDeltaRuns: 4,
  geneticRunsPerDeltaRun: 2,
  /** Runs of delta debugging after all dimensions are learnt. */
  lastDeltaRunsPerDimension: 1 / 4,
};

/**
 * Runs of the genetic search before each dimension is lowered alone.
 * Chosen: a small --trials leaves time for little more; with these runs the answer comes at run 5 in the median
 * (results/without-a-gpu/auto/runs-to-answer.txt); nothing else was tried.
 */
export const FIRST_GENETIC_RUNS = 4;

/**
 * Runs of delta debugging at the end per trial of this search, if dimensions were learnt alone or in parts.
 * Chosen: with this many, delta debugging usually finishes; if less is known, it needs more; nothing else was tried.
 */
export const FINAL_TURN_RUNS_PER_TRIAL = 1;
export const FINAL_TURN_RUNS_PER_TRIAL_IN_PARTS = 2;

/**
 * Factor on the margin for the second point chosen in each round, in case predictions are further off than the margin.
 * Chosen: one step further than the margin; nothing else was tried.
 */
export const WIDE_MARGIN_FACTOR = 2;

/**
 * Predicted error, in multiples of the bound, up to which moves from the best are tried at the end.
 * Chosen: predictions of combinations are within a factor of 3 where errors add up (results/without-a-gpu/auto/error-model.txt), and further off
 * where they do not; nothing else was tried.
 */
export const MAX_MOVE_EXCESS = 8;

/**
 * Such moves per batch, and the maximum of batches, which follow while each finds something faster.
 * Chosen: 32 runs at most, fewer than a search takes before; nothing else was tried.
 */
export const MAX_MOVES = 8;
export const MAX_BATCHES = 4;

/**
 * Time limit for runs of a kind, if a run on all inputs takes long, and the minimum number of runs.
 * Chosen: a fraction of the 30 to 100 s of a study on a GPU; with three long runs for the other searches the answer on n-body was 1.66x
 * (results/nvidia-h200/auto/nbody-versions.txt, since d0f783e), while more runs found nothing in time; the other numbers were not tried.
 */
export const LONG_RUN_LIMITS = {
  moves: { ms: 2000, minRuns: 3 },
  misses: { ms: 6000, minRuns: 4 },
  others: { ms: 5000, minRuns: 3 },
};

/**
 * Points computed ahead by the solver.
 * Chosen: each costs one mixed-integer program; nothing else was tried.
 */
export const MAX_SOLVED_AHEAD = 3;

/**
 * Rounds of the search that restarts with a refitted performance model.
 * Chosen: earlier outcomes are known, so only points that the refitted model newly favours are left; nothing else was tried.
 */
export const FOLLOW_UP_ROUNDS = 3;
