import { defineCommand, programArgument } from '../command.js';
import { choiceOr, inWords, type OptionsOf, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  ...shared.configurationOptions,
  choiceOr(
    '--how <way>',
    'the original program, emulation in an instrumented build, a build of the rewritten source, or everything in fp64x2',
    ['original', 'emulated', 'built', 'reference'],
    'original',
  ),
  shared.input,
  text('--keep <folder>', 'with --how built: write the rewritten source to this folder'),
  inWords(shared.timeout, 'time limit for the run'),
  shared.memory,
] as const;
export type RunOptions = OptionsOf<typeof options>;

export const runCommand = defineCommand({
  name: 'run',
  summary: 'run a program under a configuration and print its own output, unchanged',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/run.js')).run(program, given, programArguments),
});
