/** Brackets and comma-separated lists in tokens: `(a, b)`, `<T, f<2>>`. */
import type { Span, Token, Tokens } from './tokens.js';

/**
 * The index after the bracket that closes this one; null if none does. Between `<` and `>`, other kinds of brackets are skipped as a whole, and `>>`
 * closes two.
 */
export function endOfBracket(tokens: Tokens, open: Token): number | null {
  if (open.text !== '<') return tokens.partnerOf(open)?.end ?? null;
  let depth = 0;
  for (let at = open.index; at < tokens.list.length; at++) {
    const token = tokens.list[at]!;
    if (token.text === '<') depth++;
    else if (/^>+$/.test(token.text)) {
      if (depth <= token.text.length) return token.begin + depth;
      depth -= token.text.length;
    } else if (token.partner !== null) {
      if (token.partner < at) return null;
      at = token.partner;
    } else if (token.text === ';') return null;
  }
  return null;
}

/**
 * The trimmed elements of a list; none for `()` and `(void)`, null if the bracket is not closed. In a list of types or declarations, `<` is a bracket
 * too.
 */
export function listIn(
  tokens: Tokens,
  open: Token,
  ofTypes: boolean = open.text === '<',
): { readonly parts: readonly Span[]; readonly end: number } | null {
  const end = endOfBracket(tokens, open);
  if (end === null) return null;
  const groups: Token[][] = [[]];
  for (let at = open.index + 1; tokens.list[at] && tokens.list[at]!.begin < end - 1; ) {
    const token = tokens.list[at]!;
    const inner = token.text === '<' && ofTypes ? endOfBracket(tokens, token) : (tokens.partnerOf(token)?.end ?? null);
    const next = inner === null ? at + 1 : tokens.indexFrom(inner);
    if (token.text === ',') groups.push([]);
    else groups.at(-1)!.push(token, tokens.list[next - 1]!);
    at = next;
  }
  const [only] = groups;
  const isEmpty = groups.length === 1 && (only!.length === 0 || (only!.length === 2 && only![0]!.text === 'void'));
  const span = (group: readonly Token[], at: number): Span => {
    if (group.length > 0) return { begin: group[0]!.begin, end: Math.min(group.at(-1)!.end, end - 1) };
    const beside = (groups[at - 1]?.at(-1) ?? open).end;
    return { begin: beside, end: beside };
  };
  return { parts: isEmpty ? [] : groups.map(span), end };
}

/** The index of the first semicolon (or other sign) outside brackets, or of the bracket that closes the enclosing one, whichever comes first. */
export function endOfPart(list: readonly Token[], from: number, sign = ';'): number {
  let at = from;
  for (let token = list[at]; token && token.text !== ';' && token.text !== sign; token = list[at]) {
    if (token.partner !== null && token.partner < from) break;
    at = (token.partner ?? at) + 1;
  }
  return at;
}

/** The parts between signs outside all brackets; a single part if there is no such sign. */
export function splitAt(list: readonly Token[], isSign: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  let inside = -1;
  for (const token of list) {
    if (token.index > inside && isSign(token)) parts.push([]);
    else parts.at(-1)!.push(token);
    inside = Math.max(inside, token.partner ?? -1);
  }
  return parts;
}

/** The text of tokens with its original spacing, but without comments and line splices. */
export function spacedText(text: string, tokens: readonly Token[]): string {
  return tokens
    .map((token, at) =>
      at > 0 && /\s/.test(text.slice(tokens[at - 1]!.end, token.begin)) ? ` ${token.text}` : token.text,
    )
    .join('');
}
