/** Finds the program's own names for its number types: `typedef double Real_t;`, `using real = double;`, `#define fp double`. */
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import type { Span, Tokens } from '../support/tokens.js';
import { findTypeToken, findTypeTokens } from './type-text.js';

export interface AliasDefinition {
  readonly scope: UnitScope;
  /** The whole definition, including its semicolon or up to the end of its directive. */
  readonly whole: Range;
  /** The aliased type, and its place. */
  readonly type: Range & { readonly name: string };
  /** Place for another definition: the next line, or behind the `#if` that contains this one in a branch. */
  readonly beside: number;
}

export interface Alias {
  readonly name: string;
  readonly definitions: readonly AliasDefinition[];
  /** Definitions in branches that this build does not compile. */
  readonly leftOut: readonly Range[];
}

export function findAliases(syntax: ProgramSyntax): Map<string, Alias> {
  const found = new Map<string, Map<string, AliasDefinition>>();
  const add = (name: string, definition: AliasDefinition | null): void => {
    if (!definition) return;
    if (!found.has(name)) found.set(name, new Map());
    found.get(name)!.set(`${definition.whole.file}:${definition.whole.begin}`, definition);
  };
  for (const scope of syntax.scopes) {
    for (const [name, definition] of namedTypes(syntax, scope)) add(name, definition);
    for (const [name, definition] of namedByMacros(syntax, scope)) add(name, definition);
  }
  const aliases = new Map<string, Alias>();
  for (const [name, all] of found) {
    const definitions = compiledDefinitions(syntax, name, [...all.values()]);
    const leftOut = [...all.values()].flatMap((one) => (definitions.includes(one) ? [] : [one.whole]));
    if (definitions.length > 0) aliases.set(name, { name, definitions, leftOut });
  }
  return aliases;
}

/**
 * For definitions in several formats (`#ifdef SINGLE`, `#define T2 float2`, `#else`, `#define T2 double2`), those that this build compiles, as
 * shown by the declarations that use the name. None if declarations have several formats.
 */
function compiledDefinitions(
  { program }: ProgramSyntax,
  name: string,
  definitions: readonly AliasDefinition[],
): readonly AliasDefinition[] {
  const formatOf = ({ scope, type }: AliasDefinition) => scope.types.read({ qualType: type.name }).format;
  if (new Set(definitions.map(formatOf)).size === 1) return definitions;
  const [{ scope }] = definitions as [AliasDefinition];
  const formats = new Set(
    program.sites.flatMap(({ declaration: { file, begin, end }, format }) => {
      const token = findTypeToken(scope, program.files[file]!.source.tokens, { begin, end });
      return token?.name === name ? [format] : [];
    }),
  );
  return formats.size === 1 ? definitions.filter((one) => formats.has(formatOf(one)!)) : [];
}

function* namedTypes({ places }: ProgramSyntax, scope: UnitScope): Generator<[string, AliasDefinition | null]> {
  const begins = scope.typedefs.map((node) => node.range?.begin.offset);
  for (const node of scope.typedefs) {
    const place = places.ofNode(node);
    const name = places.ofName(node);
    if (scope.types.read(node.type).format === null) continue; // a record's numbers belong to its fields, a function's to its parameters
    if (!node.name || !place || !name || place.spelling !== null || name.spelling !== null) continue;
    const { file, begin } = place.range;
    const { tokens } = places.files[file]!.source;
    const behind = tokens.list[tokens.indexFrom(place.range.end)];
    const isOne = begins.filter((one) => one === node.range?.begin.offset).length === 1;
    if (behind?.text !== ';' || !isOne) continue;
    const [first, ...words] = tokens.within(place.range);
    const equals = first?.text === 'using' ? words.find(({ text }) => text === '=') : undefined;
    const type = equals ? { begin: equals.end, end: place.range.end } : { begin, end: name.range.begin };
    yield [node.name, definitionOf(scope, tokens, { file, begin, end: behind.end }, type)];
  }
}

function* namedByMacros(
  { places, program }: ProgramSyntax,
  scope: UnitScope,
): Generator<[string, AliasDefinition | null]> {
  for (const [name, definitions] of scope.macros) {
    const isType = definitions.some(
      ({ body, takesArguments }) => !takesArguments && scope.types.read({ qualType: body }).format !== null,
    );
    if (!isType) continue;
    for (const absolutePath of scope.userFiles) {
      const file = places.fileIndex(absolutePath);
      if (file === null) continue;
      const { tokens } = places.files[file]!.source;
      for (const { name: directive, begin, body } of tokens.directives) {
        if (directive !== 'define' || body[0]?.text !== name) continue;
        const whole = { file, begin, end: body.at(-1)!.end };
        const isLeftOut = program.inactive.some(
          ({ range }) => range.file === file && range.begin <= begin && begin < range.end,
        );
        if (!isLeftOut) yield [name, definitionOf(scope, tokens, whole, { begin: body[0]!.end, end: whole.end })];
      }
    }
  }
}

/** Null if it stands for no number type, or for several. */
function definitionOf(scope: UnitScope, tokens: Tokens, whole: Range, said: Span): AliasDefinition | null {
  const [token, ...others] = findTypeTokens(scope, tokens, said);
  if (!token || others.length > 0 || scope.types.read({ qualType: token.name }).format === null) return null;
  return {
    scope,
    whole,
    type: { file: whole.file, ...token },
    beside: nextLine(tokens.text, endOfChoice(tokens, whole.end) ?? whole.end),
  };
}

function nextLine(text: string, from: number): number {
  const line = text.indexOf('\n', from);
  return line < 0 ? text.length : line + 1;
}

/** End of the outermost `#if` with branches around this place; null if there is none. */
function endOfChoice({ directives }: Tokens, place: number): number | null {
  const open: { chooses: boolean; isAround: boolean }[] = [];
  let end: number | null = null;
  for (const { name, begin } of directives) {
    const [top] = open.slice(-1);
    if (name.startsWith('if')) open.push({ chooses: false, isAround: begin < place });
    else if (name.startsWith('el') && top) top.chooses = true;
    else if (name === 'endif') {
      open.pop();
      if (top?.isAround && top.chooses && begin > place) end = begin;
    }
    if (open.length === 0 && begin > place) break;
  }
  return end;
}
