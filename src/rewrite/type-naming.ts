/** New meanings of the program's own type names under a configuration; type-names.ts decides on them. */
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import type { SourceEdits } from './source-edits.js';
import type { Spelling } from './type-text.js';

export interface TypeNames {
  /** The name for a use with this new format; null if the type is written out. */
  changed(name: string, format: Spelling): string | null;
  /** The format that a name is redefined to; null if it stays. */
  means(name: string): Format | null;
  /** The name for a use that keeps its format. */
  kept(name: string): string;
  /** Changes the definitions, after all other edits. */
  define(edits: SourceEdits): void;
  /** The same names in another build of the same text, with these changed sites. */
  inBuildOf(changed: ReadonlyMap<SiteIndex, Format>): TypeNames;
}

export const writtenOut: TypeNames = {
  changed: () => null,
  means: () => null,
  kept: (name) => name,
  define: () => {},
  inBuildOf: () => writtenOut,
};
