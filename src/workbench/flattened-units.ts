/** Units with the user's headers in place: what every build but those of engines that take the user's own files starts from. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../clang/compiler.js';
import type { BuildRequest, Engine } from '../execution/engine.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';
import { type ProgramSyntax, parseUnits, readSyntax, type UnitReading } from '../frontend/read-program.js';
import { FEATURE_MACRO, flattenUnits } from '../frontend/units/flatten.js';
import type { Program } from '../program/program.js';
import { recording } from './recording.js';
import { completeText } from './unit-text.js';
import { doesNotCompile, widenFlattened } from './wide-program.js';

/** Flattened units that the compiler is reading. */
export interface Flattening {
  readonly project: Project;
  readonly parsing: readonly Promise<UnitReading>[];
}

/** `folder` must be empty and outlive the result. */
export async function flattenProject(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  strictness: readonly string[] = [],
): Promise<Flattening> {
  fs.mkdirSync(folder, { recursive: true });
  const units = await flattenUnits(clang, project.units, project.root, folder);
  const flattened = { ...project, root: folder, units };
  return { project: flattened, parsing: parseUnits(clang, flattened, strictness) };
}

/** Parses the flattened units; `folder` must be empty and outlive the result. */
export async function readFlattened(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  /** What the engine has: the text is made for it. */
  dataModel: Engine['dataModel'] = 'lp64',
  strictness: readonly string[] = [],
  /** The program as the user wrote it, where the two are to be one. */
  like?: Program,
  flattening = flattenProject(clang, project, folder, strictness),
): Promise<ProgramSyntax> {
  const { project: flattened, parsing } = await flattening;
  const syntax = await readSyntax(clang, flattened, undefined, strictness, like, parsing);
  if (dataModel === 'lp64' || !widenFlattened(syntax, project)) return syntax;
  return readSyntax(clang, flattened, undefined, [], like).catch(doesNotCompile);
}

/** A program without CUDA as it is: its tree is needed only where values of the library's are to be widened. */
export async function plainRequest(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  isWide = false,
): Promise<BuildRequest> {
  fs.mkdirSync(folder, { recursive: true });
  const units = await flattenUnits(clang, project.units, project.root, folder);
  if (isWide) widenFlattened(await readSyntax(clang, { ...project, root: folder, units }), project);
  const sources = units.map((unit) => ({
    name: path.basename(unit.file).replace(/\.c$/, unit.language === 'c' ? '$&' : '$&.cpp'),
    text: completeText(unit.file, (name) => fs.readFileSync(name, 'latin1')),
    language: unit.language === 'c' ? ('c' as const) : ('c++' as const),
    standard: unit.standard,
    dataModel: 'lp64' as const,
    ...(unit.flags && { flags: unit.flags }),
  }));
  const { defines, ...recorded } = recording();
  return {
    sources,
    ...recorded,
    defines: [...defines, ...featureDefines(units)],
    ...{ includeFolders: [], forcedIncludes: [], linkFlags: linkFlags(units) },
  };
}

/** What the units ask for, for the link of them all. */
export function linkFlags(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ flags = [] }) => flags))];
}

/** What the units tell the C library's headers to declare. */
export function featureDefines(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ defines }) => defines.filter((define) => FEATURE_MACRO.test(define))))];
}
