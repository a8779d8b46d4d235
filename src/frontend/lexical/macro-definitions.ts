import * as fs from 'node:fs';
import { blankComments } from '../../support/blank-comments.js';
import type { TranslationUnit } from '../project/project.js';

export interface MacroDefinition {
  /** `NAME(x) …` rather than `NAME …`. */
  readonly takesArguments: boolean;
  readonly parameters: readonly string[];
  readonly body: string;
}

export type MacroDefinitions = ReadonlyMap<string, readonly MacroDefinition[]>;

/** True for a name that stands for something by itself: brackets behind it are no arguments of it, nor of what its body ends in. */
export function standsAlone(macros: MacroDefinitions, name: string, within: readonly string[] = []): boolean {
  if (within.includes(name)) return true; // a macro does not stand for itself again, by whatever way round
  const known = macros.get(name) ?? [];
  return (
    known.length > 0 &&
    known.every(({ takesArguments, body }) => {
      const last = /[A-Za-z_]\w*$/.exec(body)?.[0];
      const endsInMacro = last !== undefined && macros.has(last);
      return !takesArguments && (!endsInMacro || standsAlone(macros, last, [...within, name]));
    })
  );
}

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([^)]*\))?((?:\\\r?\n|[^\n])*)/gm;

/** Every macro the user's files and the command line define, whichever branch of an `#if` it stands in. */
export function macroDefinitions(unit: TranslationUnit, userFiles: readonly string[]): MacroDefinitions {
  const found = new Map<string, MacroDefinition[]>();
  const add = (name: string, list: string | undefined, body: string): void => {
    const known = found.get(name) ?? [];
    const takesArguments = list !== undefined;
    const parameters = list?.match(/\w+/g) ?? [];
    const isKnown = known.some(
      (one) => one.body === body && one.takesArguments === takesArguments && `${one.parameters}` === `${parameters}`,
    );
    if (!isKnown) found.set(name, [...known, { takesArguments, parameters, body }]);
  };
  for (const define of unit.defines) {
    const [, name, parameters, value = '1'] = /^(\w+)(\([^)]*\))?(?:=(.*))?$/s.exec(define) ?? [];
    if (name) add(name, parameters, value.trim());
  }
  for (const file of userFiles) {
    if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    const text = fs.readFileSync(file, 'latin1');
    if (!/#[ \t]*define/.test(text)) continue;
    for (const [, name, parameters, body] of blankComments(text).matchAll(DEFINE))
      add(name!, parameters, body!.replace(/\\\r?\n/g, ' ').trim());
  }
  return found;
}
