/** The programs, libraries and tests that a CMakeLists.txt declares literally. Generator expressions and user-defined functions are skipped. */
import path from 'node:path';
import { splitShellWords, UnclosedQuote } from '../project/shell-words.js';
import { expandGlob } from '../project/source-globs.js';
import { languageOf } from '../project/source-kinds.js';

export interface CmakeTarget {
  readonly name: string;
  readonly kind: 'program' | 'library';
  /** Absolute. */
  readonly sources: readonly string[];
}

export interface CmakeLists {
  readonly targets: readonly CmakeTarget[];
  /** Absolute paths of folders. */
  readonly includes: readonly string[];
  readonly defines: readonly string[];
  /** `c++17`, `c11`. */
  readonly standards: readonly string[];
  /** The tests, each with its program. */
  readonly tests: readonly { readonly program: string; readonly arguments: readonly string[]; readonly line: number }[];
}

const COMMAND = /^[ \t]*([A-Za-z_]\w*)[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/gm;
const WORDS_OF_TARGETS =
  /^(?:PUBLIC|PRIVATE|INTERFACE|STATIC|SHARED|OBJECT|WIN32|EXCLUDE_FROM_ALL|SYSTEM|BEFORE|AFTER)$/;

export function readCmakeLists(text: string, folder: string): CmakeLists {
  const plain = text.replace(/#\[\[[\s\S]*?\]\]|#[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const variables = new Map<string, string[]>([
    ['CMAKE_CURRENT_SOURCE_DIR', [folder]],
    ['CMAKE_SOURCE_DIR', [folder]],
    ['PROJECT_SOURCE_DIR', [folder]],
  ]);
  const targets = new Map<string, { kind: CmakeTarget['kind']; sources: string[] }>();
  const found = { includes: [] as string[], defines: [] as string[], standards: [] as string[] };
  const tests: { program: string; arguments: string[]; line: number }[] = [];
  const expand = (words: readonly string[]): string[] =>
    words.flatMap((word) => {
      const whole = /^\$\{(\w+)\}$/.exec(word);
      if (whole) return variables.get(whole[1]!) ?? [];
      return [word.replace(/\$\{(\w+)\}/g, (_, name: string) => (variables.get(name) ?? []).join(';'))];
    });
  const folders = (words: readonly string[]) =>
    words.filter((word) => !word.includes('$<')).map((word) => path.resolve(folder, word));
  for (const match of plain.matchAll(COMMAND)) {
    const words = expand(wordsOf(match[2]!));
    const [first, ...rest] = words;
    if (first === undefined) continue;
    const values = rest.filter((word) => !WORDS_OF_TARGETS.test(word));
    switch (match[1]!.toLowerCase()) {
      case 'set':
        variables.set(first, rest);
        if (first === 'CMAKE_CXX_STANDARD' || first === 'CMAKE_CUDA_STANDARD') found.standards.push(`c++${rest[0]}`);
        if (first === 'CMAKE_C_STANDARD') found.standards.push(`c${rest[0]}`);
        break;
      case 'project':
        variables.set('PROJECT_NAME', [first]);
        break;
      case 'file':
        if (/^GLOB/.test(first) && rest[0] !== undefined)
          variables.set(
            rest[0],
            rest
              .slice(1)
              .filter((word) => word !== 'CONFIGURE_DEPENDS')
              .flatMap((glob) => expandGlob(path.relative(folder, path.resolve(folder, glob)), folder)),
          );
        break;
      case 'add_executable':
      case 'add_library':
      case 'cuda_add_executable':
        targets.set(first, {
          kind: /library$/i.test(match[1]!) ? 'library' : 'program',
          sources: sourcesAmong(values, folder),
        });
        break;
      case 'target_sources':
        targets.get(first)?.sources.push(...sourcesAmong(values, folder));
        break;
      case 'include_directories':
        found.includes.push(...folders([first, ...values]));
        break;
      case 'target_include_directories':
        found.includes.push(...folders(values));
        break;
      case 'add_definitions':
      case 'add_compile_definitions':
        found.defines.push(...definitions([first, ...values]));
        break;
      case 'target_compile_definitions':
        found.defines.push(...definitions(values));
        break;
      case 'add_test': {
        const line = plain.slice(0, match.index).split('\n').length;
        const at = words.indexOf('COMMAND');
        const command = first === 'NAME' && at > 0 ? words.slice(at + 1) : rest;
        if (command[0] !== undefined)
          tests.push({ program: path.basename(command[0]), arguments: command.slice(1), line });
        break;
      }
    }
  }
  return {
    targets: [...targets].map(([name, { kind, sources }]) => ({ name, kind, sources })),
    ...found,
    tests,
  };
}

function definitions(words: readonly string[]): string[] {
  return words.filter((word) => !word.includes('$<')).map((word) => word.replace(/^-D/, ''));
}

function sourcesAmong(words: readonly string[], folder: string): string[] {
  return words.filter((word) => languageOf(word) !== null).map((word) => path.resolve(folder, word));
}

function wordsOf(text: string): string[] {
  try {
    return splitShellWords(text.replace(/;/g, ' '));
  } catch (error) {
    if (error instanceof UnclosedQuote) return [];
    throw error;
  }
}
