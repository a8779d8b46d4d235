/** The folder of a job on its node's local file system, deleted with the job. */
import path from 'node:path';
import type { Move } from './moved-paths.js';

export interface NodeFolder {
  readonly path: string;
  /** Files that are otherwise shared with `tune`. */
  readonly cluster: string;
  /** The project's own files. */
  readonly project: string;
  /** Markers: written by the job at its end, and by the tuner after collecting all results. */
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

/** Moves from paths of `tune` to paths of a job. The study comes first, because it lies within the project. */
export function movesTo({ cluster, project }: NodeFolder, shared: string, root: string): Move[] {
  return [
    [shared, cluster],
    [root, project],
  ];
}
