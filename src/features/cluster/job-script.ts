/** The sbatch options of a kind of job, and the script that its jobs run. */
import path from 'node:path';
import type { JobRequest, SlurmSettings } from '../../core.js';
import { packageRoot } from '../../support/package-root.js';
import { folderOfJob } from './node-folder.js';
import type { SharedFolder } from './shared-folder.js';
import { jobName, type Submission } from './slurm.js';
import type { JobKind } from './task.js';

const PROGRAM = path.join(packageRoot, 'bin/mantissa');

/** The request of a kind of job: the general settings, overridden by those of the kind. Builds need neither a device nor a specific node. */
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
    ...placeOnNode(token, settings, folder),
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

/** A node that does not share the folder can neither write to it nor use it as working folder. */
function placeOnNode(token: string, { staging }: SlurmSettings, folder: SharedFolder): string[] {
  if (staging !== undefined) return ['--output=/dev/null', '--chdir=/'];
  const output = folder.jobFile(`${token}_%a`, 'out').replaceAll('\\', '\\\\');
  return [`--output=${output}`, `--chdir=${folder.path}`];
}

/** A login shell, because sites define `module` there. */
const SHELL = ['/bin/bash', '-l'] as const;

export function jobScript(token: string, settings: SlurmSettings, folder: SharedFolder, root: string): string {
  const { setup = [], staging } = settings;
  const head = [`#!${SHELL.join(' ')}`];
  const index = '"$SLURM_ARRAY_TASK_ID"';
  if (staging === undefined)
    return [...head, ...setup, `exec ${mantissa(settings, 'worker', folder.path, token)} ${index}`, ''].join('\n');
  const moves = `${quoted(folder.path)} "$base/cluster" ${quoted(root)} "$base/project"`;
  return [
    ...head,
    `base=${quoted(folderOfJob(staging, token, ''))}${index}`,
    'umask 077',
    'mkdir -p "$base/project" || exit 1',
    `trap 'rm -rf "$base" "$base".*' EXIT`,
    'trap "exit 143" TERM',
    'exec > "$base/out" 2>&1',
    // files are sent by the tuner
    'until sent=$(compgen -G "$base.*.ready"); do sleep 0.3; done',
    'sent=$(echo "$sent" | head -n 1 | sed "s/[.]ready$//")',
    'for one in "$sent".*.tgz; do tar -xzf "$one" -C "$base" || exit 1; done',
    'mkdir -p "$base/cluster/results" "$base/cluster/begun"',
    ...setup,
    `${mantissa(settings, 'worker')} "$base/cluster" ${token} ${index} ${moves}`,
    'status=$?',
    'echo $status > "$base/ended"',
    'until [ -e "$base/collected" ]; do sleep 0.3; done',
    'exit $status',
    '',
  ].join('\n');
}

/** The command of a job step that prints new results from a folder of its node. */
export function collectCommand(settings: SlurmSettings, folder: string, known: readonly string[]): string[] {
  const lines = [...(settings.setup ?? []), `exec ${mantissa(settings, 'collect', folder, ...known)}`];
  return [...SHELL, '-c', lines.join('\n')];
}

function mantissa({ nodejs }: SlurmSettings, ...words: readonly string[]): string {
  return [nodejs ?? process.execPath, PROGRAM, ...words].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** File of a job's output, as seen by the tuner. */
export function outputFile(folder: SharedFolder, token: string, index: number): string {
  return path.join(path.dirname(folder.jobFile(token, 'out')), `${token}_${index}.out`);
}
