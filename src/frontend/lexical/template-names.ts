/** Spans in which a name is a template parameter, whatever macro or type has the same name elsewhere. */
import { endOfBracket, endOfPart, listIn, splitAt } from '../../support/token-lists.js';
import { isName, type Span, type Token, type Tokens } from '../../support/tokens.js';

interface Template extends Span {
  readonly names: ReadonlySet<string>;
}

const read = new WeakMap<Tokens, readonly Template[]>();

export function namesTemplateParameter(tokens: Tokens, offset: number, name: string): boolean {
  if (!read.has(tokens)) read.set(tokens, templatesIn(tokens));
  return read.get(tokens)!.some(({ begin, end, names }) => begin <= offset && offset < end && names.has(name));
}

function templatesIn(tokens: Tokens): Template[] {
  return tokens.list.flatMap((word) => {
    const open = tokens.list[word.index + 1];
    const head = word.text === 'template' && open?.text === '<' ? listIn(tokens, open) : null;
    if (!head) return [];
    const names = head.parts.flatMap((part) => nameOfParameter(tokens, tokens.within(part)) ?? []);
    return [{ begin: word.begin, end: endOfTemplate(tokens, head.end), names: new Set(names) }];
  });
}

/** `T` of `class T`, `int N = 4`, `template <class> class T`; null for an unnamed parameter. */
function nameOfParameter(tokens: Tokens, part: readonly Token[]): string | null {
  const [declared = []] = splitAt(part, ({ text }) => text === '=');
  const last = declared.at(-1);
  const isNamed = last !== undefined && isName(last) && declared.length > 1;
  return isNamed && tokens.list[last.index - 1]!.text !== '::' ? last.text : null;
}

/** The body of a function may follow other braces: `S(T x) : a{x}, b{x} {}`. */
function endOfTemplate(tokens: Tokens, behindHead: number): number {
  const { list, text } = tokens;
  for (let at = tokens.indexFrom(behindHead); ; ) {
    const sign = list[endOfPart(list, at, '{')];
    if (!sign) return text.length;
    if (sign.text !== '{') return sign.end;
    const end = endOfBracket(tokens, sign) ?? text.length;
    at = tokens.indexFrom(end);
    if (list[at]?.text !== ',' && list[at]?.text !== '{') return end;
    if (list[at]!.text === ',') at++;
  }
}
