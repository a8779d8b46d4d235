/** Stages before the first search: baselines, checks of the required measurements, and a first answer. */
import { once, type Stage } from './stage.js';

/** Establishes missing baselines, even if little else remains to be done. */
export const baselines: Stage = once({
  name: 'baselines',
  isDue: ({ search }) => !search.hasBegun,
  run: async ({ journal, preparation }) => {
    if (preparation.inputs.tuned.some(({ name }) => !journal.state.baselines.has(name))) await preparation.runner();
  },
});

export const energyCounter: Stage = once({
  name: 'energy counter',
  isDue: ({ plan, search }) => !search.hasBegun && Boolean(plan.energy),
  run: ({ energies, time }) => time.within(energies.require()),
});

export const kernelClock: Stage = once({
  name: 'kernel clock',
  isDue: ({ bench, plan, search }) => !search.hasBegun && Boolean(plan.tunesBlocks) && !bench.capabilities.timesKernels,
  run: ({ time, timing }) => time.within(timing.requireKernelTimes()),
});

/** Runs the lowest-precision trial, which the search would ask for first, before the search is prepared. */
export const firstTrial: Stage = {
  name: 'first trial',
  isDue: ({ end, preparation, search }) => !search.hasBegun && end.exhausted === null && preparation.firstTrial.isKnown,
  run: async (study) => {
    const { dimensions } = study.groups.space;
    study.openBatch = study.batches.batchOf([dimensions.map(({ formats }) => formats.at(-1)!)]);
  },
};
