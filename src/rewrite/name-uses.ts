/** Finds the uses of type names in the text, and the format of each use under a configuration. */
import path from 'node:path';
import { isScalarValue } from '../frontend/ast/c-types.js';
import { isParenOrImplicit } from '../frontend/ast/ignoring.js';
import { isNumberLiteral, isSign, isValueCast } from '../frontend/ast/kinds.js';
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import { readCast } from '../frontend/lexical/cast-text.js';
import { namesTemplateParameter } from '../frontend/lexical/template-names.js';
import { staticInitialisers } from '../frontend/lower/declarations/static-initialisers.js';
import { placeKey } from '../frontend/lower/places.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Format } from '../numerics/format.js';
import type { Range } from '../program/place.js';
import type { Program, SiteIndex } from '../program/program.js';
import { operandsOf } from '../program/verify.js';
import { isExactEverywhere } from '../space/exact-constants.js';
import { isName } from '../support/tokens.js';
import type { Alias } from './aliases.js';
import { descendants } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';
import { findTypeToken } from './type-text.js';

export interface NameUse {
  readonly range: Range;
  /** Its new format; null if it stays. */
  readonly format: Format | null;
  /** The name that it helps to define. */
  readonly defines: string | null;
  /** In the body of a macro whose uses have different formats: uses that differ from the majority are expanded. */
  readonly isMixed: boolean;
  /** Identifies the word in its `#define`, for a use in the body of a macro: it stays when macros are expanded. */
  readonly inMacro: string | null;
}

interface Word extends Range {
  readonly inMacro: string | null;
}

type Formats = Map<string, Format | null | 'mixed'>;

export class NameUses {
  private readonly formats: Formats = new Map();
  private readonly words = new Map<string, Word[]>();
  private readonly split: ReadonlySet<string>;

  constructor(
    edits: SourceEdits,
    private readonly aliases: ReadonlyMap<string, Alias>,
    changed: ReadonlyMap<SiteIndex, Format>,
  ) {
    castsThatStart(edits.syntax, changed, this.formats);
    castsInMacros(edits.syntax, changed, this.formats);
    for (const { range, format } of edits.writtenTypes) this.formats.set(keyOf(range), format);
    this.split = new Set(edits.splitTypes.map(keyOf));
    this.readWords(edits.syntax);
  }

  /** Every use that this build compiles, except its own definitions and declarations that are rewritten as a whole. */
  of(name: string): NameUse[] {
    const { definitions, leftOut } = this.aliases.get(name)!;
    const defining = [...definitions.map(({ whole }) => whole), ...leftOut];
    return (this.words.get(name) ?? []).flatMap((range) => {
      if (this.split.has(keyOf(range)) || defining.some((whole) => holds(whole, range))) return [];
      const defined = [...this.aliases.values()].find((alias) =>
        alias.definitions.some(({ type }) => holds(type, range)),
      );
      const format = this.formats.get(keyOf(range)) ?? null;
      return [
        {
          range,
          format: format === 'mixed' ? null : format,
          defines: defined?.name ?? null,
          isMixed: format === 'mixed',
          inMacro: range.inMacro,
        },
      ];
    });
  }

  isTaken(word: string): boolean {
    return this.words.has(word);
  }

  private readWords({ places, program, scopes }: ProgramSyntax): void {
    for (const absolutePath of new Set(scopes.flatMap(({ userFiles }) => userFiles))) {
      const file = places.fileIndex(absolutePath);
      if (file === null) continue;
      const { tokens } = places.files[file]!.source;
      const { list, directives } = tokens;
      const leftOut = program.inactive.filter(({ range }) => range.file === file);
      const macros = new Map(directives.filter(({ name }) => name === 'define').map((one, at) => [one, at]));
      const name = path.relative(program.root, absolutePath);
      for (const { text: word, begin, end, directive } of list.filter(isName)) {
        const macro = directive ? macros.get(directive) : undefined;
        const inMacro = macro === undefined ? null : `${name} ${macro} ${begin - directive!.begin}`;
        const range = { file, begin, end, inMacro };
        if (!this.words.has(word)) this.words.set(word, []);
        const isMacrosName = directive !== null && directive.name !== 'define'; // `#undef real`
        const isLeftOut = leftOut.some((one) => holds(one.range, range));
        if (!isMacrosName && !isLeftOut && !namesTemplateParameter(tokens, begin, word))
          this.words.get(word)!.push(range);
      }
    }
  }
}

function holds(outer: Range, { file, begin }: Range): boolean {
  return outer.file === file && outer.begin <= begin && begin < outer.end;
}

function keyOf({ file, begin }: Range): string {
  return `${file}:${begin}`;
}

/** `static const Real_t weights[] = {Real_t(0.1), …};`: a cast of a constant has the format of the variable it initialises. */
function castsThatStart(syntax: ProgramSyntax, changed: ReadonlyMap<SiteIndex, Format>, formats: Formats): void {
  const visit = (scope: UnitScope, node: AstNode, format: Format): void => {
    if (node.kind === 'InitListExpr') {
      if (scope.types.read(node.type).format !== null) for (const child of children(node)) visit(scope, child, format);
    } else if (isValueCast(node)) {
      const type = isLiteral(children(node).at(-1)!) ? typeOfCast(syntax, scope, node) : null;
      if (type) formats.set(keyOf(type), format);
    } else if ((isParenOrImplicit(node) || node.kind === 'UnaryOperator') && children(node)[0])
      visit(scope, children(node)[0]!, format);
  };
  for (const scope of syntax.scopes) {
    const starts = [
      ...staticInitialisers(scope),
      ...[...scope.others].flatMap(([id, node]) => {
        const value = node.storageClass === 'static' || node.constexpr === true ? initialValue(node) : undefined;
        return value ? [{ site: scope.sites.get(id) ?? null, value }] : [];
      }),
    ];
    for (const { site, value } of starts) {
      const format = site === null ? undefined : changed.get(site);
      if (format !== undefined) visit(scope, value, format);
    }
  }
}

/** Casts in macro bodies: one text for all uses of the macro, some of which may not be sites. */
function castsInMacros(syntax: ProgramSyntax, changed: ReadonlyMap<SiteIndex, Format>, formats: Formats): void {
  const [scope] = syntax.scopes;
  if (!scope) return;
  const sites = new Set<string>();
  const add = (range: Range, format: Format | null): void => {
    const key = keyOf(range);
    formats.set(key, formats.has(key) && formats.get(key) !== format ? 'mixed' : format);
  };
  syntax.program.sites.forEach(({ kind, place }, site) => {
    if (kind !== 'cast' || place.spelling === null) return;
    sites.add(placeKey(place));
    const type = typeIn(syntax, scope, place.spelling);
    const format = changed.get(site) ?? null;
    if (type && (format !== null || !isExactEitherWay(syntax.program, site))) add(type, format);
  });
  const bodies = [
    ...syntax.functions.map(({ scope: one, node }) => ({ one, node })),
    ...syntax.scopes.flatMap((one) => one.initialisers.map(({ node }) => ({ one, node }))),
  ];
  for (const { one, node } of bodies)
    for (const child of descendants(node)) {
      if (!isValueCast(child) || !isScalarValue(one.types.read(child.type))) continue;
      const place = syntax.places.ofNode(child);
      if (!place?.spelling || sites.has(placeKey(place))) continue;
      const type = typeIn(syntax, one, place.spelling);
      if (type) add(type, null);
    }
}

/** A literal, perhaps signed. */
function isLiteral(node: AstNode): boolean {
  if (isNumberLiteral(node)) return true;
  const [inner] = children(node);
  return (isParenOrImplicit(node) || isSign(node)) && inner !== undefined && isLiteral(inner);
}

function typeOfCast(syntax: ProgramSyntax, scope: UnitScope, node: AstNode): Range | null {
  const place = syntax.places.ofNode(node);
  return place && place.spelling === null ? typeIn(syntax, scope, place.range) : null;
}

/** The type name in the text of a cast. */
export function typeIn(
  syntax: ProgramSyntax,
  scope: UnitScope,
  range: Range,
): (Range & { readonly name: string }) | null {
  const type = readCast(syntax.places.text(range));
  const { tokens } = syntax.places.files[range.file]!.source;
  const token = type && findTypeToken(scope, tokens, { begin: range.begin + type.begin, end: range.begin + type.end });
  return token ? { file: range.file, ...token } : null;
}

/** `time = Real_t(0.0)`: the same number in every format, and stored unchanged. */
export function isExactEitherWay(program: Program, cast: SiteIndex): boolean {
  const operation = program.operations.findIndex(({ castTo }) => castTo === cast);
  const owner = program.functions[program.operations[operation]?.function ?? -1];
  if (!owner) return false;
  const at = owner.values.findIndex((value) => value.kind === 'operation' && value.operation === operation);
  const isExact = operandsOf(owner.values[at]!).every((operand) => {
    const value = owner.values[operand]!;
    return value.kind === 'literal' && isExactEverywhere(value.text);
  });
  return (
    isExact && owner.values.every((value) => !operandsOf(value).includes(at) || /^(?:store|return)$/.test(value.kind))
  );
}
