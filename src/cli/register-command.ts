/** Declared commands as commander takes them. */
import { Argument, type Command, Option } from 'commander';
import type { CommandDeclaration, Invocation } from './command.js';
import type { OptionDeclaration } from './options/option.js';

/** Behind the arguments and options of a command that runs the user's program. */
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
  command.action(async (...given: unknown[]) => {
    const values = given.slice(0, declared.arguments.length) as Parameters<typeof declared.action>[0];
    await declared.action(values, given[declared.arguments.length] as object, invocation);
  });
}

const appended = (value: string, list: readonly string[]): string[] => [...list, value];

function optionOf(declared: OptionDeclaration): Option {
  const { flags, summary, choices, usual, isRepeatable, isRequired = false, isHidden = false, excludes } = declared;
  const option = new Option(flags, summary).makeOptionMandatory(isRequired).hideHelp(isHidden);
  if (choices) option.choices(choices);
  if (usual !== undefined) option.default(usual);
  if (isRepeatable) option.argParser(appended).default([]);
  return excludes === undefined ? option : option.conflicts(excludes);
}
