/** What the program's own names for its types of numbers are to mean under a configuration; what they do is decided in type-names.ts. */
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import type { SourceEdits } from './source-edits.js';
import type { Spelling } from './type-text.js';

export interface TypeNames {
  /** What to write for a name that is to be of this format; null where it is written out. */
  changed(name: string, format: Spelling): string | null;
  /** The format that a name is redefined to; null for one that stays what it is. */
  means(name: string): Format | null;
  /** What to write for a name that is to stay what it was. */
  kept(name: string): string;
  /** Changes the definitions that make the names mean that, once everything else is written. */
  define(edits: SourceEdits): void;
  /** The same names in another build of the same text, where these sites change. */
  inBuildOf(changed: ReadonlyMap<SiteIndex, Format>): TypeNames;
}

export const writtenOut: TypeNames = {
  changed: () => null,
  means: () => null,
  kept: (name) => name,
  define: () => {},
  inBuildOf: () => writtenOut,
};
