import { defineCommand, studyArgument } from '../command.js';
import type { OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [shared.study, shared.json] as const;
export type JobsOptions = OptionsOf<typeof options>;

export const jobsCommand = defineCommand({
  name: 'jobs',
  summary: 'list the queued, running and finished cluster jobs of a study (tune --on slurm)',
  arguments: [studyArgument],
  options,
  action: async ([folder], given) => (await import('../actions/jobs.js')).jobs(folder, given),
});
