import type { ByteText } from '../support/byte-text.js';

/** A file of the user's program. `path` is relative to the project's root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly absolutePath: string;
  readonly source: ByteText;
  /** A C unit reads it, which has no half types. */
  readonly isReadInC: boolean;
}

/** A half-open byte range of one file. */
export interface Range {
  readonly file: number;
  readonly begin: number;
  readonly end: number;
}

/** Whether a range is a part of another one, or the same. */
export function isWithin(inner: Range, outer: Range): boolean {
  return inner.file === outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/**
 * Where something stands in the source. `range` is what the reader sees: for text that comes out of a macro it covers the
 * macro's use, and `spelling` is where the macro's body spells it.
 */
export interface Place {
  readonly range: Range;
  readonly spelling: Range | null;
  /** A name that a macro pastes together (`name##_value`) stands nowhere: several may share the use they come out of. */
  readonly pasted?: string;
  /** Which reading of a text that is read several times: a header that is included again, a macro that another one uses twice. */
  readonly reading?: number;
}
