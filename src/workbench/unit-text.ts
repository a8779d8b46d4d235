import * as fs from 'node:fs';
import type { TranslationUnit } from '../frontend/project/project.js';
import type { SourceEdits } from '../rewrite/source-edits.js';
import { readable } from '../support/byte-text.js';

const OWN_INCLUDE = /^#include "(\/[^"\n]+)"\n/gm;

/** The edited text of a flattened unit, complete. */
export function unitText(edits: SourceEdits, unit: TranslationUnit): string {
  const { files } = edits.syntax.program;
  return completeText(unit.file, (name) => {
    const file = files.findIndex((one) => one.absolutePath === name);
    return file >= 0 ? edits.apply(file) : fs.readFileSync(name, 'latin1');
  });
}

/** A flattened file with its shared headers inserted, once each. */
export function completeText(flattened: string, textOf: (name: string) => string): string {
  const read = new Set<string>();
  const complete = (name: string): string => {
    read.add(name);
    return textOf(name).replace(OWN_INCLUDE, (_, spelling: string) => {
      const included = readable(spelling);
      return read.has(included) ? '' : complete(included).replace(/^#pragma once\n/, '');
    });
  };
  return complete(flattened);
}
