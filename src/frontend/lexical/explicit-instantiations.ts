/**
 * Explicit instantiations such as `template double f<3>(double, const float *);`. clang's tree has no node for them, so they are found in the text.
 */
import { listIn } from '../../support/token-lists.js';
import { isName, type Span, type Token, type Tokens } from '../../support/tokens.js';

export interface ExplicitInstantiation {
  /** The function's unqualified name. */
  readonly name: string;
  /** The text before the name, including the return type. */
  readonly head: Span;
  /** The template arguments in angle brackets; null without brackets. */
  readonly typeArguments: readonly Span[] | null;
  readonly parameters: readonly Span[];
}

/** Words whose parentheses are not a parameter list. */
const NO_FUNCTION = new Set([
  '__attribute',
  '__attribute__',
  '__declspec',
  'alignas',
  'decltype',
  '__typeof',
  '__typeof__',
  'typeof',
]);
const RECORDS = new Set(['class', 'struct', 'union']);

/** The explicit instantiations of functions; those of classes name no parameter types. */
export function explicitInstantiations(tokens: Tokens): ExplicitInstantiation[] {
  return tokens.list.flatMap(({ text: word, index }) => {
    const [before, behind] = [tokens.list[index - 1]?.text ?? '', tokens.list[index + 1]?.text ?? ''];
    // `object.template get<3>()` names a member
    const isOne = word === 'template' && behind !== '<' && !['.', '->', '::'].includes(before) && !RECORDS.has(behind);
    const found = isOne ? read(tokens, index + 1) : null;
    return found ? [found] : [];
  });
}

function read(tokens: Tokens, first: number): ExplicitInstantiation | null {
  const { list } = tokens;
  /** The begin of the qualified name, such as `std::pair<int, T>::`. */
  let qualified = first;
  let name: { token: Token; text: string; typeArguments: ExplicitInstantiation['typeArguments'] } | null = null;
  for (let at = first; at < list.length && list[at]!.text !== ';'; ) {
    const token = list[at]!;
    const open = token.text === '<' || token.text === '(' ? listIn(tokens, token, true) : null;
    if (token.text === '(' && name && open) {
      const isAttribute = NO_FUNCTION.has(name.text) || /^__\w+__$/.test(name.text);
      if (!isAttribute)
        return {
          ...{ name: name.text, typeArguments: name.typeArguments, parameters: open.parts },
          head: { begin: list[first - 1]!.end, end: list[qualified]!.begin },
        };
      name = null;
    } else if (token.text === 'operator') {
      const end = list.findIndex(({ text }, other) => text === '(' && other > at + 1);
      if (end < 0) return null;
      const words = list.slice(at, end).map(({ text }) => text);
      if (!isBehindScope(list, at)) qualified = at;
      name = { token, text: words.join(''), typeArguments: null };
      at = end;
      continue;
    } else if (isName(token)) {
      if (!isBehindScope(list, at)) qualified = at;
      name = { token, text: token.text, typeArguments: null };
    } else if (token.text === '<' && name && open) name.typeArguments = open.parts;
    else if (token.text !== '::') name = null;
    at = open ? Math.max(at + 1, tokens.indexFrom(open.end)) : at + 1;
  }
  return null;
}

function isBehindScope(list: readonly Token[], at: number): boolean {
  return (
    list[at - 1]?.text === '::' &&
    list[at - 2] !== undefined &&
    (isName(list[at - 2]!) || /^>+$/.test(list[at - 2]!.text))
  );
}
