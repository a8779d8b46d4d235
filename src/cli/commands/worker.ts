import { argument, defineCommand } from '../command.js';

/** The process that a job of `tune --on slurm` runs on its node. */
export const workerCommand = defineCommand({
  name: 'worker',
  summary: '',
  isHidden: true,
  arguments: [argument('<folder>'), argument('<token>'), argument('<index>'), argument('[moved...]')],
  options: [],
  action: async ([folder, token, index, moved]) =>
    (await import('../actions/worker.js')).worker(folder, token, index, moved),
});
