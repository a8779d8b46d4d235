/** Parts of what engines are asked to build. */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import type { BuildRequest, Source } from '../execution/engine.js';
import type { TranslationUnit } from '../frontend/project/project.js';
import { FEATURE_MACRO } from '../frontend/units/flatten.js';

export const NO_OPTIONS = { includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] } as const;

/** What makes MANTISSA_OUTPUT write, see runtime/mantissa/mantissa.h. */
export function recording(): { systemFolders: string[]; defines: string[] } {
  return { systemFolders: [path.join(runtimeFolder(), 'mantissa')], defines: ['MANTISSA_RECORDS'] };
}

/** The project's own build over its own files, some with other contents. */
export function overlayRequest(overlay: Readonly<Record<string, string>>): BuildRequest {
  return { ...NO_OPTIONS, sources: [], overlay };
}

/** What the units ask for, for the link of them all. */
export function linkFlags(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ flags = [] }) => flags))];
}

/** What the units tell the C library's headers to declare. */
export function featureDefines(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ defines }) => defines.filter((define) => FEATURE_MACRO.test(define))))];
}

/** `NAME=value`, as a compiler is told it, in a text. */
export function defineLine(define: string): string {
  return `#define ${define.replace('=', ' ')}`;
}

export function instrumentFile(name: string): string {
  return path.join(runtimeFolder(), 'instrument', name);
}

/** The sources beside those of an instrumented program: the home of its tables, and what calls main again. */
export function instrumentSources(
  isRepeatable: boolean,
  built: (text: string) => Pick<Source, 'text' | 'flags'>,
): Source[] {
  return ['mantissa_instrument.c', ...(isRepeatable ? ['mantissa_serve.c'] : [])].map((name) => ({
    ...{ name, language: 'c', standard: 'gnu17' },
    ...built(fs.readFileSync(instrumentFile(name), 'latin1')),
  }));
}
