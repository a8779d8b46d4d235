import path from 'node:path';
import { type Finding, MantissaError } from '../../diagnostics/mantissa-error.js';
import { listFolder, type Mention, requireFile } from './input-files.js';
import type { Language } from './project.js';
import type { ReadProjectFile } from './project-file.js';
import { expandGlob, isGlob } from './source-globs.js';
import { isHeader, languageOf } from './source-kinds.js';

export interface ListedSource {
  readonly file: string;
  /** Whether the file was named directly, not found by a glob or in a folder. */
  readonly named: boolean;
}

/** The files of `sources` in order, without duplicates. `ownLanguage` is the language that `files` gives a file. */
export function listSources(
  { settings, document }: ReadProjectFile,
  root: string,
  ownLanguage: (file: string) => Language | null,
): ListedSource[] {
  const isSource = (file: string): boolean =>
    (ownLanguage(file) ?? languageOf(file)) !== null || (settings.language !== undefined && !isHeader(file));
  if (settings.sources === undefined) {
    const found = sourcesIn(root, path.dirname(document.file));
    if (found.length > 0) return found.map((file) => ({ file, named: false }));
    throw new MantissaError('MX2005', {
      text: 'sources is missing, and the folder of the project file contains no source file',
      place: document.placeOfValue([]),
    });
  }

  const listed = new Map<string, ListedSource>();
  const unmatched: Finding[] = [];
  settings.sources.forEach((pattern, index) => {
    const place = document.placeOfValue(['sources', index]);
    if (pattern.startsWith('!')) {
      for (const file of expandGlob(pattern.slice(1), root)) listed.delete(file);
    } else if (isGlob(pattern)) {
      const found = expandGlob(pattern, root).filter(isSource);
      if (found.length === 0) unmatched.push({ text: `${pattern} matches no source file`, place });
      for (const file of found) if (!listed.has(file)) listed.set(file, { file, named: false });
    } else {
      const { file } = requireFile({ file: path.resolve(root, pattern), written: pattern, place });
      if (!isSource(file)) throw notASource({ file, written: pattern, place });
      listed.set(file, { file, named: true });
    }
  });
  if (unmatched.length > 0)
    throw new MantissaError('MX2005', unmatched, {
      remedy: `check the glob; it is relative to the folder of ${path.basename(document.file)}`,
    });
  if (listed.size === 0)
    throw new MantissaError('MX2005', { text: 'sources matches no file', place: document.placeOfValue(['sources']) });
  return [...listed.values()];
}

/** All sources directly in a folder, sorted. */
export function sourcesIn(folder: string, shown: string): string[] {
  return listFolder(folder, shown)
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && languageOf(entry.name) !== null)
    .map(({ name }) => requireFile({ file: path.join(folder, name), written: path.join(shown, name) }).file);
}

export function notASource(mention: Mention): MantissaError {
  const name = path.basename(mention.written);
  const text = isHeader(name)
    ? `${mention.written} is a header`
    : `${mention.written} does not have an extension of CUDA, C++ or C`;
  const finding: Finding = mention.place ? { text, place: mention.place } : { text };
  return new MantissaError(
    'MX2007',
    finding,
    isHeader(name)
      ? { remedy: `name the .cu, .cpp or .c file that includes ${name}; headers are found through it` }
      : {},
  );
}
