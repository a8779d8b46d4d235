/**
 * Additions for multi-word formats, which are classes: their header, copied beside the units that include it, and C++17 for every unit.
 * Mantissa's own builds find the header in runtime/mantissa.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import { FORMATS_HEADER } from '../frontend/lexical/formats-header.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';

/** The rewritten files, with the header added in every folder in which one of them includes it. */
export function withFormatsHeader(files: ReadonlyMap<string, string>): Map<string, string> {
  const complete = new Map(files);
  for (const [file, text] of files) {
    if (!text.includes(`#include "${FORMATS_HEADER}"`)) continue;
    complete.set(path.posix.join(path.posix.dirname(file), FORMATS_HEADER), headerText());
  }
  return complete;
}

export function includesFormats(files: ReadonlyMap<string, string>): boolean {
  return [...files.keys()].some((file) => isFormatsHeader(file));
}

/** Whether a rewritten file is the added header. */
export function isFormatsHeader(file: string): boolean {
  return path.posix.basename(file) === FORMATS_HEADER;
}

/** Writes the headers beside a rewritten program that is built without Mantissa. */
export function writeFormatsHeaders(files: ReadonlyMap<string, string>, root: string): void {
  for (const [file, text] of files) if (isFormatsHeader(file)) fs.writeFileSync(path.join(root, file), text, 'latin1');
}

let known: string | null = null;

function headerText(): string {
  known ??= fs.readFileSync(path.join(runtimeFolder(), 'mantissa', FORMATS_HEADER), 'latin1');
  return known;
}

/** Every unit as C++17 or later. All units must be C++, so that their functions have the same linkage. */
export function asCplusplus17(project: Project): Project {
  return { ...project, units: project.units.map(asUnit17) };
}

/** A unit as C++17 or later, for the classes of the added formats. */
export function asUnit17(unit: TranslationUnit): TranslationUnit {
  if (unit.language === 'c') return { ...unit, language: 'c++', standard: 'gnu++17' };
  const [, dialect = 'gnu', year = ''] = /^(c|gnu)\+\+(\w+)$/.exec(unit.standard) ?? [];
  return /^(?:17|1z|2\w)$/.test(year) ? unit : { ...unit, standard: `${dialect}++17` };
}
