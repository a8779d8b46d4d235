import path from 'node:path';
import { z } from 'zod';
import { type Finding, MantissaError, type MessagePlace } from '../../diagnostics/mantissa-error.js';
import { type CompileFlags, readCompileFlags } from './compile-flags.js';
import { type CompilerCommand, findCompiler } from './compiler-command.js';
import { isFile } from './input-files.js';
import { JsonDocument, type JsonPath, showPath } from './json-document.js';
import { settleMacros } from './macros.js';
import type { Language, TranslationUnit } from './project.js';
import { describeIssues } from './schema-findings.js';
import { splitShellWords, UnclosedQuote } from './shell-words.js';
import { isHeader, languageOf } from './source-kinds.js';
import { defaultStandard, suits } from './standards.js';

// other keys, such as `output`, are valid and ignored
const entrySchema = z
  .looseObject({
    directory: z.string(),
    file: z.string().min(1),
    command: z.string().optional(),
    arguments: z.array(z.string()).optional(),
  })
  .refine((entry) => entry.command !== undefined || entry.arguments !== undefined, {
    error: 'command or arguments is required',
  });
const databaseSchema = z.array(entrySchema);

type Entry = z.output<typeof entrySchema>;

/**
 * The translation units of a JSON compilation database (clang.llvm.org/docs/JSONCompilationDatabase.html) in `folder`. Of several entries for a file
 * the first one counts; entries in other languages are skipped.
 */
export function readCompileCommands(bytes: Buffer, folder: string, shown: string): TranslationUnit[] {
  const document = new JsonDocument(shown, bytes, (text, place) => new MantissaError('MX2006', { text, place }));
  const { success, data, error } = databaseSchema.safeParse(document.value);
  if (!success) throw new MantissaError('MX2006', describeIssues(error.issues, document, () => []).misfits);

  const units = new Map<string, TranslationUnit>();
  const missing: Finding[] = [];
  data.forEach((entry, index) => {
    const directory = path.resolve(folder, entry.directory);
    const file = path.resolve(directory, entry.file);
    if (units.has(file) || isHeader(file)) return;
    const unit = unitOf(entry, file, directory, (key) => ({ path: [index, key], document }));
    if (unit && !isFile(file))
      missing.push({ text: `${entry.file} does not exist`, place: document.placeOfValue([index, 'file']) });
    if (unit) units.set(file, unit);
  });
  if (missing.length > 0) {
    throw new MantissaError('MX2001', missing, {
      remedy: `build the program once if it generates these files, or generate ${path.basename(shown)} again`,
    });
  }
  if (units.size > 0) return [...units.values()];
  const place = document.placeOfValue([]);
  throw new MantissaError('MX2005', {
    text: `${data.length} ${data.length === 1 ? 'entry' : 'entries'}, none in CUDA, C++ or C`,
    place,
  });
}

interface KeyOf {
  readonly path: JsonPath;
  readonly document: JsonDocument;
}

/** The unit of an entry; null if its language is not supported. */
function unitOf(entry: Entry, file: string, directory: string, at: (key: string) => KeyOf): TranslationUnit | null {
  const key = entry.arguments === undefined ? 'command' : 'arguments';
  return unitOfCommand(readCommand(entry, directory, at(key)), file, directory);
}

/** The unit that a compiler command describes for a file; null if its language is not supported. */
export function unitOfCommand(
  { compiler, flags }: ReadCommand,
  file: string,
  directory: string,
): TranslationUnit | null {
  const language = languageIn(flags, compiler, file);
  if (language === null) return null;
  const includeFolders = unique([...flags.quoteFolders, ...flags.includeFolders]);
  return {
    file,
    language,
    standard: standardIn(flags, language),
    includeFolders,
    systemFolders: unique([...flags.systemFolders, ...flags.lateFolders]),
    ...settleMacros(flags.macros),
    forcedIncludes: flags.forcedIncludes.map((name) => findIncluded(name, [directory, ...includeFolders])),
    arithmeticFlags: unique(flags.arithmeticFlags),
    ...(flags.languageFlags.length > 0 && { flags: unique(flags.languageFlags) }),
  };
}

interface ReadCommand {
  readonly compiler: CompilerCommand;
  readonly flags: CompileFlags;
}

function readCommand(entry: Entry, directory: string, at: KeyOf): ReadCommand {
  const place = (): MessagePlace => at.document.placeOfValue(at.path);
  try {
    const compiler = findCompiler(entry.arguments ?? splitShellWords(entry.command ?? ''));
    if (!compiler)
      throw new MantissaError('MX2006', { text: `${showPath(at.path)} names no compiler`, place: place() });
    return { compiler, flags: readCompileFlags(compiler.words, directory, compiler.dialect) };
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    throw new MantissaError('MX2006', { text: `${showPath(at.path)}: ${error.message}`, place: place() });
  }
}

function languageIn({ language }: CompileFlags, { compilesAsCxx }: CompilerCommand, file: string): Language | null {
  if (language === 'other') return null;
  if (language !== null) return language;
  const byName = languageOf(file);
  return byName === 'c' && compilesAsCxx ? 'c++' : byName;
}

function standardIn({ standard }: CompileFlags, language: Language): string {
  const wanted = standard === 'ansi' ? (language === 'c' ? 'c89' : 'c++98') : standard;
  return wanted !== null && suits(wanted, language) ? wanted : defaultStandard(language);
}

/** `-include` is searched in the working folder of the compilation first, then along the include path. */
function findIncluded(name: string, folders: readonly string[]): string {
  return folders.map((folder) => path.resolve(folder, name)).find(isFile) ?? name;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
