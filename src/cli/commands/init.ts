import { argument, defineCommand } from '../command.js';
import { flag, inWords, type OptionsOf, offSwitch, text, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  flag('--yes', 'ask no questions: use the values found'),
  shared.force,
  text('--program <name>', 'program to set up, if the folder has several'),
  texts('--source <file>', 'source file of the program, instead of those found (repeatable)'),
  inWords(shared.include, 'with --source: search this folder for headers'),
  inWords(shared.define, 'with --source: define a macro'),
  inWords(shared.undefine, 'with --source: undefine a macro'),
  inWords(shared.standard, 'with --source: language standard, such as c++17'),
  inWords(shared.compilerFlag, 'with --source: a further compiler flag (repeatable)'),
  text('--output <file>', 'where the program writes its results: stdout, or a file'),
  inWords(
    shared.maxError,
    'largest error allowed in the output (default: 1e-6, or the resolution of the printed output if that is coarser)',
  ),
  shared.valueMetric,
  shared.digits,
  shared.engine,
  shared.timeout,
  offSwitch('--no-check', 'write mantissa.json without running the program'),
  shared.json,
] as const;
export type InitOptions = OptionsOf<typeof options>;

export const initCommand = defineCommand({
  name: 'init',
  summary:
    'write a mantissa.json from the build files, README and scripts of a folder, asking about the rest; then check it',
  runsProgram: true,
  arguments: [argument('[folder]', 'folder of the program (default: the current folder)')],
  options,
  action: async ([folder], given, { programArguments }) =>
    (await import('../actions/init.js')).init(folder, given, programArguments),
});
