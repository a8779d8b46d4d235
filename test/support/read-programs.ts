import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import type { Program } from '../../src/program/program.js';
import { cacheFolder } from '../../src/support/cache-folder.js';

/** Programs that are read but not run. */
export class ReadPrograms {
  private readonly clang = new EmbeddedClang(cacheFolder(), 1);
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-read-'));
  private texts = 0;

  async close(): Promise<void> {
    await this.clang.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  readCorpus(name: string): Promise<Program> {
    return this.read(path.join(import.meta.dirname, '../../corpus', name));
  }

  readText(text: string, extension = 'cpp'): Promise<Program> {
    const file = path.join(this.folder, `text-${this.texts++}.${extension}`);
    fs.writeFileSync(file, text);
    return this.read(file);
  }

  private async read(input: string): Promise<Program> {
    const request = { inputs: [input], includeFolders: [], defines: [], undefines: [], workingFolder: this.folder };
    return (await readSyntax(this.clang, openProject(request))).program;
  }
}
