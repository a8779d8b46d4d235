/**
 * Where the text declares pointers to functions: each number in what it spells there changes with the functions that such a pointer leads
 * to (pointer-types.ts). A declaration that only names the type has nothing to change.
 */
import type { Range } from '../../../program/place.js';
import { listIn } from '../../../support/token-lists.js';
import { isName, type Span, type Token, type Tokens } from '../../../support/tokens.js';
import type { AstNode } from '../../ast/node.js';
import { ofKind } from '../../ast/node.js';
import type { PointerType } from '../calls/pointer-types.js';
import type { UnitScope } from '../unit-scope.js';

export const declaresPointerType = ofKind('TypedefDecl', 'TypeAliasDecl', 'VarDecl', 'FieldDecl', 'ParmVarDecl');

interface Spelt {
  readonly result: Span;
  readonly parameters: readonly Span[];
}

/** False where the text does not show what it must change. */
export function mentionPointerType(scope: UnitScope, node: AstNode, type: PointerType): boolean {
  const { builder } = scope;
  const place = builder.places.ofNode(node);
  if (!place || place.spelling !== null) return false;
  return mentionIn(scope, place.range, type, node.name ?? '');
}

function mentionIn(scope: UnitScope, whole: Range, type: PointerType, name: string): boolean {
  const { builder } = scope;
  const { tokens } = builder.places.files[whole.file]!.source;
  const spelt = readDeclaration(tokens, whole, name);
  if (!spelt || spelt.parameters.length !== type.parameters.length) return false;
  const parts = [
    { part: spelt.result, position: type.result, meaning: type.type.result },
    ...spelt.parameters.map((part, at) => ({
      part,
      position: type.parameters[at]!,
      meaning: type.type.parameters[at]!,
    })),
  ];
  const found = parts.map(({ part, position, meaning }) => {
    return { range: { file: whole.file, ...part }, position, meaning };
  });
  if (!found.every(({ range, meaning }) => isShown(scope, range, meaning))) return false;
  for (const { range, position, meaning } of found) {
    builder.pointerTypes.mention(position, range, { range, spelling: null });
    const inner = builder.pointerTypes.of(scope, { qualType: meaning });
    const isSpelt = tokens.within(range).some(({ text }) => text === '(');
    if (inner && isSpelt && !mentionIn(scope, range, inner, nameOf(tokens, range)))
      builder.pointerTypes.close(
        inner,
        `its type is written inside another type at ${builder.at({ range, spelling: null })}`,
      );
  }
  return true;
}

/** One word of the text names the type of numbers, where there are numbers. */
function isShown(scope: UnitScope, range: Range, meaning: string): boolean {
  const { format, trouble } = scope.types.read({ qualType: meaning });
  if (format === null) return trouble === null;
  const words = scope.builder.places.text(range).match(/[A-Za-z_]\w*/g) ?? [];
  if (words.some((word) => scope.macros.has(word))) return false;
  return words.filter((word) => scope.types.read({ qualType: word }).format === format).length === 1;
}

const QUALIFIERS = new Set(['const', 'volatile', 'restrict', '__restrict', '__restrict__']);

/** Behind `(*name)`, `(*const name[4])`, `(&)`, where parameters follow: their bracket. Null where the bracket holds anything else. */
function parametersBehind(tokens: Tokens, open: Token): Token | null {
  const { list } = tokens;
  let at = open.index + 1;
  if (!['*', '&', '&&'].includes(list[at]?.text ?? '')) return null;
  while (['*', '&', '&&'].includes(list[at]?.text ?? '')) at++;
  while (QUALIFIERS.has(list[at]?.text ?? '')) at++;
  if (list[at] && isName(list[at]!)) at++;
  while (list[at]?.text === '[') at = (list[at]!.partner ?? list.length) + 1;
  const isAll = open.partner === at && list[at + 1]?.text === '(';
  return isAll ? list[at + 1]! : null;
}

/** Reads `typedef double (*op)(double x)`, `using op = double (*)(double)`, `double f(double)`. */
function readDeclaration(tokens: Tokens, whole: Range, name: string): Spelt | null {
  const words = tokens.within(whole);
  const start = words[0]?.text === 'using' ? words.findIndex(({ text }) => text === '=') + 1 : 0;
  const first = words.findIndex(({ text }, at) => at >= start && text === '(');
  if (first < 0) return null;
  const behind = parametersBehind(tokens, words[first]!);
  const isNamed = start === 0 && name !== '' && words[first - 1]?.text === name;
  if (!behind && !isNamed && start === 0) return null;
  const list = listIn(tokens, behind ?? words[first]!, true);
  if (!list || list.end > whole.end) return null;
  const end = !behind && isNamed ? first - 1 : first;
  if (end <= start) return null;
  return { result: { begin: words[start]!.begin, end: words[end - 1]!.end }, parameters: list.parts };
}

/** The function that a declaration inside another is of: the name before its first parenthesis. */
function nameOf(tokens: Tokens, range: Range): string {
  const words = tokens.within(range);
  const before = words[words.findIndex(({ text }) => text === '(') - 1];
  return before && isName(before) ? before.text : '';
}
