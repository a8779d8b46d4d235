/**
 * A command as data. Help, shell completions and the reference pages are generated from it. Its module imports only declarations; the
 * action imports the code it runs, so that a command does not load the modules of others.
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

/** Input of an action besides its arguments and options. */
export interface Invocation {
  /** The arguments after `--`; null without `--`. */
  readonly programArguments: readonly string[] | null;
  /** All registered commands. */
  readonly commands: readonly CommandDeclaration[];
}

export interface CommandDeclaration<
  Arguments extends readonly ArgumentDeclaration[] = readonly ArgumentDeclaration[],
  Options extends readonly OptionDeclaration[] = readonly OptionDeclaration[],
> {
  readonly name: string;
  readonly summary: string;
  /** Hidden commands are started by Mantissa itself. */
  readonly isHidden?: boolean;
  /** Whether the command runs the user's program: the arguments after `--` are passed to it. */
  readonly runsProgram?: boolean;
  readonly arguments: Arguments;
  readonly options: Options;
  /** Text after the options in the command's help. */
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

/** The program that a command works on. */
export const programArgument = argument(
  '[program...]',
  'source files, a folder, a mantissa.json or a compile_commands.json',
);
/** The trial that a command works on. */
export const trialArgument = argument('[trial]', 'number of the trial (default: the recommended one)');
/** A study as an argument, instead of --study. */
export const studyArgument = argument('[study]', 'folder of the study, as with --study');
