import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.sourceOptions,
  inWords(shared.inputs, 'the input of the project file to count on (default: the first)'),
  shared.scope,
  shared.engine,
  inWords(shared.gpu, 'whose costs the ceiling has: a name or a profile.json (default: the GPU at hand, or h200)'),
  shared.timeout,
  shared.memory,
  shared.json,
] as const;
export type AdviseOptions = OptionsOf<typeof options>;

export const adviseCommand = defineCommand({
  name: 'advise',
  summary: 'say what tuning a program can buy at most, and what is in the way, before any search',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/advise.js')).advise(program, given, programArguments),
});
