/** A JSON value with its place in the text; offsets are bytes, as in ByteText. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: JsonNode;
}

export interface JsonObject extends Range {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}

export interface JsonArray extends Range {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonScalar extends Range {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

/** A syntax error in JSON, with its byte offset. */
export class JsonFault extends Error {
  constructor(
    message: string,
    readonly offset: number,
    readonly length = 1,
  ) {
    super(message);
  }
}

const MAX_NESTING = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Parses JSON according to RFC 8259. `JSON.parse` loses places and silently keeps the last of two equal keys. Tolerant parsers such as jsonc-parser
 * report places, but recover from errors with codes of their own, do not detect equal keys or excessive depth, and count UTF-16 units. `text` has one
 * character per byte; its strings are UTF-8.
 */
export function readJson(text: string): JsonNode {
  return new Reader(text).document();
}

/** The plain JavaScript value of a node, as `JSON.parse` returns it. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plainValue);
  const value = {};
  for (const member of node.members) {
    // an assignment to __proto__ would change the prototype instead
    Object.defineProperty(value, member.key, {
      value: plainValue(member.value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return value;
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): JsonNode {
    this.skipBlanks();
    if (this.at === this.text.length) throw new JsonFault('the file is empty', 0);
    const node = this.value();
    this.skipBlanks();
    if (this.at < this.text.length) throw this.unexpected('the end of the file');
    return node;
  }

  private value(): JsonNode {
    if (++this.depth > MAX_NESTING) throw new JsonFault(`nested more than ${MAX_NESTING} levels deep`, this.at);
    const node = this.valueAt(this.text[this.at]);
    this.depth--;
    return node;
  }

  private valueAt(first: string | undefined): JsonNode {
    const start = this.at;
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    if (first === '"') return { kind: 'scalar', value: this.string(), start, end: this.at };
    const number = this.match(NUMBER);
    if (number !== null && !/[\w.+]/.test(this.text[this.at] ?? ''))
      return { kind: 'scalar', value: Number(number), start, end: this.at };
    if (number !== null) throw new JsonFault('this is not a JSON number', start, this.at - start + 1);
    const word = this.match(WORD);
    const constant = word === null ? undefined : WORDS.get(word);
    if (constant !== undefined) return { kind: 'scalar', value: constant, start, end: this.at };
    if (word !== null) throw new JsonFault(`expected a value, found ${word}`, start, word.length);
    throw this.unexpected('a value');
  }

  private object(): JsonObject {
    const start = this.at;
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    this.list('}', () => {
      if (this.text[this.at] !== '"') throw this.unexpected('a key in double quotes');
      const keyStart = this.at;
      const key = this.string();
      const keyRange = { start: keyStart, end: this.at };
      if (keys.has(key))
        throw new JsonFault(`the key "${key}" appears twice in one object`, keyStart, this.at - keyStart);
      keys.add(key);
      this.skipBlanks();
      if (this.text[this.at] !== ':') throw this.unexpected(`':' after the key "${key}"`);
      this.at++;
      this.skipBlanks();
      members.push({ key, keyRange, value: this.value() });
    });
    return { kind: 'object', members, start, end: this.at };
  }

  private array(): JsonArray {
    const start = this.at;
    const items: JsonNode[] = [];
    this.list(']', () => items.push(this.value()));
    return { kind: 'array', items, start, end: this.at };
  }

  /** Comma-separated elements, from the opening bracket through the closing one. */
  private list(close: string, element: () => void): void {
    this.at++;
    this.skipBlanks();
    if (this.text[this.at] === close) {
      this.at++;
      return;
    }
    while (true) {
      element();
      this.skipBlanks();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ',') throw this.unexpected(`',' or '${close}'`);
      const comma = this.at++;
      this.skipBlanks();
      if (this.text[this.at] === close) throw new JsonFault(`a comma before '${close}' is not allowed in JSON`, comma);
    }
    this.at++;
  }

  private string(): string {
    const start = this.at++;
    while (this.text[this.at] !== '"') {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code) || code === 10 || code === 13) throw new JsonFault('the string is not closed', start);
      if (code < 32) throw new JsonFault('a control character in a string must be escaped', this.at);
      if (code === 92) {
        const sequence = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.text.slice(this.at + 1, this.at + 6));
        if (!sequence)
          throw new JsonFault('unknown escape in a string; a backslash itself is written \\\\', this.at, 2);
        this.at += sequence[0].length;
      }
      this.at++;
    }
    this.at++;
    return JSON.parse(Buffer.from(this.text.slice(start, this.at), 'latin1').toString('utf8')) as string;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private skipBlanks(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at++;
    if (/^(?:\/[/*]|#)/.test(this.text.slice(this.at, this.at + 2)))
      throw new JsonFault('comments are not supported in JSON', this.at, 2);
  }

  private unexpected(expected: string): JsonFault {
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    const found =
      this.at >= this.text.length
        ? 'the end of the file'
        : character === "'"
          ? "'; strings take double quotes"
          : `'${character}'`;
    return new JsonFault(`expected ${expected}, found ${found}`, Math.min(this.at, Math.max(0, this.text.length - 1)));
  }
}
