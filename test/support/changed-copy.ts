/** A copy of the sources with something added to them, to see what the compiler says, and what the copy does. */
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

  /** Writes `text` in front of the one place in the file that reads `before`. */
  insert(file: string, before: string, text: string): void {
    const whole = path.join(this.folder, file);
    const parts = readFileSync(whole, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read '${before}'`);
    writeFileSync(whole, parts.join(text + before));
  }

  /** Follows a page: a line behind `-` goes, one behind `+` stands after the line before it, and the others are there already. */
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

  /** Where a file of the copy lies. */
  path(file: string): string {
    return path.join(this.folder, file);
  }

  /** A file of its own. */
  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** The files the compiler finds fault with, each once, in order; what can be built is built. */
  compile(projects = ['.', 'viewer']): string[] {
    const named = projects.flatMap((project) => {
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
    const command = [path.join(this.folder, 'bin/mantissa'), ...words];
    const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    showIfTestFails(command)({ exitCode: status ?? undefined, stdout, stderr });
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
