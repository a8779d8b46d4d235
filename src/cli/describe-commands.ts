/** Descriptions of the visible commands, for the reference pages and the shell completions. */
import type { CommandDeclaration } from './command.js';
import type { OptionDeclaration } from './options/option.js';
import { debug } from './options/shared-options.js';

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
  /** Null without a default. */
  readonly default: string | null;
  readonly repeatable: boolean;
}

export function describeCommands(commands: readonly CommandDeclaration[]): CommandDescription[] {
  return commands
    .filter(({ isHidden }) => !isHidden)
    .map((command) => ({
      name: command.name,
      usage: `mantissa ${command.name} ${usageOf(command)}`,
      summary: command.summary,
      arguments: command.arguments.map(({ written, summary = '', choices = [] }) => ({
        name: written.replace(/[^\w-]/g, ''),
        summary,
        required: written.startsWith('<'),
        choices,
      })),
      options: [...command.options, debug].filter(({ isHidden }) => !isHidden).map(describeOption),
    }));
}

/** The usage line, written as commander writes it. */
function usageOf({ arguments: all, runsProgram }: CommandDeclaration): string {
  return ['[options]', ...all.map(({ written }) => written), ...(runsProgram ? ['[-- arguments...]'] : [])].join(' ');
}

function describeOption({ flags, summary, choices = [], usual, isRepeatable }: OptionDeclaration): OptionDescription {
  return { flags, summary, choices, default: usual ?? null, repeatable: isRepeatable ?? false };
}
