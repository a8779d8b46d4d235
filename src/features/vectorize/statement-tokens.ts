/** Finds statements, declarations and assignments in a function body by its tokens. */
import { endOfBracket, endOfPart, splitAt } from '../../support/token-lists.js';
import { isName, type Token, type Tokens } from '../../support/tokens.js';

export interface Variable {
  readonly name: Token;
  readonly type: readonly Token[];
  /** All declarators of the declaration, each from its `*` or name to the end of its initializer. */
  readonly declarators: readonly (readonly Token[])[];
  /** Empty without an initializer. */
  readonly value: readonly Token[];
  readonly end: Token;
}

export const LOOPS: ReadonlySet<string> = new Set(['for', 'while', 'do']);
const BEFORE_BRACKETS = new Set(['if', 'for', 'while', 'switch']);
const ENDS = new Set([';', '{', '}', 'else', 'do']);
const NO_TYPES = new Set('return else case goto delete throw using typedef new sizeof'.split(' '));
const BESIDE_NAME = new Set(['*', '&', '&&', 'const', 'restrict', '__restrict', '__restrict__']);
const ASSIGNMENTS = new Set('= += -= *= /= %= &= |= ^= <<= >>='.split(' '));

/** Index of the last token of the statement that begins here. */
export function lastOfStatement(tokens: Tokens, at: number): number {
  const { list } = tokens;
  const first = list[at];
  if (first?.directive) return tokens.indexFrom(first.directive.end) - 1;
  if (first?.text === '{') return first.partner ?? list.length - 1;
  if (first && BEFORE_BRACKETS.has(first.text)) {
    const last = lastOfStatement(tokens, (list[at + 1]?.partner ?? at + 1) + 1);
    return first.text === 'if' && list[last + 1]?.text === 'else' ? lastOfStatement(tokens, last + 2) : last;
  }
  return endOfPart(list, first?.text === 'do' ? lastOfStatement(tokens, at + 1) + 1 : at);
}

/** Variables declared between these indices, including those in loop heads. */
export function variablesIn(tokens: Tokens, from: number, to: number): Variable[] {
  return tokens.list
    .slice(from, to)
    .flatMap(({ index }) => (beginsStatement(tokens, index) ? variablesAt(tokens, index) : []));
}

function beginsStatement({ list }: Tokens, at: number): boolean {
  const before = list[at - 1];
  const open = before?.text === ')' ? list[before.partner ?? at] : before?.text === '(' ? before : undefined;
  return (
    !before ||
    before.directive !== list[at]!.directive ||
    ENDS.has(before.text) ||
    BEFORE_BRACKETS.has(list[(open?.index ?? 0) - 1]?.text ?? '')
  );
}

function variablesAt(tokens: Tokens, first: number): Variable[] {
  const { list } = tokens;
  let end = first;
  for (let next = endOfWord(tokens, end); next > end; next = endOfWord(tokens, end)) end = next;
  let typeEnd = Math.max(first, end - 1);
  while (BESIDE_NAME.has(list[typeEnd - 1]?.text ?? '')) typeEnd--;
  const type = list.slice(first, typeEnd);
  const isOne = type.some(isName) && isName(list[end - 1]!) && '=;,[{(:'.includes(list[end]?.text ?? '.');
  const last = endOfPart(list, end);
  // `{a * b, c}` is a list
  if (!isOne || NO_TYPES.has(type[0]!.text) || list[last]?.text === '}') return [];
  const declarators = splitAt(list.slice(typeEnd, last), ({ text }) => text === ',');
  return declarators.flatMap((declarator) => {
    const at = declarator.findIndex((token) => isName(token) && !BESIDE_NAME.has(token.text));
    const behind = declarator.slice(at + 1);
    const isList = behind[0]?.text === '(' || behind[0]?.text === '{';
    const value = isList ? behind.slice(1, -1) : (splitAt(behind, ({ text }) => text === '=')[1] ?? []);
    return at < 0 ? [] : [{ name: declarator[at]!, type, declarators, value, end: list[last]! }];
  });
}

/** Index after a word of a type or an adjacent sign. */
function endOfWord(tokens: Tokens, at: number): number {
  const token = tokens.list[at];
  if (!token) return at;
  if (isName(token) || token.text === '::' || BESIDE_NAME.has(token.text)) return at + 1;
  const end = token.text === '<' ? endOfBracket(tokens, token) : null;
  return end === null ? at : tokens.indexFrom(end);
}

/** Whether this name is assigned here: `x = …`, `x += …`, `++x`. */
export function isChangedAt({ list }: Tokens, { index }: Token): boolean {
  const [before, behind] = [list[index - 1]?.text ?? '', list[index + 1]?.text ?? ''];
  const isMember = before === '.' || before === '->';
  return !isMember && (ASSIGNMENTS.has(behind) || [before, behind].some((sign) => sign === '++' || sign === '--'));
}

/** Values given to names between these indices: initializers, and assigned or added values. */
export function valuesIn(tokens: Tokens, from: number, to: number): Map<Token, readonly Token[]> {
  const { list } = tokens;
  const values = new Map(variablesIn(tokens, from, to).map(({ name, value }) => [name, value]));
  for (const token of list.slice(from, to)) {
    const isAssigned = isName(token) && isChangedAt(tokens, token) && ASSIGNMENTS.has(list[token.index + 1]!.text);
    if (isAssigned) values.set(token, list.slice(token.index + 2, endOfPart(list, token.index + 2, ',')));
  }
  return values;
}
