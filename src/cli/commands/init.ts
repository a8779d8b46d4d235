import { argument, defineCommand } from '../command.js';
import { flag, inWords, type OptionsOf, offSwitch, text, texts } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  flag('--yes', 'ask nothing: take what was found'),
  shared.force,
  text('--program <name>', 'which, where the folder has several'),
  texts('--source <file>', 'a source of the program, instead of those found (repeatable)'),
  inWords(shared.include, 'with --source: search this folder for headers'),
  inWords(shared.define, 'with --source: define a macro'),
  inWords(shared.undefine, 'with --source: undefine a macro'),
  inWords(shared.standard, 'with --source: language standard, such as c++17'),
  inWords(shared.compilerFlag, 'with --source: a further flag of the compiler (repeatable)'),
  text('--output <file>', 'where its results are: stdout, or a file it writes'),
  inWords(shared.maxError, 'how far the output may be off (default: 1e-6, or what the output can tell apart)'),
  shared.valueMetric,
  shared.digits,
  shared.engine,
  shared.timeout,
  offSwitch('--no-check', 'write it and run nothing'),
  shared.json,
] as const;
export type InitOptions = OptionsOf<typeof options>;

export const initCommand = defineCommand({
  name: 'init',
  summary: 'write a mantissa.json for the program in a folder, from what its build, its texts and you say; check it',
  runsProgram: true,
  arguments: [argument('[folder]', 'where the program is (default: the current folder)')],
  options,
  action: async ([folder], given, { programArguments }) =>
    (await import('../actions/init.js')).init(folder, given, programArguments),
});
