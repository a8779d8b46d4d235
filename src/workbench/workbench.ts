/**
 * A program on the bench: read once, run in three ways. `original` as written, `emulated` under any configuration from one
 * instrumented build, `built` by writing the configuration into the source. The last two must agree bit for bit.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { Accumulators } from '../analysis/accumulators/accumulation.js';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { BlockSizes } from '../analysis/launches/block-sizes.js';
import { hasKernels } from '../analysis/scope.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { kernelRegisters } from '../execution/cuda/kernel-registers.js';
import type {
  Artifact,
  BuildOutcome,
  BuildRequest,
  Engine,
  EngineCapabilities,
  EngineName,
  InTurnOutcome,
  RunOutcome,
} from '../execution/engine.js';
import type { MemoryInspection, MemoryTool } from '../execution/memory-inspection.js';
import type { Project } from '../frontend/project/project.js';
import type { OnUnit, ProgramSyntax } from '../frontend/read-program.js';
import { checkProjectSyntax, isAboutNarrowing, NARROWING_REFUSED } from '../frontend/units/check-syntax.js';
import { REWRITTEN } from '../frontend/units/precompiled-headers.js';
import type { Format } from '../numerics/format.js';
import type { OperationIndex, Program, SiteIndex } from '../program/program.js';
import type { PrintedDigits } from '../rewrite/expression-writer.js';
import { operationsOfFixedFormat } from '../rewrite/fixed-operations.js';
import type { CopiedInputs } from '../rewrite/move-copied-inputs.js';
import { NotPortable } from '../rewrite/not-portable.js';
import { isHalfVector } from '../space/configuration.js';
import { baselineConfiguration, type Configuration, resolve } from '../space/resolve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { writeFormatsHeaders } from './added-formats.js';
import { withArgumentFiles } from './argument-files.js';
import {
  type BuildFailed,
  type Building,
  type Emulation,
  type Infeasible,
  infeasible,
  type NotInstrumented,
  type Rewriting,
  required,
} from './attempts.js';
import { copyProject } from './copy-project.js';
import { type CallsApart, type ProgramOfCalls, separateCalls } from './derived/calls-apart.js';
import type { DerivedProgram } from './derived/derived-program.js';
import { copiedInputs, type MarkedProgram, markInputs, marksInputs } from './derived/marked-inputs.js';
import { EmulatedRuns, type TableRun } from './emulated-runs.js';
import { projectRequest } from './instrumented-cuda.js';
import {
  type CountingMode,
  type OperationProfile,
  type Profile,
  type ProfileMode,
  readProfile,
} from './profile-report.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';
import {
  baselineTable,
  emulatedTable,
  type Flattening,
  flattenProject,
  formatTable,
  type InstrumentedRunnable,
  type InstrumentMode,
  instrumentedRunnable,
  type Move,
  originalRunnable,
  plainRequest,
  profiledTable,
  readFlattened,
  type WideMode,
  withMovedSites,
} from './runnable.js';
import { VariantWriter } from './variant-project.js';
import { checkWidths, isWidened } from './wide-program.js';

export interface RunLimits {
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  /** That is all there is time for: a run that takes longer is given up, and would have been given longer. */
  readonly isRestOfTime?: boolean;
  readonly maxOutputBytes: number;
  readonly maxMemoryBytes: number;
  /** Files the outcome brings back from the folder the program ran in. */
  readonly collect?: readonly string[];
  /** Folders in which the files are that relative arguments name: each run has a copy in its own folder. */
  readonly argumentsFrom?: readonly string[];
}

const REPORT = 'mantissa-report.txt';

interface InstrumentedProgram {
  readonly kind: 'instrumented';
  readonly runnable: InstrumentedRunnable;
  readonly runs: EmulatedRuns;
}

interface WideProgram {
  readonly kind: 'wide';
  readonly runnable: InstrumentedRunnable;
  readonly artifact: Artifact;
}

interface Profiler {
  readonly artifact: Artifact;
  readonly runnable: InstrumentedRunnable;
}

export interface WithSums {
  readonly kind: 'with-sums';
  readonly bench: Workbench;
  readonly configuration: Configuration;
  /** The sums that others are folded into. */
  readonly folded: ReadonlySet<SiteIndex>;
}

/** Changes of a rewritten program's text. */
export type TextChange = (
  clang: EmbeddedClang,
  project: Project,
  input: Engine['input'],
) => Promise<ChangedText | null>;

export interface ChangedText {
  /** What is built, by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** What a patch writes, which need not be what this engine builds. */
  readonly kept: ReadonlyMap<string, string>;
  readonly sources: BuildRequest['sources'];
  readonly includeFolders: readonly string[];
}

type Requesting = { readonly kind: 'requested'; readonly request: BuildRequest } | Infeasible | BuildFailed;

export class Workbench {
  private flattened: Promise<ProgramSyntax> | null = null;
  private checked: Promise<ProgramSyntax> | null = null;
  private unchanged: Promise<Artifact> | null = null;
  /** The program as written, where its build was begun before the source was read. */
  private building: Promise<BuildOutcome> | null = null;
  private instrumented: Promise<InstrumentedProgram | NotInstrumented> | null = null;
  private reference: Promise<Artifact | NotInstrumented> | null = null;
  private readonly instrumentedWide = new Map<WideMode, Promise<WideProgram | NotInstrumented>>();
  private readonly counted = new Map<CountingMode, Promise<Profiler>>();
  private readonly folder: string;
  private readonly writer: VariantWriter;
  /** Of the programs that add up in other ways, whose thread blocks have other sizes, or whose inputs are marked. */
  private readonly benches = new Map<DerivedProgram, Workbench>();
  private marked: Promise<MarkedProgram | string> | null = null;
  private copied: CopiedInputs | null = null;
  private variants = 0;
  private separated: CallsApart | null = null;
  /** Braces of the program narrow something as it is. */
  private narrows = false;

  private constructor(
    private readonly clang: EmbeddedClang,
    private readonly engine: Engine,
    /** What is read: the user's project, or a copy of it. */
    private readonly text: Project,
    private readonly syntax: ProgramSyntax,
    readonly groups: Groups,
    /** Builds of the same text that are to stay right. */
    readonly others: readonly ReadOtherBuild[],
    private readonly temporary: TemporaryFolder,
    /** The flattened program, where the compiler was given it ahead of time. */
    private readonly flattening: Promise<Flattening> | null,
    /** Where every call has a function of its own. */
    private readonly apart: { readonly made: ProgramOfCalls; readonly asWritten: Workbench } | null = null,
    writer: VariantWriter | null = null,
  ) {
    this.folder = temporary.path;
    this.writer = writer ?? new VariantWriter(clang, apart?.made ?? { project: text, syntax, others }, this.folder);
  }

  /** Where it `willRun`, the text that is instrumented is made and parsed while the source is read. */
  static async open(
    clang: EmbeddedClang,
    engine: Engine,
    project: Project,
    willRun = false,
    onUnit?: OnUnit,
  ): Promise<Workbench> {
    const temporary = temporaryFolder('mantissa-');
    const isRunAsRead = willRun && !project.callsApart;
    const flattening = isRunAsRead ? flattenProject(clang, project, flatFolder(temporary.path)) : null;
    flattening?.catch(() => undefined); // of a source that does not compile, reading it says so
    const building = isRunAsRead && engine.input === 'cuda' ? engine.build(projectRequest(project)) : null;
    building?.catch(() => undefined); // told to who asks for the program as written
    try {
      const { syntax, others } = await readBuilds(clang, project, undefined, onUnit);
      const groups = findGroups(syntax.program);
      const bench = new Workbench(clang, engine, project, syntax, groups, others, temporary, flattening);
      bench.building = building;
      return project.callsApart ? await bench.withCallsApart() : bench;
    } catch (error) {
      temporary.remove();
      throw error;
    }
  }

  /** The program in which every call of a function has a function of its own; itself where there is no such call. */
  private async withCallsApart(): Promise<Workbench> {
    const { clang, engine, text, syntax } = this;
    const isAlone = this.others.length === 0;
    const { calls, made } = await separateCalls(
      clang,
      { project: text, syntax },
      path.join(this.folder, 'calls'),
      isAlone,
    );
    this.separated = calls;
    if (!made) return this;
    const groups = findGroups(made.syntax.program);
    const folder = temporaryFolder('mantissa-calls-');
    const bench = new Workbench(clang, engine, made.project, made.syntax, groups, [], folder, null, {
      made,
      asWritten: this,
    });
    bench.separated = calls;
    return bench;
  }

  /** What became of functions that several calls reach; null where nobody asked for calls apart. */
  get calls(): CallsApart | null {
    return this.separated;
  }

  get project(): Project {
    return this.apart?.asWritten.project ?? this.text;
  }

  get engineName(): EngineName {
    return this.engine.name;
  }

  /** What the engine is like for this program: a processor's times say nothing of kernels that are meant for a GPU, unless it is said that they are not. */
  get capabilities(): EngineCapabilities {
    const { capabilities } = this.engine;
    return capabilities.timing === 'cpu' && hasKernels(this.program) && !this.text.cpuTimes
      ? { ...capabilities, timing: 'modelled' }
      : capabilities;
  }

  get program(): Program {
    return this.apart?.made.program ?? this.syntax.program;
  }

  close(): void {
    void this.instrumented?.then(
      (made) => (made.kind === 'instrumented' ? made.runs.close() : undefined),
      () => {}, // whoever asked for it was told
    );
    for (const bench of this.benches.values()) bench.close();
    this.apart?.asWritten.close();
    this.temporary.remove();
  }

  /** The program as written, built for this engine. */
  original(): Promise<Artifact> {
    if (this.apart) return this.apart.asWritten.original();
    this.unchanged ??= this.buildOriginal();
    return this.unchanged;
  }

  async runOriginal(limits: RunLimits): Promise<RunOutcome> {
    return this.run(await this.original(), limits);
  }

  /** As written, with one thread where OpenMP would make several; null where it makes none. */
  async runInOneThread(limits: RunLimits): Promise<RunOutcome | null> {
    const isThreaded = this.project.units.some(({ flags = [] }) => flags.some((flag) => flag.startsWith('-fopenmp')));
    return isThreaded ? this.run(await this.original(), limits, { OMP_THREAD_LIMIT: '1' }) : null;
  }

  async runEmulated(configuration: Configuration, limits: RunLimits, digits?: PrintedDigits): Promise<RunOutcome> {
    return required(await this.tryEmulate(configuration, limits, digits));
  }

  /** `digits`: what is printed of numbers wider than fp64, as in `tryVariant`. */
  async tryEmulate(configuration: Configuration, limits: RunLimits, digits?: PrintedDigits): Promise<Emulation> {
    const derived = await this.writer.derived.of(configuration);
    if (derived?.kind === 'infeasible') return derived;
    if (derived) return this.benchOf(derived.program, derived.writer).tryEmulate(derived.configuration, limits, digits);
    const asked = formatTable(resolve(this.program, configuration), configuration);
    if (asked.kind === 'infeasible') return asked; // before anything is built
    if (asked.mode !== 'emulate') return this.emulateWide(asked.mode, configuration, limits, digits);
    this.instrumented ??= this.buildInstrumented();
    const made = await this.instrumented;
    if (made.kind === 'not-instrumented') return made;
    const { runnable, runs } = made;
    const table = emulatedTable(runnable, configuration);
    return table.kind === 'infeasible' ? table : runs.run(table.text, given(limits));
  }

  /** With formats of several parts, in a build of its own: doubles carry none of them. */
  private async emulateWide(
    mode: WideMode,
    configuration: Configuration,
    limits: RunLimits,
    digits: PrintedDigits = 'as-written',
  ): Promise<Emulation> {
    if (this.engine.input === 'project') return notEmulatedWide(this.engine.name);
    const making = this.instrumentedWide.get(mode) ?? this.buildWide(mode);
    this.instrumentedWide.set(mode, making);
    const made = await making;
    if (made.kind === 'not-instrumented') return made;
    const table = emulatedTable(made.runnable, configuration);
    if (table.kind === 'infeasible') return table;
    const environment = { MANTISSA_FORMATS: table.text, ...(digits === 'full' && { MANTISSA_DIGITS: digits }) };
    return this.run(made.artifact, limits, environment);
  }

  /** The sums whose way of adding can change, and why those of others cannot. */
  get sums(): Accumulators {
    return this.writer.derived.accumulators.sums;
  }

  /** The program that adds up as a configuration says, on a bench of its own, and what the formats of the configuration are there. */
  async withSums(configuration: Configuration): Promise<WithSums | Infeasible> {
    const { derived } = this.writer;
    const made = await derived.by(derived.accumulators, configuration);
    if (made.kind === 'infeasible') return made;
    const { program, writer, configuration: own, folded } = made;
    return { kind: 'with-sums', bench: this.benchOf(program, writer), configuration: own, folded };
  }

  /** The sizes of thread blocks, free and frozen. */
  get blockSizes(): BlockSizes {
    return this.writer.derived.blocks.sizes;
  }

  /** Whether its text says what it starts from (MANTISSA_INPUT), and its builds heed that. */
  get marksInputs(): boolean {
    return this.engine.input !== 'project' && marksInputs(this.syntax);
  }

  /** What it copies to the device, as its text calls it: of which runs can move the numbers, and of which they cannot. */
  get copiedInputs(): CopiedInputs {
    this.copied ??= this.engine.input === 'project' ? { moved: [], passedOver: [] } : copiedInputs(this.syntax);
    return this.copied;
  }

  /** The program with what it copies to the device marked as what it starts from, on a bench of its own; in words, why there is none. */
  async withMarkedInputs(): Promise<{ readonly bench: Workbench; readonly inputs: CopiedInputs } | string> {
    this.marked ??= markInputs(
      this.clang,
      { project: this.text, syntax: this.syntax },
      path.join(this.folder, 'marked'),
    );
    const made = await this.marked;
    return typeof made === 'string' ? made : { bench: this.benchOf(made), inputs: made.inputs };
  }

  private benchOf(made: DerivedProgram, writer: VariantWriter | null = null): Workbench {
    const { project, syntax, groups, others } = made;
    const bench =
      this.benches.get(made) ??
      new Workbench(
        this.clang,
        this.engine,
        project,
        syntax,
        groups,
        others,
        temporaryFolder('mantissa-derived-'),
        null,
        null,
        writer,
      );
    this.benches.set(made, bench);
    return bench;
  }

  /** As written, but every value these sites are given is moved: who depends on them prints something else. */
  async runMoved(sites: ReadonlySet<SiteIndex>, limits: RunLimits, how: Move): Promise<RunOutcome> {
    this.instrumented ??= this.buildInstrumented();
    const { runnable, runs } = required(await this.instrumented);
    return runs.run(withMovedSites(baselineTable(runnable.program), sites, how), given(limits));
  }

  /** Operations that can be given no format of their own: in the source, or in an emulated run. */
  async fixedOperations(): Promise<ReadonlySet<OperationIndex>> {
    const { untouched } = await this.instrument('emulate');
    return new Set([...untouched, ...operationsOfFixedFormat(this.syntax)]);
  }

  /** Why emulated runs of an input, whose baseline was emulated before, do not share a process; null where they do. */
  async whyEmulatedApart(limits: RunLimits): Promise<string | null> {
    this.instrumented ??= this.buildInstrumented();
    return required(await this.instrumented).runs.whyApart(given(limits));
  }

  /** Builds what emulated, counted or reference runs start from, before anybody asks for one; what fails is told to whoever does. */
  async prepare(mode: 'emulate' | 'reference' | CountingMode): Promise<void> {
    if (mode === 'emulate') this.instrumented ??= this.buildInstrumented();
    if (mode === 'reference') this.reference ??= this.buildReference();
    const building: Promise<unknown> | null =
      mode === 'emulate' ? this.instrumented : mode === 'reference' ? this.reference : this.profiler(mode);
    await building?.catch(() => undefined);
  }

  /** How often each operation ran, and with `shadow` how far its fp32 twin was from it, added up over its executions. */
  async profile(mode: ProfileMode, limits: RunLimits): Promise<readonly OperationProfile[]> {
    return (await this.profileRun(mode, limits)).operations;
  }

  /**
   * The profile with the run it comes from, whose time says what the instruments cost. A counted run of a `configuration` computes what an
   * emulated run of it does.
   */
  async profileRun(
    mode: ProfileMode,
    limits: RunLimits,
    configuration: Configuration = baselineConfiguration,
  ): Promise<Profile & { readonly outcome: RunOutcome }> {
    if (configuration !== baselineConfiguration && this.engine.input !== 'standard')
      throw infeasible(`on the ${this.engine.name} engine a program is counted as written only`).message;
    const { artifact, runnable } = await this.profiler(mode);
    const { counted, program } = runnable;
    const table = profiledTable(runnable, configuration);
    const outcome = await this.engine.run(artifact, {
      ...given(limits),
      environment: { MANTISSA_FORMATS: table, MANTISSA_REPORT: REPORT },
      collect: [REPORT],
    });
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
      throw new MantissaError('MX4008', `the ${mode} run ended as ${outcome.kind}`);
    const report = outcome.collected.get(REPORT)?.toString('latin1') ?? '';
    const { counts, ...profile } = readProfile(report, mode, this.program, this.groups, counted);
    const { loops, calls, ...rest } = counts;
    const isAlike = program.loops.length === this.program.loops.length && sameFunctions(program, this.program);
    return { ...profile, counts: isAlike ? counts : rest, outcome };
  }

  /** Registers per thread by mangled kernel name, of the program as written or under a configuration; null where nvcc cannot tell. */
  async registers(configuration: Configuration | null): Promise<ReadonlyMap<string, number> | null> {
    if (configuration === null) return kernelRegisters(projectRequest(this.text));
    const folder = path.join(this.folder, `variant-${this.variants++}`);
    const written = await this.writer.tryWrite(configuration, folder);
    return written.kind === 'infeasible' ? null : kernelRegisters(projectRequest(written.project, folder));
  }

  /** Everything in fp64x2: what the program would print with errors of its own far below double's. */
  async runReference(limits: RunLimits): Promise<RunOutcome> {
    return required(await this.tryReference(limits));
  }

  async tryReference(limits: RunLimits): Promise<RunOutcome | NotInstrumented> {
    this.reference ??= this.buildReference();
    const made = await this.reference;
    return 'message' in made ? made : this.run(made, limits);
  }

  private async buildReference(): Promise<Artifact | NotInstrumented> {
    const runnable = await this.instrument('reference').catch(notInstrumented);
    if ('message' in runnable) return runnable;
    const built = await this.tryBuild(runnable.request);
    return built.kind === 'build-failed' ? { kind: 'not-instrumented', message: built.message } : built.artifact;
  }

  async runBuilt(
    configuration: Configuration,
    limits: RunLimits,
    keep?: string,
    digits: PrintedDigits = 'as-written',
  ): Promise<RunOutcome> {
    return this.run(await this.variant(configuration, keep, digits), limits);
  }

  /** Writes the configuration into a copy of the source and builds that; `keep` receives the rewritten files. */
  async variant(configuration: Configuration, keep?: string, digits?: PrintedDigits): Promise<Artifact> {
    return required(await this.tryVariant(configuration, keep, digits)).artifact;
  }

  /** `digits`: what the variant prints of numbers wider than fp64, all of them or what the text says of a double. */
  async tryVariant(configuration: Configuration, keep?: string, digits?: PrintedDigits): Promise<Building> {
    const requesting = await this.variantRequest(configuration, keep, digits);
    return requesting.kind === 'requested' ? this.tryBuild(requesting.request) : requesting;
  }

  /** Runs a configuration's program once, or the original (null), watched by what the engine has for that. */
  async inspectMemory(
    configuration: Configuration | null,
    limits: RunLimits,
    isWanted?: (tool: MemoryTool) => boolean,
  ): Promise<MemoryInspection> {
    if (!this.engine.inspectMemory)
      return { kind: 'not-inspected', why: `the ${this.engine.name} engine cannot watch a program's memory` };
    const request = configuration
      ? required(await this.variantRequest(configuration)).request
      : await this.originalRequest();
    return this.engine.inspectMemory(request, { ...given(limits), environment: {} }, isWanted);
  }

  /**
   * The configuration's program with more of its text changed: `change` is given the rewritten one, in a folder of its own. Null where it finds
   * nothing to change; otherwise what was built, and all files that differ from the program as written, by path relative to the project.
   */
  async tryChanged(
    configuration: Configuration,
    change: TextChange,
  ): Promise<{ readonly building: Building; readonly files: ReadonlyMap<string, string> } | null> {
    const files = new Map<string, string>();
    let isChanged = false;
    const requesting = await this.variantRequest(configuration, undefined, undefined, async (clang, project, input) => {
      const changed = await change(clang, project, input);
      isChanged = changed !== null;
      for (const [file, text] of changed?.kept ?? [])
        files.set(path.relative(project.root, file).replaceAll(path.sep, '/'), text);
      return changed;
    });
    if (!isChanged && requesting.kind === 'requested') return null;
    const building = requesting.kind === 'requested' ? await this.tryBuild(requesting.request) : requesting;
    return { building, files: new Map([...(await this.rewrite(configuration)), ...files]) };
  }

  /** Builds a configuration, or the original (null), with the compiler of an engine that may not be able to run it here. */
  async buildOn(engine: Engine, configuration: Configuration | null): Promise<BuildOutcome | Infeasible | BuildFailed> {
    const requesting =
      configuration === null
        ? requested(await this.originalRequest(engine))
        : await this.variantRequest(configuration, undefined, undefined, undefined, engine);
    return requesting.kind === 'requested' ? engine.build(requesting.request) : requesting;
  }

  private async variantRequest(
    configuration: Configuration,
    keep?: string,
    digits?: PrintedDigits,
    change?: TextChange,
    engine = this.engine,
  ): Promise<Requesting> {
    try {
      return await this.requestVariant(engine, configuration, keep, digits, change);
    } catch (error) {
      if (!(error instanceof CompilerRefusal)) throw error;
      return { kind: 'build-failed', message: error };
    }
  }

  private async requestVariant(
    engine: Engine,
    configuration: Configuration,
    keep?: string,
    digits?: PrintedDigits,
    change?: TextChange,
  ): Promise<Requesting> {
    const folder = keep ?? path.join(this.folder, `variant-${this.variants++}`);
    const written = await this.writer.tryWrite(configuration, folder, digits);
    if (written.kind === 'infeasible') return written;
    const { project } = written;
    if (keep) writeFormatsHeaders(written.files, project.root);
    const refusedElsewhere = await this.whyOthersRefuse(written.files);
    if (refusedElsewhere) return refusedElsewhere;
    const changed = (await change?.(this.clang, project, engine.input)) ?? null;
    for (const [file, text] of changed?.files ?? []) fs.writeFileSync(file, text, 'latin1');
    if (engine.input === 'project') {
      const further = [...(changed?.files ?? [])].map(([file, text]) => [path.relative(project.root, file), text]);
      return requested(overlayRequest({ ...Object.fromEntries(written.files), ...Object.fromEntries(further) }));
    }
    if (engine.input === 'cuda') return requested(projectRequest(project, folder));
    const flattened = path.join(this.folder, `flat-${this.variants++}`);
    // what is refused there is refused before anything is built from it
    const isWide = engine.dataModel === 'ilp32' && isWidened(await this.flat());
    if (!this.program.isCuda) {
      const refused = await this.whyNotCompiled(project);
      return refused ?? requested(await plainRequest(this.clang, project, flattened, isWide));
    }
    const read = await this.readVariant(project, flattened);
    if (read.kind === 'infeasible') return read;
    const { request } = originalRunnable(read.syntax);
    return requested({
      ...request,
      sources: [...request.sources, ...(changed?.sources ?? [])],
      includeFolders: [...request.includeFolders, ...(changed?.includeFolders ?? [])],
    });
  }

  /** The files a configuration changes, by path relative to the project. */
  async rewrite(configuration: Configuration): Promise<Map<string, string>> {
    return this.writer.rewrite(configuration);
  }

  tryRewrite(configuration: Configuration): Promise<Rewriting> {
    return this.writer.tryRewrite(configuration);
  }

  /** Reads the rewritten source with the embedded clang; throws where it does not compile. */
  async checkSyntax(configuration: Configuration): Promise<void> {
    const refused = await this.whyInfeasible(configuration);
    if (refused) throw refused.message;
  }

  /** Null where it can be written and the embedded clang takes what was written. */
  async whyInfeasible(configuration: Configuration): Promise<Infeasible | null> {
    const folder = path.join(this.folder, `variant-${this.variants++}`);
    const written = await this.writer.tryWrite(configuration, folder);
    if (written.kind === 'infeasible') return written;
    return (await this.whyNotCompiled(written.project)) ?? this.whyOthersRefuse(written.files);
  }

  /** Null where every other build that is to stay right compiles with these files. */
  private async whyOthersRefuse(files: ReadonlyMap<string, string>): Promise<Infeasible | null> {
    for (const {
      build: { name },
      project,
      syntax,
    } of this.others) {
      const folder = path.join(this.folder, `other-${this.variants++}`);
      const copy = copyProject(project, syntax, files, folder);
      const refused = await checkProjectSyntax(this.clang, copy, project).then(() => null, notWritable);
      if (!refused) continue;
      const [first, ...rest] = refused.message.findings;
      return infeasible([{ ...first, text: `the build ${name}: ${first?.text ?? ''}` }, ...rest], refused.message);
    }
    return null;
  }

  private whyNotCompiled(project: Project): Promise<Infeasible | null> {
    return checkProjectSyntax(this.clang, project, this.text).then(() => null, notWritable);
  }

  /** A rewritten CUDA program, flattened to be ported: read with halves that are quick to read, or else with nvcc's. */
  private async readVariant(
    project: Project,
    folder: string,
  ): Promise<{ readonly kind: 'read'; readonly syntax: ProgramSyntax } | Infeasible> {
    const quick = project.units.map((unit) =>
      unit.language === 'cuda' ? { ...unit, defines: [...unit.defines, REWRITTEN] } : unit,
    );
    return this.readNarrowing({ ...project, units: quick }, folder)
      .catch((error: unknown) => {
        if (!isSourceRefused(error)) throw error;
        return this.readNarrowing(project, `${folder}-again`);
      })
      .then((syntax) => ({ kind: 'read' as const, syntax }), notWritable);
  }

  /** Where braces narrow something, only if the original's do: that is asked before the tree is read, once it was seen. */
  private async readNarrowing(project: Project, folder: string): Promise<ProgramSyntax> {
    const { dataModel } = this.engine;
    if (!this.narrows)
      try {
        return await readFlattened(this.clang, project, folder, dataModel, [NARROWING_REFUSED]);
      } catch (error) {
        if (!(error instanceof MantissaError) || !isAboutNarrowing(error.findings)) throw error;
      }
    await checkProjectSyntax(this.clang, project, this.text);
    this.narrows = true;
    return readFlattened(this.clang, project, `${folder}-narrowing`, dataModel);
  }

  /** The flattened program, of which nothing has another width on this engine than on 64-bit Linux. */
  private flat(): Promise<ProgramSyntax> {
    this.checked ??= this.uncheckedFlat().then(async (flat) => {
      if (this.engine.dataModel === 'ilp32')
        await checkWidths(
          this.clang,
          this.engine,
          flat,
          originalRunnable(flat).request,
          path.join(this.folder, 'widths'),
          this.text,
        );
      return flat;
    });
    return this.checked;
  }

  private uncheckedFlat(): Promise<ProgramSyntax> {
    const { dataModel } = this.engine;
    const folder = flatFolder(this.folder);
    const ahead = this.flattening ?? undefined;
    this.flattened ??= readFlattened(this.clang, this.text, folder, dataModel, [], this.program, ahead).then(
      async (flat) => {
        const names = (program: Program) => program.sites.map((site) => site.name).join(' ');
        // the two are read from the same tokens: a difference would give a configuration two meanings
        if (names(flat.program) !== names(this.program))
          throw new MantissaError('MX1006', 'the flattened program has other sites than the source');
        const copies = ({ transfers, measures }: Program) =>
          `${transfers.map(({ call }) => call).join(' ')} ${measures.length}`;
        if (copies(flat.program) !== copies(this.program))
          throw new MantissaError(
            'MX1006',
            'the flattened program has other copies between host and device than the source',
          );
        return flat;
      },
    );
    return this.flattened;
  }

  /** Its widths are looked at while it is built, and come first where both fail: what is refused need not compile. */
  private async buildOriginal(): Promise<Artifact> {
    if (this.building) return required(builtOrRefused(await this.building)).artifact;
    if (this.engine.input !== 'standard') return this.build(await this.originalRequest());
    const { request } = originalRunnable(await this.uncheckedFlat());
    const [built, checked] = await Promise.allSettled([this.build(request), this.flat()]);
    if (checked.status === 'rejected') throw checked.reason;
    if (built.status === 'rejected') throw built.reason;
    return built.value;
  }

  private async originalRequest(engine = this.engine): Promise<BuildRequest> {
    if (this.apart) return this.apart.asWritten.originalRequest(engine);
    switch (engine.input) {
      case 'standard':
        return originalRunnable(await this.flat()).request;
      case 'cuda':
        return projectRequest(this.text);
      case 'project':
        return overlayRequest({});
    }
  }

  private async instrument(mode: InstrumentMode): Promise<InstrumentedRunnable> {
    const isRepeated = mode === 'emulate' && this.engine.open !== undefined;
    return instrumentedRunnable(await this.flat(), mode, this.engine.input, this.text, isRepeated);
  }

  private profiler(mode: ProfileMode): Promise<Profiler> {
    const make = async () => {
      const runnable = await this.instrument(mode);
      return { artifact: await this.build(runnable.request), runnable };
    };
    if (mode !== 'count' && mode !== 'count-ranges') return make();
    const known = this.counted.get(mode) ?? make();
    this.counted.set(mode, known);
    return known;
  }

  private async buildWide(mode: WideMode): Promise<WideProgram | NotInstrumented> {
    const runnable = await this.instrument(mode).catch(notInstrumented);
    if ('message' in runnable) return runnable;
    const built = await this.tryBuild(runnable.request);
    if (built.kind === 'build-failed') return { kind: 'not-instrumented', message: built.message };
    return { kind: 'wide', runnable, artifact: built.artifact };
  }

  private async buildInstrumented(): Promise<InstrumentedProgram | NotInstrumented> {
    const runnable = await this.instrument('emulate').catch(notInstrumented);
    if ('message' in runnable) return runnable;
    const built = await this.tryBuild(runnable.request);
    if (built.kind === 'build-failed') return { kind: 'not-instrumented', message: built.message };
    const { artifact } = built;
    const tableOf = (configuration: Configuration) =>
      required(formatTable(resolve(runnable.program, configuration), configuration)).text;
    const some = [() => true, (group: number) => group % 2 === 0, (group: number) => group % 2 === 1];
    const tables = {
      baseline: baselineTable(runnable.program),
      narrower: some.map((chosen) => tableOf(this.narrowed(chosen))),
    };
    return {
      kind: 'instrumented',
      runnable,
      runs: new EmulatedRuns(this.engine, artifact, runnable.isRepeatable, tables),
    };
  }

  /** The chosen of the groups that may change, in fp32; in bf16, which has the range of fp32, where they are no wider already. */
  private narrowed(chosen: (group: number) => boolean): Configuration {
    const { groups, frozen } = this.groups;
    const isFree = (site: number) => frozen[site] === null && !isHalfVector(this.program, site);
    const sites = groups.flatMap((group, at) => (chosen(at) && group.sites.every(isFree) ? group.sites : []));
    const format = (site: number): Format => (this.program.sites[site]!.format === 'fp64' ? 'fp32' : 'bf16');
    return { sites: new Map(sites.map((site) => [site, format(site)])), operations: new Map() };
  }

  private async build(request: BuildRequest): Promise<Artifact> {
    return required(await this.tryBuild(request)).artifact;
  }

  private async tryBuild(request: BuildRequest): Promise<Exclude<Building, Infeasible>> {
    return builtOrRefused(await this.engine.build(request));
  }

  /** How many runs at the same time the engine has room for; null where that is a matter of this machine. */
  get width(): number | null {
    return this.engine.width ?? null;
  }

  /** How many runs may be begun before anybody is sure to want them. */
  get places(): number {
    return this.engine.places ?? 0;
  }

  /** Two programs in turn on one machine of several; null where there is but this one. */
  timeInTurn(
    baseline: Artifact,
    variant: Artifact,
    limits: readonly RunLimits[],
    settings: Readonly<Record<string, unknown>> & { readonly mostMs: number | null },
  ): Promise<InTurnOutcome> | null {
    const requests = limits.map((one) => ({ ...given(one), environment: {} }));
    return this.engine.inTurn?.(baseline, variant, requests, settings) ?? null;
  }

  run(artifact: Artifact, limits: RunLimits, environment: Record<string, string> = {}): Promise<RunOutcome> {
    return this.engine.run(artifact, { ...given(limits), environment });
  }
}

function builtOrRefused(outcome: BuildOutcome): Exclude<Building, Infeasible> {
  switch (outcome.kind) {
    case 'built':
      return { kind: 'built', artifact: outcome.artifact };
    case 'build-failed': {
      const { diagnostics, remedy } = outcome;
      const message = new MantissaError('MX4007', diagnostics.slice(0, 4000), remedy ? { remedy } : {});
      return { kind: 'build-failed', message };
    }
    case 'unavailable':
      throw new MantissaError('MX2015', outcome.reason, { remedy: outcome.remedy });
  }
}

function flatFolder(folder: string): string {
  return path.join(folder, 'flat');
}

/** With the files that its arguments name. */
function given({ argumentsFrom, ...limits }: RunLimits): TableRun {
  return argumentsFrom ? { ...limits, ...withArgumentFiles(limits.arguments, argumentsFrom) } : limits;
}

/** The project's own build over its own files, some with other contents. */
function overlayRequest(overlay: Readonly<Record<string, string>>): BuildRequest {
  return { sources: [], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [], overlay };
}

function requested(request: BuildRequest): Requesting {
  return { kind: 'requested', request };
}

function isSourceRefused(error: unknown): error is CompilerRefusal {
  return error instanceof CompilerRefusal && error.fault === 'source';
}

/** The source that does not compile is ours: the configuration is at fault, not the program. */
function notWritable(error: unknown): Infeasible {
  if (!isSourceRefused(error)) throw error;
  return infeasible(error.findings, error);
}

/** Its flags are not ours: neither the language that classes need nor what may be fused is ours to say. */
function notEmulatedWide(engine: EngineName): NotInstrumented {
  const text = `formats of several parts are not emulated in the builds of the ${engine} engine`;
  return { kind: 'not-instrumented', message: new MantissaError('MX4006', text) };
}

function notInstrumented(error: unknown): NotInstrumented {
  if (!(error instanceof NotPortable)) throw error;
  return { kind: 'not-instrumented', message: error };
}

function sameFunctions(one: Program, other: Program): boolean {
  const names = ({ functions }: Program) => functions.map(({ name }) => name).join(' ');
  return names(one) === names(other);
}
