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
  summary:
    'check that a program can be tuned: that it builds and runs, that its output repeats, and how large its rounding error is',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/check.js')).check(program, given, programArguments),
});
