/** What an opened program asks of the feature in src/features/cluster: an engine whose builds and runs are jobs of a cluster. */
import type { ProjectCommands } from '../execution/command/command-engine.js';
import type { Engine, EngineName } from '../execution/engine.js';
import type { SlurmSettings } from '../frontend/project/slurm-settings.js';
import { Feature } from '../support/feature.js';

export interface ClusterRequest {
  /** On a file system that the nodes see. */
  readonly folder: string;
  /** Forgets what was submitted and what came of it. */
  readonly isFresh?: boolean;
  /** Whether jobs that are queued or running are to go on when the study is left. */
  keepsJobs(active: number): Promise<boolean>;
  /** While it is being opened; a study heeds its own. */
  readonly signal?: AbortSignal;
}

/** The engine as a node makes it for itself. */
export interface EngineSetup {
  readonly name: EngineName;
  readonly commands?: ProjectCommands | undefined;
}

/** `local` is that engine on this machine, and `root` the project's folder. */
export type OpenCluster = (
  local: Engine,
  setup: EngineSetup,
  settings: SlurmSettings,
  root: string,
  request: ClusterRequest,
) => Promise<Engine>;

export const cluster = new Feature<OpenCluster>('cluster');
