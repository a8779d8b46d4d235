/** Registers declared commands with commander. */
import { Argument, type Command, Option } from 'commander';
import type { CommandDeclaration, Invocation } from './command.js';
import { keyOf, type OptionDeclaration } from './options/option.js';

/** The end of the usage line of a command that runs the user's program. */
export const PROGRAM_ARGUMENTS = ' [-- arguments...]';

export function registerCommand(program: Command, declared: CommandDeclaration, invocation: Invocation): void {
  const { name, summary, isHidden = false, runsProgram } = declared;
  const command = program.command(name, { hidden: isHidden }).description(summary);
  for (const { written, summary: about, choices } of declared.arguments) {
    const argument = new Argument(written, about);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const option of declared.options) command.addOption(optionOf(option));
  if (runsProgram) command.usage(command.usage() + PROGRAM_ARGUMENTS);
  // as a default of commander, an empty list would show in the help
  const emptyLists = Object.fromEntries(
    declared.options.filter(({ isRepeatable }) => isRepeatable).map((one) => [keyOf(one), []]),
  );
  command.action(async (...given: unknown[]) => {
    const values = given.slice(0, declared.arguments.length) as Parameters<typeof declared.action>[0];
    const options = given[declared.arguments.length] as object;
    await declared.action(values, { ...emptyLists, ...options }, invocation);
  });
}

const appended = (value: string, list: readonly string[] = []): string[] => [...list, value];

function optionOf(declared: OptionDeclaration): Option {
  const { flags, summary, choices, usual, isRepeatable, isRequired = false, isHidden = false, excludes } = declared;
  const option = new Option(flags, summary).makeOptionMandatory(isRequired).hideHelp(isHidden);
  if (choices) option.choices(choices);
  if (usual !== undefined) option.default(usual);
  if (isRepeatable) option.argParser(appended);
  return excludes === undefined ? option : option.conflicts(excludes);
}
