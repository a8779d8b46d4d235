/** Parts of the build requests for engines. */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import type { BuildRequest, Source } from '../execution/engine.js';
import type { TranslationUnit } from '../frontend/project/project.js';
import { FEATURE_MACRO } from '../frontend/units/flatten.js';

export const NO_OPTIONS = { includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] } as const;

/** Options that enable MANTISSA_OUTPUT, see runtime/mantissa/mantissa.h. */
export function recording(): { systemFolders: string[]; defines: string[] } {
  return { systemFolders: [path.join(runtimeFolder(), 'mantissa')], defines: ['MANTISSA_RECORDS'] };
}

/** The project's own build with other contents of some files. */
export function overlayRequest(overlay: Readonly<Record<string, string>>): BuildRequest {
  return { ...NO_OPTIONS, sources: [], overlay };
}

/** Link flags of all units. */
export function linkFlags(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ flags = [] }) => flags))];
}

/** Feature-test macros of all units. */
export function featureDefines(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ defines }) => defines.filter((define) => FEATURE_MACRO.test(define))))];
}

/** A `-D` definition `NAME=value` as a line of source. */
export function defineLine(define: string): string {
  return `#define ${define.replace('=', ' ')}`;
}

export function instrumentFile(name: string): string {
  return path.join(runtimeFolder(), 'instrument', name);
}

/** Support sources of an instrumented program: its tables, and the loop that calls main again. */
export function instrumentSources(
  isRepeatable: boolean,
  built: (text: string) => Pick<Source, 'text' | 'flags'>,
): Source[] {
  return ['mantissa_instrument.c', ...(isRepeatable ? ['mantissa_serve.c'] : [])].map((name) => ({
    ...{ name, language: 'c', standard: 'gnu17' },
    ...built(fs.readFileSync(instrumentFile(name), 'latin1')),
  }));
}
