/** All stages of a study in order of priority: the first one that is due runs. */
import { accumulators } from './accumulators.js';
import { baselines, energyCounter, firstTrial, kernelClock } from './before-search.js';
import { amountOfWork, outlook, tradeOff, untimedInputs } from './closing.js';
import { phases } from './phases.js';
import { bestSoFar, lastResort, recommendation } from './recommendation.js';
import { beginning, search } from './search.js';
import { contradictions, refittedModel, restOfTime, stricterBound, stricterLimit } from './search-again.js';
import type { Stage } from './stage.js';
import { threadBlocks } from './thread-blocks.js';
import { vectors } from './vectors.js';

export const stages: readonly Stage[] = [
  baselines,
  energyCounter,
  kernelClock,
  firstTrial,
  bestSoFar,
  beginning,
  search,
  accumulators,
  recommendation,
  // each of these five begins another search
  contradictions,
  stricterLimit,
  restOfTime,
  refittedModel,
  stricterBound,
  // without a recommendation so far, and in addition to one
  lastResort,
  threadBlocks,
  vectors,
  phases,
  outlook,
  tradeOff,
  untimedInputs,
  amountOfWork,
];
