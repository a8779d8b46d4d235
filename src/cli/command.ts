/**
 * A command as data: help, the completions of shells and the reference pages are made of it. Its module loads nothing but declarations;
 * the action imports what it runs, so that no command waits for another's modules.
 */
import type { OptionDeclaration, OptionsOf } from './options/option.js';

export interface ArgumentDeclaration<Flags extends string = string, Choice extends string = string> {
  /** As help shows it: `<trial>`, `[folder]`, `[program...]`. */
  readonly written: Flags;
  readonly summary?: string;
  readonly choices?: readonly Choice[];
}

type ValueOf<Argument> =
  Argument extends ArgumentDeclaration<infer Flags, infer Choice>
    ? Flags extends `${string}...${string}`
      ? string[]
      : Flags extends `[${string}`
        ? Choice | undefined
        : Choice
    : never;
type ValuesOf<List extends readonly ArgumentDeclaration[]> = { [At in keyof List]: ValueOf<List[At]> };

/** What an action is told besides its arguments and options. */
export interface Invocation {
  /** What stands behind `--`; null where there is no `--`. */
  readonly programArguments: readonly string[] | null;
  /** All commands there are. */
  readonly commands: readonly CommandDeclaration[];
}

export interface CommandDeclaration<
  Arguments extends readonly ArgumentDeclaration[] = readonly ArgumentDeclaration[],
  Options extends readonly OptionDeclaration[] = readonly OptionDeclaration[],
> {
  readonly name: string;
  readonly summary: string;
  /** For processes that we start. */
  readonly isHidden?: boolean;
  /** Whether it runs the user's program: everything behind `--` is passed to that. */
  readonly runsProgram?: boolean;
  readonly arguments: Arguments;
  readonly options: Options;
  /** Follows the options in its help. */
  furtherHelp?(): Promise<string>;
  action(values: ValuesOf<Arguments>, options: OptionsOf<Options>, invocation: Invocation): Promise<void>;
}

/** Types the action by the arguments and options. */
export function defineCommand<
  const Arguments extends readonly ArgumentDeclaration[],
  const Options extends readonly OptionDeclaration[],
>(command: CommandDeclaration<Arguments, Options>): CommandDeclaration<Arguments, Options> {
  return command;
}

export function argument<Written extends string, Choice extends string = string>(
  written: Written,
  summary?: string,
  choices?: readonly Choice[],
): ArgumentDeclaration<Written, Choice> {
  return { written, ...(summary !== undefined && { summary }), ...(choices && { choices }) };
}

/** The program that most commands are about. */
export const programArgument = argument(
  '[program...]',
  'source files, a folder, a mantissa.json or a compile_commands.json',
);
/** Which trial a command is about, where nothing is said. */
export const trialArgument = argument('[trial]', 'its number (default: the recommended one)');
/** A study by its folder, for those who leave out --study. */
export const studyArgument = argument('[study]', 'its folder, as with --study');
