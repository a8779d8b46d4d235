/**
 * A program on the bench: read once, run in three ways. `original` as written, `emulated` under any configuration from one
 * instrumented build, `built` by writing the configuration into the source. The last two must agree bit for bit.
 */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { kernelRegisters } from '../execution/cuda/kernel-registers.js';
import type {
  Artifact,
  BuildRequest,
  Engine,
  EngineCapabilities,
  EngineName,
  RunOutcome,
} from '../execution/engine.js';
import type { MemoryInspection, MemoryTool } from '../execution/memory-inspection.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, readSyntax } from '../frontend/read-program.js';
import { checkProjectSyntax, isAboutNarrowing, NARROWING_REFUSED } from '../frontend/units/check-syntax.js';
import { REWRITTEN } from '../frontend/units/precompiled-headers.js';
import type { Format } from '../numerics/format.js';
import type { OperationIndex, Program, SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from '../rewrite/declaration-edits.js';
import { operationsOfFixedFormat } from '../rewrite/fixed-operations.js';
import { isHalfVector } from '../space/configuration.js';
import { baselineConfiguration, type Configuration, resolve } from '../space/resolve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { EmulatedRuns } from './emulated-runs.js';
import { projectRequest } from './instrumented-cuda.js';
import { type OperationProfile, type Profile, readProfile } from './profile-report.js';
import {
  formatTable,
  type InstrumentedRunnable,
  type InstrumentMode,
  instrumentedRunnable,
  originalRunnable,
  plainRequest,
  readFlattened,
  withMovedSites,
} from './runnable.js';
import { VariantWriter } from './variant-project.js';
import { checkWidths, isWidened } from './wide-program.js';

export interface RunLimits {
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly maxMemoryBytes: number;
  /** Files the outcome brings back from the folder the program ran in. */
  readonly collect?: readonly string[];
}

const REPORT = 'mantissa-report.txt';

export class Workbench {
  private flattened: Promise<ProgramSyntax> | null = null;
  private unchanged: Promise<Artifact> | null = null;
  private instrumented: Promise<{ runnable: InstrumentedRunnable; runs: EmulatedRuns }> | null = null;
  private readonly temporary = temporaryFolder('mantissa-');
  private readonly folder = this.temporary.path;
  private readonly writer: VariantWriter;
  private variants = 0;
  /** Braces of the program narrow something as it is. */
  private narrows = false;

  private constructor(
    private readonly clang: EmbeddedClang,
    private readonly engine: Engine,
    readonly project: Project,
    private readonly syntax: ProgramSyntax,
    readonly groups: Groups,
  ) {
    this.writer = new VariantWriter(clang, project, syntax, this.folder);
  }

  static async open(clang: EmbeddedClang, engine: Engine, project: Project): Promise<Workbench> {
    const syntax = await readSyntax(clang, project);
    return new Workbench(clang, engine, project, syntax, findGroups(syntax.program));
  }

  get engineName(): EngineName {
    return this.engine.name;
  }

  /** What the engine is like. */
  get capabilities(): EngineCapabilities {
    return this.engine.capabilities;
  }

  get program(): Program {
    return this.syntax.program;
  }

  close(): void {
    void this.instrumented?.then(
      ({ runs }) => runs.close(),
      () => {}, // whoever asked for it was told
    );
    this.temporary.remove();
  }

  /** The program as written, built for this engine. */
  original(): Promise<Artifact> {
    this.unchanged ??= this.originalRequest().then((request) => this.build(request));
    return this.unchanged;
  }

  async runOriginal(limits: RunLimits): Promise<RunOutcome> {
    return this.run(await this.original(), limits);
  }

  async runEmulated(configuration: Configuration, limits: RunLimits): Promise<RunOutcome> {
    formatTable(resolve(this.program, configuration), configuration); // refused before anything is built
    this.instrumented ??= this.buildInstrumented();
    const { runnable, runs } = await this.instrumented;
    const resolution = resolve(runnable.program, configuration);
    for (const operation of runnable.untouched) {
      if (resolution.operationFormats[operation] === runnable.program.operations[operation]!.format) continue;
      const { id, symbol } = runnable.program.operations[operation]!;
      throw new MantissaError(
        'MX4006',
        `${id} (${symbol}) cannot be emulated in ${resolution.operationFormats[operation]}`,
      );
    }
    return runs.run(formatTable(resolution, configuration), limits);
  }

  /** As written, but every value these sites are given is moved by a sixteenth: who depends on them prints something else. */
  async runMoved(sites: ReadonlySet<SiteIndex>, limits: RunLimits): Promise<RunOutcome> {
    this.instrumented ??= this.buildInstrumented();
    const { runnable, runs } = await this.instrumented;
    const table = formatTable(resolve(runnable.program, baselineConfiguration), baselineConfiguration);
    return runs.run(withMovedSites(table, sites), limits);
  }

  /** Operations that can be given no format of their own: in the source, or in an emulated run. */
  async fixedOperations(): Promise<ReadonlySet<OperationIndex>> {
    const { untouched } = await this.instrument('emulate');
    return new Set([...untouched, ...operationsOfFixedFormat(this.syntax)]);
  }

  /** Why emulated runs of an input, whose baseline was emulated before, do not share a process; null where they do. */
  async whyEmulatedApart(limits: RunLimits): Promise<string | null> {
    this.instrumented ??= this.buildInstrumented();
    return (await this.instrumented).runs.whyApart(limits);
  }

  /** How often each operation ran, and with `shadow` how far its fp32 twin was from it, added up over its executions. */
  async profile(mode: 'count' | 'shadow', limits: RunLimits): Promise<readonly OperationProfile[]> {
    return (await this.profileRun(mode, limits)).operations;
  }

  /** The profile with the run it comes from, whose time says what the instruments cost. */
  async profileRun(mode: 'count' | 'shadow', limits: RunLimits): Promise<Profile & { readonly outcome: RunOutcome }> {
    const { request } = await this.instrument(mode);
    const table = formatTable(resolve((await this.flat()).program, baselineConfiguration), baselineConfiguration);
    const outcome = await this.engine.run(await this.build(request), {
      ...limits,
      environment: { MANTISSA_FORMATS: table, MANTISSA_REPORT: REPORT },
      collect: [REPORT],
    });
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
      throw new MantissaError('MX4008', `the ${mode} run ended as ${outcome.kind}`);
    const report = outcome.collected.get(REPORT)?.toString('latin1') ?? '';
    return { ...readProfile(report, this.program, this.groups), outcome };
  }

  /** Registers per thread by mangled kernel name, of the program as written or under a configuration; null where nvcc cannot tell. */
  async registers(configuration: Configuration | null): Promise<ReadonlyMap<string, number> | null> {
    if (configuration === null) return kernelRegisters(projectRequest(this.project));
    const folder = path.join(this.folder, `variant-${this.variants++}`);
    try {
      const project = await feasible(this.writer.write(configuration, folder), this.program);
      return await kernelRegisters(projectRequest(project, folder));
    } catch (error) {
      if (error instanceof MantissaError && error.code === 'MX4006') return null;
      throw error;
    }
  }

  /** Everything in fp64x2: what the program would print with errors of its own far below double's. */
  async runReference(limits: RunLimits): Promise<RunOutcome> {
    return this.run(await this.build((await this.instrument('reference')).request), limits);
  }

  async runBuilt(configuration: Configuration, limits: RunLimits, keep?: string): Promise<RunOutcome> {
    return this.run(await this.variant(configuration, keep), limits);
  }

  /** Writes the configuration into a copy of the source and builds that; `keep` receives the rewritten files. */
  async variant(configuration: Configuration, keep?: string): Promise<Artifact> {
    return this.build(await this.variantRequest(configuration, keep));
  }

  /** Runs a configuration's program once, or the original (null), watched by what the engine has for that. */
  async inspectMemory(
    configuration: Configuration | null,
    limits: RunLimits,
    isWanted?: (tool: MemoryTool) => boolean,
  ): Promise<MemoryInspection> {
    if (!this.engine.inspectMemory)
      return { kind: 'not-inspected', why: `the ${this.engine.name} engine cannot watch a program's memory` };
    const request = configuration ? await this.variantRequest(configuration) : await this.originalRequest();
    return this.engine.inspectMemory(request, { ...limits, environment: {} }, isWanted);
  }

  private async variantRequest(configuration: Configuration, keep?: string): Promise<BuildRequest> {
    const folder = keep ?? path.join(this.folder, `variant-${this.variants++}`);
    const project = await feasible(this.writer.write(configuration, folder), this.program);
    if (this.engine.input === 'project') return overlayRequest(Object.fromEntries(await this.rewrite(configuration)));
    if (this.engine.input === 'cuda') return projectRequest(project, folder);
    const flattened = path.join(this.folder, `flat-${this.variants++}`);
    // what is refused there is refused before anything is built from it
    const isWide = this.engine.dataModel === 'ilp32' && isWidened(await this.flat());
    if (!this.program.isCuda) {
      await this.compiles(project);
      return plainRequest(this.clang, project, flattened, isWide);
    }
    return originalRunnable(await this.readVariant(project, flattened)).request;
  }

  /** The files a configuration changes, by path relative to the project. */
  async rewrite(configuration: Configuration): Promise<Map<string, string>> {
    return feasible(this.writer.rewrite(configuration), this.program);
  }

  /** Reads the rewritten source with the embedded clang; throws where it does not compile. */
  async checkSyntax(configuration: Configuration): Promise<void> {
    const folder = path.join(this.folder, `variant-${this.variants++}`);
    const project = await feasible(this.writer.write(configuration, folder), this.program);
    await this.compiles(project);
  }

  private async compiles(project: Project): Promise<void> {
    await checkProjectSyntax(this.clang, project, this.project).catch(notWritable);
  }

  /** A rewritten CUDA program, flattened to be ported: read with halves that are quick to read, or else with nvcc's. */
  private async readVariant(project: Project, folder: string): Promise<ProgramSyntax> {
    const quick = project.units.map((unit) =>
      unit.language === 'cuda' ? { ...unit, defines: [...unit.defines, REWRITTEN] } : unit,
    );
    return this.readNarrowing({ ...project, units: quick }, folder)
      .catch((error: unknown) => {
        if (!(error instanceof MantissaError) || error.code !== 'MX4001') throw error;
        return this.readNarrowing(project, `${folder}-again`);
      })
      .catch(notWritable);
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
    await checkProjectSyntax(this.clang, project, this.project);
    this.narrows = true;
    return readFlattened(this.clang, project, `${folder}-narrowing`, dataModel);
  }

  private flat(): Promise<ProgramSyntax> {
    const { dataModel } = this.engine;
    const folder = path.join(this.folder, 'flat');
    this.flattened ??= readFlattened(this.clang, this.project, folder, dataModel).then(async (flat) => {
      const names = (program: Program) => program.sites.map((site) => site.name).join(' ');
      // the two are read from the same tokens: a difference would give a configuration two meanings
      if (names(flat.program) !== names(this.program))
        throw new MantissaError('MX1006', 'the flattened program has other sites than the source');
      if (dataModel === 'ilp32')
        await checkWidths(
          this.clang,
          flat,
          originalRunnable(flat).request,
          path.join(this.folder, 'widths'),
          this.project,
        );
      return flat;
    });
    return this.flattened;
  }

  private async originalRequest(): Promise<BuildRequest> {
    switch (this.engine.input) {
      case 'standard':
        return originalRunnable(await this.flat()).request;
      case 'cuda':
        return projectRequest(this.project);
      case 'project':
        return overlayRequest({});
    }
  }

  private async instrument(mode: InstrumentMode): Promise<InstrumentedRunnable> {
    const isRepeated = mode === 'emulate' && this.engine.open !== undefined;
    return instrumentedRunnable(await this.flat(), mode, this.engine.input, this.project, isRepeated);
  }

  private async buildInstrumented(): Promise<{ runnable: InstrumentedRunnable; runs: EmulatedRuns }> {
    const runnable = await this.instrument('emulate');
    const artifact = await this.build(runnable.request);
    const tableOf = (configuration: Configuration) =>
      formatTable(resolve(runnable.program, configuration), configuration);
    const some = [() => true, (group: number) => group % 2 === 0, (group: number) => group % 2 === 1];
    const tables = {
      baseline: tableOf(baselineConfiguration),
      narrower: some.map((chosen) => tableOf(this.narrowed(chosen))),
    };
    return { runnable, runs: new EmulatedRuns(this.engine, artifact, runnable.isRepeatable, tables) };
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
    const outcome = await this.engine.build(request);
    switch (outcome.kind) {
      case 'built':
        return outcome.artifact;
      case 'build-failed':
        throw new MantissaError(
          'MX4007',
          outcome.diagnostics.slice(0, 4000),
          outcome.remedy ? { remedy: outcome.remedy } : {},
        );
      case 'unavailable':
        throw new MantissaError('MX2015', outcome.reason, { remedy: outcome.remedy });
    }
  }

  run(artifact: Artifact, limits: RunLimits, environment: Record<string, string> = {}): Promise<RunOutcome> {
    return this.engine.run(artifact, { ...limits, environment });
  }
}

/** The project's own build over its own files, some with other contents. */
function overlayRequest(overlay: Readonly<Record<string, string>>): BuildRequest {
  return { sources: [], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [], overlay };
}

/** The source that does not compile is ours: the configuration is at fault, not the program. */
function notWritable(error: unknown): never {
  if (!(error instanceof MantissaError) || error.code !== 'MX4001') throw error;
  throw new MantissaError('MX4006', error.findings, { cause: error });
}

async function feasible<T>(written: Promise<T>, program: Program): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (!(error instanceof InfeasibleEdit)) throw error;
    throw new MantissaError('MX4006', `${program.sites[error.site]?.id ?? 'a site'}: ${error.message}`, {
      cause: error,
    });
  }
}
