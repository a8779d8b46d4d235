import * as fs from 'node:fs';
import path from 'node:path';
import { readable } from '../../support/byte-text.js';
import { Irregular, readRegularFile } from '../../support/regular-file.js';
import { type Directive, Tokens } from '../../support/tokens.js';
import type { TranslationUnit } from '../project/project.js';
import { isReadOnce } from './conditionals.js';
import { isOurFormatsHeader } from './formats-header.js';

export interface IncludeScan {
  /** The names of system headers between < and >, in order of first use. */
  readonly systemHeaders: readonly string[];
  /** The user's files that the unit includes, the unit's own file first. */
  readonly userFiles: readonly string[];
  /** Whether one of these is included several times without an include guard. */
  readonly includesAgain: boolean;
}

/** The file name of an `#include` and the kind of its quotes; null for another directive or a name from a macro. */
export function includedBy({
  name,
  body: [only],
}: Directive): { readonly quote: '<' | '"'; readonly name: string } | null {
  if ((name !== 'include' && name !== 'include_next') || (only?.kind !== 'header' && only?.kind !== 'string'))
    return null;
  return { quote: only.kind === 'header' ? '<' : '"', name: only.text.slice(1, -1) };
}

/**
 * The system headers and user files of a unit, from the text alone. Includes in all branches count: the system headers are precompiled behind
 * `__has_include`, and additional ones do no harm.
 */
export function scanIncludes(unit: TranslationUnit, root: string): IncludeScan {
  const systemHeaders = new Set<string>();
  const userFiles = new Set<string>();
  const readOnce = new Set<string>();
  let includesAgain = false;
  const visit = (file: string): void => {
    if (userFiles.has(file)) {
      includesAgain ||= !readOnce.has(file);
      return;
    }
    userFiles.add(file);
    let text: string;
    try {
      text = readRegularFile(file).toString('latin1');
    } catch (error) {
      if (error instanceof Irregular) userFiles.delete(file); // it must not be read elsewhere either
      return; // clang reports it with its place
    }
    const tokens = new Tokens(text);
    if (isReadOnce(tokens)) readOnce.add(file);
    for (const directive of tokens.directives) {
      const included = includedBy(directive);
      if (!included) continue;
      const own = resolveInclude(unit, root, file, included.quote, readable(included.name));
      if (own === null) systemHeaders.add(included.name);
      else visit(own);
    }
  };
  for (const forced of unit.forcedIncludes) visit(forced);
  visit(unit.file);
  return {
    systemHeaders: [...systemHeaders],
    includesAgain,
    userFiles: [unit.file, ...[...userFiles].filter((file) => file !== unit.file)],
  };
}

/** The user's file that an include refers to; null for a system header. */
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
