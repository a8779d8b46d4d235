/** Where a job has its work on a node's own file system, which nobody else sees: one folder for each job, gone with it. */
import path from 'node:path';
import type { Move } from './moved-paths.js';

export interface NodeFolder {
  readonly path: string;
  /** What `tune` shares with its jobs elsewhere. */
  readonly cluster: string;
  /** The project's own files. */
  readonly project: string;
  /** Written by the job when its work is over, and by who has collected all of it. */
  readonly ended: string;
  readonly collected: string;
  readonly output: string;
}

export function nodeFolder(folder: string): NodeFolder {
  const at = (name: string) => path.join(folder, name);
  return {
    path: folder,
    cluster: at('cluster'),
    project: at('project'),
    ended: at('ended'),
    collected: at('collected'),
    output: at('out'),
  };
}

export function folderOfJob(staging: string, token: string, index: number | string): string {
  return path.join(staging, `mantissa-${token}_${index}`);
}

/** From where things are for `tune` to where they are for a job. The study lies within the project, and comes first. */
export function movesTo({ cluster, project }: NodeFolder, shared: string, root: string): Move[] {
  return [
    [shared, cluster],
    [root, project],
  ];
}
