/** Pairs of characters that C reads as one token, or as the start of a comment, once they stand side by side. */
const JOINS = /^(?:\w\w|\+\+|--|&&|\|\||<<|->|\/\/|\/\*)$/;

/** True where the last character of one text and the first of the next would be read as one token. */
export function mergeIntoOneToken(last: string | undefined, first: string | undefined): boolean {
  return last !== undefined && first !== undefined && JOINS.test(last + first);
}

/** Texts of a file put together again: a space goes where a seam would make one token of two. */
export class SeparatedText {
  private readonly parts: string[] = [];
  private last: string | undefined;
  /** How long the text is so far. */
  length = 0;

  /** `seamless` where the file itself has the two side by side, inside one of its words. */
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
