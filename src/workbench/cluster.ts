/** The interface of the feature src/features/cluster: an engine whose builds and runs are jobs of a cluster. */
import type { ProjectCommands } from '../execution/command/command-engine.js';
import type { Engine, EngineName } from '../execution/engine.js';
import type { SlurmSettings } from '../frontend/project/slurm-settings.js';
import { Feature } from '../support/feature.js';

export interface ClusterRequest {
  /** A folder on a file system that the nodes share. */
  readonly folder: string;
  /** Discards earlier jobs and their results. */
  readonly isFresh?: boolean;
  /** Whether queued and running jobs continue when the study is interrupted. */
  keepsJobs(active: number): Promise<boolean>;
  /** Interrupts the opening; a study has its own signal. */
  readonly signal?: AbortSignal;
}

/** The settings with which a node creates its own engine. */
export interface EngineSetup {
  readonly name: EngineName;
  readonly commands?: ProjectCommands | undefined;
}

/** `local`: the engine on this machine; `root`: the project's folder. */
export type OpenCluster = (
  local: Engine,
  setup: EngineSetup,
  settings: SlurmSettings,
  root: string,
  request: ClusterRequest,
) => Promise<Engine>;

export const cluster = new Feature<OpenCluster>('cluster');
