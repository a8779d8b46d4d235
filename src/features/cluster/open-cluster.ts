/** Opens a cluster: checks Slurm, creates the shared folder, and takes over jobs of an earlier process. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import {
  type ClusterRequest,
  type Engine,
  type EngineSetup,
  onPath,
  type SlurmSettings,
  wallTimeMs,
} from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { ActivePacks } from './active-packs.js';
import { wallClock } from './clock.js';
import { ClusterEngine } from './cluster-engine.js';
import { unwritable } from './cluster-faults.js';
import { requestOf } from './job-script.js';
import { LedgerFile, readLedger } from './ledger.js';
import { Scheduler, type SchedulerSettings } from './scheduler.js';
import { SharedFolder } from './shared-folder.js';
import { SlurmClient } from './slurm-client.js';
import type { JobKind } from './task.js';

const COMMANDS = ['sbatch', 'squeue', 'scancel'];
const TRIALS_PER_JOB = 16;
const VISIBLE_WITHIN_S = 30;
/** Default if the number of nodes is unknown. */
const SOME_NODES = 4;
/** Jobs per node: one runs and the next waits. */
const JOBS_PER_NODE = 2;

export async function openCluster(
  local: Engine,
  setup: EngineSetup,
  settings: SlurmSettings,
  /** The project's folder. */
  root: string,
  { folder: path, isFresh = false, keepsJobs, signal }: ClusterRequest,
): Promise<ClusterEngine> {
  const commands = settings.staging === undefined ? COMMANDS : [...COMMANDS, 'sbcast', 'srun'];
  const missing = commands.filter((command) => onPath(command) === null);
  if (missing.length > 0)
    throw new MantissaError('MX2090', `${missing.join(' and ')} cannot be found on PATH=${process.env.PATH ?? ''}`);
  const folder = new SharedFolder(path);
  const slurm = new SlurmClient(folder, settings, setup, root);
  if (isFresh) await forget(folder, slurm);
  try {
    folder.make();
  } catch (error) {
    throw unwritable(error, folder);
  }
  const nodes = await slurm.nodes();
  const mostJobs = settings.jobs ?? JOBS_PER_NODE * (nodes ?? SOME_NODES);
  const ledger = new LedgerFile(folder.ledger);
  const scheduler = new Scheduler(
    slurm,
    wallClock,
    {
      has: (id) => folder.hasResult(id),
      hasBegun: (id, job) => folder.hasBegun(id, job),
      withdraw: (token) => folder.withdraw(token),
    },
    ledger,
    schedulerSettings(settings, mostJobs),
    randomBytes(4).toString('hex'),
    readLedger(folder.ledger),
  );
  return new ClusterEngine({
    ...{ local, setup, folder, scheduler, keepsJobs, signal, site: settings },
    isSeen: (file) => (settings.staging === undefined ? !isBelow(file, os.tmpdir()) : isBelow(file, root)),
    width: mostJobs * (settings.sideBySide ?? 1),
    // a single node has no idle capacity for trials ahead of the search
    places: nodes === null || nodes < 2 ? 0 : Math.min(nodes, mostJobs) * (settings.sideBySide ?? 1),
    jobMs: wallTimeMs(settings.time),
    closed: async () => {
      await slurm.close();
      ledger.close();
    },
  });
}

function schedulerSettings(settings: SlurmSettings, mostJobs: number): SchedulerSettings {
  const jobMs = (kind: JobKind) => wallTimeMs(requestOf(kind, settings).time);
  return {
    mostJobs,
    most: settings.trialsPerJob ?? TRIALS_PER_JOB,
    sideBySide: settings.sideBySide ?? 1,
    jobMs: { probe: jobMs('probe'), build: jobMs('build'), accuracy: jobMs('accuracy'), timed: jobMs('timed') },
    visibleWithinMs: 1000 * (settings.visibleWithin ?? VISIBLE_WITHIN_S),
  };
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}

async function forget(folder: SharedFolder, slurm: SlurmClient): Promise<void> {
  const jobs = [...new ActivePacks(readLedger(folder.ledger))].flatMap(({ jobId, index }) =>
    jobId === null ? [] : [{ jobId, index }],
  );
  if (jobs.length > 0) await slurm.cancel(jobs);
  fs.rmSync(folder.path, { recursive: true, force: true });
}
