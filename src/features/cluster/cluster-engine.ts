/**
 * An engine whose builds and runs are cluster jobs, with the same requests and outcomes as other engines. It separates failures of the
 * cluster from those of the program: a failed node is a cluster failure, but a run that uses up the time of its own job is a timeout.
 */
import type {
  Artifact,
  Availability,
  BuildOutcome,
  BuildRequest,
  Engine,
  EngineCapabilities,
  EngineInput,
  EngineName,
  EngineSetup,
  InTurnOutcome,
  MemoryInspection,
  MemoryTool,
  RunOutcome,
  RunRequest,
} from '../../core.js';
import { checkClock, clusterFault, unwritable } from './cluster-faults.js';
import type { Scheduler } from './scheduler.js';
import type { SharedFolder } from './shared-folder.js';
import { stageCopies, stageSources } from './staged-sources.js';
import { isOfTheNode, kindOfJob, type Task, type TaskResult } from './task.js';
import { named, size, stampTree, TaskNames } from './task-names.js';
import { isUsedUp, type UsedUp } from './work-end.js';

const TOOLS: readonly MemoryTool[] = ['AddressSanitizer', 'UndefinedBehaviorSanitizer', 'compute-sanitizer'];
const NOTHING = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), cpuMs: null, peakMemoryBytes: null, gpu: null };

export interface ClusterEngineParts {
  /** Name and capabilities of the engine that runs in the jobs. */
  readonly local: Pick<Engine, 'name' | 'capabilities' | 'input' | 'dataModel'>;
  readonly setup: EngineSetup;
  readonly folder: SharedFolder;
  readonly scheduler: Scheduler;
  readonly width: number;
  readonly places: number;
  /** Time limit of a job; null if unknown. */
  readonly jobMs: number | null;
  /** Whether nodes can read a file at its path. */
  isSeen(file: string): boolean;
  /** The result of a probe job. */
  readonly site: unknown;
  /** Whether queued and running jobs go on when the study is left. */
  keepsJobs(active: number): Promise<boolean>;
  /** Aborts the wait for the probe, which may be long. */
  readonly signal?: AbortSignal | undefined;
  closed(): Promise<void>;
}

export class ClusterEngine implements Engine {
  readonly name: EngineName;
  readonly capabilities: EngineCapabilities;
  readonly input: EngineInput;
  readonly dataModel: Engine['dataModel'];
  readonly width: number;
  readonly places: number;
  private readonly names = new TaskNames();
  private ownAheadMs: number | null = null;
  /** Architecture of the GPU that the probe found. */
  private architecture: string | null = null;

  constructor(private readonly parts: ClusterEngineParts) {
    const { name, capabilities, input, dataModel } = parts.local;
    this.name = name;
    this.capabilities = { ...capabilities, sharesMachine: true };
    this.input = input;
    this.dataModel = dataModel;
    this.width = parts.width;
    this.places = parts.places;
  }

  /** Whether jobs work with the current settings; probed once. */
  async available(): Promise<Availability> {
    const { setup, site, signal } = this.parts;
    const probe = this.do(this.names.of(['probe', setup, site]), { kind: 'probe' });
    const { outcome } = this.required(await unlessAborted(signal, probe));
    const availability = outcome as Availability;
    if (availability.ok) this.architecture = /\((sm_\w+)\)$/.exec(availability.version)?.[1] ?? null;
    return availability;
  }

  async build(request: BuildRequest): Promise<BuildOutcome> {
    const { setup, folder } = this.parts;
    const staged = this.writing(() => stageSources(request, folder));
    const tree = setup.commands ? stampTree(setup.commands.root, folder.path) : null;
    const { architecture } = this;
    const task: Task = { kind: 'build', request: staged, ...(architecture && { architecture }) };
    const done = await this.do(this.names.of(['build', setup, staged, tree, architecture]), task);
    if (!('kind' in done)) return done.outcome as BuildOutcome;
    const remedy = 'request more memory or time for build jobs with "builds" under "slurm" in mantissa.json';
    const fault = done.kind === 'over-time' ? 'timed-out' : 'compiler-crashed';
    return { kind: 'build-failed', fault, diagnostics: endText(done), remedy, durationMs: this.parts.jobMs ?? 0 };
  }

  async run(artifact: Artifact, given: RunRequest): Promise<RunOutcome> {
    const request = this.seen(given);
    const name = this.names.next(['run', artifact.digest, named(request)]);
    const done = await this.do(name, { kind: 'run', artifact, request });
    if (!('kind' in done)) return done.outcome as RunOutcome;
    const durationMs = this.parts.jobMs ?? request.timeoutMs;
    return done.kind === 'over-time'
      ? { kind: 'timed-out', timeoutMs: durationMs, durationMs, ...NOTHING }
      : { kind: 'memory-limit', reason: endText(done), durationMs, ...NOTHING };
  }

  async inspectMemory(
    request: BuildRequest,
    given: RunRequest,
    isWanted?: (tool: MemoryTool) => boolean,
  ): Promise<MemoryInspection> {
    const staged = this.writing(() => stageSources(request, this.parts.folder));
    const run = this.seen(given);
    const tools = isWanted && TOOLS.filter(isWanted);
    const task: Task = { kind: 'inspect', request: staged, run, ...(tools && { tools }) };
    const done = await this.do(this.names.next(['inspect', staged, named(run), tools ?? null]), task);
    return 'kind' in done ? { kind: 'not-inspected', why: endText(done) } : (done.outcome as MemoryInspection);
  }

  /** Runs both programs alternately in one job that has its node to itself. */
  async inTurn(
    baseline: Artifact,
    variant: Artifact,
    given: readonly RunRequest[],
    settings: Readonly<Record<string, unknown>> & { readonly mostMs: number | null },
  ): Promise<InTurnOutcome> {
    const { mostMs, ...rest } = settings;
    const requests = given.map((one) => this.seen(one));
    const about = [rest, mostMs === null ? null : size(mostMs), requests.map(named)];
    const name = this.names.next(['in-turn', baseline.digest, variant.digest, about]);
    const done = await this.do(name, { kind: 'in-turn', baseline, variant, requests, settings });
    return 'kind' in done ? { failure: endText(done), isOverTime: done.kind === 'over-time' } : done;
  }

  async close(): Promise<void> {
    const { scheduler } = this.parts;
    const active = scheduler.activeJobs;
    const keeps = active > 0 && (await this.parts.keepsJobs(active));
    await scheduler.close(!keeps);
    await this.parts.closed();
  }

  private async do(name: string, task: Task): Promise<TaskResult | UsedUp> {
    const { folder, scheduler } = this.parts;
    const earlier = folder.readResult(name);
    this.writing(() => {
      if (earlier && isOfTheNode(task, earlier.outcome)) folder.forgetResult(name); // the failure of the node may be over
      folder.writeTask(name, task);
    });
    const end = await scheduler.do(name, kindOfJob(task));
    if (isUsedUp(end)) return end;
    if (end.kind !== 'finished') throw clusterFault(end, folder);
    const result = folder.readResult(name)!;
    this.ownAheadMs ??= this.writing(() => folder.clockAheadMs());
    checkClock(result, this.ownAheadMs);
    return result;
  }

  private seen(request: RunRequest): RunRequest {
    const { folder, isSeen } = this.parts;
    return this.writing(() => stageCopies(request, folder, isSeen));
  }

  private writing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(error, this.parts.folder);
    }
  }

  private required(done: TaskResult | UsedUp): TaskResult {
    if (!('kind' in done)) return done;
    const { folder } = this.parts;
    const as = done.kind === 'over-time' ? 'timed-out' : 'out-of-memory';
    throw clusterFault({ kind: 'given-up', as, job: done.job, token: '', reason: null }, folder);
  }
}

function endText({ kind, job, node }: UsedUp): string {
  return `job ${job}${node ? ` on ${node}` : ''} ${kind === 'over-time' ? 'exceeded its time limit' : 'ran out of memory'}`;
}

function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  work.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const stop = () => reject(Object.assign(new Error('interrupted'), { name: 'Interrupted' }));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
