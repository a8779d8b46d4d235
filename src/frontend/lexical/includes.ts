import * as fs from 'node:fs';
import path from 'node:path';
import { blankComments } from '../../support/blank-comments.js';
import { readable } from '../../support/byte-text.js';
import { Irregular, readRegularFile } from '../../support/regular-file.js';
import type { TranslationUnit } from '../project/project.js';
import { isOurFormatsHeader } from './formats-header.js';

export interface IncludeScan {
  /** Headers of others, as they are spelt between < and >, in order of first mention. */
  readonly systemHeaders: readonly string[];
  /** Files of the user's own that the unit reads, the unit's file first. */
  readonly userFiles: readonly string[];
}

const INCLUDE = /^[ \t]*#[ \t]*include(?:_next)?[ \t]*([<"])([^>"\n]+)[>"]/gm;

/**
 * Which headers a unit takes from the system and which are its own, by reading the text alone: all branches count, as the
 * system's headers are precompiled behind `__has_include` and a header too many does no harm.
 */
export function scanIncludes(unit: TranslationUnit, root: string): IncludeScan {
  const systemHeaders = new Set<string>();
  const userFiles = new Set<string>();
  const visit = (file: string): void => {
    if (userFiles.has(file)) return;
    userFiles.add(file);
    let text: string;
    try {
      text = readRegularFile(file).toString('latin1');
    } catch (error) {
      if (error instanceof Irregular) userFiles.delete(file); // nobody else is to read it either
      return; // clang will name it, with its place
    }
    for (const [, quote, name] of blankComments(text).matchAll(INCLUDE)) {
      const own = resolveInclude(unit, root, file, quote!, readable(name!));
      if (own === null) systemHeaders.add(name!);
      else visit(own);
    }
  };
  for (const forced of unit.forcedIncludes) visit(forced);
  visit(unit.file);
  return {
    systemHeaders: [...systemHeaders],
    userFiles: [unit.file, ...[...userFiles].filter((file) => file !== unit.file)],
  };
}

/** The user's own file that an include names; null for a header of somebody else's. */
export function resolveInclude(
  unit: TranslationUnit,
  root: string,
  from: string,
  quote: string,
  name: string,
): string | null {
  const folders = [...(quote === '"' ? [path.dirname(from)] : []), ...unit.includeFolders];
  const own = folders.map((folder) => path.resolve(folder, name)).find((candidate) => isFile(candidate));
  if (own === undefined || isOurFormatsHeader(own)) return null;
  return own.startsWith(root + path.sep) || quote === '"' ? own : null;
}

function isFile(candidate: string): boolean {
  return fs.statSync(candidate, { throwIfNoEntry: false })?.isFile() ?? false;
}
