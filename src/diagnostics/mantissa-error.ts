import { type Code, catalogue } from './catalogue.js';

/** Where in the user's files a message points; line and column are 1-based, `frame` is the text to show under it. */
export interface MessagePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly frame?: string;
}

export interface Finding {
  readonly text: string;
  readonly place?: MessagePlace;
}

/** The one error every command may end with: a code from the catalogue, what was found, where, and what to do. */
export class MantissaError extends Error {
  override readonly name = 'MantissaError';
  readonly findings: readonly Finding[];
  readonly remedy: string;

  constructor(
    readonly code: Code,
    findings: string | Finding | readonly Finding[],
    options: { remedy?: string; cause?: unknown } = {},
  ) {
    const list =
      typeof findings === 'string' ? [{ text: findings }] : Array.isArray(findings) ? findings : [findings as Finding];
    super(`${code}: ${catalogue[code].summary}: ${list[0]?.text ?? ''}`, { cause: options.cause });
    this.findings = list;
    this.remedy = options.remedy ?? catalogue[code].remedy;
  }
}
