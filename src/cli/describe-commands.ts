/** The command line as data: what the reference pages and the completions of shells are made of. */
import type { Command, Option } from 'commander';

export interface CommandDescription {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly summary: string;
    readonly required: boolean;
    readonly choices: readonly string[];
  }[];
  readonly options: readonly OptionDescription[];
}

export interface OptionDescription {
  readonly flags: string;
  readonly summary: string;
  readonly choices: readonly string[];
  /** Null where there is none. */
  readonly default: string | null;
  readonly repeatable: boolean;
}

export function describeCommands(program: Command): CommandDescription[] {
  const isShown = (command: Command) => !(command as Command & { _hidden?: boolean })._hidden;
  return program.commands.filter(isShown).map((command) => ({
    name: command.name(),
    usage: `${program.name()} ${command.name()} ${command.usage()}`,
    summary: command.description(),
    arguments: command.registeredArguments.map((one) => ({
      name: one.name(),
      summary: one.description,
      required: one.required,
      choices: one.argChoices ?? [],
    })),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
  }));
}

function describeOption({ flags, description, argChoices, defaultValue }: Option): OptionDescription {
  const isList = Array.isArray(defaultValue);
  return {
    flags,
    summary: description,
    choices: argChoices ?? [],
    default: defaultValue === undefined || isList ? null : String(defaultValue),
    repeatable: isList,
  };
}
