/** A copy of the sources with additions, to see the compiler's errors and the behaviour of the copy. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { showIfTestFails } from './shown-commands.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['bin', 'src', 'viewer', 'tsconfig.json', 'package.json'];
const SHARED = ['node_modules', 'runtime'];

export class ChangedCopy {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'mantissa-copy-'));

  constructor() {
    for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(this.folder, name), { recursive: true });
    for (const name of SHARED) symlinkSync(path.join(ROOT, name), path.join(this.folder, name));
  }

  /** Inserts `text` before the only occurrence of `before` in the file. */
  insert(file: string, before: string, text: string): void {
    const whole = path.join(this.folder, file);
    const parts = readFileSync(whole, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read '${before}'`);
    writeFileSync(whole, parts.join(text + before));
  }

  /**
   * Applies a patch from a documentation page: lines after `-` are removed, lines after `+` are added after the line before, other lines must exist.
   */
  patch(file: string, lines: string): void {
    const whole = path.join(this.folder, file);
    const text = readFileSync(whole, 'utf8').split('\n');
    let at = -1;
    for (const line of lines.split('\n').filter((one) => one !== '')) {
      const [sign, rest] = [line[0], line.slice(1)];
      if (sign === '+') text.splice(++at, 0, rest);
      else {
        at = text.indexOf(rest);
        if (at < 0) throw new Error(`${file} has no line that reads '${rest}'`);
        if (sign === '-') text.splice(at--, 1);
      }
    }
    writeFileSync(whole, text.join('\n'));
  }

  /** The path of a file in the copy. */
  path(file: string): string {
    return path.join(this.folder, file);
  }

  /** Creates a new file. */
  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** The files with compiler errors, in order without duplicates; files without errors are built. */
  compile(projects = ['.', 'viewer']): string[] {
    const named = projects.flatMap((project) => {
      const tsc = [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'];
      const { stdout } = spawnSync(process.execPath, tsc, { cwd: this.folder, encoding: 'utf8' });
      return [...stdout.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error /gm)].map(([, file]) => file!);
    });
    return [...new Set(named)].sort();
  }

  /** A module of the compiled copy. */
  async load<Module>(file: string): Promise<Module> {
    return import(/* @vite-ignore */ pathToFileURL(path.join(this.folder, 'dist', file)).href);
  }

  /** The output of the copy's command line, after compilation. */
  run(...words: string[]): string {
    const command = [path.join(this.folder, 'bin/mantissa'), ...words];
    const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    showIfTestFails(command)({ exitCode: status ?? undefined, stdout, stderr });
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
