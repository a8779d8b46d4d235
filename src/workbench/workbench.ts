/**
 * A program that is read once and run in three ways: `original`, `emulated` with any configuration in one instrumented build, and `built` by
 * writing the configuration into the source. On a CPU the last two agree bit for bit.
 */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { ExecutionCounts } from '../analysis/performance-model.js';
import { stateOf } from '../analysis/phases/loop-state.js';
import { findPhaseLoops, type PhaseLoop } from '../analysis/phases/phase-loops.js';
import { hasKernels } from '../analysis/scope.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Engine, EngineCapabilities, EngineName } from '../execution/engine.js';
import type { Project } from '../frontend/project/project.js';
import type { OnUnit } from '../frontend/read-program.js';
import type { Program } from '../program/program.js';
import type { PhasedConfiguration } from '../space/phases.js';
import type { Configuration } from '../space/resolve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Infeasible } from './attempts.js';
import { Builds, OriginalProgram } from './builds.js';
import { type CallsApart, separateCalls } from './derived/calls-apart.js';
import { DerivedBenches } from './derived/derived-benches.js';
import type { ReadProgram } from './derived/derived-program.js';
import { splitProgram } from './derived/phased-program.js';
import { FlatProgram, type Tools } from './flat-program.js';
import { projectRequest } from './instrumented-cuda.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';
import { Runs } from './runs.js';
import { VariantWriter } from './variant-project.js';
import { Variants } from './variants.js';

/** Parts that exist before the bench is constructed. */
interface AlreadyMade {
  readonly flat?: FlatProgram;
  readonly original?: OriginalProgram;
  readonly calls?: CallsApart;
  /** The user's project, if another source is read. */
  readonly project?: Project;
  /** Removes the files of the bench. */
  readonly remove?: () => void;
}

/** A bench of a program whose loop is split in two. */
export interface SplitBench {
  readonly kind: 'split';
  readonly bench: Workbench;
  /** The formats of the phases in that program. */
  readonly configuration: Configuration;
  /** The files that the split changed, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

export class Workbench {
  private readonly flat: FlatProgram;
  readonly builds: Builds;
  readonly variants: Variants;
  readonly derived: DerivedBenches;
  readonly runs: Runs;
  readonly project: Project;
  /** Copies of functions per call; null if calls are not separated. */
  readonly calls: CallsApart | null;

  private readonly splits: Workbench[] = [];

  private constructor(
    private readonly tools: Tools,
    private readonly read: ReadProgram,
    private readonly begun: AlreadyMade = {},
  ) {
    const { clang, engine, folder } = tools;
    const flat = begun.flat ?? new FlatProgram(tools, read);
    this.flat = flat;
    const original = begun.original ?? new OriginalProgram(engine, read.project, flat);
    const writer = read.writer ?? new VariantWriter(clang, read, folder);
    this.builds = new Builds(engine, read, flat, original);
    this.variants = new Variants(tools, read, writer, flat, original);
    this.derived = new DerivedBenches(tools, read, writer.derived, (...given) => new Workbench(...given));
    this.runs = new Runs(engine, read, this.builds, this.variants, this.derived);
    this.project = begun.project ?? read.project;
    this.calls = begun.calls ?? null;
  }

  /** If it `willRun`, the source is flattened and parsed for instrumentation while it is read. */
  static async open(
    clang: EmbeddedClang,
    engine: Engine,
    project: Project,
    willRun = false,
    onUnit?: OnUnit,
  ): Promise<Workbench> {
    const temporary = temporaryFolder('mantissa-');
    const tools = { clang, engine, folder: temporary.path };
    const isRunAsRead = willRun && !project.callsApart;
    const flattening = isRunAsRead ? FlatProgram.begin(tools, project) : undefined;
    const building = isRunAsRead && engine.input === 'cuda' ? engine.build(projectRequest(project)) : undefined;
    building?.catch(() => undefined); // errors are reported where the build is used
    try {
      const { syntax, others } = await readBuilds(clang, project, undefined, onUnit);
      const { program } = syntax;
      const read = { project, syntax, program, groups: findGroups(program), others };
      const flat = new FlatProgram(tools, read, flattening);
      const original = new OriginalProgram(engine, project, flat, building);
      const remove = () => temporary.remove();
      if (!project.callsApart) return new Workbench(tools, read, { flat, original, remove });
      const isAlone = others.length === 0;
      const { calls, made } = await separateCalls(clang, read, path.join(temporary.path, 'calls'), isAlone);
      if (!made) return new Workbench(tools, read, { flat, original, calls, remove });
      const apart = { ...tools, folder: path.join(temporary.path, 'apart') };
      return new Workbench(apart, made, { original, calls, project, remove });
    } catch (error) {
      temporary.remove();
      throw error;
    }
  }

  get program(): Program {
    return this.read.program;
  }

  get groups(): Groups {
    return this.read.groups;
  }

  /** Other builds of the same source that must stay correct. */
  get others(): readonly ReadOtherBuild[] {
    return this.read.others;
  }

  get engineName(): EngineName {
    return this.tools.engine.name;
  }

  /** The loops that could have other formats in their first iterations, with reasons for those that cannot. */
  phaseLoops(counts: ExecutionCounts): PhaseLoop[] {
    return findPhaseLoops(this.read.syntax, counts);
  }

  /** The program with these phases written into its text: a bench of it, and the static configuration that means the same there. */
  async split(phases: PhasedConfiguration, loop: PhaseLoop): Promise<SplitBench | Infeasible> {
    const folder = path.join(this.tools.folder, `phases-${this.splits.length}`);
    const state = stateOf(this.program, loop);
    const split = { loop: loop.loop, reached: new Set(loop.reached.keys()), state };
    const made = await splitProgram(this.tools.clang, this.read, phases, split, folder);
    if (made.kind === 'infeasible') return made;
    const bench = new Workbench({ ...this.tools, folder }, made.program);
    this.splits.push(bench);
    return { kind: 'split', bench, configuration: made.configuration, files: made.program.files };
  }

  /** The reason why this engine's results would differ from 64-bit Linux, or null. */
  async refusal(): Promise<MantissaError | null> {
    if (this.tools.engine.dataModel !== 'ilp32') return null;
    const error = await this.flat.syntax().then(
      () => null,
      (refused: unknown) => refused,
    );
    return error instanceof MantissaError && error.code === 'MX4040' ? error : null;
  }

  /** The engine's capabilities for this program: CPU times of CUDA kernels are not representative, unless --cpu-times is given. */
  get capabilities(): EngineCapabilities {
    const { capabilities } = this.tools.engine;
    return capabilities.timing === 'cpu' && hasKernels(this.program) && !this.read.project.cpuTimes
      ? { ...capabilities, timing: 'modelled' }
      : capabilities;
  }

  close(): void {
    for (const bench of this.splits) bench.close();
    void this.runs.close();
    this.derived.close();
    this.begun.remove?.();
  }
}
