/**
 * The folder shared by the tuner and its jobs: tasks, results, and submissions. A task is written once and named by its content; a result
 * appears completely or not at all, and the first one is final.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EngineSetup } from '../../core.js';
import { makeFolder } from '../../support/make-folder.js';
import { writeWhole } from '../../support/write-whole.js';
import { elsewhere, type Move } from './moved-paths.js';
import type { Task, TaskResult } from './task.js';
import { decode, encode } from './wire.js';

/** The tasks of the jobs of one array. */
export interface Manifest {
  readonly engine: EngineSetup;
  readonly packs: readonly (readonly string[])[];
  readonly sideBySide: number;
}

export class SharedFolder {
  constructor(
    readonly path: string,
    /** Path replacements for a process that works on a copy of the folder. */
    private readonly moves: readonly Move[] = [],
  ) {}

  make(): void {
    for (const name of ['tasks', 'results', 'begun', 'jobs']) makeFolder(path.join(this.path, name));
  }

  /** Programs built by jobs, for use by all jobs. */
  get cache(): string {
    return path.join(this.path, 'cache');
  }

  get ledger(): string {
    return path.join(this.path, 'ledger.jsonl');
  }

  /** Sources that a job reads besides its task. */
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

  /** Marks a token as withdrawn: a job that still starts does nothing. */
  withdraw(token: string): void {
    writeWhole(this.jobFile(token, 'withdrawn'), '');
  }

  isWithdrawn(token: string): boolean {
    return fs.existsSync(this.jobFile(token, 'withdrawn'));
  }

  hasResult(id: string): boolean {
    return this.readResult(id) !== null;
  }

  /** Null if the file is missing or incomplete. */
  readResult(id: string): TaskResult | null {
    return this.read(this.resultFile(id)) as TaskResult | null;
  }

  /** Returns false, and writes nothing, if the file exists. */
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
      fs.renameSync(temporary, file); // the existing file is incomplete, or the file system has no hard links
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

  /** Difference between this machine's clock and the file system's. */
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
