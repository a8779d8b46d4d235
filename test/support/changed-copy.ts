/** A copy of the sources with something added to them, to see what the compiler says, and what the copy does. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['bin', 'src', 'viewer', 'tsconfig.json', 'package.json'];

export class ChangedCopy {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'mantissa-copy-'));

  constructor() {
    for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(this.folder, name), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  /** Writes `text` in front of the one place in the file that reads `before`. */
  insert(file: string, before: string, text: string): void {
    const whole = path.join(this.folder, file);
    const parts = readFileSync(whole, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read '${before}'`);
    writeFileSync(whole, parts.join(text + before));
  }

  /** The files the compiler finds fault with, each once, in order; what can be built is built. */
  compile(): string[] {
    const named = ['.', 'viewer'].flatMap((project) => {
      const tsc = [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'];
      const { stdout } = spawnSync(process.execPath, tsc, { cwd: this.folder, encoding: 'utf8' });
      return [...stdout.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error /gm)].map(([, file]) => file!);
    });
    return [...new Set(named)].sort();
  }

  /** A module of the copy, once it is compiled. */
  async load<Module>(file: string): Promise<Module> {
    return import(/* @vite-ignore */ pathToFileURL(path.join(this.folder, 'dist', file)).href);
  }

  /** What the copy's command line prints, once it is compiled. */
  run(...words: string[]): string {
    return spawnSync(process.execPath, [path.join(this.folder, 'bin/mantissa'), ...words], { encoding: 'utf8' }).stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
