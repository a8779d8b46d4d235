/**
 * What the tuner and its jobs share, on a file system that both see: tasks, results, and what was submitted. A task is written once and
 * named by what it is; a result appears whole or not at all, and the first one stays.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EngineSetup } from '../../core.js';
import { makeFolder } from '../../support/make-folder.js';
import { writeWhole } from '../../support/write-whole.js';
import { elsewhere, type Move } from './moved-paths.js';
import type { Task, TaskResult } from './task.js';
import { decode, encode } from './wire.js';

/** What the jobs of one array are to do. */
export interface Manifest {
  readonly engine: EngineSetup;
  readonly packs: readonly (readonly string[])[];
  readonly sideBySide: number;
}

export class SharedFolder {
  constructor(
    readonly path: string,
    /** Where what it speaks of is instead, for who has been given a copy of it. */
    private readonly moves: readonly Move[] = [],
  ) {}

  make(): void {
    for (const name of ['tasks', 'results', 'begun', 'jobs']) makeFolder(path.join(this.path, name));
  }

  /** Programs that jobs build, for all of them. */
  get cache(): string {
    return path.join(this.path, 'cache');
  }

  get ledger(): string {
    return path.join(this.path, 'ledger.jsonl');
  }

  /** Sources that a job reads besides the text it is given. */
  staged(name: string): string {
    return path.join(this.path, 'staged', name);
  }

  jobFile(token: string, extension: string): string {
    return path.join(this.path, 'jobs', `${token}.${extension}`);
  }

  writeTask(id: string, task: Task): void {
    const file = path.join(this.path, 'tasks', id);
    if (!fs.existsSync(file)) writeWhole(file, encode(task));
  }

  readTask(id: string): Task | null {
    return this.read(path.join(this.path, 'tasks', id)) as Task | null;
  }

  writeManifest(token: string, manifest: Manifest): void {
    writeWhole(this.jobFile(token, 'json'), encode(manifest));
  }

  readManifest(token: string): Manifest | null {
    return this.read(this.jobFile(token, 'json')) as Manifest | null;
  }

  /** A job of this token that starts after all does nothing. */
  withdraw(token: string): void {
    writeWhole(this.jobFile(token, 'withdrawn'), '');
  }

  isWithdrawn(token: string): boolean {
    return fs.existsSync(this.jobFile(token, 'withdrawn'));
  }

  hasResult(id: string): boolean {
    return this.readResult(id) !== null;
  }

  /** Null where there is none, or one that is not whole. */
  readResult(id: string): TaskResult | null {
    return this.read(this.resultFile(id)) as TaskResult | null;
  }

  /** Leaves an earlier one alone; false then. */
  writeResult(id: string, result: TaskResult): boolean {
    const file = this.resultFile(id);
    const temporary = `${file}.${result.job}.${process.pid}.partial`;
    writeWhole(temporary, encode(result));
    try {
      fs.linkSync(temporary, file);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' && this.hasResult(id)) return false;
      fs.renameSync(temporary, file); // an earlier one is not whole, or there are no links here
      return true;
    } finally {
      fs.rmSync(temporary, { force: true });
    }
  }

  forgetResult(id: string): void {
    fs.rmSync(this.resultFile(id), { force: true });
  }

  markBegun(id: string, job: string): void {
    fs.writeFileSync(path.join(this.path, 'begun', `${id}.${job}`), '');
  }

  hasBegun(id: string, job: string): boolean {
    return fs.existsSync(path.join(this.path, 'begun', `${id}.${job}`));
  }

  /** The clock of this machine less the file system's. */
  clockAheadMs(): number {
    const file = path.join(this.path, `clock.${process.pid}.partial`);
    try {
      fs.writeFileSync(file, '');
      const now = Date.now();
      return now - fs.statSync(file).mtimeMs;
    } finally {
      fs.rmSync(file, { force: true });
    }
  }

  private resultFile(id: string): string {
    return path.join(this.path, 'results', id);
  }

  private read(file: string): unknown {
    try {
      return elsewhere(decode(fs.readFileSync(file, 'utf8')), this.moves);
    } catch {
      return null;
    }
  }
}
