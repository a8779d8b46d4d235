import type { ByteText } from '../support/byte-text.js';

/** A file of the user's program. `path` is relative to the project's root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly absolutePath: string;
  readonly source: ByteText;
  /** A C translation unit includes it; C has no half types. */
  readonly isReadInC: boolean;
}

/** A half-open byte range of one file. */
export interface Range {
  readonly file: number;
  readonly begin: number;
  readonly end: number;
}

/** Whether a range is contained in another one, or equal to it. */
export function isWithin(inner: Range, outer: Range): boolean {
  return inner.file === outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/**
 * A location in the source. For text from a macro, `range` is the use of the macro, which users see, and `spelling` the place in the macro's body.
 */
export interface Place {
  readonly range: Range;
  readonly spelling: Range | null;
  /** A name pasted together by a macro (`name##_value`), which is not in the source; several such names may share the use of the macro. */
  readonly pasted?: string;
  /** The pass over a text that is read several times: a header included again, a macro used twice by another macro. */
  readonly reading?: number;
}
