/**
 * The elements of a kernel's threads: its thread indices, and the conditions on their bounds in its text
 * (`if (x >= width || y >= height) return;`, `if (x > 0 && x < width - 1) { … }`).
 */
import { branchesAround } from '../../core.js';
import { spacedText, splitAt } from '../../support/token-lists.js';
import { isName, type Span, type Token, type Tokens } from '../../support/tokens.js';
import { lastOfStatement, type Variable, variablesIn } from './statement-tokens.js';

export const AXES = ['x', 'y'] as const;
export type Axis = (typeof AXES)[number];

/** `blockIdx.x * blockDim.x + threadIdx.x + 1`, or the number of a block, `blockIdx.y`. */
export interface ThreadNumber {
  readonly axis: Axis;
  /** Index of the first thread. */
  readonly first: number;
  readonly isOfBlock: boolean;
}

export interface ThreadIndex extends ThreadNumber {
  readonly variable: Variable;
  readonly declarator: readonly Token[];
  readonly name: string;
  /** Type without const. */
  readonly type: string;
}

/** One comparison of a thread index with a bound. */
export interface Guard extends Span {
  readonly index: ThreadIndex;
  readonly side: 'begin' | 'end';
  /** Text of the first element, or of the one after the last. */
  readonly bound: string;
  /** Value of the comparison for all threads with an element. */
  readonly holds: boolean;
  /** The condition's statement. */
  readonly statement: Token;
}

export const WHOLE_NUMBERS: ReadonlySet<string> = new Set(
  'const unsigned signed int long size_t auto std :: int32_t uint32_t int64_t uint64_t'.split(' '),
);

export function threadIndices(tokens: Tokens, from: number, to: number): ThreadIndex[] {
  return variablesIn(tokens, from, to).flatMap((variable) => {
    const { type, name, value, declarators } = variable;
    const number = type.every(({ text }) => WHOLE_NUMBERS.has(text)) ? threadNumber(value) : null;
    if (!number) return [];
    const spelt = spacedText(
      tokens.text,
      type.filter(({ text }) => text !== 'const'),
    );
    const declarator = declarators.find((one) => one.includes(name))!;
    return [{ ...number, variable, declarator, name: name.text, type: spelt === 'auto' ? 'unsigned' : spelt }];
  });
}

/** Null for other expressions. */
export function threadNumber(value: readonly Token[]): ThreadNumber | null {
  const terms = termsOf(value);
  const numbers = terms.filter(isDecimal);
  const others = terms.filter((one) => !isDecimal(one)).sort();
  const axis = AXES.find((one) =>
    [`blockDim.${one}*blockIdx.${one}+threadIdx.${one}`, `blockIdx.${one}`].includes(others.join('+')),
  );
  const first = numbers.reduce((sum, one) => sum + Number(one), 0);
  return axis ? { axis, first, isOfBlock: others.length === 1 } : null;
}

const isDecimal = (text: string): boolean => /^\d+$/.test(text);

/** Terms of a sum: products with their factors in alphabetical order. Any other expression is one term. */
function termsOf(tokens: readonly Token[]): string[] {
  const plain = withoutBrackets(tokens);
  const terms = splitAt(plain, ({ text }) => text === '+');
  if (terms.length > 1) return terms.flatMap(termsOf);
  const factors = splitAt(plain, ({ text }) => text === '*');
  if (factors.length > 1)
    return [
      factors
        .map((one) => termsOf(one).join(' and '))
        .sort()
        .join('*'),
    ];
  return [plain.map(({ text }) => text).join('')];
}

/** Removes outer brackets and casts to integers: `(int)x`, `static_cast<int>(x)`. */
function withoutBrackets(tokens: readonly Token[]): readonly Token[] {
  const isWhole = (words: readonly Token[]) => words.every(({ text }) => WHOLE_NUMBERS.has(text));
  const open = tokens[0]?.text === 'static_cast' ? tokens.findIndex(({ text }) => text === '(') : 0;
  if (open > 0) return isWhole(tokens.slice(2, open - 1)) ? withoutBrackets(tokens.slice(open)) : tokens;
  const close = tokens[0]?.text === '(' ? tokens.findIndex(({ index }) => index === tokens[0]!.partner) : -1;
  if (close < 0) return tokens;
  const inside = tokens.slice(1, close);
  if (close === tokens.length - 1) return withoutBrackets(inside);
  return isWhole(inside) ? withoutBrackets(tokens.slice(close + 1)) : tokens;
}

/** Bounds from the conditions that every thread evaluates, in order; the first bound of each side counts. */
export function guardsOf(tokens: Tokens, from: number, to: number, indices: readonly ThreadIndex[]): Guard[] {
  const found: Guard[] = [];
  for (const { condition, leaves, statement } of conditionsIn(tokens, from, to)) {
    const [own, other] = leaves ? ['||', '&&'] : ['&&', '||'];
    if (splitAt(condition, ({ text }) => text === other).length > 1) continue;
    for (const part of splitAt(condition, ({ text }) => text === own)) {
      const guard = comparison(tokens.text, withoutBrackets(part), indices, leaves);
      if (!guard || found.some((one) => one.index === guard.index && one.side === guard.side)) continue;
      found.push({ ...guard, begin: part[0]!.begin, end: part.at(-1)!.end, holds: !leaves, statement });
    }
  }
  return found;
}

interface Condition {
  readonly condition: readonly Token[];
  readonly statement: Token;
  /** Whether threads that satisfy the condition return. */
  readonly leaves: boolean;
}

/** Top-level ifs without else, and those that directly begin such an if. */
function conditionsIn(tokens: Tokens, from: number, to: number): Condition[] {
  const { list } = tokens;
  const found: Condition[] = [];
  for (let at = from; at < to; at = lastOfStatement(tokens, at) + 1) {
    const [statement, open] = [list[at]!, list[at + 1]];
    if (statement.text !== 'if' || open?.text !== '(' || open.partner === null) continue;
    // it is unknown whether the text is compiled, so it is not changed
    if (branchesAround(tokens, statement.begin) !== branchesAround(tokens, list[from - 1]!.begin)) continue;
    const then = open.partner + 1;
    // threads without an element have an effect too
    if (list[lastOfStatement(tokens, then) + 1]?.text === 'else') continue;
    const first = list[then]?.text === '{' ? then + 1 : then;
    const leaves = list[first]?.text === 'return';
    found.push({ condition: withoutBrackets(list.slice(at + 2, open.partner)), statement, leaves });
    if (!leaves) found.push(...conditionsIn(tokens, first, first + 1));
  }
  return found;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
/** Operators of lower precedence than a comparison, or than the sum of a bound. */
const BINDS_LOOSELY = new Set('< <= > >= == != <=> & ^ | ? : = , << >> && ||'.split(' '));

function comparison(
  text: string,
  tokens: readonly Token[],
  indices: readonly ThreadIndex[],
  leaves: boolean,
): Pick<Guard, 'index' | 'side' | 'bound'> | null {
  const [left, right, more] = splitAt(tokens, (token) => BINDS_LOOSELY.has(token.text));
  const operator = tokens[left!.length]?.text ?? '';
  if (!right?.length || more || !(operator in MIRRORED)) return null;
  const named = (side: readonly Token[]) => indices.find(({ name }) => side.length === 1 && side[0]!.text === name);
  const isMirrored = named(left!) === undefined;
  const [index, bound] = isMirrored ? [named(right), left!] : [named(left!), right];
  if (!index || bound.some((token) => indices.some(({ name }) => token.text === name))) return null;
  const as = isMirrored ? MIRRORED[operator]! : operator;
  const written = spacedText(text, bound);
  switch (leaves ? OPPOSITE[as]! : as) {
    case '<':
      return { index, side: 'end', bound: written };
    case '<=':
      return { index, side: 'end', bound: oneMore(written, bound) };
    case '>':
      return { index, side: 'begin', bound: oneMore(written, bound) };
    default:
      return { index, side: 'begin', bound: written };
  }
}

function oneMore(written: string, [first, sign, ...rest]: readonly Token[]): string {
  if (isDecimal(written)) return String(Number(written) + 1);
  const isOneLess = isName(first!) && sign?.text === '-' && rest.length === 1 && rest[0]!.text === '1';
  return isOneLess ? first!.text : `${written} + 1`;
}
