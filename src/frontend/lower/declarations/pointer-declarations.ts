/**
 * Declarations of pointers to functions: each number type in the declarator must change with the functions that the pointer may refer to
 * (pointer-types.ts). A declaration that uses a typedef has nothing to change.
 */
import type { Range } from '../../../program/place.js';
import { listIn } from '../../../support/token-lists.js';
import { isName, type Span, type Token, type Tokens } from '../../../support/tokens.js';
import type { AstNode } from '../../ast/node.js';
import { ofKind } from '../../ast/node.js';
import type { PointerType } from '../calls/pointer-types.js';
import type { UnitScope } from '../unit-scope.js';

export const declaresPointerType = ofKind('TypedefDecl', 'TypeAliasDecl', 'VarDecl', 'FieldDecl', 'ParmVarDecl');

interface DeclaratorText {
  readonly result: Span;
  readonly parameters: readonly Span[];
}

/** False if the text that must change is not visible in the declaration. */
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

/** Whether the text spells the number type as a single word, if there is a number type. */
function isShown(scope: UnitScope, range: Range, meaning: string): boolean {
  const { format, trouble } = scope.types.read({ qualType: meaning });
  if (format === null) return trouble === null;
  const words = scope.builder.places.text(range).match(/[A-Za-z_]\w*/g) ?? [];
  if (words.some((word) => scope.macros.has(word))) return false;
  return words.filter((word) => scope.types.read({ qualType: word }).format === format).length === 1;
}

const QUALIFIERS = new Set(['const', 'volatile', 'restrict', '__restrict', '__restrict__']);

/** The bracket of the parameters after `(*name)`, `(*const name[4])` or `(&)`; null if the first bracket contains anything else. */
function parametersAfter(tokens: Tokens, open: Token): Token | null {
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

/** Parses `typedef double (*op)(double x)`, `using op = double (*)(double)`, `double f(double)`. */
function readDeclaration(tokens: Tokens, whole: Range, name: string): DeclaratorText | null {
  const words = tokens.within(whole);
  const start = words[0]?.text === 'using' ? words.findIndex(({ text }) => text === '=') + 1 : 0;
  const first = words.findIndex(({ text }, at) => at >= start && text === '(');
  if (first < 0) return null;
  const behind = parametersAfter(tokens, words[first]!);
  const isNamed = start === 0 && name !== '' && words[first - 1]?.text === name;
  if (!behind && !isNamed && start === 0) return null;
  const list = listIn(tokens, behind ?? words[first]!, true);
  if (!list || list.end > whole.end) return null;
  const end = !behind && isNamed ? first - 1 : first;
  if (end <= start) return null;
  return { result: { begin: words[start]!.begin, end: words[end - 1]!.end }, parameters: list.parts };
}

/** The name before the first parenthesis: the function that a parameter declaration belongs to. */
function nameOf(tokens: Tokens, range: Range): string {
  const words = tokens.within(range);
  const before = words[words.findIndex(({ text }) => text === '(') - 1];
  return before && isName(before) ? before.text : '';
}
