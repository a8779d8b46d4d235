/** The programs of a folder without a Makefile: from a compilation database, a CMakeLists.txt, or the source files. */
import path from 'node:path';
import { readCompileCommands } from '../project/compile-commands.js';
import { withoutIncludedSources } from '../project/included-sources.js';
import { isFile, listFolder, readInput } from '../project/input-files.js';
import type { TranslationUnit } from '../project/project.js';
import { isHeader, languageOf } from '../project/source-kinds.js';
import { defaultStandard, suits } from '../project/standards.js';
import type { FoundProgram } from './built-programs.js';
import { type CmakeLists, readCmakeLists } from './cmake-lists.js';
import { definesMain, wholeTextOf } from './main-functions.js';

export interface FoundPrograms {
  readonly programs: readonly FoundProgram[];
  /** A description for messages. */
  readonly where: string;
}

const DATABASES = ['compile_commands.json', path.join('build', 'compile_commands.json')];
const NOT_OURS =
  /^(?:\..*|build.*|cmake-.*|out|obj|bin|node_modules|third[-_]?party|external|vendor|deps|docs?|tests?|benchmarks?)$/i;
const DEEPEST = 4;

export function programsOfDatabase(root: string): FoundPrograms | null {
  const name = DATABASES.find((one) => isFile(path.join(root, one)));
  if (name === undefined) return null;
  const file = path.join(root, name);
  const units = readCompileCommands(readInput({ file, written: name }), path.dirname(file), name);
  const lists = cmakeListsOf(root);
  return { programs: programsAmong(units, path.basename(root), lists), where: name };
}

export function cmakeListsOf(root: string): CmakeLists | null {
  const file = path.join(root, 'CMakeLists.txt');
  return isFile(file) ? readCmakeLists(wholeTextOf(file), root) : null;
}

export function programsOfCmake(root: string): FoundPrograms | null {
  const lists = cmakeListsOf(root);
  if (!lists?.targets.some(({ kind }) => kind === 'program')) return null;
  const listed = lists.targets.flatMap(({ sources }) => sources);
  const units = [...new Set(listed)].filter(isFile).map((file) => plainUnit(file, lists));
  return { programs: programsAmong(units, path.basename(root), lists), where: 'CMakeLists.txt' };
}

/** The sources in the folder and below, without tests and third-party code. */
export function programsOfSources(root: string): FoundPrograms {
  const files = filesBelow(root, DEEPEST);
  const headers = [...new Set(files.filter(isHeader).map((file) => path.dirname(file)))];
  const named = headers.filter((folder) => /^inc(?:lude)?s?$/.test(path.basename(folder)));
  const units = files
    .filter((file) => languageOf(file) !== null)
    .map((file) => ({ ...plainUnit(file, null), includeFolders: named }));
  const alone = withoutIncludedSources(units, root, new Set());
  return { programs: programsAmong(alone, path.basename(root), null), where: 'the sources in this folder' };
}

/** One program for each `main`: with the sources of its target if known, and the sources that no other program claims. */
export function programsAmong(
  units: readonly TranslationUnit[],
  folder: string,
  lists: CmakeLists | null,
): FoundProgram[] {
  const mains = units.filter(({ file }) => definesMain(file));
  const targets = lists?.targets.filter(({ kind }) => kind === 'program') ?? [];
  const targetOf = (file: string) => targets.find(({ sources }) => sources.includes(file));
  return mains.map((main) => {
    const target = targetOf(main.file);
    const of = units.filter((unit) => {
      if (unit === main) return true;
      if (mains.includes(unit)) return false;
      const other = targetOf(unit.file);
      return other === undefined || other === target || target?.sources.includes(unit.file) === true;
    });
    const name = target?.name ?? (mains.length === 1 ? folder : path.parse(main.file).name);
    return { name, file: null, units: of, flags: [], ownBuild: null };
  });
}

function plainUnit(file: string, lists: CmakeLists | null): TranslationUnit {
  const language = languageOf(file)!;
  const standard = lists?.standards.find((one) => suits(one, language));
  return {
    file,
    language,
    standard: standard ?? defaultStandard(language),
    includeFolders: [...new Set(lists?.includes ?? [])],
    systemFolders: [],
    defines: [...new Set(lists?.defines ?? [])],
    undefines: [],
    forcedIncludes: [],
    arithmeticFlags: [],
  };
}

/** Absolute. */
export function sourcesBelow(root: string): string[] {
  return filesBelow(root, DEEPEST).filter((file) => languageOf(file) !== null);
}

function filesBelow(folder: string, depth: number): string[] {
  return listFolder(folder, folder).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 && !NOT_OURS.test(entry.name) ? filesBelow(file, depth - 1) : [];
    return entry.name.startsWith('.') || !isFile(file) ? [] : [file];
  });
}
