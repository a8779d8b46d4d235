import * as fs from 'node:fs';
import path from 'node:path';
import type { TemporaryFolder } from '../support/temporary-folder.js';
import type { Source } from './engine.js';

/** The sources of a request on disk: existing files, or files in separate folders, because names may be equal or contain paths. */
export class WrittenSources {
  readonly files: { readonly source: Source; readonly file: string; readonly object: string }[] = [];

  readonly folder: string;

  /** `place`: removed with the sources. */
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

  /** Compiler output with the given names instead of temporary paths. */
  withGivenNames(diagnostics: string): string {
    let text = diagnostics;
    for (const { source, file } of this.files) text = text.replaceAll(file, source.name);
    return text.replaceAll(`${this.folder}/`, '');
  }

  /** Flags that give `__FILE__` the given name, so that a program does not depend on its build folder. */
  prefixMaps(): string[] {
    return this.files
      .filter(({ source }) => !source.file)
      .map(({ source, file }) => `-fmacro-prefix-map=${file}=${source.name}`);
  }

  remove(): void {
    this.place.remove();
  }
}
