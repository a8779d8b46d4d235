import { type Code, catalogue } from './catalogue.js';

/** The location of a message in the user's files; line and column are 1-based, `frame` is the source line to show under it. */
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

/** The only error that a command may end with: a code from the catalogue, findings with their places, and a remedy. */
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
