/** Writes configurations into copies of the source, checks them with the embedded clang, and builds them. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { kernelRegisters } from '../execution/cuda/kernel-registers.js';
import type { Artifact, BuildOutcome, BuildRequest, Engine } from '../execution/engine.js';
import { compileToAssembly, type MachineCode, type NoMachineCode } from '../execution/machine-code/compile-assembly.js';
import type { Project } from '../frontend/project/project.js';
import type { PrintedDigits } from '../rewrite/expression-writer.js';
import type { Configuration } from '../space/resolve.js';
import { writeFormatsHeaders } from './added-formats.js';
import {
  type BuildFailed,
  type Building,
  builtOrRefused,
  type Infeasible,
  type Rewriting,
  reasonOf,
  required,
} from './attempts.js';
import { overlayRequest } from './build-request.js';
import type { OriginalProgram } from './builds.js';
import { nameIn } from './copy-project.js';
import type { ReadProgram } from './derived/derived-program.js';
import { type FlatProgram, plainRequest, type Tools } from './flat-program.js';
import { projectRequest } from './instrumented-cuda.js';
import { originalRequest } from './runnable.js';
import { VariantCompiler } from './variant-compiler.js';
import type { VariantWriter } from './variant-project.js';
import { isWidened } from './wide-program.js';

/** A further change of a rewritten program; null if it changes nothing. */
export type TextChange = (
  clang: EmbeddedClang,
  project: Project,
  input: Engine['input'],
) => Promise<ChangedText | null>;

export interface ChangedText {
  /** Files to build, by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Files of the patch, which may differ from those that this engine builds. */
  readonly patch: ReadonlyMap<string, string>;
  readonly sources: BuildRequest['sources'];
  readonly includeFolders: readonly string[];
}

interface HowToWrite {
  /** Receives the rewritten files. */
  readonly keep?: string | undefined;
  /** Printed digits of numbers wider than fp64: all, or as many as the source prints of a double. */
  readonly digits?: PrintedDigits | undefined;
  readonly change?: TextChange;
  readonly engine?: Engine;
}

type Requesting = { readonly kind: 'requested'; readonly request: BuildRequest } | Infeasible | BuildFailed;

export class Variants {
  private readonly compiler: VariantCompiler;
  private folders = 0;

  constructor(
    private readonly tools: Tools,
    private readonly read: ReadProgram,
    private readonly writer: VariantWriter,
    private readonly flat: FlatProgram,
    private readonly original: OriginalProgram,
  ) {
    this.compiler = new VariantCompiler(tools, read);
  }

  /** The files a configuration changes, by path relative to the project. */
  rewrite(configuration: Configuration): Promise<Map<string, string>> {
    return this.writer.rewrite(configuration);
  }

  tryRewrite(configuration: Configuration): Promise<Rewriting> {
    return this.writer.tryRewrite(configuration);
  }

  /** Compiles the rewritten source with the embedded clang; throws if it does not compile. */
  async checkSyntax(configuration: Configuration): Promise<void> {
    const refused = await this.whyInfeasible(configuration);
    if (refused) throw refused.message;
  }

  /** Null if it can be written and the embedded clang compiles the result. */
  async whyInfeasible(configuration: Configuration): Promise<Infeasible | null> {
    const written = await this.writer.tryWrite(configuration, this.newFolder());
    if (written.kind === 'infeasible') return written;
    return (
      (await this.compiler.whyRefused(written.project)) ??
      this.compiler.whyOthersRefuse(written.files, this.newFolder())
    );
  }

  /** Writes the configuration into a copy of the source and builds it; `keep`: a folder for the rewritten files. */
  async build(configuration: Configuration, keep?: string, digits?: PrintedDigits): Promise<Artifact> {
    return required(await this.tryBuild(configuration, keep, digits)).artifact;
  }

  async tryBuild(configuration: Configuration, keep?: string, digits?: PrintedDigits): Promise<Building> {
    return this.buildRequested(await this.request(configuration, { keep, digits }));
  }

  /**
   * Builds the configuration's program with a further change of its source. `change` gets the rewritten program in its own folder. Null if it
   * changes nothing; otherwise the build, and all files that differ from the original program, by path relative to the project.
   */
  async tryChanged(
    configuration: Configuration,
    change: TextChange,
  ): Promise<{ readonly building: Building; readonly files: ReadonlyMap<string, string> } | null> {
    let patch: Map<string, string> | null = null;
    const changeAndRecord: TextChange = async (clang, project, input) => {
      const changed = await change(clang, project, input);
      patch = changed && new Map([...changed.patch].map(([file, text]) => [nameIn(project.root, file), text]));
      return changed;
    };
    const requesting = await this.request(configuration, { change: changeAndRecord });
    if (!patch && requesting.kind === 'requested') return null;
    const building = await this.buildRequested(requesting);
    return { building, files: new Map([...(await this.rewrite(configuration)), ...(patch ?? [])]) };
  }

  /** Builds a configuration, or the original program (null), with another engine, which may not be able to run it on this machine. */
  async buildOn(engine: Engine, configuration: Configuration | null): Promise<BuildOutcome | Infeasible | BuildFailed> {
    const requesting = configuration
      ? await this.request(configuration, { engine })
      : requested(await this.original.request(engine));
    return requesting.kind === 'requested' ? engine.build(requesting.request) : requesting;
  }

  /** Registers per thread by mangled kernel name, for a configuration or the original program (null); null if nvcc does not report them. */
  async registers(configuration: Configuration | null): Promise<ReadonlyMap<string, number> | null> {
    if (configuration === null) return kernelRegisters(projectRequest(this.read.project));
    const folder = this.newFolder();
    const written = await this.writer.tryWrite(configuration, folder);
    return written.kind === 'infeasible' ? null : kernelRegisters(projectRequest(written.project, folder));
  }

  /** The machine code of a configuration or of the original program (null), from the compilers on this machine. */
  async machineCode(configuration: Configuration | null): Promise<MachineCode | NoMachineCode> {
    if (configuration === null) return compileToAssembly(projectRequest(this.read.project));
    const folder = this.newFolder();
    const written = await this.writer.tryWrite(configuration, folder);
    if (written.kind === 'infeasible') return { missing: reasonOf(written) };
    return compileToAssembly(projectRequest(written.project, folder));
  }

  /** The engine's build request for a configuration. */
  async request(configuration: Configuration, how: HowToWrite = {}): Promise<Requesting> {
    try {
      return await this.requestVariant(configuration, how);
    } catch (error) {
      if (!(error instanceof CompilerRefusal)) throw error;
      return { kind: 'build-failed', message: error };
    }
  }

  private async requestVariant(
    configuration: Configuration,
    { keep, digits, change, engine = this.tools.engine }: HowToWrite,
  ): Promise<Requesting> {
    const { clang } = this.tools;
    const folder = keep ?? this.newFolder();
    const written = await this.writer.tryWrite(configuration, folder, digits);
    if (written.kind === 'infeasible') return written;
    const { project, files } = written;
    if (keep) writeFormatsHeaders(files, project.root);
    const refusedElsewhere = await this.compiler.whyOthersRefuse(files, this.newFolder());
    if (refusedElsewhere) return refusedElsewhere;
    const changed = (await change?.(clang, project, engine.input)) ?? null;
    for (const [file, text] of changed?.files ?? []) fs.writeFileSync(file, text, 'latin1');
    if (engine.input === 'project') {
      const further = [...(changed?.files ?? [])].map(([file, text]) => [nameIn(project.root, file), text] as const);
      return requested(overlayRequest(Object.fromEntries([...files, ...further])));
    }
    if (engine.input === 'cuda') return requested(projectRequest(project, folder));
    const flattened = this.newFolder();
    // checked before anything is built
    const isWide = engine.dataModel === 'ilp32' && isWidened(await this.flat.syntax());
    if (!this.read.program.isCuda) {
      const refused = await this.compiler.whyRefused(project);
      return refused ?? requested(await plainRequest(clang, project, flattened, isWide));
    }
    const read = await this.compiler.readFlat(project, flattened);
    if (read.kind === 'infeasible') return read;
    const request = originalRequest(read.syntax);
    return requested({
      ...request,
      sources: [...request.sources, ...(changed?.sources ?? [])],
      includeFolders: [...request.includeFolders, ...(changed?.includeFolders ?? [])],
    });
  }

  private async buildRequested(requesting: Requesting): Promise<Building> {
    if (requesting.kind !== 'requested') return requesting;
    return builtOrRefused(await this.tools.engine.build(requesting.request));
  }

  private newFolder(): string {
    return path.join(this.tools.folder, `variant-${this.folders++}`);
  }
}

function requested(request: BuildRequest): Requesting {
  return { kind: 'requested', request };
}
