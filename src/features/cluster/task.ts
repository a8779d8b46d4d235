/** What a job is given to do, and what it brings back. */
import type {
  Artifact,
  Availability,
  BuildOutcome,
  BuildRequest,
  MemoryInspection,
  MemoryTool,
  RunOutcome,
  RunRequest,
} from '../../core.js';

/** Jobs of a kind have the same request: nodes, time, devices. `probe`: whether anything works there at all. */
export type JobKind = 'probe' | 'build' | 'accuracy' | 'timed';

export type Task =
  | { readonly kind: 'probe' }
  /** `architecture`: of the GPU that will run it, which the node that builds it may not have. */
  | { readonly kind: 'build'; readonly request: BuildRequest; readonly architecture?: string }
  | { readonly kind: 'run'; readonly artifact: Artifact; readonly request: RunRequest }
  | {
      readonly kind: 'inspect';
      readonly request: BuildRequest;
      readonly run: RunRequest;
      /** All that the engine has where nothing is said. */
      readonly tools?: readonly MemoryTool[];
    }
  /** Two programs in turn on one node; how often, and what comes of it, is the study's business. */
  | {
      readonly kind: 'in-turn';
      readonly baseline: Artifact;
      readonly variant: Artifact;
      readonly requests: readonly RunRequest[];
      readonly settings: unknown;
    };

export interface TaskOutcomes {
  readonly probe: Availability;
  readonly build: BuildOutcome;
  readonly run: RunOutcome;
  readonly inspect: MemoryInspection;
  readonly 'in-turn': unknown;
}

/** Where and when a task was done. */
export interface Done {
  readonly node: string;
  readonly job: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The node's clock less that of the file system both see. */
  readonly clockAheadMs: number;
}

export interface TaskResult extends Done {
  readonly outcome: unknown;
}

/** Whether an outcome says something of the node alone: asked again, another may come of it. */
export function isOfTheNode({ kind }: Task, outcome: unknown): boolean {
  switch (kind) {
    case 'probe':
      return !(outcome as TaskOutcomes['probe']).ok;
    case 'build':
      return (outcome as TaskOutcomes['build']).kind === 'unavailable';
    case 'run':
      return (outcome as TaskOutcomes['run']).kind === 'not-started';
    case 'inspect':
    case 'in-turn':
      return false;
  }
}

export function kindOfJob({ kind }: Task): JobKind {
  switch (kind) {
    case 'probe':
      return 'probe';
    case 'build':
      return 'build';
    case 'run':
    case 'inspect':
      return 'accuracy';
    case 'in-turn':
      return 'timed';
  }
}
