import { defineCommand, programArgument } from '../command.js';
import type { OptionsOf } from '../options/option.js';
import { engine, inputs, json, memory, noSanitize, sourceOptions, timeout } from '../options/shared-options.js';

const options = [...sourceOptions, inputs, engine, timeout, memory, noSanitize, json] as const;
export type CheckOptions = OptionsOf<typeof options>;

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'say whether a program can be tuned: it builds, runs and repeats, and how far off it is',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/check.js')).check(program, given, programArguments),
});
