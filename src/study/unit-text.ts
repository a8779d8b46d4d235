import * as fs from 'node:fs';
import type { TranslationUnit } from '../frontend/project/project.js';
import type { SourceEdits } from '../rewrite/source-edits.js';

const OWN_INCLUDE = /^#include "(\/[^"\n]+)"\n/gm;

/** The edited text of a flattened unit, complete: the headers it shares with other units are put in place, once each. */
export function unitText(edits: SourceEdits, unit: TranslationUnit): string {
  const { files } = edits.syntax.program;
  const read = new Set<string>();
  const textOf = (name: string): string => {
    read.add(name);
    const file = files.findIndex((one) => one.absolutePath === name);
    const text = file >= 0 ? edits.apply(file) : fs.readFileSync(name, 'latin1');
    return text.replace(OWN_INCLUDE, (_, included: string) =>
      read.has(included) ? '' : textOf(included).replace(/^#pragma once\n/, ''),
    );
  };
  return textOf(unit.file);
}
