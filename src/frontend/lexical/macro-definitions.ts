import * as fs from 'node:fs';
import { spacedText } from '../../support/token-lists.js';
import { type Directive, Tokens } from '../../support/tokens.js';
import type { TranslationUnit } from '../project/project.js';

export interface MacroDefinition {
  /** `NAME(x) …` rather than `NAME …`. */
  readonly takesArguments: boolean;
  readonly parameters: readonly string[];
  readonly body: string;
}

export type MacroDefinitions = ReadonlyMap<string, readonly MacroDefinition[]>;

/** Whether parentheses after the name are not arguments of it, nor of a macro at the end of its body. */
export function standsAlone(macros: MacroDefinitions, name: string, within: readonly string[] = []): boolean {
  if (within.includes(name)) return true; // a macro is not expanded inside its own expansion
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

/** A `#define` as written; null for another directive. The body is the text from its first to its last token. */
export function definitionIn(
  text: string,
  directive: Directive,
): (MacroDefinition & { name: string; bodyBegin: number }) | null {
  const [name, open] = directive.body;
  if (directive.name !== 'define' || name?.kind !== 'name') return null;
  const takesArguments = open?.text === '(' && open.begin === name.end;
  const close = takesArguments ? directive.body.findIndex((token) => token.text === ')') : 0;
  const rest = directive.body.slice(close + 1);
  const bodyBegin = rest[0]?.begin ?? directive.end;
  return {
    ...{ name: name.text, takesArguments, bodyBegin },
    parameters: takesArguments
      ? directive.body.slice(2, close).flatMap(({ kind, text: one }) => (kind === 'name' ? [one] : []))
      : [],
    body: spacedText(text, rest),
  };
}

/** All macros that the user's files and the command line define, in any branch of an `#if`. */
export function macroDefinitions(unit: TranslationUnit, userFiles: readonly string[]): MacroDefinitions {
  const fromCommandLine = unit.defines.map(
    (one) => `#define ${one.includes('=') ? one.replace('=', ' ') : `${one} 1`}\n`,
  );
  const own = userFiles
    .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => fs.readFileSync(file, 'latin1'))
    .filter((text) => text.includes('define'));
  const found = new Map<string, MacroDefinition[]>();
  for (const text of [fromCommandLine.join(''), ...own])
    for (const directive of new Tokens(text).directives) {
      const definition = definitionIn(text, directive);
      if (!definition) continue;
      const { name, ...meaning } = definition;
      const known = found.get(name) ?? [];
      if (!known.some((one) => isSame(one, meaning))) found.set(name, [...known, meaning]);
    }
  return found;
}

function isSame(a: MacroDefinition, b: MacroDefinition): boolean {
  return a.body === b.body && a.takesArguments === b.takesArguments && `${a.parameters}` === `${b.parameters}`;
}
