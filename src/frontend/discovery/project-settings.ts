/** Translation units as a project file: common settings once, the differences by file. */
import path from 'node:path';
import { isBelow } from '../../support/inside-folder.js';
import { flagFault } from '../project/build-flags.js';
import type { Language, TranslationUnit } from '../project/project.js';
import type { ProjectFile } from '../project/project-file-schema.js';
import { languageOf } from '../project/source-kinds.js';
import { defaultStandard } from '../project/standards.js';

type Settings = Pick<
  ProjectFile,
  'sources' | 'includes' | 'systemIncludes' | 'defines' | 'standard' | 'flags' | 'files'
>;
type FileSettings = NonNullable<ProjectFile['files']>[string];

export function settingsOfUnits(units: readonly TranslationUnit[], root: string, flags: readonly string[]): Settings {
  const shown = (file: string) => path.relative(root, file).replaceAll(path.sep, '/') || '.';
  const includes = inAll(units.map(({ includeFolders }) => includeFolders));
  const system = [...new Set(units.flatMap(({ systemFolders }) => systemFolders))];
  const macros = inAll(units.map(macrosOf));
  const standards = standardsOf(units);
  const files = Object.fromEntries(
    units.flatMap((unit) => {
      const own = ownSettings(unit, { includes, macros, standards, shown });
      return Object.keys(own).length === 0 ? [] : [[shown(unit.file), own]];
    }),
  );
  const passed = [...new Set([...units.flatMap((unit) => unit.flags ?? []), ...flags])].filter(
    (flag) => flagFault(flag) === null,
  );
  return {
    sources: units.map(({ file }) => shown(file)),
    ...(includes.length > 0 && { includes: includes.map(shown) }),
    ...(system.length > 0 && {
      systemIncludes: system.map((folder) => (isBelow(root, folder) ? shown(folder) : folder)),
    }),
    ...(macros.length > 0 && { defines: definesOf(macros) }),
    ...(Object.keys(standards).length > 0 && { standard: standards }),
    ...(passed.length > 0 && { flags: passed }),
    ...(Object.keys(files).length > 0 && { files }),
  };
}

interface CommonSettings {
  readonly includes: readonly string[];
  readonly macros: readonly string[];
  readonly standards: Partial<Record<Language, string>>;
  readonly shown: (file: string) => string;
}

function ownSettings(unit: TranslationUnit, { includes, macros, standards, shown }: CommonSettings): FileSettings {
  const folders = unit.includeFolders.filter((folder) => !includes.includes(folder));
  const own = macrosOf(unit).filter((macro) => !macros.includes(macro));
  const standard = standards[unit.language] ?? defaultStandard(unit.language);
  return {
    ...(languageOf(unit.file) !== unit.language && { language: unit.language }),
    ...(unit.standard !== standard && { standard: unit.standard }),
    ...(own.length > 0 && { defines: definesOf(own) }),
    ...(folders.length > 0 && { includes: folders.map(shown) }),
  };
}

/** `-UNAME` beside `NAME` and `NAME=value`. */
function macrosOf({ defines, undefines }: TranslationUnit): string[] {
  return [...defines, ...undefines.map((name) => `-U${name}`)];
}

function definesOf(macros: readonly string[]): NonNullable<ProjectFile['defines']> {
  if (!macros.some((macro) => macro.startsWith('-U'))) return [...macros];
  return Object.fromEntries(
    macros.map((macro) => {
      if (macro.startsWith('-U')) return [macro.slice(2), false];
      const equals = macro.indexOf('=');
      return equals < 0 ? [macro, true] : [macro.slice(0, equals), macro.slice(equals + 1)];
    }),
  );
}

/** The standard of most files of each language, if it differs from the default. */
function standardsOf(units: readonly TranslationUnit[]): Partial<Record<Language, string>> {
  const chosen: Partial<Record<Language, string>> = {};
  for (const { language, standard } of units)
    if (chosen[language] === undefined && standard !== defaultStandard(language)) chosen[language] = standard;
  return chosen;
}

function inAll(lists: readonly (readonly string[])[]): string[] {
  const [first, ...rest] = lists;
  return [...new Set(first ?? [])].filter((one) => rest.every((list) => list.includes(one)));
}
