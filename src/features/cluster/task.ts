/** Tasks of jobs and their results. */
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

/** Jobs of a kind have the same request: nodes, time, devices. `probe` tests whether jobs work at all. */
export type JobKind = 'probe' | 'build' | 'accuracy' | 'timed';

export type Task =
  | { readonly kind: 'probe' }
  /** `architecture` is that of the GPU that runs the program; the building node may have none. */
  | { readonly kind: 'build'; readonly request: BuildRequest; readonly architecture?: string }
  | { readonly kind: 'run'; readonly artifact: Artifact; readonly request: RunRequest }
  | {
      readonly kind: 'inspect';
      readonly request: BuildRequest;
      readonly run: RunRequest;
      /** Default: everything that the engine offers. */
      readonly tools?: readonly MemoryTool[];
    }
  /** Alternating runs of two programs on one node; the study chooses the number and evaluates the times. */
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

/** Node and time of a finished task. */
export interface Done {
  readonly node: string;
  readonly job: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Difference between the node's clock and the shared file system's. */
  readonly clockAheadMs: number;
}

export interface TaskResult extends Done {
  readonly outcome: unknown;
}

/** Whether an outcome was caused by the node, so that a retry may succeed. */
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
