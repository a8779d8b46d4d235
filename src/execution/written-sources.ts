import * as fs from 'node:fs';
import path from 'node:path';
import type { Source } from './engine.js';

/** The sources of a request on disk: where they stand, or each in a folder of its own, since two may have one name and a name may be any path. */
export class WrittenSources {
  readonly files: { readonly source: Source; readonly file: string; readonly object: string }[] = [];

  constructor(
    readonly folder: string,
    sources: readonly Source[],
  ) {
    sources.forEach((source, index) => {
      const place = path.join(folder, String(index));
      fs.mkdirSync(place);
      const file = source.file ?? path.join(place, path.basename(source.name) || 'source');
      if (!source.file) fs.writeFileSync(file, Buffer.from(source.text, 'latin1'));
      this.files.push({ source, file, object: path.join(place, 'object.o') });
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
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
