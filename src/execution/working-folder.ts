import * as fs from 'node:fs';
import path from 'node:path';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import type { RunRequest } from './engine.js';

/** Where a run's relative paths start: the folder it names, or a temporary one that goes away with it. */
export class WorkingFolder {
  readonly path: string;
  private readonly temporary: TemporaryFolder | null;

  constructor(private readonly request: RunRequest) {
    this.temporary = request.workingFolder === undefined ? temporaryFolder('mantissa-run-') : null;
    this.path = path.resolve(request.workingFolder ?? this.temporary!.path);
    if (!fs.statSync(this.path).isDirectory()) throw new Error(`${this.path} is not a folder`);
    try {
      for (const [name, contents] of Object.entries(request.files ?? {})) {
        const file = this.inside(name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, contents);
      }
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** What the program wrote, by the names asked for; a file that is not there is not in the map. */
  collect(): Map<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const name of this.request.collect ?? []) {
      const file = this.inside(name);
      if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) found.set(name, fs.readFileSync(file));
    }
    return found;
  }

  remove(): void {
    this.temporary?.remove();
  }

  private inside(name: string): string {
    const file = path.resolve(this.path, name);
    if (!file.startsWith(this.path + path.sep)) throw new Error(`${name} is outside the working folder`);
    return file;
  }
}
