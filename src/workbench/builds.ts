/** The original and the instrumented builds of one source. Each is built once, on first use. */
import type { Artifact, BuildOutcome, BuildRequest, Engine } from '../execution/engine.js';
import type { Project } from '../frontend/project/project.js';
import type { LoopIndex, OperationIndex } from '../program/program.js';
import { operationsOfFixedFormat } from '../rewrite/fixed-operations.js';
import { NotPortable } from '../rewrite/not-portable.js';
import { once, onceEach } from '../support/once.js';
import { builtOrRefused, type NotInstrumented, required } from './attempts.js';
import { overlayRequest } from './build-request.js';
import type { ReadText } from './derived/derived-program.js';
import type { FlatProgram } from './flat-program.js';
import { projectRequest } from './instrumented-cuda.js';
import type { CountingMode } from './profile-report.js';
import { type InstrumentedRunnable, type InstrumentMode, instrumentedRunnable, originalRequest } from './runnable.js';

export interface InstrumentedBuild {
  readonly kind: 'instrumented';
  readonly runnable: InstrumentedRunnable;
  readonly artifact: Artifact;
}

/** The build of the original program. */
export class OriginalProgram {
  readonly artifact = once(() => this.build());
  /** The same source, built with fast math. */
  readonly fastMath = once(async () =>
    builtOrRefused(await this.engine.build({ ...(await this.request()), fastMath: true })),
  );

  constructor(
    private readonly engine: Engine,
    private readonly project: Project,
    private readonly flat: FlatProgram,
    /** Its build, if it was started before the source was read. */
    private readonly started?: Promise<BuildOutcome>,
  ) {}

  async request({ input }: Engine = this.engine): Promise<BuildRequest> {
    switch (input) {
      case 'standard':
        return originalRequest(await this.flat.syntax());
      case 'cuda':
        return projectRequest(this.project);
      case 'project':
        return overlayRequest({});
    }
  }

  /** Integer widths are checked during the build. If both fail, the widths are reported, because they may cause the build to fail. */
  private async build(): Promise<Artifact> {
    const build = async (outcome: Promise<BuildOutcome>) => required(builtOrRefused(await outcome)).artifact;
    if (this.started) return build(this.started);
    if (this.engine.input !== 'standard') return build(this.engine.build(await this.request()));
    const building = build(this.engine.build(originalRequest(await this.flat.unchecked())));
    const [built, checked] = await Promise.allSettled([building, this.flat.syntax()]);
    if (checked.status === 'rejected') throw checked.reason;
    if (built.status === 'rejected') throw built.reason;
    return built.value;
  }
}

export class Builds {
  readonly instrumented = onceEach((mode: InstrumentMode) => this.buildInstrumented(mode));
  /** The emulated program in which a loop chooses its formats by the iteration. */
  readonly phased = onceEach((loop: LoopIndex) => this.buildInstrumented('emulate', loop));

  constructor(
    private readonly engine: Engine,
    private readonly text: ReadText,
    private readonly flat: FlatProgram,
    readonly originalProgram: OriginalProgram,
  ) {}

  original(): Promise<Artifact> {
    return this.originalProgram.artifact();
  }

  fastMath(): ReturnType<OriginalProgram['fastMath']> {
    return this.originalProgram.fastMath();
  }

  /** Starts the build for emulated, profiling or reference runs early. A failure is reported where the build is used. */
  async prepare(mode: 'emulate' | 'reference' | CountingMode): Promise<void> {
    await this.instrumented(mode).catch(() => undefined);
  }

  /** Operations whose format cannot be changed individually, in the source or in an emulated run. */
  async fixedOperations(): Promise<ReadonlySet<OperationIndex>> {
    const { untouched } = await this.instrument('emulate');
    return new Set([...untouched, ...operationsOfFixedFormat(this.text.syntax)]);
  }

  private async instrument(mode: InstrumentMode, phaseLoop: LoopIndex | null = null): Promise<InstrumentedRunnable> {
    const { input, open } = this.engine;
    const isRepeated = mode === 'emulate' && phaseLoop === null && open !== undefined;
    return instrumentedRunnable(await this.flat.syntax(), mode, input, this.text.project, isRepeated, phaseLoop);
  }

  private async buildInstrumented(
    mode: InstrumentMode,
    phaseLoop: LoopIndex | null = null,
  ): Promise<InstrumentedBuild | NotInstrumented> {
    const runnable = await this.instrument(mode, phaseLoop).catch(notInstrumented);
    if ('message' in runnable) return runnable;
    const built = builtOrRefused(await this.engine.build(runnable.request));
    if (built.kind === 'build-failed') return { kind: 'not-instrumented', message: built.message };
    return { kind: 'instrumented', runnable, artifact: built.artifact };
  }
}

function notInstrumented(error: unknown): NotInstrumented {
  if (!(error instanceof NotPortable)) throw error;
  return { kind: 'not-instrumented', message: error };
}
