/**
 * Additions for multi-word formats, which are classes: their header, copied beside the units that include it, and C++17 for every unit.
 * Mantissa's own builds find the header in runtime/mantissa.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import { FORMATS_HEADER } from '../frontend/lexical/formats-header.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';
import { hasWideTwin, mathTwin } from '../program/library/library.js';
import { Tokens } from '../support/tokens.js';

/** The header with fp32x2 alone. A patch calls it by the name of the other one, so that Mantissa's own builds find all formats. */
const FLOAT_PAIRS_HEADER = 'mantissa_fp32x2.h';
/** Functions of fp32x2 in that header; the others compute in double or in fp64x2. */
const FUNCTIONS_OF_FLOAT_PAIRS = new Set('sqrt rsqrt abs fabs floor ceil trunc fma min max fmin fmax'.split(' '));
/** Names, besides functions, of what only the header with all formats has. */
const ONLY_WITH_ALL_FORMATS = new Set(
  `fp64x2 fp64x4 mantissa_as mantissa_printf mantissa_fprintf mantissa_pointer numeric_limits istream ostream iostream
   sstream fstream stringstream sincos modf ldexp frexp __ldcg __ldca __ldcs __ldlu __ldcv __stwb __stcg __stcs __stwt`.split(
    /\s+/,
  ),
);

/** The rewritten files, with the header added in every folder in which one of them includes it. `sources`: the program's own texts. */
export function withFormatsHeader(files: ReadonlyMap<string, string>, sources: Iterable<string>): Map<string, string> {
  const complete = new Map(files);
  let header: string | null = null;
  for (const [file, text] of files) {
    if (!text.includes(`#include "${FORMATS_HEADER}"`)) continue;
    header ??= headerText(needsAllFormats([...files.values(), ...sources]) ? FORMATS_HEADER : FLOAT_PAIRS_HEADER);
    complete.set(path.posix.join(path.posix.dirname(file), FORMATS_HEADER), header);
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

/** Whether some text names anything that the header with fp32x2 alone does not have. A name may mean something else: then the patch is only longer. */
function needsAllFormats(texts: readonly string[]): boolean {
  return texts
    .flatMap((text) => new Tokens(text).list)
    .some(({ text }, at, all) => {
      if (ONLY_WITH_ALL_FORMATS.has(text)) return true;
      return hasWideTwin(text) && all[at + 1]?.text === '(' && !FUNCTIONS_OF_FLOAT_PAIRS.has(mathTwin(text)!.name);
    });
}

const known = new Map<string, string>();

function headerText(name: string): string {
  const text = known.get(name) ?? fs.readFileSync(path.join(runtimeFolder(), 'mantissa', name), 'latin1');
  known.set(name, text);
  return text;
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
