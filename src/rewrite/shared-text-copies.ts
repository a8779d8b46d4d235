/**
 * In an instrumented program, functions that share one text are separated: each gets a copy of the text under its own name, with the indices of
 * its own operations and sites, and with types in place of the type parameters that distinguish it. Calls name the copies. The original text
 * stays for code that is not instrumented.
 */

import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { AstNode } from '../frontend/ast/node.js';
import { templateHeadBefore, wordsIn } from '../frontend/lower/templates/template-parameter-text.js';
import type { TypeParameter } from '../frontend/lower/templates/type-parameters.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Range } from '../program/place.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import type { Token } from '../support/tokens.js';
import { sharedTextsOf } from './shared-text-edits.js';
import type { SourceEdits } from './source-edits.js';
import { respell, type Spelling } from './type-text.js';

function parametersOf({ builder }: UnitScope, index: FunctionIndex): TypeParameter[] {
  return builder.typeParameters.filter((one) => one.function === index);
}

function nameOfCopy(name: string, index: FunctionIndex): string {
  return `${name}_mx${index}`;
}

/** Redirects a call of a function that shares its text to the function's copy. */
export function callCopy(edits: SourceEdits, scope: UnitScope, callee: AstNode, index: FunctionIndex): void {
  if (!edits.syntax.program.functions[index]!.sharesText) return;
  const range = edits.rangeOf(callee);
  const text = range && edits.text(range);
  const parts = text && /^([\w:\s]*?)(\w+)\s*(<.*>)?\s*$/s.exec(text);
  if (!range || !parts) throw new MantissaError('MX1006', `a call cannot be followed: ${text ?? callee.kind}`);
  const [, qualifiers, name, list] = parts;
  const given = new Set(parametersOf(scope, index).map(({ position }) => position));
  const said = list === undefined ? [] : splitArguments(list);
  const begin = range.begin + text.length - (list?.length ?? 0);
  edits.replace(range, 'copy', (inner) => {
    const written = said.map(({ from, to }) => inner(begin + from, begin + to).trim());
    const shown = written.filter((_, at) => !given.has(at));
    return `${qualifiers}${nameOfCopy(name!, index)}${shown.length > 0 ? `<${shown.join(', ')}>` : ''}`;
  });
}

/** The arguments of `<…>`, with their offsets. */
function splitArguments(list: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < list.length; at++) {
    if (/[<([]/.test(list[at]!)) depth++;
    else if (/[>)\]]/.test(list[at]!)) depth--;
    if (depth === 0 || (depth === 1 && list[at] === ',')) {
      found.push({ from, to: at });
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return found;
}

/** Types to replace by carriers, except those of sites declared with a parameter of a shared text. */
export function withoutCopied(
  edits: SourceEdits,
  carriers: ReadonlyMap<SiteIndex, Spelling>,
): Map<SiteIndex, Spelling> {
  const copied = new Set(
    (edits.syntax.scopes[0]?.builder.typeParameters ?? []).flatMap(({ function: index, sites }) =>
      index !== null && edits.syntax.program.functions[index]!.sharesText ? [...sites] : [],
    ),
  );
  return new Map([...carriers].filter(([site]) => !copied.has(site)));
}

/** Runs after all other edits. */
export function addCopies(edits: SourceEdits, carriers: ReadonlyMap<SiteIndex, Spelling>): void {
  const [scope] = edits.syntax.scopes;
  if (!scope) return;
  for (const { text, functions } of sharedTextsOf(edits)) {
    for (const index of functions) edits.inLayerOf(index, () => spellTypes(edits, scope, text, index, carriers));
    const copies = functions.map((index) => {
      const end = isDeclaration(edits, text) ? ';' : '';
      return `${headOf(edits, scope, text, index)} ${edits.edited(text, index)}${end}`;
    });
    const at = text.end + (isDeclaration(edits, text) ? /^\s*;/.exec(textBehind(edits, text))![0].length : 0);
    edits.insert(text.file, at, 'copies', ` ${copies.join(' ').replaceAll('\n', ' ')}`);
  }
}

function spellTypes(
  edits: SourceEdits,
  scope: UnitScope,
  text: Range,
  index: FunctionIndex,
  carriers: ReadonlyMap<SiteIndex, Spelling>,
): void {
  for (const parameter of parametersOf(scope, index)) {
    const carrier = [...parameter.sites].map((site) => carriers.get(site)).find((one) => one !== undefined);
    const spelling = (carrier && respell(scope, parameter.type, carrier)) ?? parameter.type;
    for (const word of wordsIn(scope.builder, text, parameter.name)) edits.replace(word, 'type', () => spelling, true);
  }
  const name = scope.builder.functions[index]!.name.split('::').at(-1)!;
  const { begin, end } = nameIn(edits, text, name)!;
  edits.replace({ file: text.file, begin, end }, 'copy', () => nameOfCopy(name, index));
}

/**
 * `template <int N>` of `template <class T, int N>`; if no parameter is left, `inline` or its like, so that several units may define the
 * function.
 */
function headOf(edits: SourceEdits, scope: UnitScope, text: Range, index: FunctionIndex): string {
  const { source } = edits.syntax.places.files[text.file]!;
  const given = new Set(parametersOf(scope, index).map(({ position }) => position));
  const left = templateHeadBefore(source.tokens, text.begin)!
    .parts.filter((_, at) => !given.has(at))
    .map(({ begin, end }) => source.text.slice(begin, end));
  if (left.length > 0) return `template <${left.join(', ')}>`;
  const name = scope.builder.functions[index]!.name.split('::').at(-1)!;
  const specifiers = source.tokens.within({ begin: text.begin, end: nameIn(edits, text, name)!.begin });
  if (specifiers.some(({ text: word }) => ['static', 'inline', '__forceinline__'].includes(word))) return '';
  return edits.syntax.program.functions[index]!.kind === 'kernel' ? 'static' : 'inline';
}

/** Token of a function's name, before its parameters. */
function nameIn(edits: SourceEdits, text: Range, name: string): Token | undefined {
  const { tokens } = edits.syntax.places.files[text.file]!.source;
  return tokens.within(text).find((token) => token.text === name && tokens.list[token.index + 1]?.text === '(');
}

function textBehind(edits: SourceEdits, { file, end }: Range): string {
  return edits.syntax.places.files[file]!.source.text.slice(end);
}

function isDeclaration(edits: SourceEdits, text: Range): boolean {
  return /^\s*;/.test(textBehind(edits, text));
}
