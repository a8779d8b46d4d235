/**
 * The tokens of C, C++ and CUDA as the preprocessor sees them, computed once per text. All questions about a text are answered from its tokens, so
 * that comments, strings, digit separators and line splices are never mistaken for code.
 */

/** `unknown` is text that is not a token of the language. An unterminated string extends to the end of its line. */
export type TokenKind = 'name' | 'number' | 'string' | 'character' | 'header' | 'sign' | 'unknown';

export interface Span {
  readonly begin: number;
  readonly end: number;
}

export interface Token extends Span {
  readonly kind: TokenKind;
  /** Without line splices; digraphs are replaced by the signs they stand for. */
  readonly text: string;
  readonly index: number;
  /** The index of the matching bracket, or null. Angle brackets have none, see `closingAngle`. */
  readonly partner: number | null;
  /** The directive it is part of. */
  readonly directive: Directive | null;
}

/** `#name …`, to the end of its last line. */
export interface Directive extends Span {
  /** Empty for a lone `#`. */
  readonly name: string;
  /** The tokens after the name. */
  readonly body: readonly Token[];
}

/** Line splices are removed before tokenising; offsets refer to the original text. */
const SPLICE = /\\[ \t]*\r?\n/g;
const NAME = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/y;
/** A preprocessing number as in the standard, with signed exponents, separators and suffixes. */
const NUMBER = /\.?\d(?:[eEpP][+-]|'\w|[\w.\x80-\xff])*/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const RAW_STRING = /"([^()\\\s"]{0,16})\([\s\S]*?\)\1"/y;
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"/y;
const CHARACTER = /'(?:\\[\s\S]|[^'\\\n])*'/y;
/** Suffixes of user-defined and library literals; `"%"PRIu64` is two tokens. */
const SUFFIXES = { string: /_[A-Za-z]\w*|sv?(?!\w)/y, character: /_[A-Za-z]\w*/y };
const HEADER = /<[^>\n]+>/y;
const REST_OF_LINE = /[^\r\n]+/y;
const PREFIX = /^(?:u8|[uUL])?R?$/;
const SIGN =
  /%:%:|<<<|>>>|<=>|\.\.\.|->\*|<<=|>>=|::|->|\.\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||##|%:|<%|%>|<:(?!:(?![:>]))|:>|[-+*/%&|^]=|[\s\S]/y;
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['<%', '{'],
  ['%>', '}'],
  ['<:', '['],
  [':>', ']'],
  ['%:', '#'],
  ['%:%:', '##'],
]);
const OPENS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

type Draft = { -readonly [key in keyof Token]: Token[key] };

export class Tokens {
  readonly list: readonly Token[];
  readonly comments: readonly Span[];
  readonly directives: readonly Directive[];

  constructor(readonly text: string) {
    const reader = new Reader(text);
    reader.read();
    this.list = reader.list;
    this.comments = reader.comments;
    this.directives = reader.directives;
    matchBrackets(reader.list);
  }

  /** The tokens that are completely in the span. */
  within({ begin, end }: Span): readonly Token[] {
    const from = this.indexFrom(begin);
    let to = this.indexFrom(end);
    while (to > from && this.list[to - 1]!.end > end) to--;
    return this.list.slice(from, to);
  }

  /** The last token that is completely in the span. */
  lastWithin(span: Span): Token | null {
    return this.within(span).at(-1) ?? null;
  }

  /** The index of the first token that begins at this offset or later. */
  indexFrom(offset: number): number {
    let [low, high] = [0, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.list[middle]!.begin < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The matching bracket. */
  partnerOf(token: Token | undefined): Token | null {
    return token?.partner == null ? null : this.list[token.partner]!;
  }
}

/** The identifiers and keywords of a text, in order. */
export function namesIn(text: string): string[] {
  return new Tokens(text).list.filter(isName).map((token) => token.text);
}

export const isName = ({ kind }: Token): boolean => kind === 'name';

/** Tokenises the text without line splices and maps offsets to the original text. */
class Reader {
  readonly list: Draft[] = [];
  readonly comments: Span[] = [];
  readonly directives: Directive[] = [];
  private readonly joined: string;
  /** The positions of splices in the joined text, each with the number of characters removed so far. */
  private readonly splices: { readonly at: number; readonly removed: number }[] = [];
  private passed = 0;
  private at = 0;
  private open: { begin: number; body: Draft[]; name: string } | null = null;

  constructor(text: string) {
    let removed = 0;
    this.joined = text.replace(SPLICE, (splice, at: number) => {
      this.splices.push({ at: at - removed, removed: removed + splice.length });
      removed += splice.length;
      return '';
    });
  }

  read(): void {
    const { joined } = this;
    let isFirst = true;
    while (this.at < joined.length) {
      const character = joined[this.at]!;
      if (character === '\n') {
        this.endDirective();
        isFirst = true;
        this.at++;
      } else if (/\s/.test(character)) this.at++;
      else if (character === '/' && this.isComment()) continue;
      else {
        this.token(isFirst);
        isFirst = false;
      }
    }
    this.endDirective();
  }

  private isComment(): boolean {
    const text = this.match(COMMENT);
    if (text === null) return false;
    this.comments.push(this.span(text));
    this.at += text.length;
    return true;
  }

  private token(isFirst: boolean): void {
    const { kind, text, written } = this.whole();
    const token: Draft = { kind, text, ...this.span(written), index: this.list.length, partner: null, directive: null };
    this.at += written.length;
    this.list.push(token);
    if (isFirst && text === '#') this.open = { begin: token.begin, body: [], name: '' };
    else if (this.open?.name === '' && this.open.body.length === 0 && kind === 'name') this.open.name = text;
    else this.open?.body.push(token);
  }

  private whole(): { kind: TokenKind; text: string; written: string } {
    const name = this.match(NAME);
    if (name !== null) {
      const quote = this.joined[this.at + name.length];
      const literal = (quote === '"' || quote === "'") && PREFIX.test(name) ? this.literal(name) : null;
      return literal ?? { kind: 'name', text: name, written: name };
    }
    const number = this.match(NUMBER);
    if (number !== null) return { kind: 'number', text: number, written: number };
    const header = this.takesHeader() ? this.match(HEADER) : null;
    if (header !== null) return { kind: 'header', text: header, written: header };
    const literal = this.literal('');
    if (literal) return literal;
    const sign = this.match(SIGN)!;
    return { kind: /[\\@`]/.test(sign) ? 'unknown' : 'sign', text: DIGRAPHS.get(sign) ?? sign, written: sign };
  }

  /** A string or character literal after a prefix, with its user-defined suffix. */
  private literal(prefix: string): { kind: TokenKind; text: string; written: string } | null {
    const from = this.at + prefix.length;
    const quote = this.joined[from];
    if (quote !== '"' && quote !== "'") return null;
    const pattern = quote === "'" ? CHARACTER : prefix.endsWith('R') ? RAW_STRING : STRING;
    const body = pattern === CHARACTER && prefix.endsWith('R') ? null : this.match(pattern, from);
    if (body === null) return this.unclosed();
    if (body === "''") return { kind: 'unknown', text: body, written: prefix + body };
    const kind = quote === "'" ? 'character' : 'string';
    const written = prefix + body + (this.match(SUFFIXES[kind], from + body.length) ?? '');
    return { kind, text: written, written };
  }

  private unclosed(): { kind: TokenKind; text: string; written: string } {
    const written = this.match(REST_OF_LINE)!;
    return { kind: 'unknown', text: written, written };
  }

  private takesHeader(): boolean {
    return (
      this.open !== null && this.open.body.length === 0 && /^(?:include(?:_next)?|import|embed)$/.test(this.open.name)
    );
  }

  private endDirective(): void {
    if (!this.open) return;
    const { begin, body, name } = this.open;
    const last = this.list.at(-1)!;
    const directive: Directive = { begin, end: Math.max(last.end, this.offset(this.at)), name, body };
    for (let at = this.list.length - 1; at >= 0 && this.list[at]!.begin >= begin; at--)
      this.list[at]!.directive = directive;
    this.directives.push(directive);
    this.open = null;
  }

  private match(pattern: RegExp, at: number = this.at): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.joined)?.[0] ?? null;
  }

  private span(written: string): Span {
    const begin = this.offset(this.at);
    return { begin, end: this.offset(this.at + written.length - 1) + 1 };
  }

  /** The offset in the original text; calls must be in ascending order, except for one token back. */
  private offset(at: number): number {
    const { splices } = this;
    while (this.passed < splices.length && splices[this.passed]!.at <= at) this.passed++;
    while (this.passed > 0 && splices[this.passed - 1]!.at > at) this.passed--;
    return at + (splices[this.passed - 1]?.removed ?? 0);
  }
}

/**
 * Matches brackets of the same kind; an unclosed bracket has no partner. The brackets of a directive are separate, and every branch of an #if starts
 * with the brackets that were open before it.
 */
function matchBrackets(list: readonly Draft[]): void {
  let open: Draft[] = [];
  const branches: Draft[][] = [];
  let directive: Directive | null = null;
  let inDirective: Draft[] = [];
  for (const token of list) {
    if (token.directive !== directive) {
      directive = token.directive;
      inDirective = [];
      if (directive?.name.startsWith('if')) branches.push([...open]);
      else if (directive?.name.startsWith('el')) open = [...(branches.at(-1) ?? open)];
      else if (directive?.name === 'endif') branches.pop();
    }
    if (token.kind !== 'sign') continue;
    const stack = directive ? inDirective : open;
    if (token.text in OPENS) stack.push(token);
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const at = stack.findLastIndex((one) => OPENS[one.text] === token.text);
      if (at < 0) continue;
      token.partner = stack[at]!.index;
      stack[at]!.partner = token.index;
      stack.length = at;
    }
  }
}
