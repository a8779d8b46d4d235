import { defineCommand, programArgument } from '../command.js';
import type { OptionsOf } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.sourceOptions,
  shared.inputs,
  shared.engine,
  shared.timeout,
  shared.memory,
  shared.noSanitize,
  shared.json,
] as const;
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
