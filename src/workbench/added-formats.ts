/**
 * What numbers of several parts need beside edits of the program's own text: their header as a file beside the units that include it, and
 * C++17 for every unit, since they are classes. Builds of ours find the header in runtime/mantissa, as somebody else's.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import { FORMATS_HEADER } from '../frontend/lexical/formats-header.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';

/** Rewritten files, by path relative to the project, with the header in every folder from which one includes it. */
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

/** A file that a rewriting adds: none of the program's own. */
export function isFormatsHeader(file: string): boolean {
  return path.posix.basename(file) === FORMATS_HEADER;
}

/** For whoever builds a rewritten program without us. */
export function writeFormatsHeaders(files: ReadonlyMap<string, string>, root: string): void {
  for (const [file, text] of files) if (isFormatsHeader(file)) fs.writeFileSync(path.join(root, file), text, 'latin1');
}

let known: string | null = null;

function headerText(): string {
  known ??= fs.readFileSync(path.join(runtimeFolder(), 'mantissa', FORMATS_HEADER), 'latin1');
  return known;
}

/** Every unit as C++17 or later: functions of C and C++ units call each other by one name. */
export function asCplusplus17(project: Project): Project {
  return { ...project, units: project.units.map(asUnit17) };
}

/** One that computes with classes of ours, whatever it was. */
export function asUnit17(unit: TranslationUnit): TranslationUnit {
  if (unit.language === 'c') return { ...unit, language: 'c++', standard: 'gnu++17' };
  const [, dialect = 'gnu', year = ''] = /^(c|gnu)\+\+(\w+)$/.exec(unit.standard) ?? [];
  return /^(?:17|1z|2\w)$/.test(year) ? unit : { ...unit, standard: `${dialect}++17` };
}
