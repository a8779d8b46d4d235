import * as fs from 'node:fs';
import path from 'node:path';
import type { TemporaryFolder } from '../support/temporary-folder.js';
import type { Source } from './engine.js';

/** The sources of a request on disk: where they stand, or each in a folder of its own, since two may have one name and a name may be any path. */
export class WrittenSources {
  readonly files: { readonly source: Source; readonly file: string; readonly object: string }[] = [];

  readonly folder: string;

  /** The folder goes with them. */
  constructor(
    private readonly place: TemporaryFolder,
    sources: readonly Source[],
  ) {
    this.folder = place.path;
    sources.forEach((source, index) => {
      const own = path.join(this.folder, String(index));
      fs.mkdirSync(own);
      const file = source.file ?? path.join(own, path.basename(source.name) || 'source');
      if (!source.file) fs.writeFileSync(file, Buffer.from(source.text, 'latin1'));
      this.files.push({ source, file, object: path.join(own, 'object.o') });
    });
  }

  /** Compiler output with the given names in place of our temporary ones. */
  withGivenNames(diagnostics: string): string {
    let text = diagnostics;
    for (const { source, file } of this.files) text = text.replaceAll(file, source.name);
    return text.replaceAll(`${this.folder}/`, '');
  }

  /** `__FILE__` says the given name too, so that a program's output and bytes do not depend on where it was built. */
  prefixMaps(): string[] {
    return this.files
      .filter(({ source }) => !source.file)
      .map(({ source, file }) => `-fmacro-prefix-map=${file}=${source.name}`);
  }

  remove(): void {
    this.place.remove();
  }
}
