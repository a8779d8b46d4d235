/**
 * Staging for nodes that do not share the folder of the study: files go to the node by sbcast when the job starts, and results come back
 * through srun within the job. The job waits until all results are collected, so that a later process can collect them too.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import * as tar from 'tar';
import type { ProcessResult, SlurmSettings } from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeWhole } from '../../support/write-whole.js';
import type { CollectedWork } from './collected-work.js';
import { collectCommand, outputFile } from './job-script.js';
import { elsewhere, type Move } from './moved-paths.js';
import { folderOfJob, movesTo, nodeFolder } from './node-folder.js';
import type { SharedFolder } from './shared-folder.js';
import { type Sighting, tokenOf } from './slurm.js';
import { decode } from './wire.js';
import { packWork } from './work-package.js';

type Ask = (command: string, args: readonly string[], timeoutMs?: number) => Promise<ProcessResult>;

/** Retries of a failed command: its node may be busy, or its job may be over. */
const MOST_FAILURES = 5;
const PAUSE_MS = 1000;
const BROADCAST_MS = 10 * 60_000;

/** A start of a job on a node. */
interface Attended {
  readonly token: string;
  readonly index: number;
  readonly ownId: number;
  isSeen: boolean;
}

export class Staging {
  private readonly attended = new Map<string, Attended>();
  private readonly loops = new Set<Promise<void>>();
  private trouble: unknown = null;
  private isClosing = false;
  private attempts = 0;

  constructor(
    private readonly folder: SharedFolder,
    private readonly settings: SlurmSettings & { readonly staging: string },
    /** Folder of the project. */
    private readonly root: string,
    private readonly ask: Ask,
  ) {}

  /** Serves running jobs; throws the error that prevented it. */
  attend(jobs: readonly Sighting[]): void {
    if (this.trouble !== null) throw this.trouble;
    for (const one of this.attended.values()) one.isSeen = false;
    for (const { name, index, ownId, state, startedAtMs } of jobs) {
      const token = tokenOf(name);
      if (state.kind !== 'running' || ownId === null || token === null) continue;
      const key = `${ownId} ${startedAtMs}`;
      const known = this.attended.get(key) ?? { token, index, ownId, isSeen: true };
      known.isSeen = true;
      if (this.attended.has(key)) continue;
      this.attended.set(key, known);
      const loop = this.lookAfter(known)
        .catch((error: unknown) => {
          this.trouble ??= error;
        })
        .finally(() => this.loops.delete(loop));
      this.loops.add(loop);
    }
  }

  /** Releases jobs whose results are collected; others are left to the next process, or already cancelled. */
  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.loops);
  }

  private async lookAfter(job: Attended): Promise<void> {
    if (!(await this.send(job))) return;
    for (let failures = 0; ; ) {
      const isDone = this.idsOf(job).every((id) => this.folder.hasResult(id));
      if (this.isClosing && !isDone) return;
      const answer = await this.ask('srun', this.srunArguments(job), BROADCAST_MS);
      const work = answer.ok ? workIn(answer.stdout) : null;
      if (work) {
        failures = 0;
        this.takeIn(job, work);
        if (work.isOver) return;
        continue;
      }
      if (!job.isSeen || this.isClosing) return; // the job is over
      if (++failures >= MOST_FAILURES) throw this.fault('srun', this.srunArguments(job), answer);
      await pause();
    }
  }

  private srunArguments(job: Attended): string[] {
    const known = this.idsOf(job).filter((id) => this.folder.hasResult(id));
    const where = folderOfJob(this.settings.staging, job.token, job.index);
    const step = [`--jobid=${job.ownId}`, '--overlap', '--nodes=1', '--ntasks=1', '--quiet', '--chdir=/'];
    return [...step, ...collectCommand(this.settings, where, known)];
  }

  /** Returns false if the job has ended. Files may be sent twice after a restart of the tuner; a job uses the first. */
  private async send(job: Attended): Promise<boolean> {
    const packages = packWork(this.folder, this.root, job.token, job.index);
    const base = `${folderOfJob(this.settings.staging, job.token, job.index)}.${process.pid}-${this.attempts++}`;
    const ready = path.join(this.folder.path, 'packages', 'ready');
    if (!fs.existsSync(ready)) writeWhole(ready, 'ready\n');
    for (const [at, file] of [...packages, ready].entries()) {
      const target = file === ready ? `${base}.ready` : `${base}.${at}.tgz`;
      for (let failures = 0; ; await pause()) {
        if (this.isClosing) return false;
        const args = [`--jobid=${job.ownId}`, '--force', file, target];
        const answer = await this.ask('sbcast', args, BROADCAST_MS);
        if (answer.ok) break;
        if (!job.isSeen) return false;
        if (++failures >= MOST_FAILURES) throw this.fault('sbcast', args, answer);
      }
    }
    return true;
  }

  /** Stores programs before the results that name them. */
  private takeIn({ token, index }: Attended, work: CollectedWork): void {
    const { folder, settings, root } = this;
    const back = movesTo(nodeFolder(folderOfJob(settings.staging, token, index)), folder.path, root).map(
      ([from, to]): Move => [to, from],
    );
    if (work.files) this.putInPlace(work.made, work.files);
    for (const name of work.begun) fs.writeFileSync(path.join(folder.path, 'begun', path.basename(name)), '');
    if (work.printed) writeWhole(outputFile(folder, token, index), work.printed);
    const aheadMs = work.nowMs - Date.now() + folder.clockAheadMs();
    const ids = this.idsOf({ token, index });
    for (const [id, result] of Object.entries(work.results))
      if (ids.includes(id)) folder.writeResult(id, { ...elsewhere(result, back), clockAheadMs: aheadMs });
  }

  private putInPlace(names: readonly string[], files: Uint8Array): void {
    const unpacked = temporaryFolder('collected-', this.folder.path);
    try {
      const archive = path.join(unpacked.path, 'files.tgz');
      fs.writeFileSync(archive, files);
      tar.extract({ sync: true, file: archive, cwd: unpacked.path });
      for (const name of names) {
        const target = path.join(this.folder.path, name);
        if (!target.startsWith(`${this.folder.path}/`) || fs.existsSync(target)) continue;
        fs.mkdirSync(path.dirname(target), { recursive: true });
        fs.renameSync(path.join(unpacked.path, name), target);
      }
    } finally {
      unpacked.remove();
    }
  }

  private idsOf({ token, index }: Pick<Attended, 'token' | 'index'>): readonly string[] {
    return this.folder.readManifest(token)?.packs[index] ?? [];
  }

  private fault(command: string, args: readonly string[], { stderr, stdout }: ProcessResult): MantissaError {
    const words = (stderr || stdout).trim() || 'no error message';
    return new MantissaError('MX2092', `${words}: ${[command, ...args].join(' ')}`, {
      remedy: `set "staging" under "slurm" in mantissa.json to a writable folder that exists on every node; it is ${this.settings.staging}`,
    });
  }
}

/** Finds the answer in the output, which may begin with messages of a login shell. */
function workIn(text: string): CollectedWork | null {
  const lines = text.trimEnd().split('\n').slice(-2);
  return decode(`${lines.join('\n')}\n`) as CollectedWork | null;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
