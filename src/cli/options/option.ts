/**
 * Options as data. The type of an action's options follows from their flags: `--max-error <x>` is `maxError?: string`, `--no-check` is
 * `check: boolean`.
 */

export interface OptionDeclaration<Given extends object = object> {
  /** As help shows them: `-o, --study <folder>`. */
  readonly flags: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly usual?: string;
  /** Whether the option may be given several times; its value is then a list. */
  readonly isRepeatable?: boolean;
  readonly isRequired?: boolean;
  readonly isHidden?: boolean;
  /** The name of an option that excludes this one. */
  readonly excludes?: string;
  /** Never set; carries the type of this option's value to `OptionsOf`. */
  readonly given?: Given;
}

/** `Json & Timeout & …`: the options that an action with this list receives. */
export type OptionsOf<List extends readonly OptionDeclaration[]> = Joined<NonNullable<List[number]['given']>>;

type Joined<Parts> = (Parts extends object ? (part: Parts) => void : never) extends (all: infer All) => void
  ? All
  : never;
type LongFlag<Flags extends string> = Flags extends `-${string}, --${infer Long}`
  ? Long
  : Flags extends `--${infer Long}`
    ? Long
    : never;
type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
type WrittenName<Flags extends string> = FirstWord<LongFlag<Flags>>;
type KeyOf<Flags extends string> = CamelCase<WrittenName<Flags>>;

/** The long flag: `--max-slowdown`. */
export function nameOf({ flags }: OptionDeclaration): string {
  return flags.split(/[ ,]+/).find((word) => word.startsWith('--'))!;
}

/** The key of the value in the action's options: `maxSlowdown`. */
export function keyOf(option: OptionDeclaration): string {
  const name = nameOf(option).replace(/^--(?:no-)?/, '');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A switch that is absent by default. */
export function flag<Flags extends string>(
  flags: Flags,
  summary: string,
): OptionDeclaration<{ [Key in KeyOf<Flags>]?: boolean }> {
  return { flags, summary };
}

/** `--no-check`: true by default. */
export function offSwitch<Name extends string>(
  flags: `--no-${Name}`,
  summary: string,
): OptionDeclaration<{ [Key in CamelCase<Name>]: boolean }> {
  return { flags, summary };
}

export function text<Flags extends string>(
  flags: Flags,
  summary: string,
): OptionDeclaration<{ [Key in KeyOf<Flags>]?: string }> {
  return { flags, summary };
}

export function textOr<Flags extends string>(
  flags: Flags,
  summary: string,
  usual: string,
): OptionDeclaration<{ [Key in KeyOf<Flags>]: string }> {
  return { flags, summary, usual };
}

export function requiredText<Flags extends string>(
  flags: Flags,
  summary: string,
): OptionDeclaration<{ [Key in KeyOf<Flags>]: string }> {
  return { flags, summary, isRequired: true };
}

/** A repeatable option; an empty list by default. */
export function texts<Flags extends string>(
  flags: Flags,
  summary: string,
): OptionDeclaration<{ [Key in KeyOf<Flags>]: string[] }> {
  return { flags, summary, isRepeatable: true };
}

export function choice<Flags extends string, Choice extends string>(
  flags: Flags,
  summary: string,
  choices: readonly Choice[],
): OptionDeclaration<{ [Key in KeyOf<Flags>]?: Choice }> {
  return { flags, summary, choices };
}

export function choiceOr<Flags extends string, Choice extends string>(
  flags: Flags,
  summary: string,
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
): OptionDeclaration<{ [Key in KeyOf<Flags>]: Choice }> {
  return { flags, summary, choices, usual };
}

/** The same option with another summary, for a command in which it means something else. */
export function inWords<Given extends object>(
  option: OptionDeclaration<Given>,
  summary: string,
): OptionDeclaration<Given> {
  return { ...option, summary };
}
