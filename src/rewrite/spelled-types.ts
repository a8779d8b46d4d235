/**
 * Types in expressions: `(double *) malloc(n * sizeof(double))`, `new double[n]`. Each describes some memory, and changes with that memory's
 * group.
 */
import { readNew } from '../frontend/lexical/new-expressions.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Range } from '../program/place.js';
import type { SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';
import { findTypeTokens, respell, type Spelling } from './type-text.js';

export function editTypeMentions(edits: SourceEdits, changed: ReadonlyMap<SiteIndex, Spelling>): void {
  const { program, scopes } = edits.syntax;
  const { sharedFormats } = edits;
  program.cells.forEach((cell, index) => {
    if (cell.what !== 'type-mention' || cell.range === null) return;
    const site = sharedFormats.siteOf(index);
    const format = site === null ? undefined : changed.get(site);
    if (site === null || format === undefined) return;
    const { text } = program.files[cell.range.file]!.source;
    const mention = text.slice(cell.range.begin, cell.range.end);
    const { absolutePath } = program.files[cell.range.file]!;
    const scope = scopes.find(({ userFiles }) => userFiles.includes(absolutePath)) ?? scopes[0]!;
    const type = mentionedType(scope, text, cell.range, cell.name);
    if (!type) return edits.expandUse(cell.range); // the type is in a macro
    const tokens = findTypeTokens(scope, program.files[cell.range.file]!.source.tokens, type);
    if (tokens.length === 0 && namesRecord(scope, text.slice(type.begin, type.end))) return; // its fields change
    const parameters = tokens.map(({ name }) => edits.typeParameters.spellMention(scope, cell.range!, name, format));
    const spellings = tokens.map(({ begin, name }, at) => {
      const names = edits.typeNamesAt({ ...cell.range!, begin }, name);
      return parameters[at] === undefined ? respell(scope, name, format, names) : parameters[at];
    });
    if (tokens.length === 0 || spellings.includes(null))
      throw new InfeasibleEdit(site, `'${mention}' cannot be written in ${format}`);
    tokens.forEach(({ begin, end, name }, at) => {
      if (parameters[at] !== undefined && spellings[at] === name) return; // the type parameter has the new format
      edits.replaceType({ file: cell.range!.file, begin, end }, name, format, spellings[at]!);
    });
  });
}

/** The type is behind `new`, in the first parentheses of a cast or sizeof, or the mention itself: `alloc<double>(n)`, `operator double *()`. */
function mentionedType(
  scope: UnitScope,
  text: string,
  { begin, end }: Range,
  name: string,
): { begin: number; end: number } | null {
  const made = readNew(text, begin);
  if (made) return made.type;
  const mention = text.slice(begin, end);
  if (/^[\w:]+\s*</.test(mention)) return { begin, end: begin + endOfArguments(mention) };
  const [alias] = /^[\w:]+(?=\s*[({])/.exec(mention) ?? []; // `Vector{x, y}`
  if (alias !== undefined && scope.types.read({ qualType: alias }).format !== null)
    return { begin, end: begin + alias.length };
  const head = /^(?:sizeof\s*\(|\()/.exec(mention)?.[0].length;
  if (head === undefined) return name === `<${mention.trim()}>` || /\boperator\b/.test(name) ? { begin, end } : null;
  const stop = mention.slice(head).search(/[)>[(]/);
  return { begin: begin + head, end: stop < 0 ? end : begin + head + stop };
}

/** `(Point *)`: a type that names no format itself. */
function namesRecord(scope: UnitScope, type: string): boolean {
  const name = type
    .replace(/\b(?:const|volatile|struct|class)\b/g, '')
    .replace(/[*&]/g, '')
    .trim();
  return scope.recordOf({ qualType: name }) !== null;
}

/** Behind the bracket that closes the first `<`. */
function endOfArguments(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<') depth++;
    if (text[at] === '>' && --depth === 0) return at + 1;
  }
  return text.length;
}
