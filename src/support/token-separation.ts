/** Pairs of characters that C would read as one token, or as the start of a comment. */
const JOINS = /^(?:\w\w|\+\+|--|&&|\|\||<<|->|\/\/|\/\*)$/;

/** Whether the last character of one text and the first of the next would be read as one token. */
export function mergeIntoOneToken(last: string | undefined, first: string | undefined): boolean {
  return last !== undefined && first !== undefined && JOINS.test(last + first);
}

/** Concatenates parts of a file, with a space where two tokens would otherwise become one. */
export class SeparatedText {
  private readonly parts: string[] = [];
  private last: string | undefined;
  /** The length of the text so far. */
  length = 0;

  /** `seamless`: the two parts are adjacent in the file, inside one of its words. */
  append(text: string, seamless = false): void {
    if (text === '') return;
    const apart = !seamless && mergeIntoOneToken(this.last, text[0]) ? ` ${text}` : text;
    this.parts.push(apart);
    this.length += apart.length;
    this.last = text.at(-1);
  }

  toString(): string {
    return this.parts.join('');
  }
}
