/** Writes shell completion scripts from the table of commands: options after a command, choices or files after an option. */
import type { CommandDescription, OptionDescription } from './describe-commands.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Values of options whose choices are not declared, by long name: `--strategy`. */
export type FurtherChoices = Readonly<Record<string, readonly string[]>>;

interface CompletedOption {
  readonly names: readonly string[];
  readonly summary: string;
  /** Kind of the option's value; null for a switch. */
  readonly value: 'choice' | 'file' | 'text' | null;
  readonly choices: readonly string[];
  readonly repeatable: boolean;
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly takesFiles: boolean;
  readonly words: readonly string[];
}

export function completionScript(
  shell: Shell,
  commands: readonly CommandDescription[],
  further: FurtherChoices,
): string {
  const completed = commands.map(
    (one): CompletedCommand => ({
      ...{ name: one.name, summary: one.summary },
      options: one.options.map((option) => completedOption(option, further)),
      takesFiles: one.arguments.some(({ name }) => name === 'program' || name === 'study'),
      words: one.arguments.flatMap(({ choices }) => choices),
    }),
  );
  switch (shell) {
    case 'bash':
      return bash(completed);
    case 'zsh':
      return zsh(completed);
    case 'fish':
      return fish(completed);
  }
}

function completedOption(
  { flags, summary, choices, repeatable }: OptionDescription,
  further: FurtherChoices,
): CompletedOption {
  const names = flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));
  const value = /[<[](.*)[>\]]/.exec(flags)?.[1] ?? null;
  const known = choices.length > 0 ? choices : names.flatMap((name) => further[name] ?? []);
  const kind = known.length > 0 ? 'choice' : /file|folder|\./.test(value ?? '') ? 'file' : 'text';
  return { names, summary, value: value === null ? null : kind, choices: known, repeatable };
}

const HEAD = (shell: Shell, how: string) =>
  `# Completions of mantissa for ${shell}, by mantissa completion ${shell}: ${how}\n`;

function bash(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ names, value, choices }) => {
      if (value === null) return [];
      const does = value === 'choice' ? `values=${quoted(choices.join(' '))}` : value === 'file' ? 'files=1' : 'text=1';
      return [`    ${names.map((one) => quoted(`${name} ${one}`)).join('|')}) ${does} ;;`];
    }),
  );
  const options = commands.map(({ name, options: all, takesFiles, words }) => {
    const names = all.flatMap((one) => one.names).join(' ');
    const given = takesFiles ? 'files=1' : words.length > 0 ? `values=${quoted(words.join(' '))}` : '';
    return `    ${name}) options=${quoted(`${names} --help`)}${given && `; [[ $current == -* ]] || ${given}`} ;;`;
  });
  return `${HEAD('bash', 'source it, or put it into ~/.local/share/bash-completion/completions/mantissa')}
_mantissa() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command= word
  local options= values= files= text=
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    if [[ $word == -- ]]; then
      COMPREPLY=($(compgen -f -- "$current"))
      return
    fi
    if [[ -z $command && $word != -* ]]; then command=$word; fi
  done
  case "$command $previous" in
${values.join('\n')}
  esac
  if [[ -z $values$files$text ]]; then
    case $command in
    '') options=${quoted(`${commands.map(({ name }) => name).join(' ')} --help --version`)} ;;
${options.join('\n')}
    esac
  fi
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ -n $files ]]; then
    compopt -o filenames 2> /dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  elif [[ -z $text ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  fi
}
complete -F _mantissa mantissa
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options, takesFiles, words }) => {
    const specs = options.map(({ names, summary, value, choices, repeatable }) => {
      const what = { choice: `:value:(${choices.join(' ')})`, file: ':file:_files', text: ':value: ' };
      const text = `[${plain(summary)}]${value === null ? '' : what[value]}`;
      if (names.length === 1) return quoted(`${repeatable ? '*' : ''}${names[0]}${text}`);
      return `${quoted(repeatable ? '*' : `(${names.join(' ')})`)}{${names.join(',')}}${quoted(text)}`;
    });
    const rest = takesFiles
      ? [quoted('*:file:_files')]
      : words.length > 0
        ? [quoted(`1:word:(${words.join(' ')})`)]
        : [];
    return `    ${name})\n      _arguments ${[...specs, ...rest].join(' \\\n        ')}\n      ;;`;
  });
  return `#compdef mantissa
${HEAD('zsh', 'save it as _mantissa in a folder of $fpath')}
_mantissa() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${plain(summary)}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _mantissa ]; then _mantissa "$@"; else compdef _mantissa mantissa; fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options, takesFiles, words }) => {
    const here = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c mantissa -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(summary)}`,
      ...(takesFiles
        ? []
        : [`complete -c mantissa ${here} -f${words.length > 0 ? ` -a ${fishQuoted(words.join(' '))}` : ''}`]),
      ...options.map(({ names, summary: does, value, choices }) => {
        const flags = names.map((one) => (one.startsWith('--') ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`));
        const given =
          value === null
            ? ''
            : value === 'choice'
              ? ` -x -a ${fishQuoted(choices.join(' '))}`
              : value === 'file'
                ? ' -r'
                : ' -x';
        return `complete -c mantissa ${here} ${flags.join(' ')}${given} -d ${fishQuoted(does)}`;
      }),
    ];
  });
  return `${HEAD('fish', 'save it as ~/.config/fish/completions/mantissa.fish')}
${lines.join('\n')}
`;
}

/** Quoting of bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Escapes brackets and colons, which separate the parts of a zsh specification. */
function plain(text: string): string {
  return text.replace(/[[\]:]/g, (one) => `\\${one}`);
}
