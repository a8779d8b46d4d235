/** What `sbatch` is given: the request of a kind of job, and the script its jobs run. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JobRequest, SlurmSettings } from '../frontend/project/slurm-settings.js';
import type { SharedFolder } from './shared-folder.js';
import { jobName, type Submission } from './slurm.js';
import type { JobKind } from './task.js';

const PROGRAM = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));

/** Of a kind of job: what is said of all, and over it what is said of this kind. Builds need no device and no node of one kind. */
export function requestOf(kind: JobKind, { builds, timed, ...all }: SlurmSettings): JobRequest {
  if (kind === 'build') {
    const { gres: _, constraint: __, ...plain } = all;
    return { ...plain, ...builds };
  }
  return kind === 'timed' ? { ...all, ...timed } : all;
}

export function sbatchArguments(
  { token, kind, packs }: Submission,
  settings: SlurmSettings,
  folder: SharedFolder,
): string[] {
  const { partition, account, time, gres, constraint, cpus, lines = [] } = requestOf(kind, settings);
  const abreast = kind === 'accuracy' ? settings.sideBySide : undefined;
  const processors = cpus ?? abreast;
  return [
    '--parsable',
    `--job-name=${jobName(token)}`,
    `--array=0-${packs.length - 1}`,
    '--nodes=1',
    '--ntasks=1',
    '--requeue',
    '--open-mode=append',
    `--output=${folder.jobFile(`${token}_%a`, 'out').replaceAll('\\', '\\\\')}`,
    `--chdir=${folder.path}`,
    ...(partition ? [`--partition=${partition}`] : []),
    ...(account ? [`--account=${account}`] : []),
    ...(time ? [`--time=${time}`] : []),
    ...(gres ? [`--gres=${gres}`] : []),
    ...(constraint ? [`--constraint=${constraint}`] : []),
    ...(processors ? [`--cpus-per-task=${processors}`] : []),
    ...(kind === 'timed' ? ['--exclusive'] : []),
    ...lines,
    folder.jobFile(token, 'sh'),
  ];
}

/** A login shell, since that is where sites define `module`. */
export function jobScript(token: string, { setup = [], nodejs }: SlurmSettings, folder: SharedFolder): string {
  const words = [nodejs ?? process.execPath, PROGRAM, 'worker', folder.path, token].map(quoted).join(' ');
  return ['#!/bin/bash -l', ...setup, `exec ${words} "$SLURM_ARRAY_TASK_ID"`, ''].join('\n');
}

function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a job printed, where the tuner sees it. */
export function outputFile(folder: SharedFolder, token: string, index: number): string {
  return path.join(path.dirname(folder.jobFile(token, 'out')), `${token}_${index}.out`);
}
