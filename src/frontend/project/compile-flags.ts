import * as fs from 'node:fs';
import path from 'node:path';
import { isDatabaseFlag } from './build-flags.js';
import { arithmeticFlag, type Dialect, type Effect, type MatchedOption, matchOption } from './compile-options.js';
import { isFile } from './input-files.js';
import { MACRO_DEFINITION, type MacroStep } from './macros.js';
import type { Language } from './project.js';
import { splitShellWords } from './shell-words.js';

/** The flags of a compiler command that affect the meaning of the source; paths are absolute where possible. */
export interface CompileFlags {
  /** From `-x`; `other` is an unsupported language; with null, the file name decides. */
  language: Language | 'other' | null;
  standard: string | null;
  readonly quoteFolders: string[];
  readonly includeFolders: string[];
  readonly systemFolders: string[];
  readonly lateFolders: string[];
  readonly macros: MacroStep[];
  readonly forcedIncludes: string[];
  readonly arithmeticFlags: string[];
  readonly languageFlags: string[];
}

const languages: ReadonlyMap<string, CompileFlags['language']> = new Map<string, CompileFlags['language']>([
  ['cu', 'cuda'],
  ['cuda', 'cuda'],
  ['c++', 'c++'],
  ['c', 'c'],
  ['none', null],
]);

/** Reads the arguments of a compiler; relative paths start at `directory`. */
export function readCompileFlags(words: readonly string[], directory: string, dialect: Dialect): CompileFlags {
  const flags: CompileFlags = {
    language: null,
    standard: null,
    quoteFolders: [],
    includeFolders: [],
    systemFolders: [],
    lateFolders: [],
    macros: [],
    forcedIncludes: [],
    arithmeticFlags: [],
    languageFlags: [],
  };
  new FlagReader(flags, directory).read(words, dialect);
  return flags;
}

class FlagReader {
  private readonly optionFiles: string[] = [];

  constructor(
    private readonly flags: CompileFlags,
    private readonly directory: string,
  ) {}

  read(words: readonly string[], dialect: Dialect): void {
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      if (word.startsWith('@')) this.readOptionFile(word.slice(1), dialect);
      else if (word.startsWith('-Wp,')) this.read(word.split(',').slice(1), 'gcc');
      else if (word === '-ansi') this.flags.standard = 'ansi';
      else this.readOption(word, () => words[++at], dialect);
    }
  }

  private readOption(word: string, next: () => string | undefined, dialect: Dialect): void {
    const arithmetic = arithmeticFlag(word);
    if (arithmetic !== null) this.flags.arithmeticFlags.push(arithmetic);
    if (isDatabaseFlag(word)) this.flags.languageFlags.push(word);
    const matched = arithmetic === null ? matchOption(word, dialect) : null;
    const value = matched && (matched.value ?? next());
    if (!matched || value === null || value === undefined) return;
    const values = matched.option.list ? splitList(value, matched.option.effect) : [value];
    if (matched.option.effect === 'host-flags') this.read(values.flatMap(splitShellWords), 'gcc');
    else for (const each of values) this.apply(matched, each, dialect);
  }

  private apply({ option, name }: MatchedOption, value: string, dialect: Dialect): void {
    const { flags } = this;
    switch (option.effect) {
      case 'include-folder':
        flags.includeFolders.push(this.resolve(value));
        return;
      case 'quote-folder':
        flags.quoteFolders.push(this.resolve(value));
        return;
      case 'system-folder':
        flags.systemFolders.push(this.resolve(value));
        return;
      case 'late-folder':
        flags.lateFolders.push(this.resolve(value));
        return;
      case 'define':
        flags.macros.push({ kind: 'define', text: value });
        return;
      case 'undefine':
        flags.macros.push({ kind: 'undefine', name: value });
        return;
      case 'standard':
        flags.standard = value;
        return;
      case 'language':
        // Intel's -xHost does not set a language
        if (name !== '-x' || languages.has(value) || /^[a-z]/.test(value))
          flags.language = languages.has(value) ? languages.get(value)! : 'other';
        return;
      case 'forced-include':
        flags.forcedIncludes.push(value);
        return;
      case 'host-flags':
      case 'preprocessor-flag':
        this.read([value], 'gcc');
        return;
      case 'options-file':
        this.readOptionFile(value, dialect);
        return;
      case 'arithmetic':
        flags.arithmeticFlags.push(`--${name.replace(/^-+/, '')}=${value}`);
        return;
      case 'skip':
        return;
    }
  }

  /** A response file that does not exist (after a build folder was cleaned) or includes itself is skipped. */
  private readOptionFile(name: string, dialect: Dialect): void {
    const file = this.resolve(name);
    if (this.optionFiles.includes(file) || !isFile(file)) return;
    this.optionFiles.push(file);
    this.read(splitShellWords(fs.readFileSync(file, 'utf8')), dialect);
    this.optionFiles.pop();
  }

  private resolve(name: string): string {
    return path.resolve(this.directory, name);
  }
}

/** Values of an nvcc option are separated by commas, except `\,` and commas in quotes. A macro definition with commas in its value is not split. */
function splitList(value: string, effect: Effect): string[] {
  const parts = (value.match(/(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^,\\])+/gs) ?? []).map((part) =>
    part.replaceAll('\\,', ','),
  );
  if (effect === 'define' && !parts.every((part) => MACRO_DEFINITION.test(part))) return [value.replaceAll('\\,', ',')];
  return parts;
}
