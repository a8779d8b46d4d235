import { Command } from 'commander';
import { exitCodeOf } from '../diagnostics/catalogue.js';
import { registerFeatures } from '../features/register.js';
import { packageVersion } from '../support/package-root.js';
import type { CommandDeclaration } from './command.js';
import { commands } from './command-list.js';
import { listenForInterruption } from './interruption.js';
import { debug } from './options/shared-options.js';
import { registerCommand } from './register-command.js';
import { reportError } from './report-error.js';
import { answer } from './text/terminal.js';

function commandLine(programArguments: readonly string[] | null): Command {
  const program = new Command('mantissa')
    .description('Tunes the floating-point precision of CUDA and C/C++ programs.')
    .version(packageVersion())
    .option(debug.flags, debug.summary)
    .showSuggestionAfterError();
  for (const declared of commands) registerCommand(program, declared, { programArguments, commands });
  for (const command of program.commands) command.option(debug.flags, debug.summary);
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeOut: answer, writeErr: () => undefined });
  return program;
}

/** Further help may take long to build, so it is built only when its command's help is shown. */
async function addFurtherHelp(program: Command): Promise<void> {
  const words = process.argv;
  if (!words.some((one) => one === '--help' || one === '-h' || one === 'help')) return;
  for (const { name, furtherHelp } of commands)
    if (furtherHelp && words.includes(name))
      program.commands.find((one) => one.name() === name)?.addHelpText('after', await furtherHelp());
}

/** Runs the command of process.argv and ends the process with its exit code. */
export async function main(): Promise<void> {
  registerFeatures();
  listenForInterruption();
  process.on('SIGXFSZ', () => undefined); // a file over the shell's size limit then fails like one on a full disk
  process.stderr.on('error', () => undefined); // a closed stderr is no reason to stop

  const named: CommandDeclaration | undefined = commands.find(({ name }) => name === process.argv[2]);
  const separator = named?.runsProgram ? process.argv.indexOf('--') : -1;
  const program = commandLine(separator < 0 ? null : process.argv.slice(separator + 1));
  await addFurtherHelp(program);
  if (process.argv.length <= 2) {
    process.stderr.write(program.helpInformation());
    process.exit(exitCodeOf('MX2004'));
  }
  try {
    await program.parseAsync(separator < 0 ? process.argv : process.argv.slice(0, separator));
    process.exit(0);
  } catch (error) {
    process.exit(reportError(error, named?.name ?? null, process.argv.includes('--debug')));
  }
}
