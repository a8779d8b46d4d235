/** Runs of a program: original, emulated, built, profiling. The outcome of a run is a value; a run that cannot be attempted throws. */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Artifact, Engine, EngineName, InTurnOutcome, RunOutcome } from '../execution/engine.js';
import type { MemoryInspection, MemoryTool } from '../execution/memory-inspection.js';
import type { LoopIndex, Program, SiteIndex } from '../program/program.js';
import type { PrintedDigits } from '../rewrite/expression-writer.js';
import { baselineConfiguration, type Configuration } from '../space/resolve.js';
import { missingFilesText } from './argument-files.js';
import { type Emulation, infeasible, type NotInstrumented, required } from './attempts.js';
import type { Builds, InstrumentedBuild } from './builds.js';
import type { DerivedBenches } from './derived/derived-benches.js';
import type { ReadProgram } from './derived/derived-program.js';
import { EmulatedRuns } from './emulated-runs.js';
import {
  baselineTable,
  emulatedTable,
  type FormatTable,
  formatTable,
  type Perturbation,
  profiledTable,
  withPerturbedSites,
  withSitesOf,
} from './format-table.js';
import { type Profile, type ProfileMode, readProfile } from './profile-report.js';
import { type RunLimits, withFiles } from './run-limits.js';
import type { Variants } from './variants.js';

const REPORT = 'mantissa-report.txt';

interface Emulator extends Omit<InstrumentedBuild, 'kind'> {
  readonly kind: 'emulator';
  readonly runs: EmulatedRuns;
}

/** A configuration with phases, for one input. */
export interface EmulatedPhases {
  readonly loop: LoopIndex;
  /** Iterations of the first phase. */
  readonly first: number;
  readonly before: Configuration;
  readonly after: Configuration;
  /** The sites of the loop's state. */
  readonly state: ReadonlySet<SiteIndex>;
}

export class Runs {
  private emulator: Promise<Emulator | NotInstrumented> | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly read: ReadProgram,
    private readonly builds: Builds,
    private readonly variants: Variants,
    private readonly derived: DerivedBenches,
  ) {}

  /** Number of simultaneous runs that the engine allows; null if this machine decides. */
  get width(): number | null {
    return this.engine.width ?? null;
  }

  /** Number of simultaneous runs, including speculative ones; 0 if these are not useful. */
  get places(): number {
    return this.engine.places ?? 0;
  }

  run(artifact: Artifact, limits: RunLimits, environment: Record<string, string> = {}): Promise<RunOutcome> {
    return this.engine.run(artifact, { ...withFiles(limits), environment });
  }

  /** Times two programs alternately on one node of a cluster; null on a single machine. */
  inTurn(
    baseline: Artifact,
    variant: Artifact,
    limits: readonly RunLimits[],
    settings: Readonly<Record<string, unknown>> & { readonly mostMs: number | null },
  ): Promise<InTurnOutcome> | null {
    const requests = limits.map((one) => ({ ...withFiles(one), environment: {} }));
    return this.engine.inTurn?.(baseline, variant, requests, settings) ?? null;
  }

  async original(limits: RunLimits): Promise<RunOutcome> {
    return this.run(await this.builds.original(), limits);
  }

  /** The original program with one OpenMP thread; null if it does not use OpenMP. */
  async inOneThread(limits: RunLimits): Promise<RunOutcome | null> {
    const { units } = this.read.project;
    const isThreaded = units.some(({ flags = [] }) => flags.some((flag) => flag.startsWith('-fopenmp')));
    return isThreaded ? this.run(await this.builds.original(), limits, { OMP_THREAD_LIMIT: '1' }) : null;
  }

  async built(
    configuration: Configuration,
    limits: RunLimits,
    keep?: string,
    digits?: PrintedDigits,
  ): Promise<RunOutcome> {
    return this.run(await this.variants.build(configuration, keep, digits), limits);
  }

  async emulated(configuration: Configuration, limits: RunLimits, digits?: PrintedDigits): Promise<RunOutcome> {
    return required(await this.tryEmulate(configuration, limits, digits));
  }

  /** `digits`: printed digits of numbers wider than fp64, see `HowToWrite`. */
  async tryEmulate(configuration: Configuration, limits: RunLimits, digits?: PrintedDigits): Promise<Emulation> {
    const derived = await this.derived.of(configuration);
    if (derived?.kind === 'infeasible') return derived;
    if (derived) return derived.bench.runs.tryEmulate(derived.configuration, limits, digits);
    const asked = formatTable(this.read.program, configuration);
    if (asked.kind === 'infeasible') return asked; // before anything is built
    const isWide = asked.mode !== 'emulate';
    if (isWide && this.engine.input === 'project') return notEmulatedWide(this.engine.name);
    // multi-word formats have their own builds
    const made = isWide ? await this.builds.instrumented(asked.mode) : await this.emulating();
    if (made.kind === 'not-instrumented') return made;
    const table = emulatedTable(made.runnable, configuration);
    if (table.kind === 'infeasible') return table;
    if (made.kind === 'emulator') return made.runs.run(table.text, withFiles(limits));
    const environment = { MANTISSA_FORMATS: table.text, ...(digits === 'full' && { MANTISSA_DIGITS: digits }) };
    return this.run(made.artifact, limits, environment);
  }

  /**
   * The program with phases. The state of the loop is in the formats of the first phase from the start of the program: in front of the loop
   * every other value is in those of the second phase.
   */
  async tryPhases({ loop, first, before, after, state }: EmulatedPhases, limits: RunLimits): Promise<Emulation> {
    if (this.engine.input !== 'standard')
      return infeasible(
        `the ${this.engine.name} engine cannot change formats during a run: use --engine native or wasm`,
      );
    const made = await this.builds.phased(loop);
    if (made.kind === 'not-instrumented') return made;
    const tables = [before, after].map((configuration) =>
      configuration.accumulators || configuration.blocks
        ? infeasible('phases cannot have other summation methods or thread-block sizes')
        : emulatedTable(made.runnable, configuration),
    );
    const refused = tables.find((table) => table.kind === 'infeasible');
    if (refused?.kind === 'infeasible') return refused;
    const [low, high] = tables as [FormatTable, FormatTable];
    if (low.mode !== 'emulate' || high.mode !== 'emulate')
      return infeasible('phases cannot have multi-word formats (fp32x2, fp64x2, fp64x4)');
    return this.run(made.artifact, limits, {
      MANTISSA_FORMATS: withSitesOf(high.text, low.text, state),
      MANTISSA_PHASES: `${first}:${low.text}:${high.text}`,
    });
  }

  /** The original program with perturbed values of these sites: output that depends on them changes. */
  async perturbed(sites: ReadonlySet<SiteIndex>, limits: RunLimits, how: Perturbation): Promise<RunOutcome> {
    const { runnable, runs } = required(await this.emulating());
    return runs.run(withPerturbedSites(baselineTable(runnable.program), sites, how), withFiles(limits));
  }

  /** Why emulated runs of an input do not share a process; null if they do. Its baseline must have been emulated. */
  async separateProcessReason(limits: RunLimits): Promise<string | null> {
    return required(await this.emulating()).runs.separateProcessReason(withFiles(limits));
  }

  /** A run with everything in fp64x2, whose errors are far below those of double. */
  async reference(limits: RunLimits): Promise<RunOutcome> {
    return required(await this.tryReference(limits));
  }

  async tryReference(limits: RunLimits): Promise<RunOutcome | NotInstrumented> {
    const made = await this.builds.instrumented('reference');
    return made.kind === 'not-instrumented' ? made : this.run(made.artifact, limits);
  }

  /**
   * Executions of each operation, with `shadow` also the sum of the errors of its fp32 shadow value; and the profiling run itself, whose time
   * shows the cost of instrumentation. A profiling run of a `configuration` computes the same as its emulated run.
   */
  async profile(
    mode: ProfileMode,
    limits: RunLimits,
    configuration: Configuration = baselineConfiguration,
  ): Promise<Profile & { readonly outcome: RunOutcome }> {
    if (configuration !== baselineConfiguration && this.engine.input !== 'standard')
      throw infeasible(`the ${this.engine.name} engine can only profile the original formats`).message;
    const { artifact, runnable } = required(await this.builds.instrumented(mode));
    const { counted, program } = runnable;
    const outcome = await this.engine.run(artifact, {
      ...withFiles(limits),
      environment: { MANTISSA_FORMATS: profiledTable(runnable, configuration), MANTISSA_REPORT: REPORT },
      collect: [REPORT],
    });
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
      throw new MantissaError('MX4008', `the ${mode} run ended as ${outcome.kind}${missingFilesText(limits)}`);
    const report = outcome.collected.get(REPORT)?.toString('latin1') ?? '';
    const { counts, ...profile } = readProfile(report, mode, this.read.program, this.read.groups, counted);
    const { loops, calls, ...rest } = counts;
    const isAlike =
      program.loops.length === this.read.program.loops.length && sameFunctions(program, this.read.program);
    return { ...profile, counts: isAlike ? counts : rest, outcome };
  }

  /** Whether the engine has memory sanitizers. */
  get inspectsMemory(): boolean {
    return this.engine.inspectMemory !== undefined;
  }

  /** Runs a configuration's program once, or the original (null), under the engine's memory checker. */
  async inspectMemory(
    configuration: Configuration | null,
    limits: RunLimits,
    isWanted?: (tool: MemoryTool) => boolean,
  ): Promise<MemoryInspection> {
    if (!this.engine.inspectMemory)
      return { kind: 'not-inspected', why: `the ${this.engine.name} engine has no memory sanitizers` };
    const request = configuration
      ? required(await this.variants.request(configuration)).request
      : await this.builds.originalProgram.request();
    return this.engine.inspectMemory(request, { ...withFiles(limits), environment: {} }, isWanted);
  }

  /** Ends the shared process of emulated runs. */
  async close(): Promise<void> {
    const made = await this.emulator?.catch(() => null); // errors have been reported
    if (made?.kind === 'emulator') await made.runs.close();
  }

  private emulating(): Promise<Emulator | NotInstrumented> {
    this.emulator ??= this.builds
      .instrumented('emulate')
      .then((made) =>
        made.kind === 'instrumented'
          ? { ...made, kind: 'emulator', runs: EmulatedRuns.of(this.engine, made, this.read) }
          : made,
      );
    return this.emulator;
  }
}

/** The project's own flags decide the language version and contraction, which wide formats depend on. */
function notEmulatedWide(engine: EngineName): NotInstrumented {
  const text = `the ${engine} engine cannot emulate multi-word formats (fp32x2, fp64x2, fp64x4)`;
  return { kind: 'not-instrumented', message: new MantissaError('MX4006', text) };
}

function sameFunctions(one: Program, other: Program): boolean {
  const names = ({ functions }: Program) => functions.map(({ name }) => name).join(' ');
  return names(one) === names(other);
}
