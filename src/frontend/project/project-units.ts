import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { nearestName } from '../../support/nearest-name.js';
import { sortFlags } from './build-flags.js';
import { type JsonPath, showPath } from './json-document.js';
import { type MacroStep, settleMacros } from './macros.js';
import type { Language, TranslationUnit } from './project.js';
import type { ReadProjectFile } from './project-file.js';
import type { Defines, ProjectFile } from './project-file-schema.js';
import { languageOf } from './source-kinds.js';
import { type ListedSource, listSources } from './source-list.js';
import { defaultStandard, suits } from './standards.js';

export interface ProjectUnits {
  readonly units: readonly TranslationUnit[];
  /** Files that `sources` names directly, not by a glob. */
  readonly named: ReadonlySet<string>;
}

/** The translation units a project file describes; `root` is its folder. */
export function unitsOfProjectFile(project: ReadProjectFile, root: string): ProjectUnits {
  const { settings } = project;
  const overrides = new Map(
    Object.entries(settings.files ?? {}).map(([key, own]) => [path.resolve(root, key), { key, ...own }]),
  );
  const languageFor = (file: string): Language | null =>
    overrides.get(file)?.language ?? settings.language ?? languageOf(file);
  const sources = listSources(project, root, (file) => overrides.get(file)?.language ?? null);
  requireUsedOverrides(project, root, sources);

  const units = sources.map(({ file }): TranslationUnit => {
    const own = overrides.get(file);
    const language = languageFor(file)!;
    if (own?.standard !== undefined && !suits(own.standard, language))
      throw wrongStandard(project, ['files', own.key, 'standard'], own.standard, language);
    return {
      file,
      language,
      standard: own?.standard ?? standardFor(settings, language),
      includeFolders: [...(own?.includes ?? []), ...(settings.includes ?? [])].map((folder) =>
        path.resolve(root, folder),
      ),
      systemFolders: (settings.systemIncludes ?? []).map((folder) => path.resolve(root, folder)),
      ...settleMacros([...macroSteps(settings.defines), ...macroSteps(own?.defines)]),
      forcedIncludes: [],
      ...sortFlags([...(settings.flags ?? []), ...(own?.flags ?? [])]),
    };
  });
  const everywhere = settings.standard;
  if (typeof everywhere === 'string' && !units.some(({ language }) => suits(everywhere, language))) {
    throw wrongStandard(
      project,
      ['standard'],
      everywhere,
      [...new Set(units.map(({ language }) => language))].join(' or '),
    );
  }
  return { units, named: new Set(sources.flatMap(({ file, named }) => (named ? [file] : []))) };
}

function standardFor({ standard }: ProjectFile, language: Language): string {
  const wanted = typeof standard === 'object' ? standard[language] : standard;
  return wanted !== undefined && suits(wanted, language) ? wanted : defaultStandard(language);
}

export function macroSteps(defines: Defines | undefined): MacroStep[] {
  if (defines === undefined) return [];
  if (Array.isArray(defines)) return defines.map((text) => ({ kind: 'define', text }));
  return Object.entries(defines).map(([name, value]) => {
    if (value === false) return { kind: 'undefine', name };
    return { kind: 'define', text: value === true ? name : `${name}=${value}` };
  });
}

function wrongStandard({ document }: ReadProjectFile, at: JsonPath, standard: string, language: string): MantissaError {
  return new MantissaError('MX2002', {
    text: `${showPath(at)}: ${standard} is not a standard for ${language}`,
    place: document.placeOfValue(at),
  });
}

/** A key of `files` that is not a source would have no effect. */
function requireUsedOverrides(
  { settings, document }: ReadProjectFile,
  root: string,
  sources: readonly ListedSource[],
): void {
  const known = new Set(sources.map(({ file }) => file));
  const findings = Object.keys(settings.files ?? {})
    .filter((key) => !known.has(path.resolve(root, key)))
    .map((key) => {
      const near = nearestName(
        key,
        sources.map(({ file }) => path.relative(root, file)),
      );
      return {
        text: `files: ${key} is not one of the sources${near === null ? '' : `; did you mean ${near}?`}`,
        place: document.placeOfKey(['files', key]),
      };
    });
  if (findings.length > 0) throw new MantissaError('MX2002', findings);
}
