/**
 * The process of a job: it runs its tasks one by one and writes each result to the shared folder at once. Tasks with a result are skipped,
 * so that a requeued job continues where it stopped.
 */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type Artifact,
  CommandEngine,
  CudaEngine,
  type Engine,
  type EngineSetup,
  engines,
  type RunOutcome,
} from '../../core.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import type { Manifest, SharedFolder } from './shared-folder.js';
import type { Done, Task } from './task.js';

/** Runs both programs alternately according to its settings, and returns the unevaluated samples. */
export type InTurn = (
  settings: unknown,
  run: (program: 'baseline' | 'variant') => Promise<readonly RunOutcome[]>,
) => Promise<unknown>;

export interface WorkerEnvironment {
  readonly index: number;
  /** Slurm's job id. */
  readonly job: string;
  readonly node: string;
  readonly inTurn: InTurn;
}

/** Reason that a worker ended without work. */
export type WorkerEnd = 'done' | 'withdrawn' | 'nothing-there';

/** Time in which files of another node become visible. */
const LATE_MS = 60_000;
const AGAIN_MS = 500;

export async function work(folder: SharedFolder, token: string, environment: WorkerEnvironment): Promise<WorkerEnd> {
  const manifest = await eventually(() => folder.readManifest(token));
  if (!manifest) return 'nothing-there';
  const waiting = [...(manifest.packs[environment.index] ?? [])];
  const worker = new Worker(folder, manifest, environment);
  let isWithdrawn = false;
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      isWithdrawn ||= folder.isWithdrawn(token);
      if (isWithdrawn) return;
      if (!folder.hasResult(id)) await worker.do(id);
    }
  };
  try {
    await Promise.all(Array.from({ length: manifest.sideBySide }, lane));
    return isWithdrawn ? 'withdrawn' : 'done';
  } finally {
    await worker.close();
  }
}

class Worker {
  private readonly engine: Engine;
  private readonly builders = new Map<string, Engine>();
  private readonly trees = new Map<string, TreeCopies>();

  constructor(
    private readonly folder: SharedFolder,
    { engine }: Manifest,
    private readonly environment: WorkerEnvironment,
  ) {
    this.engine = engineOnNode(engine, folder.cache);
  }

  async do(id: string): Promise<void> {
    const task = await eventually(() => this.folder.readTask(id));
    if (!task) return; // the task file is not visible: the job ends without its result
    const { job, node } = this.environment;
    this.folder.markBegun(id, job);
    const startedAtMs = Date.now();
    const begun = performance.now();
    const outcome = await this.outcomeOf(task);
    const done: Done = {
      ...{ node, job, startedAtMs, durationMs: performance.now() - begun },
      clockAheadMs: this.folder.clockAheadMs(),
    };
    this.folder.writeResult(id, { ...done, outcome });
  }

  async close(): Promise<void> {
    for (const engine of [this.engine, ...this.builders.values()]) await engine.close();
    for (const copies of this.trees.values()) copies.remove();
  }

  private outcomeOf(task: Task): Promise<unknown> {
    const { engine } = this;
    switch (task.kind) {
      case 'probe':
        return engine.available();
      case 'build':
        return this.builder(task.architecture).build(task.request);
      case 'run':
        return this.here(task.artifact, (artifact) => engine.run(artifact, task.request));
      case 'inspect': {
        const { request, run, tools } = task;
        return engine.inspectMemory
          ? engine.inspectMemory(request, run, tools && ((tool) => tools.includes(tool)))
          : Promise.resolve({
              kind: 'not-inspected',
              why: `the ${engine.name} engine has no memory sanitizers`,
            });
      }
      case 'in-turn':
        return this.here(task.baseline, (baseline) =>
          this.here(task.variant, (variant) => {
            const programs = { baseline, variant };
            return this.environment.inTurn(task.settings, async (program) => {
              const outcomes: RunOutcome[] = [];
              for (const request of task.requests) outcomes.push(await engine.run(programs[program], request));
              return outcomes;
            });
          }),
        );
    }
  }

  private builder(architecture: string | undefined): Engine {
    if (architecture === undefined) return this.engine;
    const known = this.builders.get(architecture) ?? new CudaEngine({ ...kept(this.folder.cache), architecture });
    this.builders.set(architecture, known);
    return known;
  }

  /** A built tree serves one run at a time, so each node has its own copies. */
  private async here<T>(artifact: Artifact, use: (artifact: Artifact) => Promise<T>): Promise<T> {
    if (this.engine.input !== 'project') return use(artifact);
    const copies = this.trees.get(artifact.file) ?? new TreeCopies(artifact.file);
    this.trees.set(artifact.file, copies);
    const file = copies.take();
    try {
      return await use({ ...artifact, file });
    } finally {
      copies.giveBack(file);
    }
  }
}

class TreeCopies {
  private readonly folders: TemporaryFolder[] = [];
  private readonly free: string[] = [];

  constructor(private readonly tree: string) {}

  take(): string {
    const free = this.free.pop();
    if (free !== undefined) return free;
    const folder = temporaryFolder('mantissa-tree-');
    this.folders.push(folder);
    const copy = path.join(folder.path, 'tree');
    fs.cpSync(this.tree, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return copy;
  }

  giveBack(folder: string): void {
    this.free.push(folder);
  }

  remove(): void {
    for (const folder of this.folders) folder.remove();
  }
}

/** Builds are kept in the shared folder for all jobs, until the study is deleted. */
function engineOnNode({ name, commands }: EngineSetup, cache: string): Engine {
  if (name === 'command') return new CommandEngine({ cache, commands, trees: path.join(cache, 'trees') });
  return engines[name](kept(cache));
}

function kept(cache: string): { cache: string; cacheLimitBytes: number } {
  return { cache, cacheLimitBytes: Number.POSITIVE_INFINITY };
}

export function workerEnvironment(index: string, inTurn: InTurn): WorkerEnvironment {
  const { SLURM_ARRAY_JOB_ID, SLURM_JOB_ID, SLURMD_NODENAME } = process.env;
  return {
    index: Number(index),
    job: `${SLURM_ARRAY_JOB_ID ?? SLURM_JOB_ID ?? '?'}_${index}`,
    node: SLURMD_NODENAME ?? os.hostname(),
    inTurn,
  };
}

async function eventually<T>(read: () => T | null): Promise<T | null> {
  for (const end = performance.now() + LATE_MS; ; ) {
    const found = read();
    if (found !== null || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
