import { defineCommand, programArgument } from '../command.js';
import { inWords, type OptionsOf } from '../options/option.js';
import { engine, gpu, inputs, json, memory, scope, sourceOptions, timeout } from '../options/shared-options.js';

const options = [
  ...sourceOptions,
  inWords(inputs, 'the input of the project file to count on (default: the first)'),
  scope,
  engine,
  inWords(gpu, 'whose costs the ceiling has: a name or a profile.json (default: the GPU at hand, or h200)'),
  timeout,
  memory,
  json,
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
