import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { makeFolder } from '../../support/make-folder.js';
import { sharedAbort } from '../../support/shared-abort.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import { writeWhole } from '../../support/write-whole.js';
import { BuildCache, cacheKey } from '../build-cache.js';
import { timingLinkArguments, withGpuTimes } from '../cuda/gpu-times.js';
import { runWithTimes } from '../cuda/run-with-times.js';
import { timingObject } from '../cuda/timing-object.js';
import type {
  Artifact,
  Availability,
  BuildOutcome,
  BuildRequest,
  Engine,
  EngineCapabilities,
  RunOutcome,
  RunRequest,
} from '../engine.js';
import { faultIn } from '../native/build-natively.js';
import { findCompiler } from '../native/compiler.js';
import { NativeEngine } from '../native/native-engine.js';
import { signalOfShell } from '../native/process-end.js';
import { removeEarlierOutput } from '../working-folder.js';
import { ProjectTree } from './project-tree.js';

export interface ProjectCommands {
  /** Absolute path of the tree that is copied. */
  readonly root: string;
  /** Null if there is nothing to build. */
  readonly build: string | null;
  readonly run: string;
}

export interface CommandEngineOptions {
  readonly cache: string;
  readonly commands?: ProjectCommands | undefined;
  readonly buildTimeoutMs?: number;
  /** Folder for built trees that remain after it is closed; by default they are removed. */
  readonly trees?: string;
}

const BUILD_TIMEOUT_MS = 30 * 60_000;
const MAX_BUILD_OUTPUT_BYTES = 16 * 2 ** 20;
const SHOWN_DIAGNOSTICS = 8000;
const NOT_FOUND = 127;

/**
 * Builds and runs a program with the project's own commands: its tree is copied, files in it are replaced, and the commands run there with the
 * inherited environment. Runs of one build never overlap, because they share its tree.
 */
export class CommandEngine implements Engine {
  readonly name = 'command';
  readonly capabilities: EngineCapabilities = {
    timing: 'either',
    timesKernels: false, // only where nvcc links the program
    isExact: false,
    sharesMachine: false,
    rebuildsCheaply: false,
    inputs: 'own',
  };
  readonly input = 'project';
  readonly dataModel = 'lp64';
  private readonly native: NativeEngine;
  private readonly cache: BuildCache;
  private folder: TemporaryFolder | null = null;
  private readonly built = new Map<string, Promise<BuildOutcome>>();
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly closing = sharedAbort();
  private timing: Promise<string | null> | null = null;

  constructor(private readonly options: CommandEngineOptions) {
    this.native = new NativeEngine({ cache: options.cache });
    this.cache = new BuildCache(path.join(options.cache, 'cuda'));
  }

  async available(): Promise<Availability> {
    const { commands } = this.options;
    if (!commands)
      return {
        ok: false,
        reason: 'there is no mantissa.json with build and run commands for this program',
        remedy: 'add "build" and "run" to a mantissa.json beside the program, or use another engine',
      };
    const launcher = await this.native.available();
    if (!launcher.ok) return launcher; // the launcher that contains the program needs a compiler
    return {
      ok: true,
      version: `${commands.build ?? 'nothing to build'}; ${commands.run}`,
      limits: ['times are those of the whole run command, and of kernels if nvcc links the program'],
    };
  }

  build(request: BuildRequest): Promise<BuildOutcome> {
    const key = cacheKey(request.overlay ?? {});
    const known = this.built.get(key);
    if (known)
      return known.then((outcome) =>
        outcome.kind === 'built' ? { ...outcome, durationMs: 0, cached: true } : outcome,
      );
    const building = this.options.trees
      ? this.buildOnce(path.join(this.options.trees, key), request.overlay ?? {})
      : this.buildTree(path.join(this.ownFolder(), key), request.overlay ?? {});
    this.built.set(key, building);
    // a failure may be temporary, so that the next request tries again
    void building.then((outcome) => outcome.kind === 'built' || this.built.delete(key));
    return building;
  }

  private ownFolder(): string {
    this.folder ??= temporaryFolder('mantissa-command-');
    return this.folder.path;
  }

  /** Builds in the final folder, because a build may record its location; later requests use the finished build. */
  private async buildOnce(folder: string, overlay: Readonly<Record<string, string>>): Promise<BuildOutcome> {
    const mark = `${folder}.built`;
    if (fs.existsSync(mark))
      return { ...(JSON.parse(fs.readFileSync(mark, 'utf8')) as BuildOutcome & { kind: 'built' }), cached: true };
    makeFolder(path.dirname(folder));
    const outcome = await this.buildTree(folder, overlay);
    if (outcome.kind === 'built') writeWhole(mark, JSON.stringify(outcome));
    return outcome;
  }

  async run(artifact: Artifact, request: RunRequest): Promise<RunOutcome> {
    const turn = (this.turns.get(artifact.file) ?? Promise.resolve()).then(() => this.runInTree(artifact, request));
    this.turns.set(
      artifact.file,
      turn.catch(() => {}),
    );
    return turn;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.native.close();
    await Promise.allSettled([...this.turns.values(), ...this.built.values()]);
    this.folder?.remove();
  }

  private async runInTree(artifact: Artifact, request: RunRequest): Promise<RunOutcome> {
    const { run } = this.options.commands!;
    for (const name of request.collect ?? []) removeEarlierOutput(artifact.file, name);
    return runWithTimes(request.environment, async (environment, times) => {
      const outcome = await this.native.launch(
        ['/bin/sh', 'sh', '-c', `${run} "$@"`, 'sh', ...request.arguments],
        { ...request, workingFolder: artifact.file, environment: { ...inherited(), ...environment } },
        'resident',
      );
      if (outcome.kind === 'exited' && outcome.exitCode === NOT_FOUND)
        return { kind: 'not-started', reason: `'${run}': ${outcome.stderr.toString('utf8').trim()}` };
      return withGpuTimes(signalOfShell(outcome, request), times());
    });
  }

  private async buildTree(folder: string, overlay: Readonly<Record<string, string>>): Promise<BuildOutcome> {
    const { commands } = this.options;
    if (!commands)
      return { kind: 'unavailable', reason: 'there is no build command', remedy: 'add "build" to mantissa.json' };
    const started = performance.now();
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      const tree = new ProjectTree(commands.root, folder, overlay);
      const failure = commands.build === null ? null : await this.runBuild(commands.build, folder);
      const durationMs = performance.now() - started;
      if (failure) {
        fs.rmSync(folder, { recursive: true, force: true });
        return failure;
      }
      const artifact: Artifact = { engine: 'command', file: folder, ...tree.products(overlay) };
      return { kind: 'built', artifact, durationMs, cached: false };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        kind: 'unavailable',
        reason,
        remedy: error instanceof MantissaError ? error.remedy : 'check the project folder and the free disk space',
      };
    }
  }

  private async runBuild(command: string, folder: string): Promise<BuildOutcome | null> {
    const timeoutMs = this.options.buildTimeoutMs ?? BUILD_TIMEOUT_MS;
    const started = performance.now();
    this.timing ??= this.timingFlags();
    const flags = [process.env.NVCC_APPEND_FLAGS, await this.timing].filter(Boolean).join(' ');
    const outcome = await this.native.launch(
      ['/bin/sh', 'sh', '-c', command],
      {
        arguments: [],
        environment: { ...inherited(), ...(flags && { NVCC_APPEND_FLAGS: flags }) },
        workingFolder: folder,
        timeoutMs,
        maxOutputBytes: MAX_BUILD_OUTPUT_BYTES,
        maxMemoryBytes: Number.POSITIVE_INFINITY,
        maxFileBytes: Number.MAX_SAFE_INTEGER,
      },
      'resident',
    );
    if (outcome.kind === 'not-started')
      return { kind: 'unavailable', reason: outcome.reason, remedy: 'check that /bin/sh works' };
    if (outcome.kind === 'exited' && outcome.exitCode === 0) return null;
    const said = `${outcome.stdout.toString('utf8')}${outcome.stderr.toString('utf8')}`.replaceAll(`${folder}/`, '');
    return {
      kind: 'build-failed',
      fault: outcome.kind === 'timed-out' ? 'timed-out' : faultIn(said),
      diagnostics: `'${command}' ${outcome.kind === 'exited' ? `ended with exit code ${outcome.exitCode}` : `ended as ${outcome.kind}`}\n${said.slice(-SHOWN_DIAGNOSTICS)}`,
      remedy: null,
      durationMs: performance.now() - started,
    };
  }

  /** nvcc reads further flags from its environment, so that every link also includes the timing object. */
  private async timingFlags(): Promise<string | null> {
    const nvcc = await findCompiler([process.env.MANTISSA_NVCC ?? 'nvcc']);
    if (!nvcc) return null;
    const timing = await timingObject(nvcc, this.cache, this.closing.signal);
    return 'file' in timing && !/\s/.test(timing.file) ? timingLinkArguments(timing.file).join(' ') : null;
  }
}

function inherited(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) environment[name] = value;
  return environment;
}
